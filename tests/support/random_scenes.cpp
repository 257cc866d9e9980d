#include "tests/support/random_scenes.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <sstream>
#include <vector>

#include "corten/collide/geom_distance.h"
#include "corten/collide/ray.h"
#include "tests/support/model_files.h"

namespace corten::oracle {
namespace {

class Dice {
 public:
  explicit Dice(unsigned seed) : rng_(seed) {}
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(rng_); }
  double real(double a, double b) { return std::uniform_real_distribution<double>(a, b)(rng_); }
  bool chance(double p) { return real(0, 1) < p; }
  Vec3<Real> vector(double half) { return {real(-half, half), real(-half, half), real(-half, half)}; }

 private:
  std::mt19937_64 rng_;
};

std::string text(const Vec3<Real>& v) {
  std::ostringstream out;
  out.precision(9);
  out << v[0] << ' ' << v[1] << ' ' << v[2];
  return out.str();
}

class SceneWriter {
 public:
  explicit SceneWriter(unsigned seed) : dice_(seed) {
    unit_ = dice_.chance(0.5) ? 1 : std::pow(10, dice_.real(-2, 1.5));
    aligned_ = dice_.chance(0.3);
    far_ = dice_.chance(0.15) ? 300 * unit_ : 0;
  }

  std::string xml() {
    std::ostringstream out;
    out << "<mujoco><size memory='40M'/>" << options() << assets() << "<worldbody>";
    for (int i = dice_.below(5); i > 0; --i) out << geom(true);
    for (int i = 1 + dice_.below(7); i > 0; --i) out << body(0);
    // bodies without geoms: they enlarge the oracle's pair buffer, which ends the process when full
    for (int i = 0; i < 30; ++i) out << "<body/>";
    out << "</worldbody>" << contacts() << "</mujoco>";
    return out.str();
  }

 private:
  static constexpr int kMeshes = 12;

  // lengths of aligned scenes are multiples of a step, so that faces, edges and corners touch
  double snap(double x, double step) { return aligned_ ? std::round(x / step) * step : x; }
  Vec3<Real> place(double half) {
    Vec3<Real> v = dice_.vector(half * unit_);
    for (Real& x : v) x = snap(x, 0.05 * unit_);
    return v;
  }
  double size() { return std::max(0.01 * unit_, snap(unit_ * dice_.real(0.01, 0.2), 0.05 * unit_)); }
  std::string turn() {
    Vec3<Real> v = dice_.vector(180);
    for (Real& x : v) x = snap(x, 45);
    return text(v);
  }

  std::string options() {
    std::ostringstream out;
    out << "<option o_margin='" << dice_.real(0, 0.05) * unit_
        << "' o_solref='.03 .8' o_friction='0 .4 .3 .2 .1'";
    if (dice_.chance(0.2)) out << " ccd_iterations='" << 1 + dice_.below(60) << "'";
    if (dice_.chance(0.2)) out << " ccd_tolerance='" << std::pow(10, dice_.real(-10, -3)) << "'";
    out << "><flag";
    for (const char* flag : {"midphase='disable'", "filterparent='disable'", "multiccd='enable'",
                             "override='enable'", "sleep='enable'"})
      if (dice_.chance(0.2)) out << ' ' << flag;
    out << "/></option>";
    if (dice_.chance(0.1)) out << "<visual><global bvactive='false'/></visual>";
    return out.str();
  }

  // points on an ellipsoid, in a box, or on a grid, whose hulls have many coplanar vertices
  std::string points() {
    std::ostringstream out;
    const Vec3<Real> half{size(), size(), size()};
    const int kind = dice_.below(3), count = 4 + dice_.below(dice_.chance(0.3) ? 80 : 16);
    for (int i = 0; i < count; ++i) {
      Vec3<Real> p = dice_.vector(1);
      if (kind == 0) p = unit(p);
      if (kind == 1)  // the first four span a volume
        for (int k = 0; k < 3; ++k) p[k] = i < 4 ? i == k : std::round(p[k]);
      for (int k = 0; k < 3; ++k) p[k] *= half[k];
      out << text(p) << "  ";
    }
    return out.str();
  }

  std::string mesh_file() {
    static constexpr const char* kFiles[] = {
        "gymnasium_robotics/assets/stls/hand/F3.stl", "mjx/shadow_hand/assets/f_distal_pst.obj",
        "dm_control/suite/dog_assets/BONECa_9.stl", "mjx/shadow_hand/assets/forearm_collision.obj",
        "gymnasium_robotics/assets/adroit_hand/resources/meshes/knuckle.stl"};
    return model_file(kFiles[dice_.below(5)]);
  }

  std::string assets() {
    std::ostringstream out;
    out << "<asset>";
    for (int i = 0; i < kMeshes; ++i) {
      out << "<mesh name='m" << i << "'";
      const int kind = dice_.below(4);
      const double scale = dice_.real(0.5, 3) * unit_;
      if (kind == 0) {
        out << " file='" << mesh_file() << "' scale='" << (dice_.chance(0.3) ? -scale : scale) << ' ' << scale
            << ' ' << scale << "'";
      } else if (kind == 1) {
        out << " builtin='" << (dice_.chance(0.5) ? "sphere' params='2'" : "hemisphere' params='6'")
            << " scale='" << size() << ' ' << size() << ' ' << size() << "'";
      } else {
        out << " vertex='" << points() << "'";
      }
      if (dice_.chance(0.2)) out << " maxhullvert='" << 4 + dice_.below(12) << "'";
      out << "/>";
    }
    for (int i = 0; i < 2; ++i) out << hfield(i);
    out << "</asset>";
    return out.str();
  }

  std::string hfield(int id) {
    std::ostringstream out;
    const int rows = 2 + dice_.below(6), columns = 2 + dice_.below(6);
    out << "<hfield name='h" << id << "' nrow='" << rows << "' ncol='" << columns << "' size='" << 4 * size()
        << ' ' << 4 * size() << ' ' << size() << ' ' << size() << "' elevation='";
    for (int i = 0; i < rows * columns; ++i) out << dice_.below(4) << ' ';
    out << "'/>";
    return out.str();
  }

  std::string shape(bool fixed) {
    std::ostringstream out;
    switch (dice_.below(fixed ? 10 : 8)) {
      case 0:
        out << "type='sphere' size='" << size() << "'";
        break;
      case 1:
        out << "type='capsule' size='" << size() << ' ' << size() << "'";
        break;
      case 2:
        out << "type='ellipsoid' size='" << text({size(), size(), size()}) << "'";
        break;
      case 3:
        out << "type='cylinder' size='" << size() << ' ' << size() << "'";
        break;
      case 8:
        out << "type='plane' size='1 1 1'";
        break;
      case 9:
        out << "type='hfield' hfield='h" << dice_.below(2) << "'";
        break;
      case 4:
        out << "type='box' size='" << text({size(), size(), size()}) << "'";
        break;
      default:
        out << "type='mesh' mesh='m" << dice_.below(kMeshes) << "'";
    }
    return out.str();
  }

  std::string geom(bool fixed) {
    std::ostringstream out;
    out << "<geom name='g" << geoms_++ << "' " << shape(fixed);
    if (dice_.chance(0.7)) out << " pos='" << text(place(0.15)) << "'";
    if (dice_.chance(0.6)) out << " euler='" << turn() << "'";
    if (dice_.chance(0.3))
      out << " contype='" << dice_.below(4) << "' conaffinity='" << dice_.below(4) << "'";
    if (dice_.chance(0.3)) out << " margin='" << dice_.real(0, 0.1) * unit_ << "'";
    if (dice_.chance(0.2)) out << " gap='" << dice_.real(0, 0.05) * unit_ << "'";
    if (dice_.chance(0.2)) out << " priority='" << dice_.below(3) << "'";
    if (dice_.chance(0.2)) out << " solmix='" << (dice_.chance(0.3) ? 0 : dice_.real(0, 3)) << "'";
    if (dice_.chance(0.3)) out << " condim='" << (dice_.chance(0.5) ? 1 : dice_.chance(0.5) ? 4 : 6) << "'";
    if (dice_.chance(0.2)) out << " friction='" << dice_.real(0, 1) << " .01 " << dice_.real(0, 0.1) << "'";
    if (dice_.chance(0.2)) out << " solref='" << (dice_.chance(0.5) ? "-500 -10" : ".04 .5") << "'";
    if (dice_.chance(0.2)) out << " solimp='.8 .9 .002 .4 3'";
    if (dice_.chance(0.1)) out << " rgba='1 1 1 0'";
    if (dice_.chance(0.2)) out << " group='" << dice_.below(4) << "'";
    out << "/>";
    return out.str();
  }

  std::string body(int depth) {
    std::ostringstream out;
    const bool mocap = depth == 0 && dice_.chance(0.1);
    const bool free = depth == 0 && !mocap && dice_.chance(0.6);
    const bool fixed = mocap || (!free && dice_.chance(0.3));
    Vec3<Real> pos = place(0.4);
    if (depth == 0) pos[0] += far_;
    out << "<body name='b" << bodies_++ << "' pos='" << text(pos) << "'" << (mocap ? " mocap='true'" : "");
    if (dice_.chance(0.3)) out << " euler='" << turn() << "'";
    out << ">";
    if (free) out << "<freejoint/>";
    if (!free && !fixed) out << "<joint axis='" << text(dice_.vector(1)) << "'/>";
    out << "<inertial pos='" << text(place(0.05)) << "' euler='" << turn()
        << "' mass='1' diaginertia='1 1 1'/>";
    for (int i = dice_.below(4); i > 0; --i) out << geom(mocap || (depth == 0 && fixed));
    for (int i = depth < 3 && !mocap ? dice_.below(3) : 0; i > 0; --i) out << body(depth + 1);
    out << "</body>";
    return out.str();
  }

  std::string contacts() {
    std::ostringstream out;
    out << "<contact>";
    for (int i = geoms_ > 1 ? dice_.below(5) : 0; i > 0; --i) {
      out << "<pair geom1='g" << dice_.below(geoms_) << "' geom2='g" << dice_.below(geoms_) << "'";
      if (dice_.chance(0.5)) out << " margin='" << 0.05 * unit_ << "' gap='.001' condim='6'";
      if (dice_.chance(0.5)) out << " solreffriction='.05 .7' solref='.1 .2' friction='.1 .2 .3 .4 .5'";
      out << "/>";
    }
    for (int i = bodies_ > 1 ? dice_.below(3) : 0; i > 0; --i)
      out << "<exclude body1='b" << dice_.below(bodies_) << "' body2='b" << dice_.below(bodies_) << "'/>";
    out << "</contact>";
    return out.str();
  }

  Dice dice_;
  double unit_;   // scale of the scene [m]
  double far_;    // of its bodies from the origin
  bool aligned_;  // lengths and angles are multiples of a step
  int geoms_ = 0, bodies_ = 0;
};

bool same(Real a, Real b) { return a == b || (std::isnan(a) && std::isnan(b)); }
template <class V>
bool same3(const V& ours, const Real* theirs) {
  return same(ours[0], theirs[0]) && same(ours[1], theirs[1]) && same(ours[2], theirs[2]);
}

template <class... Parts>
std::string sentence(const Parts&... parts) {
  std::ostringstream out;
  out.precision(17);
  (out << ... << parts);
  return out.str();
}

// extent of the moving part of a scene
Real reach(const mjModel* m) { return std::clamp<Real>(m->stat.extent, 1e-3, 1e4); }

void move(const mjModel* m, mjData* d, Dice& dice) {
  std::vector<mjtNum> step(static_cast<std::size_t>(m->nv));
  const Real scale = dice.chance(0.5) ? 0.1 : 1e-3;
  for (mjtNum& x : step) x = scale * dice.real(-1, 1);
  for (int j = 0; j < m->njnt; ++j)  // a free body goes as far as the scene is large
    for (int k = 0; m->jnt_type[j] == mjJNT_FREE && k < 3; ++k)
      step[static_cast<std::size_t>(m->jnt_dofadr[j] + k)] *= reach(m);
  mj_resetData(m, d);
  mj_integratePos(m, d->qpos, step.data(), 1);
  for (int i = 0; i < 3 * m->nmocap; ++i) d->mocap_pos[i] += scale * reach(m) * dice.real(-1, 1);
}

// What a program may do to a compiled model, sensible or not.
void edit(mjModel* m, Dice& dice) {
  for (int geom = 0; geom < m->ngeom; ++geom) {
    if (dice.chance(0.2)) m->geom_margin[geom] = reach(m) * dice.real(-0.03, 0.03);
    if (dice.chance(0.2)) m->geom_gap[geom] = reach(m) * dice.real(-0.03, 0.03);
    if (dice.chance(0.1)) m->geom_friction[3 * geom + dice.below(3)] = dice.real(-1, 1);
    if (dice.chance(0.1)) m->geom_solmix[geom] = dice.real(-1, 1);
    if (dice.chance(0.1)) m->geom_rbound[geom] *= dice.chance(0.3) ? 0 : dice.real(0.5, 1.5);
  }
}

std::string compare_distances(ContactScene& s, Dice& dice) {
  for (int i = 0; i < 10 && s.om->ngeom > 1; ++i) {
    const int geom1 = dice.below(s.om->ngeom), geom2 = dice.below(s.om->ngeom);
    const Real distmax = reach(s.om.get()) * dice.real(0.01, 2);
    mjtNum fromto[6];
    const mjtNum theirs = mj_geomDistance(s.om.get(), s.od.get(), geom1, geom2, distmax, fromto);
    const GeomDistance ours = geom_distance(s.m, s.d, geom1, geom2, distmax);
    if (!same(ours.dist, theirs) || !same3(ours.from, fromto) || !same3(ours.to, fromto + 3))
      return sentence("distance of geoms ", geom1, " and ", geom2, " is ", ours.dist, ", oracle ", theirs);
  }
  return {};
}

std::string compare_rays(ContactScene& s, Dice& dice) {
  constexpr int kRays = 8;
  const Real length = reach(s.om.get());
  const Vec3<Real> origin =
      s.m.ngeom ? s.d.geom_xpos[dice.below(s.om->ngeom)] + dice.vector(length) : Vec3<Real>{};
  Vec3<Real> vec[kRays];
  for (Vec3<Real>& v : vec)
    v = s.m.ngeom ? s.d.geom_xpos[dice.below(s.om->ngeom)] + dice.vector(0.05 * length) - origin
                  : dice.vector(1);
  const bool with_static = dice.chance(0.7);
  const int exclude = dice.chance(0.5) ? -1 : dice.below(s.om->nbody);
  const RayFilter filter{nullptr, with_static, exclude};
  for (const Vec3<Real>& v : vec) {
    int geomid = -1;
    mjtNum normal[3];
    const mjtNum theirs = mj_ray(s.om.get(), s.od.get(), origin.data(), v.data(), nullptr, with_static,
                                 exclude, &geomid, normal);
    const SceneHit ours = ray(s.m, s.d, {origin, v}, filter);
    if (!same(ours.dist, theirs) || ours.geomid != geomid || !same3(ours.normal, normal))
      return sentence("ray hits ", ours.geomid, " at ", ours.dist, ", oracle ", geomid, " at ", theirs);
  }
  const Real cutoff = dice.chance(0.5) ? length : 1e10;
  int geomid[kRays], geomid_o[kRays];
  Real dist[kRays], dist_o[kRays];
  Vec3<Real> normal[kRays];
  mjtNum normal_o[3 * kRays];
  mj_multiRay(s.om.get(), s.od.get(), origin.data(), vec[0].data(), nullptr, with_static, exclude, geomid_o,
              dist_o, normal_o, kRays, cutoff);
  multi_ray(s.m, s.d, {origin, vec, geomid, dist, normal}, filter, cutoff);
  for (int i = 0; i < kRays; ++i)
    if (!same(dist[i], dist_o[i]) || geomid[i] != geomid_o[i] || !same3(normal[i], normal_o + 3 * i))
      return sentence("ray ", i, " of several hits ", geomid[i], " at ", dist[i], ", oracle ", geomid_o[i],
                      " at ", dist_o[i]);
  return {};
}

}  // namespace

std::string random_scene(unsigned seed) { return SceneWriter(seed).xml(); }

ModelPtr load_scene(const std::string& xml, unsigned seed) {
  ModelPtr model = load_string(xml);
  Dice dice(seed);
  if (model && dice.chance(0.3)) edit(model.get(), dice);
  return model;
}

std::string compare_scene(ContactScene& scene, unsigned seed) {
  Dice dice(seed);
  move(scene.om.get(), scene.od.get(), dice);
  std::string difference = scene.run();
  if (!difference.empty()) return difference;
  if (!std::equal(scene.d.bvh_active.begin(), scene.d.bvh_active.end(), scene.od->bvh_active))
    return "other nodes of trees are marked";
  difference = compare_distances(scene, dice);
  return difference.empty() ? compare_rays(scene, dice) : difference;
}

}  // namespace corten::oracle
