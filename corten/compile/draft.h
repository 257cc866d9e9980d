// Draft: the model while it is being compiled. Every element of the specification has its counterpart here,
// in the order of ids, with what compilation found out about it; what is copied unchanged stays in the
// specification, which must outlive the Draft.
#pragma once

#include <unordered_map>

#include "corten/compile/compile.h"
#include "corten/compile/draft_assets.h"
#include "corten/compile/draft_flex.h"
#include "corten/compile/name_index.h"
#include "corten/geom/bvh_build.h"
#include "corten/math/build_frame.h"

namespace corten {

struct DraftBody {
  const spec::Body* spec = nullptr;
  int parent = 0;  // the world is its own parent
  std::vector<int> children;
  std::vector<int> joints, geoms, sites, cameras, lights;
  std::vector<build::Pose> frames;  // of spec->frames, in the body
  build::Pose own_pose;             // in the frame it stands in
  build::Pose pose;                 // in the parent
  build::Pose inertial;             // in the body
  Real mass = 0;
  Vec3<Real> inertia{};
  int weld = 0;  // the body it is rigidly attached to
  mjtSameFrame same_frame = mjSAMEFRAME_NONE;
  int simple = 0;  // body_simple
  int dof_adr = -1, dof_num = 0;
  int contype = 0, conaffinity = 0;
  Real margin = 0;
  Bvh bvh;  // of the geoms that can collide, in the inertial frame; leaves hold geom ids
  std::vector<const spec::Geom*> old_leaves;  // by node, of the hierarchies before fusing
};

struct DraftJoint {
  const spec::Joint* spec = nullptr;
  int body = 0;
  mjtJoint type = mjJNT_HINGE;
  Vec3<Real> pos{};
  Vec3<Real> axis{0, 0, 1};
  bool limited = false;
  bool actfrclimited = false;
  Vec<Real, 2> range{};  // radians if limited; as written otherwise
  Real ref = 0;
  Real springref = 0;
};

struct DraftDof {
  int body = 0;
  int joint = 0;
  int parent = -1;
  int simple_num = 0;  // dof_simplenum
};

struct DraftGeom {
  const spec::Geom* spec = nullptr;
  int body = 0;
  mjtGeom type = mjGEOM_SPHERE;
  Vec3<Real> size{};
  build::Pose pose;
  Aabb<Real> aabb{};
  Real rbound = 0;
  Real mass = 0;
  Vec3<Real> inertia{};
  Vec<Real, kNFluid> fluid{};
  int mesh = -1;
  int hfield = -1;
  int material = -1;
  bool visual = false;  // nothing but the picture changes without it
};

struct DraftSite {
  const spec::Site* spec = nullptr;
  int body = 0;
  Vec3<Real> size{};
  build::Pose pose;
  int material = -1;
};

struct DraftCamera {
  const spec::Camera* spec = nullptr;
  const spec::Body* owner = nullptr;  // where it was written
  int body = 0;
  build::Pose carried;  // of the fused bodies it came through
  build::Pose pose;
  int target = -1;
  Real fovy = 45;
  Vec<float, 4> intrinsic{};
};

struct DraftLight {
  const spec::Light* spec = nullptr;
  const spec::Body* owner = nullptr;  // where it was written
  int body = 0;
  build::Pose carried;  // of the fused bodies it came through
  Vec3<Real> pos{};
  Vec3<Real> dir{0, 0, -1};
  int target = -1;
  int texture = -1;
};

struct DraftPair {
  const spec::Pair* spec = nullptr;
  int geom1 = -1, geom2 = -1;
  int signature = 0;
  Real margin = 0, gap = 0;
  Vec<Real, 5> friction{};
  Vec<Real, kNRef> solref{};
  Vec<Real, kNImp> solimp{};
};

struct DraftExclude {
  const spec::Exclude* spec = nullptr;
  int signature = 0;
};

struct DraftEquality {
  const spec::Equality* spec = nullptr;
  int obj1 = -1, obj2 = -1;
};

struct DraftWrap {
  mjtWrap type = mjWRAP_NONE;
  int obj = -1;
  Real prm = 0;
};

struct DraftTendon {
  const spec::Tendon* spec = nullptr;
  std::vector<DraftWrap> path;
  bool limited = false;
  bool actfrclimited = false;
  int material = -1;
};

struct DraftActuator {
  const spec::Actuator* spec = nullptr;
  Vec<int, 2> target{-1, -1};
  int actnum = 0;
  bool ctrllimited = false, forcelimited = false, actlimited = false;
  Vec<Real, 2> ctrlrange{}, actrange{};
};

struct DraftSensor {
  const spec::Sensor* spec = nullptr;
  int obj = -1, ref = -1;
  int dim = 0;
  int datatype = mjDATATYPE_REAL;
  int needstage = mjSTAGE_ACC;
};

// An instance of a plugin, in the order of ids.
struct DraftPlugin {
  const char* tag;         // of the element to blame
  const spec::Node* spec;  // the same: the instance, or the element that has it for itself
  std::string name;        // empty if it belongs to one element
  std::string plugin_name;
  const spec::PluginConfig* config;
  std::shared_ptr<const Plugin> plugin;
  int slot = -1;
  std::vector<std::string> values;  // by attribute of the plugin
};

struct DraftTuple {
  const spec::Tuple* spec = nullptr;
  std::vector<int> objid;
};

struct DraftKey {
  spec::Key spec;       // empty arrays: the reference values
  bool sparse = false;  // NaN entries are the reference's
};

struct Draft {
  explicit Draft(const CompileOptions& o) : options(&o), budget(o.limits) {}

  const CompileOptions* options;
  mutable Budget budget;
  Sizes sizes;
  NameIndex names;
  DraftAssets assets;
  std::vector<DraftBody> bodies;  // 0 is the world
  int spare_bvh_nodes = 0;        // counted by the oracle when it fuses bodies, never used
  std::vector<DraftJoint> joints;
  std::vector<DraftDof> dofs;
  std::vector<DraftGeom> geoms;
  std::vector<DraftSite> sites;
  std::vector<DraftCamera> cameras;
  std::vector<DraftLight> lights;
  std::vector<DraftFlex> flexes;
  std::vector<DraftPair> pairs;
  std::vector<DraftExclude> excludes;
  std::vector<DraftEquality> equalities;
  std::vector<DraftTendon> tendons;
  std::vector<DraftActuator> actuators;
  std::vector<DraftSensor> sensors;
  std::vector<DraftPlugin> plugins;
  std::unordered_map<const spec::PluginUse*, int> plugin_ids;
  std::vector<DraftTuple> tuples;
  std::vector<DraftKey> keys;
  Model model;  // exists after the pass make_model

  // instance that an element uses, −1 if none
  int plugin_id(const spec::PluginUse& use) const {
    const auto found = plugin_ids.find(&use);
    return found == plugin_ids.end() ? -1 : found->second;
  }
};

}  // namespace corten
