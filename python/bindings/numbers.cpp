// MuJoCo's mju_ functions on single numbers and lists of them, and its words for things.
#include <algorithm>
#include <random>

#include "corten/math/scalar.h"
#include "corten/math/series.h"
#include "corten/model/object_kinds.h"
#include "corten/model/words.h"
#include "corten/smooth/contact_force.h"
#include "corten/smooth/muscle_core.h"
#include "python/bindings/define.h"
#include "python/bindings/text.h"

namespace corten::python {
namespace {

void bind_scalars(nb::module_& m) {
  define(
      m, "mju_isBad", "Whether a number is unusable: 1 if x is nan or beyond ±1e10.",
      [](Real x) { return int(is_bad(x)); }, "x");
  define(
      m, "mju_Halton", "Element of a Halton sequence.",
      [](int index, int base) {
        require(base >= 2, "base needs to be at least 2");
        return halton<Real>(index, base);
      },
      "index", "base");
  define(m, "mju_springDamper", "Position of a spring-damper after dt.", &spring_damper<Real>, "pos0", "vel0",
         "Kp", "Kv", "dt");
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
        return core::muscle_gain(len, vel, {range[0], range[1]}, acc0, prm.data());
      },
      "len", "vel", "lengthrange", "acc0", "prm");
  define(
      m, "mju_muscleBias", "Passive force of a muscle.",
      [](Real len, const InN<2>& range, Real acc0, const InN<9>& prm) {
        return core::muscle_bias(len, {range[0], range[1]}, acc0, prm.data());
      },
      "len", "lengthrange", "acc0", "prm");
  define(
      m, "mju_muscleDynamics", "Rate of a muscle's activation.",
      [](Real ctrl, Real act, const InN<3>& prm) { return core::muscle_dynamics(ctrl, act, prm.data()); },
      "ctrl", "act", "prm");
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

}  // namespace

void bind_numbers(nb::module_& m) {
  bind_scalars(m);
  bind_lists(m);
  bind_pyramids(m);
  define(
      m, "mju_str2Type", "Object type of a word, 0 if there is none.",
      [](const Text& word) { return object_type_of(word); }, "str");
  define(m, "mju_type2Str", "Word of an object type, None if there is none.", &object_word, "type");
  define(m, "mju_writeNumBytes", "A number of bytes with its unit.", &whole_bytes_text, "nbytes");
}

}  // namespace corten::python
