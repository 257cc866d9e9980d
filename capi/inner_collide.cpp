// Pairs of geoms, distance fields and what rays see, as MuJoCo's library exports them for its own tests.
#include <cmath>
#include <memory>
#include <numbers>
#include <optional>

#include "capi/boxes.h"
#include "capi/numbers.h"
#include "corten/collide/geom_shape.h"
#include "corten/collide/pair_table.h"
#include "corten/collide/ray.h"
#include "corten/geom/oriented_box.h"
#include "corten/geom/primitive_pairs.h"
#include "corten/geom/sdf.h"

namespace corten::capi {

// ---- collisions ----
CORTEN_API int mj_collideOBB(const Real* aabb1, const Real* aabb2, const Real* xpos1, const Real* xmat1,
                             const Real* xpos2, const Real* xmat2, Real margin, Real*, Real*, byte*) {
  return answer("mj_collideOBB", [=] {
    const Aabb<Real> box1{vec3(given(aabb1, "aabb1")), vec3(aabb1 + 3)},
        box2{vec3(given(aabb2, "aabb2")), vec3(aabb2 + 3)};
    const auto place = [](const Real* pos) { return pos ? vec3(pos) : Vec3<Real>{}; };
    const auto axes = [](const Real* mat) { return mat ? mat3(mat) : Mat3<Real>::identity(); };
    const Vec3<Real> pos1 = place(xpos1), pos2 = place(xpos2);
    const Mat3<Real> mat1 = axes(xmat1), mat2 = axes(xmat2);
    return int(!boxes_apart_exact({box1, pos1, mat1, true}, {box2, pos2, mat2, true}, margin));
  });
}

namespace {

// Contacts of two geoms by the engine's function for their types; parameters are left alone.
int collide_pair(const char* function, const mjModel* m, const mjData* d, Contact* con, int g1, int g2,
                 Real margin) {
  return answer(function, [=] {
    M model = model_of(m);
    Data& data = const_cast<Data&>(data_of(m, d));
    require_id(g1, model.ngeom, "geom"), require_id(g2, model.ngeom, "geom");
    const PairFunction collide = pair_function(shape_type(model, g1), shape_type(model, g2));
    if (!collide) throw Problem("no function is there for these types of geoms in this order");
    AssetViews views1, views2;
    const Shape shape1 = geom_shape(model, data, g1, views1), shape2 = geom_shape(model, data, g2, views2);
    Arena::Frame frame(data.arena);
    const auto points = std::make_unique<ContactPoints>();
    if (shape1.type == ShapeType::box && shape2.type == ShapeType::box)
      raw_box_box(shape1, shape2, margin, *points);  // the engine removes what is misplaced or repeated
    else
      collide(shape1, shape2, pair_query(model, data, margin), *points);
    for (int i = 0; i < points->count; ++i) {
      Contact& c = given(con, "con")[i];
      c.dist = points->point[i].dist, c.pos = points->point[i].pos;
      for (int k = 0; k < 3; ++k) {
        c.frame(0, k) = points->point[i].normal[k], c.frame(1, k) = points->point[i].tangent[k];
        c.frame(2, k) = 0;
      }
    }
    return points->count;
  });
}

}  // namespace

#define CORTEN_PAIR(name)                                                                             \
  CORTEN_API int name(const mjModel* m, const mjData* d, Contact* con, int g1, int g2, Real margin) { \
    return collide_pair(#name, m, d, con, g1, g2, margin);                                            \
  }
CORTEN_PAIR(mjc_PlaneSphere)
CORTEN_PAIR(mjc_PlaneCapsule)
CORTEN_PAIR(mjc_PlaneCylinder)
CORTEN_PAIR(mjc_PlaneBox)
CORTEN_PAIR(mjc_SphereSphere)
CORTEN_PAIR(mjc_SphereCapsule)
CORTEN_PAIR(mjc_SphereCylinder)
CORTEN_PAIR(mjc_SphereBox)
CORTEN_PAIR(mjc_CapsuleCapsule)
CORTEN_PAIR(mjc_CapsuleBox)
CORTEN_PAIR(mjc_BoxBox)
CORTEN_PAIR(mjc_Convex)
#undef CORTEN_PAIR

// ---- distance fields ----
struct mjSDF {
  const void** plugin;
  int* id;
  int type;  // mjtSDFType
  Real *relpos, *relmat;
  int* geomtype;
};

namespace {

// The field of a geom or, for shapes of plugins, of the geom whose instance it is; in its own frame.
struct Field {
  AssetViews views;
  Shape shape;
  Field(M m, const Data& d, const mjSDF& s, int i) : shape(geom_shape(m, d, geom_of(m, s, i), views)) {
    attach_field(m, d, geom_of(m, s, i), views, shape);
  }
  static int geom_of(M m, const mjSDF& s, int i) {
    const int id = given(s.id, "id")[i];
    if (!given(s.plugin, "plugin")[i]) {
      require_id(id, m.ngeom, "geom");
      return id;
    }
    for (int geom = 0; geom < m.ngeom; ++geom)
      if (m.geom_plugin[geom] == id) return geom;
    throw Problem("no geom has this plugin instance");
  }
};

// Distances of the fields that count, and where the second one is asked.
struct Fields {
  Field first;
  std::optional<Field> second;
  Mat3<Real> turn = Mat3<Real>::identity();
  Vec3<Real> shift{};
  int type;
  Fields(M m, const Data& d, const mjSDF& s) : first(m, d, s, 0), type(s.type) {
    if (!type) return;
    second.emplace(m, d, s, 1);
    if (s.relmat) turn = mat3(s.relmat);
    if (s.relpos) shift = vec3(s.relpos);
  }
  Vec3<Real> there(const Vec3<Real>& x) const { return turn * x + shift; }
};

enum { kSingle, kIntersection, kMidsurface, kCollision };

}  // namespace

CORTEN_API Real mjc_distance(const mjModel* m, const mjData* d, const mjSDF* s, const Real* x) {
  return answer("mjc_distance", [=] {
    const Fields fields(model_of(m), data_of(m, d), *given(s, "s"));
    const Vec3<Real> point = vec3(given(x, "x"));
    const Real a = field_distance(fields.first.shape, point);
    if (fields.type == kSingle) return a;
    const Real b = field_distance(fields.second->shape, fields.there(point));
    if (fields.type == kIntersection) return std::max(a, b);
    if (fields.type == kMidsurface) return a - b;
    if (fields.type == kCollision) return a + b + std::abs(std::max(a, b));
    throw Problem("no combination of fields has the number " + std::to_string(fields.type));
  });
}

CORTEN_API void mjc_gradient(const mjModel* m, const mjData* d, const mjSDF* s, Real* gradient,
                             const Real* x) {
  perform("mjc_gradient", [=] {
    const Fields fields(model_of(m), data_of(m, d), *given(s, "s"));
    const Vec3<Real> point = vec3(given(x, "x"));
    const Real a = field_distance(fields.first.shape, point);
    const Vec3<Real> slope_a = field_gradient(fields.first.shape, point, a);
    Vec3<Real> result = slope_a;
    if (fields.type != kSingle) {
      const Vec3<Real> there = fields.there(point);
      const Real b = field_distance(fields.second->shape, there);
      const Vec3<Real> slope_b = transpose_mul(fields.turn, field_gradient(fields.second->shape, there, b));
      if (fields.type == kIntersection)
        result = a > b ? slope_a : slope_b;
      else if (fields.type == kMidsurface)
        result = slope_a - slope_b;
      else
        result = slope_a + slope_b + (a > b ? slope_a : slope_b) * (std::max(a, b) > 0 ? 1.0 : -1.0);
    }
    put(given(gradient, "gradient"), result);
  });
}

// ---- rays from one point ----
namespace {

// Azimuth and elevation of a geom's box as the point sees it: least and greatest of both.
struct Window {
  Real azimuth0, elevation0, azimuth1, elevation1;
};
constexpr Real kPi = std::numbers::pi;
constexpr Window kEverywhere{-kPi, 0, kPi, kPi};

bool inside(const Aabb<Real>& box, const Vec3<Real>& local) {
  for (int k = 0; k < 3; ++k)
    if (std::abs(local[k] - box.center[k]) > box.half[k]) return false;
  return true;
}

// Corners bound faces but for the angle that half the box is seen under; what wraps around is seen
// everywhere.
Window window_of(const Aabb<Real>& box, const Vec3<Real>& pos, const Mat3<Real>& mat,
                 const Vec3<Real>& point) {
  if (inside(box, transpose_mul(mat, point - pos))) return kEverywhere;
  Window w{kMaxVal, kMaxVal, -kMaxVal, -kMaxVal};
  for (int corner = 0; corner < 8; ++corner) {
    Vec3<Real> local = box.center;
    for (int k = 0; k < 3; ++k) local[k] += corner >> k & 1 ? box.half[k] : -box.half[k];
    const Vec3<Real> away = mat * local + pos - point;
    const Real azimuth = std::atan2(away[1], away[0]);
    const Real elevation = std::atan2(std::sqrt(away[0] * away[0] + away[1] * away[1]), away[2]);
    w.azimuth0 = std::min(w.azimuth0, azimuth), w.azimuth1 = std::max(w.azimuth1, azimuth);
    w.elevation0 = std::min(w.elevation0, elevation), w.elevation1 = std::max(w.elevation1, elevation);
  }
  const Real dist = distance(point, pos);
  if (dist > kMinVal<Real>) {
    const Real slack = std::atan2(std::max({box.half[0], box.half[1], box.half[2]}), dist);
    w.azimuth0 -= slack, w.elevation0 -= slack, w.azimuth1 += slack, w.elevation1 += slack;
  }
  return w.azimuth1 - w.azimuth0 > kPi || w.elevation1 - w.elevation0 > kPi ? kEverywhere : w;
}

}  // namespace

CORTEN_API void mju_multiRayPrepare(const mjModel* m, const mjData* d, const Real* pnt, const Real* ray_xmat,
                                    const byte* geomgroup, byte flg_static, int bodyexclude, Real cutoff,
                                    Real* geom_ba, int* geom_eliminate) {
  perform("mju_multiRayPrepare", [=] {
    M model = model_of(m);
    const Data& data = data_of(m, d);
    if (ray_xmat) throw Problem("ray_xmat has no meaning yet: give a null pointer");
    if (!model.ngeom) return;
    const Vec3<Real> point = vec3(given(pnt, "pnt"));
    given(geom_ba, "geom_ba"), given(geom_eliminate, "geom_eliminate");
    const RayFilter filter{geomgroup, flg_static != 0, bodyexclude};
    for (int geom = 0; geom < model.ngeom; ++geom) {
      geom_eliminate[geom] =
          !ray_sees(model, geom, filter) || beyond_cutoff(model, data, geom, point, cutoff);
      if (geom_eliminate[geom] || model.body_bvhadr[model.geom_bodyid[geom]] < 0) continue;
      const Window window =
          window_of(model.geom_aabb[geom], data.geom_xpos[geom], data.geom_xmat[geom], point);
      put(geom_ba + 4 * geom, window);
    }
  });
}

}  // namespace corten::capi
