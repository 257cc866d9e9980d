#include "corten/model/sensor_kinds.h"

#include <cassert>

namespace corten {
namespace {

constexpr unsigned bit(mjtObj type) { return 1u << type; }

constexpr unsigned kNone = bit(mjOBJ_UNKNOWN);
constexpr unsigned kSite = bit(mjOBJ_SITE);
constexpr unsigned kJoint = bit(mjOBJ_JOINT);
constexpr unsigned kTendon = bit(mjOBJ_TENDON);
constexpr unsigned kActuator = bit(mjOBJ_ACTUATOR);
constexpr unsigned kBody = bit(mjOBJ_BODY);
constexpr unsigned kCamera = bit(mjOBJ_CAMERA);
constexpr unsigned kGeom = bit(mjOBJ_GEOM);
constexpr unsigned kMesh = bit(mjOBJ_MESH);
constexpr unsigned kFrame = kBody | bit(mjOBJ_XBODY) | kGeom | kSite | kCamera;
constexpr unsigned kShape = kGeom | kBody;
constexpr unsigned kContact = kBody | bit(mjOBJ_XBODY) | kGeom | kSite | kNone;
constexpr unsigned kAny = ~0u;

constexpr auto kPos = mjSTAGE_POS;
constexpr auto kVel = mjSTAGE_VEL;
constexpr auto kAcc = mjSTAGE_ACC;
constexpr auto kReal = mjDATATYPE_REAL;
constexpr auto kPositive = mjDATATYPE_POSITIVE;
constexpr auto kAxis = mjDATATYPE_AXIS;
constexpr auto kQuat = mjDATATYPE_QUATERNION;

constexpr SensorKind kKinds[] = {
    {kSite, kNone, 1, kAcc, kPositive},        // touch
    {kSite, kNone, 3, kAcc, kReal},            // accelerometer
    {kSite, kNone, 3, kVel, kReal},            // velocimeter
    {kSite, kNone, 3, kVel, kReal},            // gyro
    {kSite, kNone, 3, kAcc, kReal},            // force
    {kSite, kNone, 3, kAcc, kReal},            // torque
    {kSite, kNone, 3, kPos, kReal},            // magnetometer
    {kSite | kCamera, kNone, 0, kPos, kReal},  // rangefinder
    {kSite, kCamera, 2, kPos, kReal},          // camprojection
    {kJoint, kNone, 1, kPos, kReal},           // jointpos
    {kJoint, kNone, 1, kVel, kReal},           // jointvel
    {kTendon, kNone, 1, kPos, kReal},          // tendonpos
    {kTendon, kNone, 1, kVel, kReal},          // tendonvel
    {kActuator, kNone, 1, kPos, kReal},        // actuatorpos
    {kActuator, kNone, 1, kVel, kReal},        // actuatorvel
    {kActuator, kNone, 1, kAcc, kReal},        // actuatorfrc
    {kJoint, kNone, 1, kAcc, kReal},           // jointactuatorfrc
    {kTendon, kNone, 1, kAcc, kReal},          // tendonactuatorfrc
    {kJoint, kNone, 4, kPos, kQuat},           // ballquat
    {kJoint, kNone, 3, kVel, kReal},           // ballangvel
    {kJoint, kNone, 1, kPos, kReal},           // jointlimitpos
    {kJoint, kNone, 1, kVel, kReal},           // jointlimitvel
    {kJoint, kNone, 1, kAcc, kReal},           // jointlimitfrc
    {kTendon, kNone, 1, kPos, kReal},          // tendonlimitpos
    {kTendon, kNone, 1, kVel, kReal},          // tendonlimitvel
    {kTendon, kNone, 1, kAcc, kReal},          // tendonlimitfrc
    {kFrame, kFrame | kNone, 3, kPos, kReal},  // framepos
    {kFrame, kFrame | kNone, 4, kPos, kQuat},  // framequat
    {kFrame, kFrame | kNone, 3, kPos, kAxis},  // framexaxis
    {kFrame, kFrame | kNone, 3, kPos, kAxis},  // frameyaxis
    {kFrame, kFrame | kNone, 3, kPos, kAxis},  // framezaxis
    {kFrame, kFrame | kNone, 3, kVel, kReal},  // framelinvel
    {kFrame, kFrame | kNone, 3, kVel, kReal},  // frameangvel
    {kFrame, kNone, 3, kAcc, kReal},           // framelinacc
    {kFrame, kNone, 3, kAcc, kReal},           // frameangacc
    {kBody, kNone, 3, kPos, kReal},            // subtreecom
    {kBody, kNone, 3, kVel, kReal},            // subtreelinvel
    {kBody, kNone, 3, kVel, kReal},            // subtreeangmom
    {kFrame, kSite, 1, kPos, kPositive},       // insidesite
    {kShape, kShape, 1, kPos, kReal},          // distance
    {kShape, kShape, 3, kPos, kAxis},          // normal
    {kShape, kShape, 6, kPos, kReal},          // fromto
    {kContact, kContact, 0, kAcc, kReal},      // contact
    {kNone, kNone, 1, kPos, kReal},            // e_potential
    {kNone, kNone, 1, kPos, kReal},            // e_kinetic
    {kNone, kNone, 1, kPos, kReal},            // clock
    {kMesh, kGeom, 0, kAcc, kReal},            // tactile
    {kAny, kAny, 0, kAcc, kReal},              // plugin
    {kAny, kNone, 0, kAcc, kReal},             // user: stage and data type as written
};
static_assert(sizeof kKinds / sizeof kKinds[0] == mjSENS_USER + 1);

template <int N>
int data_size(const int (&sizes)[N], int bits) {
  int total = 0;
  for (int i = 0; i < N; ++i)
    if (bits >> i & 1) total += sizes[i];
  return total;
}

}  // namespace

const SensorKind& sensor_kind(int type) {
  assert(type >= 0 && type <= mjSENS_USER);
  return kKinds[type];
}

int ray_data_size(int bits) {
  constexpr int kSizes[mjNRAYDATA] = {1, 3, 3, 3, 3, 1};  // dist dir origin point normal depth
  return data_size(kSizes, bits);
}

int contact_data_size(int bits) {
  constexpr int kSizes[mjNCONDATA] = {1, 3, 3, 1, 3, 3, 3};  // found force torque dist pos normal tangent
  return data_size(kSizes, bits);
}

}  // namespace corten
