// MuJoCo's mju_ functions on single numbers and lists of them, and its words for things.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>

#include "corten/model/object_kinds.h"
#include "corten/smooth/contact_force.h"
#include "corten/smooth/muscle.h"
#include "python/bindings/define.h"
#include "python/bindings/text.h"

namespace corten::python {
namespace {

constexpr Real kHuge = 1e10;  // beyond it a number is bad

// Digits of index in a base, mirrored behind the point.
Real halton(int index, int base) {
  Real result = 0, fraction = Real(1) / base;
  for (int n = index; n > 0; n /= base) {
    result += fraction * (n % base);
    fraction /= base;
  }
  return result;
}

// Position after dt of x'' = −Kp x − Kv x'.
Real spring_damper(Real pos0, Real vel0, Real stiffness, Real damping, Real dt) {
  const Real determinant = damping * damping - 4 * stiffness;
  if (determinant > 1e-15) {  // over-damped
    const Real root = std::sqrt(determinant);
    const Real r1 = (-damping + root) / 2, r2 = (-damping - root) / 2;
    const Real c1 = (pos0 * r2 - vel0) / (r2 - r1), c2 = (pos0 * r1 - vel0) / (r1 - r2);
    return c1 * std::exp(r1 * dt) + c2 * std::exp(r2 * dt);
  }
  if (determinant < -1e-15) {  // under-damped
    const Real frequency = std::sqrt(-determinant) / 2, decay = damping / 2;
    const Real c2 = (vel0 + decay * pos0) / frequency;
    return std::exp(-decay * dt) * (pos0 * std::cos(frequency * dt) + c2 * std::sin(frequency * dt));
  }
  const Real r = -damping / 2;  // critically damped
  return std::exp(r * dt) * (pos0 + (vel0 - r * pos0) * dt);
}

void bind_scalars(nb::module_& m) {
  define(
      m, "mju_isBad", "Whether a number is unusable: 1 if x is nan or beyond ±1e10.",
      [](Real x) { return int(!(std::abs(x) <= kHuge)); }, "x");
  define(m, "mju_Halton", "Element of a Halton sequence.", &halton, "index", "base");
  define(m, "mju_springDamper", "Position of a spring-damper after dt.", &spring_damper, "pos0", "vel0", "Kp",
         "Kv", "dt");
  define(
      m, "mju_standardNormal", "A random number of the standard normal distribution.",
      [](std::optional<Real>) {
        static std::mt19937_64 generator(std::random_device{}());
        return std::normal_distribution<Real>()(generator);
      },
      "num2");
  define(
      m, "mju_muscleGain", "Gain of a muscle.",
      [](Real len, Real vel, const InN<2>& range, Real acc0, const InN<9>& prm) {
        return muscle_gain(len, vel, {range[0], range[1]}, acc0, prm.data());
      },
      "len", "vel", "lengthrange", "acc0", "prm");
  define(
      m, "mju_muscleBias", "Passive force of a muscle.",
      [](Real len, const InN<2>& range, Real acc0, const InN<9>& prm) {
        return muscle_bias(len, {range[0], range[1]}, acc0, prm.data());
      },
      "len", "lengthrange", "acc0", "prm");
  define(
      m, "mju_muscleDynamics", "Rate of a muscle's activation.",
      [](Real ctrl, Real act, const InN<3>& prm) { return muscle_dynamics(ctrl, act, prm.data()); }, "ctrl",
      "act", "prm");
}

template <class Target, class Source>
void bind_copy(nb::module_& m, const char* name, const char* doc) {
  define(
      m, name, doc,
      [](const Target& res, const Source& vec) {
        if (res.size() != vec.size()) throw nb::type_error("res and vec differ in size");
        std::transform(vec.data(), vec.data() + vec.size(), res.data(),
                       [](auto x) { return static_cast<typename Target::Scalar>(x); });
      },
      "res", "vec");
}

void bind_lists(nb::module_& m) {
  bind_copy<VecOut, FloatIn>(m, "mju_f2n", "Copies float32 numbers.");
  bind_copy<FloatOut, VecIn>(m, "mju_n2f", "Copies to float32 numbers.");
  bind_copy<VecOut, VecIn>(m, "mju_d2n", "Copies numbers.");
  bind_copy<VecOut, VecIn>(m, "mju_n2d", "Copies numbers.");
  define(
      m, "mju_isZero", "Whether all numbers are zero: 1 if so.",
      [](const VecOut& vec) {
        const auto span = vec.span();
        return int(std::all_of(span.begin(), span.end(), [](Real x) { return x == 0; }));
      },
      "vec");
  define(
      m, "mju_insertionSort", "Sorts in increasing order.",
      [](const VecOut& list) { std::stable_sort(list.span().begin(), list.span().end()); }, "list");
  define(
      m, "mju_insertionSortInt", "Sorts in increasing order.",
      [](const IntOut& list) { std::stable_sort(list.span().begin(), list.span().end()); }, "list");
}

// The bindings hand over the number of friction coefficients where the contact's dimension is meant, so the
// last coefficient is never used; kept as in MuJoCo.
int dim(const VecIn& mu) { return static_cast<int>(mu.size()); }

void require_pyramid(std::size_t pyramid, std::size_t force, std::size_t mu) {
  if (mu == 0) throw nb::type_error("mu has no coefficients");
  if (pyramid != 2 * mu) throw nb::type_error("pyramid needs two numbers per coefficient of mu");
  if (force != mu + 1) throw nb::type_error("force needs one number more than mu");
}

void bind_pyramids(nb::module_& m) {
  define(
      m, "mju_encodePyramid", "Force of a contact as forces along the edges of its pyramid.",
      [](const VecOut& pyramid, const VecIn& force, const VecIn& mu) {
        require_pyramid(pyramid.size(), force.size(), mu.size());
        encode_pyramid(force.span(), mu.span(), dim(mu), pyramid.span());
      },
      "pyramid", "force", "mu");
  define(
      m, "mju_decodePyramid", "Force of a contact from the forces along the edges of its pyramid.",
      [](const VecOut& force, const VecIn& pyramid, const VecIn& mu) {
        require_pyramid(pyramid.size(), force.size(), mu.size());
        decode_pyramid(pyramid.span(), mu.span(), dim(mu), force.span());
      },
      "force", "pyramid", "mu");
}

int word_type(const Text& word) {
  for (const ObjectKind& kind : kObjectKinds)
    if (kind.type != mjOBJ_FRAME && word == kind.word) return kind.type;  // frames are known one way only
  return mjOBJ_UNKNOWN;
}

// 2048 → 2K: the largest unit that divides the number.
std::string bytes_text(std::size_t nbytes) {
  constexpr const char* kUnits[] = {"", "K", "M", "G", "T", "P", "E"};
  std::size_t unit = 0;
  for (; nbytes > 0 && nbytes % 1024 == 0 && unit < 6; ++unit) nbytes /= 1024;
  return std::to_string(nbytes) + kUnits[unit];
}

}  // namespace

void bind_numbers(nb::module_& m) {
  bind_scalars(m);
  bind_lists(m);
  bind_pyramids(m);
  define(m, "mju_str2Type", "Object type of a word, 0 if there is none.", &word_type, "str");
  define(m, "mju_type2Str", "Word of an object type, None if there is none.", &object_word, "type");
  define(m, "mju_writeNumBytes", "A number of bytes with its unit.", &bytes_text, "nbytes");
}

}  // namespace corten::python
