// mju_ functions on single numbers, lists and words.
#include <cmath>
#include <cstring>
#include <random>

#include "capi/numbers.h"
#include "corten/math/scalar.h"
#include "corten/math/series.h"
#include "corten/model/object_kinds.h"
#include "corten/model/warning.h"
#include "corten/model/words.h"
#include "corten/smooth/contact_force.h"
#include "corten/smooth/muscle_core.h"

namespace corten::capi {
namespace {

// The text stays until the next call on the same thread.
const char* lasting(const std::string& text) {
  thread_local char buffer[512];
  put_text(text, buffer, sizeof buffer);
  return buffer;
}

template <class To, class From>
void convert(const char* function, To* res, const From* vec, int n) {
  if (n > 0 && refused(function, res, vec)) return;
  for (int i = 0; i < n; ++i) res[i] = static_cast<To>(vec[i]);
}

template <class T>
void sort(const char* function, T* list, int n) {
  if (n > 0 && !refused(function, list)) std::stable_sort(list, list + n);
}

}  // namespace

CORTEN_API int mj_version() { return kVersion; }
CORTEN_API const char* mj_versionString() { return "3.5.0"; }

CORTEN_API Real mju_min(Real a, Real b) { return a <= b ? a : b; }
CORTEN_API Real mju_max(Real a, Real b) { return a >= b ? a : b; }
CORTEN_API Real mju_clip(Real x, Real min, Real max) { return clip(x, min, max); }
CORTEN_API Real mju_sign(Real x) { return sign(x); }
CORTEN_API int mju_round(Real x) { return round_to_int(x); }
CORTEN_API Real mju_sigmoid(Real x) { return sigmoid(x); }
CORTEN_API int mju_isBad(Real x) { return is_bad(x); }
CORTEN_API int mju_isZero(const Real* vec, int n) {
  const auto numbers = row(vec, n);
  return std::all_of(numbers.begin(), numbers.end(), [](Real x) { return x == 0; });
}
CORTEN_API int mju_isZeroByte(const unsigned char* vec, int n) {
  const auto numbers = row(vec, n);
  return std::all_of(numbers.begin(), numbers.end(), [](unsigned char x) { return x == 0; });
}
CORTEN_API Real mju_Halton(int index, int base) {
  return answer("mju_Halton", [=] {
    if (base < 2) throw Problem("the base is less than 2");
    return halton<Real>(index, base);
  });
}
CORTEN_API Real mju_springDamper(Real pos0, Real vel0, Real Kp, Real Kv, Real dt) {
  return spring_damper(pos0, vel0, Kp, Kv, dt);
}
// Two independent numbers per call, as the polar method gives them.
CORTEN_API Real mju_standardNormal(Real* num2) {
  thread_local std::mt19937_64 generator(std::random_device{}());
  std::normal_distribution<Real> normal;
  if (num2) *num2 = normal(generator);
  return normal(generator);
}

CORTEN_API void mju_f2n(Real* res, const float* vec, int n) { convert("mju_f2n", res, vec, n); }
CORTEN_API void mju_n2f(float* res, const Real* vec, int n) { convert("mju_n2f", res, vec, n); }
CORTEN_API void mju_d2n(Real* res, const double* vec, int n) { convert("mju_d2n", res, vec, n); }
CORTEN_API void mju_n2d(double* res, const Real* vec, int n) { convert("mju_n2d", res, vec, n); }
CORTEN_API void mju_insertionSort(Real* list, int n) { sort("mju_insertionSort", list, n); }
CORTEN_API void mju_insertionSortInt(int* list, int n) { sort("mju_insertionSortInt", list, n); }

CORTEN_API void mju_encodePyramid(Real* pyramid, const Real* force, const Real* mu, int dim) {
  if (refused("mju_encodePyramid", pyramid, force, mu)) return;
  encode_pyramid(row(force, dim), row(mu, dim - 1), dim, row(pyramid, 2 * (dim - 1)));
}
CORTEN_API void mju_decodePyramid(Real* force, const Real* pyramid, const Real* mu, int dim) {
  if (refused("mju_decodePyramid", force, pyramid, mu)) return;
  decode_pyramid(row(pyramid, std::max(1, 2 * (dim - 1))), row(mu, dim - 1), dim, row(force, dim));
}

CORTEN_API Real mju_muscleGain(Real len, Real vel, const Real* lengthrange, Real acc0, const Real* prm) {
  if (refused("mju_muscleGain", lengthrange, prm)) return 0;
  return core::muscle_gain(len, vel, {lengthrange[0], lengthrange[1]}, acc0, prm);
}
CORTEN_API Real mju_muscleBias(Real len, const Real* lengthrange, Real acc0, const Real* prm) {
  if (refused("mju_muscleBias", lengthrange, prm)) return 0;
  return core::muscle_bias(len, {lengthrange[0], lengthrange[1]}, acc0, prm);
}
CORTEN_API Real mju_muscleDynamics(Real ctrl, Real act, const Real* prm) {
  return refused("mju_muscleDynamics", prm) ? 0 : core::muscle_dynamics(ctrl, act, prm);
}
CORTEN_API Real mju_muscleGainLength(Real length, Real lmin, Real lmax) {
  return core::muscle_gain_length(length, lmin, lmax);
}

CORTEN_API const char* mju_type2Str(int type) { return object_word(type); }
CORTEN_API int mju_str2Type(const char* text) { return text ? object_type_of(text) : mjOBJ_UNKNOWN; }
CORTEN_API const char* mju_writeNumBytes(std::size_t nbytes) { return lasting(whole_bytes_text(nbytes)); }
CORTEN_API const char* mju_warningText(int warning, std::size_t info) {
  return lasting(warning_text(warning, static_cast<int>(info)));
}
CORTEN_API char* mju_strncpy(char* dst, const char* src, int n) {
  if (n > 0 && !refused("mju_strncpy", dst, src)) put_text(src, dst, n);
  return dst;
}

}  // namespace corten::capi
