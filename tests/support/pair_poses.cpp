#include "tests/support/pair_poses.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "corten/collide/collision.h"
#include "corten/collide/geom_distance.h"
#include "corten/model/step_arena.h"

namespace corten::oracle {
namespace {

constexpr double kPi = 3.14159265358979323846;

ModelPtr two_geoms(const std::string& geom1, const std::string& geom2, const std::string& asset,
                   bool multiccd) {
  const auto body = [](const std::string& geom) {
    // planes and height fields must be static
    const bool fixed = geom.find("plane") != std::string::npos || geom.find("hfield") != std::string::npos;
    return "<body>" +
           std::string(fixed ? "" : "<freejoint/><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>") +
           "<geom " + geom + "/></body>";
  };
  std::string error;
  ModelPtr m = load_string("<mujoco><size memory='4M'/><option><flag multiccd='" +
                               std::string(multiccd ? "enable" : "disable") + "'/></option><asset>" + asset +
                               "</asset><worldbody>" + body(geom1) + body(geom2) + "</worldbody></mujoco>",
                           &error);
  if (!m) {
    std::fprintf(stderr, "%s\n", error.c_str());
    std::abort();
  }
  return m;
}

class Draw {
 public:
  explicit Draw(std::mt19937_64& rng) : rng_(rng) {}
  double uniform(double a, double b) { return std::uniform_real_distribution<double>(a, b)(rng_); }
  double normal() { return std::normal_distribution<double>()(rng_); }
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(rng_); }
  bool chance(double p) { return uniform(0, 1) < p; }
  double log_uniform(double a, double b) { return std::pow(10.0, uniform(a, b)); }

  Vec3<Real> direction() { return unit(Vec3<Real>{normal(), normal(), normal()}); }
  Quat<Real> any_rotation() { return unit(Quat<Real>{normal(), normal(), normal(), normal()}); }
  // quarter turns about the axes, eighth turns now and then
  Quat<Real> aligned_rotation() {
    Quat<Real> q = Quat<Real>::identity();
    for (int i = 0, n = below(3); i < n; ++i) {
      Vec3<Real> axis{};
      axis[below(3)] = 1;
      q = q * axis_angle_quat(axis, kPi / (chance(0.2) ? 4 : 2) * (1 + below(3)));
    }
    return unit(q);
  }
  Quat<Real> nearly(const Quat<Real>& q) {
    return unit(q * axis_angle_quat(direction(), log_uniform(-16, -2)));
  }
  Quat<Real> rotation() {
    const int kind = below(10);
    if (kind < 5) return any_rotation();
    if (kind < 8) return aligned_rotation();
    return nearly(aligned_rotation());
  }

 private:
  std::mt19937_64& rng_;
};

double bounding_radius(int type, const Vec3<Real>& s) {
  switch (type) {
    case mjGEOM_SPHERE:
      return s[0];
    case mjGEOM_CAPSULE:
      return s[0] + s[1];
    case mjGEOM_ELLIPSOID:
      return std::max(s[0], std::max(s[1], s[2]));
    case mjGEOM_CYLINDER:
      return std::sqrt(s[0] * s[0] + s[1] * s[1]);
    case mjGEOM_BOX:
      return std::sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]);
    default:
      return 0;
  }
}

bool resizable(int type) { return type >= mjGEOM_SPHERE && type <= mjGEOM_BOX; }

Vec3<Real> random_size(Draw& draw, double scale) {
  const double spread = draw.chance(0.15) ? 3 : 0.5;
  Vec3<Real> s;
  for (Real& x : s) x = scale * draw.log_uniform(-spread, spread);
  if (draw.chance(0.2)) s[1] = s[0];
  if (draw.chance(0.2)) s[2] = s[1];
  return s;
}

double extent(int type, const Vec3<Real>& s, double rbound) {
  return resizable(type) ? (type == mjGEOM_CAPSULE ? s[0] + s[1] : s[0]) : rbound;
}

}  // namespace

namespace {
constexpr const char* plane = "type='plane' size='1 1 1'";
constexpr const char* sphere = "type='sphere' size='.1'";
constexpr const char* capsule = "type='capsule' size='.1 .2'";
constexpr const char* ellipsoid = "type='ellipsoid' size='.1 .2 .3'";
constexpr const char* cylinder = "type='cylinder' size='.1 .2'";
constexpr const char* box = "type='box' size='.1 .2 .3'";
constexpr const char* hfield = "type='hfield' hfield='h'";
constexpr const char* mesh = "type='mesh' mesh='m'";
constexpr const char* hull =  // 14 vertices
    "<mesh name='m' vertex='.3 0 0 -.3 0 0 0 .2 0 0 -.2 0 0 0 .4 0 0 -.4 .2 .15 .2 -.2 .15 .2 .2 -.15 .2 "
    "-.2 -.15 .2 .2 .15 -.2 -.2 .15 -.2 .2 -.15 -.2 -.2 -.15 -.2'/>";
constexpr const char* cube =
    "<mesh name='m' vertex='-.2 -.2 -.2 .2 -.2 -.2 -.2 .2 -.2 .2 .2 -.2 -.2 -.2 .2 .2 -.2 .2 -.2 .2 .2 .2 .2 "
    ".2'/>";
constexpr const char* field =
    "<hfield name='h' nrow='4' ncol='5' size='1 .8 .3 .1' elevation='0 .2 .1 .5 .3 1 .4 .1 .3 0 .2 .6 .6 .6 "
    ".1 0 .1 .2 .4 .9'/>"
    "<mesh name='m' vertex='.3 0 0 -.3 0 0 0 .2 0 0 -.2 0 0 0 .4 0 0 -.4 .2 .15 .2 -.2 .15 .2 .2 -.15 .2 "
    "-.2 -.15 .2 .2 .15 -.2 -.2 .15 -.2 .2 -.15 -.2 -.2 -.15 -.2'/>";
constexpr const char* terrain =  // many prisms under each shape, most of them apart from it
    "<hfield name='h' nrow='10' ncol='10' size='1 .8 .3 .1' elevation='"
    "79 32 94 45 88 94 83 67 3 59 99 31 83 6 20 14 47 60 31 48 "
    "69 13 73 31 1 93 27 52 35 23 98 49 20 97 9 17 79 79 56 16 "
    "16 0 0 26 99 27 21 21 37 40 25 69 86 80 26 23 88 25 49 38 "
    "2 46 53 21 18 33 8 42 38 77 75 0 76 86 90 43 8 39 45 39 "
    "61 89 40 23 61 60 90 22 7 32 2 95 45 51 2 70 53 46 48 74'/>";
}  // namespace

std::span<const PairCase> analytic_pairs() {
  static constexpr PairCase cases[] = {{"PlaneSphere", plane, sphere},
                                       {"PlaneCapsule", plane, capsule},
                                       {"PlaneEllipsoid", plane, ellipsoid},
                                       {"PlaneCylinder", plane, cylinder},
                                       {"PlaneBox", plane, box},
                                       {"PlaneMesh", plane, mesh, hull},
                                       {"SphereSphere", sphere, sphere},
                                       {"SphereCapsule", sphere, capsule},
                                       {"SphereCylinder", sphere, cylinder},
                                       {"SphereBox", sphere, box},
                                       {"CapsuleCapsule", capsule, capsule},
                                       {"CapsuleBox", capsule, box},
                                       {"BoxBox", box, box}};
  return cases;
}

std::span<const PairCase> convex_pairs() {
  static constexpr PairCase cases[] = {{"SphereEllipsoid", sphere, ellipsoid},
                                       {"SphereMesh", sphere, mesh, hull},
                                       {"CapsuleEllipsoid", capsule, ellipsoid},
                                       {"CapsuleCylinder", capsule, cylinder},
                                       {"CapsuleMesh", capsule, mesh, hull},
                                       {"EllipsoidEllipsoid", ellipsoid, ellipsoid},
                                       {"EllipsoidCylinder", ellipsoid, cylinder},
                                       {"EllipsoidBox", ellipsoid, box},
                                       {"EllipsoidMesh", ellipsoid, mesh, hull},
                                       {"CylinderCylinder", cylinder, cylinder},
                                       {"CylinderBox", cylinder, box},
                                       {"CylinderMesh", cylinder, mesh, hull},
                                       {"BoxMesh", box, mesh, hull},
                                       {"BoxCube", box, mesh, cube},
                                       {"MeshMesh", mesh, mesh, hull},
                                       {"CubeCube", mesh, mesh, cube},
                                       {"HFieldSphere", hfield, sphere, field},
                                       {"HFieldCapsule", hfield, capsule, field},
                                       {"HFieldEllipsoid", hfield, ellipsoid, field},
                                       {"HFieldCylinder", hfield, cylinder, field},
                                       {"HFieldBox", hfield, box, field},
                                       {"HFieldMesh", hfield, mesh, field},
                                       {"TerrainSphere", hfield, sphere, terrain},
                                       {"TerrainCapsule", hfield, capsule, terrain},
                                       {"TerrainEllipsoid", hfield, ellipsoid, terrain},
                                       {"TerrainCylinder", hfield, cylinder, terrain},
                                       {"TerrainBox", hfield, box, terrain},
                                       {"CapsuleCylinderMulti", capsule, cylinder, "", true},
                                       {"CapsuleMeshMulti", capsule, mesh, hull, true},
                                       {"CylinderCylinderMulti", cylinder, cylinder, "", true},
                                       {"CylinderBoxMulti", cylinder, box, "", true},
                                       {"CylinderMeshMulti", cylinder, mesh, hull, true},
                                       {"BoxMeshMulti", box, mesh, hull, true},
                                       {"BoxCubeMulti", box, mesh, cube, true},
                                       {"MeshMeshMulti", mesh, mesh, hull, true},
                                       {"CubeCubeMulti", mesh, mesh, cube, true}};
  return cases;
}

PairScene::PairScene(const PairCase& types)
    : om_(two_geoms(types.geom1, types.geom2, types.asset, types.multiccd)),
      od_(make_data(om_.get())),
      m_(to_model(om_.get())),
      d_(Data::zeros(m_)) {
  mj_forward(om_.get(), od_.get());
}

void PairScene::set_size(int geom, const Vec3<Real>& size) {
  const double rbound = bounding_radius(om_->geom_type[geom], size);
  for (int k = 0; k < 3; ++k) om_->geom_size[3 * geom + k] = size[k];
  om_->geom_rbound[geom] = rbound;
  m_.geom_size[geom] = size;
  m_.geom_rbound[geom] = rbound;
}

void PairScene::set_pose(int geom, const Vec3<Real>& pos, const Quat<Real>& quat) {
  const int body = om_->geom_bodyid[geom];
  mju_copy3(od_->geom_xpos + 3 * geom, pos.data());
  mju_quat2Mat(od_->geom_xmat + 9 * geom, quat.data());
  mju_copy3(od_->xipos + 3 * body, pos.data());
  mju_copy(od_->ximat + 9 * body, od_->geom_xmat + 9 * geom, 9);
}

void PairScene::randomize(std::mt19937_64& rng) {
  Draw draw(rng);
  const bool rigid_scale = !resizable(om_->geom_type[0]) && om_->geom_type[0] != mjGEOM_PLANE;
  const double scale = rigid_scale || draw.chance(0.7) ? 1 : draw.log_uniform(-6, 3);
  double reach[2];
  for (int g = 0; g < 2; ++g) {
    if (resizable(om_->geom_type[g])) set_size(g, random_size(draw, scale * 0.3));
    const Vec3<Real> size{om_->geom_size[3 * g], om_->geom_size[3 * g + 1], om_->geom_size[3 * g + 2]};
    reach[g] = draw.chance(0.5) ? om_->geom_rbound[g] : extent(om_->geom_type[g], size, om_->geom_rbound[g]);
  }
  const double margin_kind = draw.uniform(0, 1);
  const double margin = margin_kind < 0.5   ? 0
                        : margin_kind < 0.9 ? scale * draw.log_uniform(-3, -0.5)
                                            : -scale * 0.01;
  om_->geom_margin[0] = m_.geom_margin[0] = margin;

  const Quat<Real> q1 = draw.rotation();
  const Quat<Real> q2 = draw.chance(0.3) ? q1 : draw.chance(0.2) ? draw.nearly(q1) : draw.rotation();
  const Vec3<Real> p1 = draw.chance(0.5) ? Vec3<Real>{} : draw.direction() * (scale * draw.uniform(0, 3));
  Vec3<Real> away = draw.direction();
  if (draw.chance(0.4)) {  // along an axis of the first geom
    away = {};
    away[draw.below(3)] = draw.chance(0.5) ? 1 : -1;
    away = rotate(q1, away);
  }
  const int gap_kind = draw.below(10);
  const double touching = reach[0] + reach[1];
  double gap = touching * draw.uniform(0, 1.1);
  if (gap_kind == 0) gap = touching;
  if (gap_kind == 1) gap = touching * (1 + (draw.chance(0.5) ? 1 : -1) * draw.log_uniform(-15, -3));
  if (gap_kind == 2) gap = 0;
  if (gap_kind == 3) gap = touching + margin * draw.uniform(0, 1.1);
  Vec3<Real> p2 = p1 + away * gap;
  if (draw.chance(0.2)) {  // slide along a face: edges and faces stay aligned
    Vec3<Real> slide{};
    slide[draw.below(3)] = draw.chance(0.5) ? reach[0] : reach[0] * draw.uniform(-1, 1);
    p2 += rotate(q1, slide);
  }
  set_pose(0, p1, q1);
  set_pose(1, p2, q2);
}

std::string PairScene::run() {
  mj_collision(om_.get(), od_.get());
  copy_poses(om_.get(), od_.get(), m_, d_);
  empty_step_arena(m_, d_);
  collision(m_, d_);
  return contact_difference(od_.get(), d_);
}

std::string PairScene::compare_distance(Real distmax) {
  copy_poses(om_.get(), od_.get(), m_, d_);
  for (int first = 0; first < 2; ++first) {
    double theirs[7];
    theirs[6] = mj_geomDistance(om_.get(), od_.get(), first, 1 - first, distmax, theirs);
    const GeomDistance r = geom_distance(m_, d_, first, 1 - first, distmax);
    const double ours[7] = {r.from[0], r.from[1], r.from[2], r.to[0], r.to[1], r.to[2], r.dist};
    for (int i = 6; i >= 0; --i) {
      if (ours[i] == theirs[i]) continue;
      char text[200];
      std::snprintf(text, sizeof text, "distance %d-%d within %g, number %d: %.17g, oracle %.17g", first,
                    1 - first, distmax, i, ours[i], theirs[i]);
      return text;
    }
  }
  return {};
}

int PairScene::run_with_bad_number(int coordinate, Real number) {
  copy_poses(om_.get(), od_.get(), m_, d_);
  const int geom = coordinate / 12, entry = coordinate % 12;
  (entry < 3 ? d_.geom_xpos[geom][entry] : d_.geom_xmat[geom][entry - 3]) = number;
  empty_step_arena(m_, d_);
  collision(m_, d_);
  return d_.ncon;
}

std::string PairScene::describe() const {
  std::string out;
  char buffer[600];
  for (int g = 0; g < 2; ++g) {
    const double *s = om_->geom_size + 3 * g, *x = od_->geom_xpos + 3 * g, *q = od_->geom_xmat + 9 * g;
    std::snprintf(
        buffer, sizeof buffer,
        "size %.17g %.17g %.17g pos %.17g %.17g %.17g mat %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g "
        "%.17g margin %.17g\n",
        s[0], s[1], s[2], x[0], x[1], x[2], q[0], q[1], q[2], q[3], q[4], q[5], q[6], q[7], q[8],
        om_->geom_margin[g]);
    out += buffer;
  }
  return out;
}

}  // namespace corten::oracle
