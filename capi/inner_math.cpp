// Mathematics that MuJoCo's library exports without declaring it in the public headers: its own tests call
// it.
#include <cmath>
#include <vector>

#include "capi/numbers.h"
#include "corten/base/client_texts.h"
#include "corten/smooth/flex_basis.h"
#include "corten/smooth/history.h"

extern "C" const int mjCONDATA_SIZE[7];

namespace corten::capi {

CORTEN_API Real mju_sigmoid(Real x);

// ---- entries by their numbers ----
namespace {

template <class T, class Fn>
void for_entries(const char* function, T* res, const T* vec, const int* ind, int n, Fn&& fn) {
  if (n > 0 && !refused(function, res, vec, ind))
    for (int i = 0; i < n; ++i) fn(i);
}

}  // namespace

CORTEN_API void mju_gather(Real* res, const Real* vec, const int* ind, int n) {
  for_entries("mju_gather", res, vec, ind, n, [=](int i) { res[i] = vec[ind[i]]; });
}
// nothing where the number is negative
CORTEN_API void mju_gatherMasked(Real* res, const Real* vec, const int* ind, int n) {
  for_entries("mju_gatherMasked", res, vec, ind, n, [=](int i) { res[i] = ind[i] >= 0 ? vec[ind[i]] : 0; });
}
CORTEN_API void mju_gatherInt(int* res, const int* vec, const int* ind, int n) {
  for_entries("mju_gatherInt", res, vec, ind, n, [=](int i) { res[i] = vec[ind[i]]; });
}
CORTEN_API void mju_scatter(Real* res, const Real* vec, const int* ind, int n) {
  for_entries("mju_scatter", res, vec, ind, n, [=](int i) { res[ind[i]] = vec[i]; });
}
CORTEN_API void mju_scatterInt(int* res, const int* vec, const int* ind, int n) {
  for_entries("mju_scatterInt", res, vec, ind, n, [=](int i) { res[ind[i]] = vec[i]; });
}

// ---- small matrices ----
CORTEN_API void mju_mulMatMat3(Real* res, const Real* mat1, const Real* mat2) {
  if (!refused("mju_mulMatMat3", res, mat1, mat2)) put(res, mat3(mat1) * mat3(mat2));
}
CORTEN_API void mju_mulMatTMat3(Real* res, const Real* mat1, const Real* mat2) {
  if (!refused("mju_mulMatTMat3", res, mat1, mat2)) put(res, transpose(mat3(mat1)) * mat3(mat2));
}
CORTEN_API void mju_mulMatMatT3(Real* res, const Real* mat1, const Real* mat2) {
  if (!refused("mju_mulMatMatT3", res, mat1, mat2)) put(res, mat3(mat1) * transpose(mat3(mat2)));
}

// An inertia is Ixx Iyy Izz Ixy Ixz Iyz, mass times offset, mass; a vector turns first and shifts then:
// (I ω + m c × v, m v − m c × ω).
CORTEN_API void mju_mulInertVec(Real* res, const Real* inert, const Real* vec) {
  if (refused("mju_mulInertVec", res, inert, vec)) return;
  const Vec3<Real> w = vec3(vec), v = vec3(vec + 3), offset = vec3(inert + 6);
  const Vec3<Real> turn{inert[0] * w[0] + inert[3] * w[1] + inert[4] * w[2],
                        inert[3] * w[0] + inert[1] * w[1] + inert[5] * w[2],
                        inert[4] * w[0] + inert[5] * w[1] + inert[2] * w[2]};
  put(res, turn + cross(offset, v));
  put(res + 3, v * inert[9] - cross(offset, w));
}

// ---- shapes ----
// 1 outside of the box with sizes times `inflate`, −1 inside of that with sizes divided by it, 0 between.
CORTEN_API int mju_outsideBox(const Real* point, const Real* pos, const Real* mat, const Real* size,
                              Real inflate) {
  if (refused("mju_outsideBox", point, pos, mat, size)) return 0;
  const Vec3<Real> local = transpose_mul(mat3(mat), vec3(point) - vec3(pos));
  int side = -1;
  for (int i = 0; i < 3; ++i) {
    if (std::abs(local[i]) > size[i] * inflate) return 1;
    if (std::abs(local[i]) > size[i] / inflate) side = 0;
  }
  return side;
}

CORTEN_API void mju_geomSemiAxes(Real* semiaxes, const Real* size, int type) {
  if (refused("mju_geomSemiAxes", semiaxes, size)) return;
  const Vec3<Real> s = vec3(size);
  if (type == mjGEOM_SPHERE)
    put(semiaxes, Vec3<Real>{s[0], s[0], s[0]});
  else if (type == mjGEOM_CAPSULE)
    put(semiaxes, Vec3<Real>{s[0], s[0], s[1] + s[0]});
  else if (type == mjGEOM_CYLINDER)
    put(semiaxes, Vec3<Real>{s[0], s[0], s[1]});
  else
    put(semiaxes, s);
}

// ---- interpolation between the nodes of a flex ----
namespace {

bool is_order(const char* function, int order) {
  if (order == 1 || order == 2) return true;
  keep_problem(function, "the order of interpolation is 1 or 2");
  raise();
  return false;
}

}  // namespace

CORTEN_API Real mju_evalBasis(const Real* x, int i, int order) {
  if (refused("mju_evalBasis", x) || !is_order("mju_evalBasis", order)) return 0;
  Real result = 0;
  for_flex_weights(order, vec3(x), [&](int node, Real weight) {
    if (node == i) result = weight;
  });
  return result;
}
// adds to the result
CORTEN_API void mju_interpolate3D(Real* res, const Real* x, const Real* coeff, int order) {
  if (refused("mju_interpolate3D", res, x, coeff) || !is_order("mju_interpolate3D", order)) return;
  Vec3<Real> sum = vec3(res);
  for_flex_weights(order, vec3(x), [&](int node, Real weight) { sum += vec3(coeff + 3 * node) * weight; });
  put(res, sum);
}
CORTEN_API void mju_defGradient(Real* res, const Real* p, const Real* dof, int order) {
  if (refused("mju_defGradient", res, p, dof) || !is_order("mju_defGradient", order)) return;
  Mat3<Real> sum{};
  for_flex_gradients(order, vec3(p), [&](int node, const Vec3<Real>& slope) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) sum(i, j) += dof[3 * node + i] * slope[j];
  });
  put(res, sum);
}

// ---- muscles and sensors ----
CORTEN_API Real mju_muscleDynamicsTimescale(Real dctrl, Real tau_act, Real tau_deact, Real smoothing_width) {
  if (smoothing_width < kMinVal<Real>) return dctrl > 0 ? tau_act : tau_deact;
  return tau_deact + (tau_act - tau_deact) * mju_sigmoid(dctrl / smoothing_width + 0.5);
}
CORTEN_API int mju_condataSize(int dataSpec) {
  int size = 0;
  for (int i = 0; i < 7; ++i) size += dataSpec >> i & 1 ? mjCONDATA_SIZE[i] : 0;
  return size;
}

// ---- past samples ----
CORTEN_API void mju_historyInit(Real* buf, int n, int dim, const Real* times, const Real* values, Real user) {
  perform("mju_historyInit", [=] {
    given(buf, "buf"), given(times, "times"), given(values, "values");
    if (n <= 0 || dim <= 0) throw Problem("a history needs samples");
    for (int i = 1; i < n; ++i)
      if (times[i] <= times[i - 1]) throw Problem(client_text::kTimesIncrease);
    HistoryBuffer history(buf, n, dim);
    history.reset({times, count(n)}, {values, count(n) * count(dim)});
    history.user() = user;
  });
}
CORTEN_API Real* mju_historyInsert(Real* buf, int n, int dim, Real t) {
  return answer("mju_historyInsert", [=] {
    if (n <= 0 || dim <= 0) throw Problem("a history needs samples");
    return HistoryBuffer(given(buf, "buf"), n, dim).insert(t);
  });
}
// The sample itself where there is one at that time, or the nearest counts; else null and the result.
CORTEN_API const Real* mju_historyRead(const Real* buf, int n, int dim, Real* res, Real t, int interp) {
  return answer("mju_historyRead", [=]() -> const Real* {
    if (n <= 0 || dim <= 0) throw Problem("a history needs samples");
    HistoryBuffer history(const_cast<Real*>(given(buf, "buf")), n, dim);
    int before = -1;  // newest sample that is not later
    for (int i = 0; i < n; ++i)
      if (history.time(i) <= t) before = i;
    if (before < 0) return history.value(0);
    if (before == n - 1 || interp == 0 || history.time(before) == t) return history.value(before);
    history.read(t, static_cast<Interpolation>(interp), given(res, "res"));
    return nullptr;
  });
}

}  // namespace corten::capi
