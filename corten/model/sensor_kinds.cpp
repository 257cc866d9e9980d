#include "corten/model/sensor_kinds.h"

#include <cassert>
#include <iterator>

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
constexpr auto kReach = Cutoff::kReach;

constexpr SensorKind kKinds[] = {
    {mjSENS_TOUCH, "touch", kSite, kNone, 1, kAcc, kPositive},
    {mjSENS_ACCELEROMETER, "accelerometer", kSite, kNone, 3, kAcc, kReal},
    {mjSENS_VELOCIMETER, "velocimeter", kSite, kNone, 3, kVel, kReal},
    {mjSENS_GYRO, "gyro", kSite, kNone, 3, kVel, kReal},
    {mjSENS_FORCE, "force", kSite, kNone, 3, kAcc, kReal},
    {mjSENS_TORQUE, "torque", kSite, kNone, 3, kAcc, kReal},
    {mjSENS_MAGNETOMETER, "magnetometer", kSite, kNone, 3, kPos, kReal},
    {mjSENS_RANGEFINDER, "rangefinder", kSite | kCamera, kNone, 0, kPos, kReal},
    {mjSENS_CAMPROJECTION, "camprojection", kSite, kCamera, 2, kPos, kReal},
    {mjSENS_JOINTPOS, "jointpos", kJoint, kNone, 1, kPos, kReal},
    {mjSENS_JOINTVEL, "jointvel", kJoint, kNone, 1, kVel, kReal},
    {mjSENS_TENDONPOS, "tendonpos", kTendon, kNone, 1, kPos, kReal},
    {mjSENS_TENDONVEL, "tendonvel", kTendon, kNone, 1, kVel, kReal},
    {mjSENS_ACTUATORPOS, "actuatorpos", kActuator, kNone, 1, kPos, kReal},
    {mjSENS_ACTUATORVEL, "actuatorvel", kActuator, kNone, 1, kVel, kReal},
    {mjSENS_ACTUATORFRC, "actuatorfrc", kActuator, kNone, 1, kAcc, kReal},
    {mjSENS_JOINTACTFRC, "jointactuatorfrc", kJoint, kNone, 1, kAcc, kReal},
    {mjSENS_TENDONACTFRC, "tendonactuatorfrc", kTendon, kNone, 1, kAcc, kReal},
    {mjSENS_BALLQUAT, "ballquat", kJoint, kNone, 4, kPos, kQuat},
    {mjSENS_BALLANGVEL, "ballangvel", kJoint, kNone, 3, kVel, kReal},
    {mjSENS_JOINTLIMITPOS, "jointlimitpos", kJoint, kNone, 1, kPos, kReal},
    {mjSENS_JOINTLIMITVEL, "jointlimitvel", kJoint, kNone, 1, kVel, kReal},
    {mjSENS_JOINTLIMITFRC, "jointlimitfrc", kJoint, kNone, 1, kAcc, kReal},
    {mjSENS_TENDONLIMITPOS, "tendonlimitpos", kTendon, kNone, 1, kPos, kReal},
    {mjSENS_TENDONLIMITVEL, "tendonlimitvel", kTendon, kNone, 1, kVel, kReal},
    {mjSENS_TENDONLIMITFRC, "tendonlimitfrc", kTendon, kNone, 1, kAcc, kReal},
    {mjSENS_FRAMEPOS, "framepos", kFrame, kFrame | kNone, 3, kPos, kReal},
    {mjSENS_FRAMEQUAT, "framequat", kFrame, kFrame | kNone, 4, kPos, kQuat},
    {mjSENS_FRAMEXAXIS, "framexaxis", kFrame, kFrame | kNone, 3, kPos, kAxis},
    {mjSENS_FRAMEYAXIS, "frameyaxis", kFrame, kFrame | kNone, 3, kPos, kAxis},
    {mjSENS_FRAMEZAXIS, "framezaxis", kFrame, kFrame | kNone, 3, kPos, kAxis},
    {mjSENS_FRAMELINVEL, "framelinvel", kFrame, kFrame | kNone, 3, kVel, kReal},
    {mjSENS_FRAMEANGVEL, "frameangvel", kFrame, kFrame | kNone, 3, kVel, kReal},
    {mjSENS_FRAMELINACC, "framelinacc", kFrame, kNone, 3, kAcc, kReal},
    {mjSENS_FRAMEANGACC, "frameangacc", kFrame, kNone, 3, kAcc, kReal},
    {mjSENS_SUBTREECOM, "subtreecom", kBody, kNone, 3, kPos, kReal},
    {mjSENS_SUBTREELINVEL, "subtreelinvel", kBody, kNone, 3, kVel, kReal},
    {mjSENS_SUBTREEANGMOM, "subtreeangmom", kBody, kNone, 3, kVel, kReal},
    {mjSENS_INSIDESITE, "insidesite", kFrame, kSite, 1, kPos, kPositive},
    {mjSENS_GEOMDIST, "distance", kShape, kShape, 1, kPos, kReal},
    {mjSENS_GEOMNORMAL, "normal", kShape, kShape, 3, kPos, kAxis, kReach},
    {mjSENS_GEOMFROMTO, "fromto", kShape, kShape, 6, kPos, kReal, kReach},
    {mjSENS_CONTACT, "contact", kContact, kContact, 0, kAcc, kReal, kReach},
    {mjSENS_E_POTENTIAL, "e_potential", kNone, kNone, 1, kPos, kReal},
    {mjSENS_E_KINETIC, "e_kinetic", kNone, kNone, 1, kPos, kReal},
    {mjSENS_CLOCK, "clock", kNone, kNone, 1, kPos, kReal},
    {mjSENS_TACTILE, "tactile", kMesh, kGeom, 0, kAcc, kReal},
    {mjSENS_PLUGIN, "plugin", kAny, kAny, 0, kAcc, kReal},
    {mjSENS_USER, "user", kAny, kNone, 0, kAcc, kReal},  // stage and data type as written
};

constexpr bool is_ordered() {
  for (int type = 0; type <= mjSENS_USER; ++type)
    if (kKinds[type].type != type) return false;
  return std::size(kKinds) == mjSENS_USER + 1;
}
static_assert(is_ordered());

template <int N>
std::int64_t data_size(const int (&sizes)[N], int bits) {
  std::int64_t total = 0;
  for (int i = 0; i < N; ++i)
    if (bits >> i & 1) total += sizes[i];
  return total;
}

}  // namespace

std::span<const SensorKind> sensor_kinds() { return kKinds; }

const SensorKind& sensor_kind(int type) {
  static constexpr SensorKind nothing{mjtSensor{}, "sensor", 0, 0, 0, mjSTAGE_NONE, kReal};
  return type >= 0 && type <= mjSENS_USER ? kKinds[type] : nothing;
}

std::int64_t sensor_size(const SensorKind& kind, const SensorExtent& extent) {
  switch (kind.type) {
    case mjSENS_RANGEFINDER:
      return data_size(kRayDataSize, extent.intprm[0]) * extent.rays;
    case mjSENS_CONTACT:
      return data_size(kContactDataSize, extent.intprm[0]) * extent.intprm[2];
    case mjSENS_TACTILE:
      return 3 * extent.vertices;
    case mjSENS_PLUGIN:
    case mjSENS_USER:
      return extent.chosen;
    default:
      return kind.dim;
  }
}

}  // namespace corten
