// Convex collision of two geoms, as MuJoCo's library exports it for its own tests: objects that are asked for
// their farthest point, and the search between two of them.
#include <cstring>
#include <deque>
#include <memory>
#include <vector>

#include "capi/boxes.h"
#include "capi/numbers.h"
#include "corten/collide/geom_shape.h"
#include "corten/geom/convex_pair.h"

namespace corten::capi {

// ---- the structs that programs know ----
struct mjCCDObj {
  const mjModel* model;
  const mjData* data;
  int geom, geom_type, vertindex, meshindex, flex, elem, vert;
  Real margin;
  Real rotate[4];
  void (*center)(Real* res, const mjCCDObj* obj);
  void (*support)(Real* res, mjCCDObj* obj, const Real* dir);
  Real prism[6][3];
  const Real* size;
  const float* hfield_data;
  int hfield_nrow, hfield_ncol;
};

struct mjCCDConfig {
  int max_iterations;
  Real tolerance;
  int max_contacts;
  Real dist_cutoff;
  void* context;
  void* (*alloc)(void* context, std::size_t nbytes);
  void (*free)(void* context, void* buffer);
};

struct mjCCDVertex {
  Real vert[3], vert1[3], vert2[3];
  int index1, index2;
};

struct mjCCDStatus {
  Real dist;
  Real x1[3 * kMaxConPair], x2[3 * kMaxConPair];
  int nx;
  int max_iterations;
  Real tolerance;
  int max_contacts;
  Real dist_cutoff;
  int gjk_iterations, epa_iterations, epa_status;
  mjCCDVertex simplex[4];
  int nsimplex;
};

namespace {

// A geom as the search sees it. Height fields and flexes are parts of larger things and have no side alone.
struct GeomSide {
  AssetViews views;
  Shape shape;
  ConvexSide side;

  explicit GeomSide(const mjCCDObj& obj) : GeomSide(obj, obj.margin) {}
  GeomSide(const mjCCDObj& obj, Real margin)
      : shape(shape_of(obj, views)), side(convex_side(shape, margin)) {}

  static Shape shape_of(const mjCCDObj& obj, AssetViews& views) {
    const Model& model = model_of(obj.model);
    require_id(obj.geom, model.ngeom, "geom");
    const ShapeType type = shape_type(model, obj.geom);
    if (type == ShapeType::plane || type == ShapeType::hfield)
      throw Problem("planes and height fields are not convex bodies: ask for geoms that are");
    return geom_shape(model, data_of(obj.model, obj.data), obj.geom, views);
  }
};

// without the margin, which the search adds
void support_of_geom(Real* res, mjCCDObj* obj, const Real* dir) {
  perform("mjCCDObj.support", [=] {
    GeomSide geom(*given(obj, "obj"), 0);
    geom.side.index = obj->vertindex, geom.side.hull_vertex = obj->meshindex;
    Vec3<Real> point;
    support(geom.side, vec3(given(dir, "dir")), point);
    obj->vertindex = geom.side.index, obj->meshindex = geom.side.hull_vertex;
    put(given(res, "res"), point);
  });
}

void put_center(const char* function, Real* res, const mjCCDObj* obj) {
  perform(function, [=] {
    const mjCCDObj& o = *given(obj, "obj");
    const Model& model = model_of(o.model);
    const Data& data = data_of(o.model, o.data);
    if (o.geom >= 0) {
      require_id(o.geom, model.ngeom, "geom");
      return put(given(res, "res"), data.geom_xpos[o.geom]);
    }
    require_id(o.flex, model.nflex, "flex");
    if (o.elem >= 0) {
      require_id(o.elem, model.flex_elemnum[o.flex], "element");
      return put(given(res, "res"), data.flexelem_aabb[model.flex_elemadr[o.flex] + o.elem].center);
    }
    require_id(o.vert, model.flex_vertnum[o.flex], "vertex");
    put(given(res, "res"), data.flexvert_xpos[model.flex_vertadr[o.flex] + o.vert]);
  });
}

}  // namespace

CORTEN_API void mjc_center(Real* res, const mjCCDObj* obj) { put_center("mjc_center", res, obj); }

CORTEN_API void mjc_initCCDObj(mjCCDObj* obj, const mjModel* m, const mjData* d, int g, Real margin) {
  perform("mjc_initCCDObj", [=] {
    const Model& model = model_of(m);
    data_of(m, d);
    if (g >= 0) require_id(g, model.ngeom, "geom");
    mjCCDObj& o = *given(obj, "obj");
    std::memset(&o, 0, sizeof o);
    o.model = m, o.data = d, o.geom = g, o.margin = margin;
    o.geom_type = g >= 0 ? model.geom_type[g] : int(mjGEOM_FLEX);
    o.vertindex = o.meshindex = o.flex = o.elem = o.vert = -1;
    o.rotate[0] = 1;
    o.center = mjc_center, o.support = support_of_geom;
  });
}

// ---- the names that libccd asks by ----
CORTEN_API void mjccd_center(const void* obj, Real* center) {
  put_center("mjccd_center", center, static_cast<const mjCCDObj*>(obj));
}

// The object turned by `rotate` about its frame.
CORTEN_API void mjccd_support(const void* obj, const Real* dir, Real* vec) {
  perform("mjccd_support", [=] {
    mjCCDObj* o = const_cast<mjCCDObj*>(static_cast<const mjCCDObj*>(given(obj, "obj")));
    const Quat<Real> turn = quat(o->rotate);
    GeomSide geom(*o);
    geom.side.index = o->vertindex, geom.side.hull_vertex = o->meshindex;
    Vec3<Real> point;
    support(geom.side, rotate(conjugate(turn), vec3(given(dir, "dir"))), point);
    o->vertindex = geom.side.index, o->meshindex = geom.side.hull_vertex;
    put(given(vec, "vec"), rotate(turn, point));
  });
}

// ---- the search ----
namespace {

constexpr int kMostIterations = 100000;  // memory of a polytope grows with them

void put_pair(mjCCDStatus& status, int i, const Vec3<Real>& x1, const Vec3<Real>& x2) {
  put(status.x1 + 3 * i, x1), put(status.x2 + 3 * i, x2);
}

// More than one contact was asked for: those of touching faces, if there are some.
void put_faces(const GeomSide& a, const GeomSide& b, const ConvexAnswer& answer, mjCCDStatus& status) {
  if (!a.side.polyhedral() || !b.side.polyhedral()) return;
  const auto points = std::make_unique<ContactPoints>();
  if (!face_contacts(a.shape, b.shape, answer, answer.dist, *points, status.max_contacts > 4)) return;
  const Real half = Real(0.5) * norm(answer.x1 - answer.x2);
  status.nx = points->count;
  for (int i = 0; i < points->count; ++i) {
    const ContactPoint& p = points->point[i];
    put_pair(status, i, p.pos + p.normal * half, p.pos - p.normal * half);
  }
}

ConvexAnswer search(GeomSide& a, GeomSide& b, mjCCDStatus& status) {
  const ConvexOptions options{status.tolerance, status.max_iterations};
  ConvexAnswer answer;
  GjkResult r;
  const bool deep = status.max_contacts > 0;
  if (!deep && (a.side.round() || b.side.round())) {  // cores that meet end the search
    if (!core::core_query(a.side, b.side, status.dist_cutoff, options, answer)) answer.dist = 0;
    return answer;
  }
  if (!core::convex_distance(a.side, b.side, status.dist_cutoff, options, r, answer) || !deep) return answer;
  std::deque<std::vector<std::byte>> blocks;
  const PolytopeMemory memory(options.max_iterations, [&]<class U>(int n) {
    auto& block = blocks.emplace_back(sizeof(U) * count(n));
    return std::span<U>(reinterpret_cast<U*>(block.data()), count(n));
  });
  core::convex_depth(a.side, b.side, options, r, memory, answer);
  status.epa_status = answer.witnesses ? 0 : 1;
  return answer;
}

}  // namespace

CORTEN_API Real mjc_ccd(const mjCCDConfig* config, mjCCDStatus* status, mjCCDObj* obj1, mjCCDObj* obj2) {
  return answer("mjc_ccd", [=] {
    const mjCCDConfig& wanted = *given(config, "config");
    mjCCDStatus& s = *given(status, "status");
    if (wanted.max_iterations < 0 || wanted.max_iterations > kMostIterations)
      throw Problem("max_iterations is below zero or beyond all use");
    GeomSide a(*given(obj1, "obj1")), b(*given(obj2, "obj2"));
    s.max_iterations = wanted.max_iterations, s.tolerance = wanted.tolerance;
    s.max_contacts = wanted.max_contacts, s.dist_cutoff = wanted.dist_cutoff;
    s.gjk_iterations = s.epa_iterations = s.nsimplex = 0;
    s.epa_status = -1;
    const ConvexAnswer found = search(a, b, s);
    s.dist = found.dist;
    s.nx = found.witnesses ? 1 : 0;
    put_pair(s, 0, found.x1, found.x2);
    if (found.penetrating && wanted.max_contacts > 1) put_faces(a, b, found, s);
    return s.dist;
  });
}

}  // namespace corten::capi
