// Rays and distances, names, state vectors, delays, derivatives, length ranges.
#include <cstring>

#include "capi/call.h"
#include "capi/numbers.h"
#include "corten/base/client_texts.h"
#include "corten/collide/geom_distance.h"
#include "corten/collide/geom_shape.h"
#include "corten/collide/ray.h"
#include "corten/collide/ray_flex.h"
#include "corten/model/names.h"
#include "corten/model/state.h"
#include "corten/sense/sensors.h"
#include "corten/sim/finite_difference.h"
#include "corten/sim/length_range.h"
#include "corten/smooth/history.h"
#include "python/bindings/client_texts.h"

namespace corten::capi {

namespace client_text = python::client_text;

namespace {

Real tell(const RayHit& hit, Real* normal) {
  if (normal) put(normal, hit.normal);
  return hit.x;
}

Ray ray_of(const Real* pnt, const Real* vec) { return {vec3(given(pnt, "pnt")), vec3(given(vec, "vec"))}; }

// the marks of boxes that were reached are for viewers
Data& marked(const Data& d) { return const_cast<Data&>(d); }

Real ray_geom(const char* function, const mjModel* m, const mjData* d, int geomid, const Real* pnt,
              const Real* vec, Real* normal, ShapeType kind, const char* what) {
  return answer(function, [=] {
    M model = model_of(m);
    require_id(geomid, model.ngeom, "geom");
    if (shape_type(model, geomid) != kind) throw Problem(std::string("the geom is no ") + what);
    AssetViews views;
    return tell(ray_shape(geom_shape(model, data_of(m, d), geomid, views), ray_of(pnt, vec)), normal);
  });
}

}  // namespace

// ---- rays and distances ----
CORTEN_API Real mj_ray(const mjModel* m, const mjData* d, const Real* pnt, const Real* vec,
                       const byte* geomgroup, byte flg_static, int bodyexclude, int* geomid, Real* normal) {
  return answer("mj_ray", [=] {
    const Data& data = data_of(m, d);
    const Ray line = ray_of(pnt, vec);
    if (norm(line.direction) < kMinVal<Real>) throw Problem("vec has no length");
    const SceneHit hit =
        ray(model_of(m), data, line, {geomgroup, flg_static != 0, bodyexclude, &marked(data)});
    if (geomid) *geomid = hit.geomid;
    if (normal) put(normal, hit.normal);
    return hit.dist;
  });
}

CORTEN_API void mj_multiRay(const mjModel* m, mjData* d, const Real* pnt, const Real* vec,
                            const byte* geomgroup, byte flg_static, int bodyexclude, int* geomid, Real* dist,
                            Real* normal, int nray, Real cutoff) {
  engine("mj_multiRay", m, d, [=](M model, D data, H) {
    const std::size_t n = count(nray);
    const MultiRay rays{vec3(given(pnt, "pnt")),
                        {reinterpret_cast<const Vec3<Real>*>(given(vec, "vec")), n},
                        row(geomid, nray),
                        row(given(dist, "dist"), nray),
                        {reinterpret_cast<Vec3<Real>*>(normal), normal ? n : 0}};
    multi_ray(model, data, rays, {geomgroup, flg_static != 0, bodyexclude, &data}, cutoff);
  });
}

CORTEN_API Real mj_rayHfield(const mjModel* m, const mjData* d, int geomid, const Real* pnt, const Real* vec,
                             Real* normal) {
  return ray_geom("mj_rayHfield", m, d, geomid, pnt, vec, normal, ShapeType::hfield, "height field");
}
CORTEN_API Real mj_rayMesh(const mjModel* m, const mjData* d, int geomid, const Real* pnt, const Real* vec,
                           Real* normal) {
  return ray_geom("mj_rayMesh", m, d, geomid, pnt, vec, normal, ShapeType::mesh, "mesh");
}
CORTEN_API Real mj_rayFlex(const mjModel* m, const mjData* d, int flex_layer, byte flg_vert, byte flg_edge,
                           byte flg_face, byte flg_skin, int flexid, const Real* pnt, const Real* vec,
                           int* vertid, Real* normal) {
  return answer("mj_rayFlex", [=] {
    M model = model_of(m);
    require_id(flexid, model.nflex, "flex");
    const FlexParts parts{flex_layer, flg_vert != 0, flg_edge != 0, flg_face != 0, flg_skin != 0};
    const FlexHit found = ray_flex(model, data_of(m, d), flexid, parts, ray_of(pnt, vec));
    if (vertid && found.hit.hit()) *vertid = found.vert;
    return tell(found.hit, normal);
  });
}
CORTEN_API Real mju_rayGeom(const Real* pos, const Real* mat, const Real* size, const Real* pnt,
                            const Real* vec, int geomtype, Real* normal) {
  return answer("mju_rayGeom", [=] {
    const auto kind = static_cast<ShapeType>(geomtype);
    if (geomtype < 0 || geomtype > int(ShapeType::box) || kind == ShapeType::hfield)
      throw Problem("geomtype is " + std::to_string(geomtype) + ", which is no primitive");
    const Vec3<Real> center = vec3(given(pos, "pos")), sizes = size ? vec3(size) : Vec3<Real>{};
    const Mat3<Real> axes = mat3(given(mat, "mat"));
    const Shape shape{kind, center, axes, sizes, 0, nullptr, nullptr};
    return tell(ray_primitive(shape, ray_of(pnt, vec)), normal);
  });
}

CORTEN_API Real mj_geomDistance(const mjModel* m, const mjData* d, int geom1, int geom2, Real distmax,
                                Real* fromto) {
  return answer("mj_geomDistance", [=] {
    M model = model_of(m);
    require_id(geom1, model.ngeom, "geom"), require_id(geom2, model.ngeom, "geom");
    const GeomDistance result = geom_distance(model, marked(data_of(m, d)), geom1, geom2, distmax);
    if (fromto) put(fromto, result.from), put(fromto + 3, result.to);
    return result.dist;
  });
}

// ---- names ----
CORTEN_API int mj_name2id(const mjModel* m, int type, const char* name) {
  return answer("mj_name2id", [=] { return name ? name2id(model_of(m), type, name) : -1; });
}
CORTEN_API const char* mj_id2name(const mjModel* m, int type, int id) {
  return answer("mj_id2name", [=] { return id2name(model_of(m), type, id); });
}

// ---- state vectors ----
namespace {

void require_signature(const char* function, int sig) {
  if (!valid_state_signature(sig)) throw Problem(client_text::state_signature(function, sig));
}
std::size_t sized(M m, int sig) {
  require_signature("mj_stateSize", sig);
  return count(state_size(m, sig));
}

}  // namespace

CORTEN_API int mj_stateSize(const mjModel* m, int sig) {
  return answer("mj_stateSize", [=] { return int(sized(model_of(m), sig)); });
}
CORTEN_API void mj_getState(const mjModel* m, const mjData* d, Real* state, int sig) {
  perform("mj_getState", [=] {
    M model = model_of(m);
    const std::size_t size = sized(model, sig);
    get_state(model, data_of(m, d), {size ? given(state, "state") : state, size}, sig);
  });
}
CORTEN_API void mj_setState(const mjModel* m, mjData* d, const Real* state, int sig) {
  engine("mj_setState", m, d, [=](M model, D data, H) {
    const std::size_t size = sized(model, sig);
    set_state(model, data, {size ? given(state, "state") : state, size}, sig);
  });
}
CORTEN_API void mj_copyState(const mjModel* m, const mjData* src, mjData* dst, int sig) {
  engine("mj_copyState", m, dst, [=](M model, D data, H) {
    require_signature("mj_copyState", sig);
    copy_state(model, data_of(m, src), data, sig);
  });
}
CORTEN_API void mj_extractState(const mjModel* m, const Real* src, int srcsig, Real* dst, int dstsig) {
  perform("mj_extractState", [=] {
    M model = model_of(m);
    if (srcsig < 0) throw Problem("invalid srcsig " + std::to_string(srcsig) + " < 0");
    const std::size_t from = sized(model, srcsig), to = sized(model, dstsig);
    if (dstsig & ~srcsig) throw Problem(corten::client_text::kNotASubset);
    extract_state(model, {from ? given(src, "src") : src, from}, srcsig, {to ? given(dst, "dst") : dst, to},
                  dstsig);
  });
}
CORTEN_API void mj_setKeyframe(mjModel* m, const mjData* d, int k) {
  perform("mj_setKeyframe", [=] {
    Model& model = editable(m);
    if (k >= model.nkey) throw Problem(client_text::no_keyframe(model.nkey));
    require_id(k, model.nkey, "keyframe");
    set_keyframe(model, data_of(m, d), k);
  });
}

// ---- delays ----
CORTEN_API Real mj_readCtrl(const mjModel* m, const mjData* d, int id, Real time, int interp) {
  return answer("mj_readCtrl", [=] {
    M model = model_of(m);
    require_id(id, model.nu, "actuator");
    return read_ctrl(model, marked(data_of(m, d)), id, time, interp);
  });
}
CORTEN_API const Real* mj_readSensor(const mjModel* m, const mjData* d, int id, Real time, Real* result,
                                     int interp) {
  perform("mj_readSensor", [=] {
    M model = model_of(m);
    require_id(id, model.nsensor, "sensor");
    read_sensor(model, marked(data_of(m, d)), id, time, interp, given(result, "result"));
  });
  return result;
}

namespace {

// Times given must increase; without them those in memory stay, and must increase as they lie there.
void fill_history(HistoryBuffer buffer, const Real* memory, const Real* times, std::span<const Real> values) {
  const Real* source = times ? times : memory + 2;
  const std::vector<Real> when(source, source + buffer.samples());
  for (std::size_t i = 1; i < when.size(); ++i)
    if (when[i] <= when[i - 1])
      throw Problem("times[" + std::to_string(i) + "] is not later than the one before");
  buffer.reset(when, values);
}

}  // namespace

CORTEN_API void mj_initCtrlHistory(const mjModel* m, mjData* d, int id, const Real* times,
                                   const Real* values) {
  engine("mj_initCtrlHistory", m, d, [=](M model, D data, H) {
    require_id(id, model.nu, "actuator");
    const int n = model.actuator_history[id][0];
    if (n <= 0) throw Problem("the actuator has no history");
    fill_history(ctrl_history(model, data, id), data.history.data() + model.actuator_historyadr[id], times,
                 row(given(values, "values"), n));
  });
}
CORTEN_API void mj_initSensorHistory(const mjModel* m, mjData* d, int id, const Real* times,
                                     const Real* values, Real phase) {
  engine("mj_initSensorHistory", m, d, [=](M model, D data, H) {
    require_id(id, model.nsensor, "sensor");
    const int n = model.sensor_history[id][0];
    if (n <= 0) throw Problem("the sensor has no history");
    HistoryBuffer buffer = sensor_history(model, data, id);
    fill_history(buffer, data.history.data() + model.sensor_historyadr[id], times,
                 row(given(values, "values"), n * model.sensor_dim[id]));
    buffer.user() = phase;
  });
}

// ---- derivatives ----
CORTEN_API void mjd_transitionFD(const mjModel* m, mjData* d, Real eps, byte flg_centered, Real* A, Real* B,
                                 Real* C, Real* D_) {
  engine("mjd_transitionFD", m, d, [=](M model, D data, H hooks) {
    const int ndx = 2 * model.nv + model.na, ns = model.nsensordata;
    const TransitionDerivatives out{row(A, ndx * ndx), row(B, ndx * model.nu), row(C, ns * ndx),
                                    row(D_, ns * model.nu)};
    const std::string problem = transition_fd(model, data, eps, flg_centered != 0, out, hooks);
    if (!problem.empty()) throw Problem(problem);
  });
}
CORTEN_API void mjd_inverseFD(const mjModel* m, mjData* d, Real eps, byte flg_actuation, Real* DfDq,
                              Real* DfDv, Real* DfDa, Real* DsDq, Real* DsDv, Real* DsDa, Real* DmDq) {
  engine("mjd_inverseFD", m, d, [=](M model, D data, H hooks) {
    const int nv = model.nv, ns = model.nsensordata;
    const InverseDerivatives out{row(DfDq, nv * nv),      row(DfDv, nv * nv), row(DfDa, nv * nv),
                                 row(DsDq, nv * ns),      row(DsDv, nv * ns), row(DsDa, nv * ns),
                                 row(DmDq, nv * model.nM)};
    const std::string problem = inverse_fd(model, data, eps, flg_actuation != 0, out, hooks);
    if (!problem.empty()) throw Problem(problem);
  });
}

// ---- length ranges ----
CORTEN_API void mj_defaultLROpt(LengthRangeOptions* opt) {
  perform("mj_defaultLROpt", [=] { *given(opt, "opt") = {}; });
}
// 1 when the range was found.
CORTEN_API int mj_setLengthRange(mjModel* m, mjData* d, int index, const LengthRangeOptions* opt, char* error,
                                 int error_sz) {
  int found = 0;
  engine("mj_setLengthRange", m, d, [&](M, D data, H) {
    Model& model = editable(m);
    require_id(index, model.nu, "actuator");
    const std::string problem = set_length_range(model, data, index, *given(opt, "opt"));
    found = problem.empty();
    put_text(problem, error, error_sz);
  });
  return found;
}

}  // namespace corten::capi
