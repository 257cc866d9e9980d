// Derivatives by finite differences, and length ranges.
#include <nanobind/stl/string.h>

#include "corten/sim/finite_difference.h"
#include "corten/sim/length_range.h"
#include "python/bindings/callbacks.h"
#include "python/bindings/define.h"

namespace corten::python {
namespace {

std::size_t count(int n) { return static_cast<std::size_t>(n); }

std::span<Real> matrix(const OptionalOut& out, int rows, int cols, const char* message) {
  return out ? out->span(count(rows), count(cols), message) : std::span<Real>();
}

void refuse(const char* function, const std::string& problem) {
  if (!problem.empty()) throw FatalError(std::string(function) + ": " + problem);
}

// fields of a Python MjLROpt
LengthRangeOptions options_of(nb::handle opt) {
  LengthRangeOptions options;
  LengthRangeOptions::visit(options, [&](const char* name, auto& member) {
    member = nb::cast<std::remove_reference_t<decltype(member)>>(opt.attr(name));
  });
  return options;
}

void bind_transition(nb::module_& mod) {
  define(
      mod, "mjd_transitionFD", "Derivatives of next state and sensors by state and controls.",
      [](PyModel model, PyData data, Real eps, int centered, const OptionalOut& A, const OptionalOut& B,
         const OptionalOut& C, const OptionalOut& D) {
        const Model& m = *nb::cast<const ModelHandle&>(model);
        const int ndx = 2 * m.nv + m.na, ns = m.nsensordata;
        const TransitionDerivatives out{
            matrix(A, ndx, ndx, "A (2*nv+na, 2*nv+na)"), matrix(B, ndx, m.nu, "B (2*nv+na, nu)"),
            matrix(C, ns, ndx, "C (nsensordata, 2*nv+na)"), matrix(D, ns, m.nu, "D (nsensordata, nu)")};
        std::string problem;
        unlocked(model, data, [&](const Model& mm, Data& d, const Hooks& hooks) {
          problem = transition_fd(mm, d, eps, centered != 0, out, hooks);
        });
        refuse("mjd_transitionFD", problem);
      },
      "m", "d", "eps", "flg_centered", "A", "B", "C", "D");
}

void bind_inverse(nb::module_& mod) {
  define(
      mod, "mjd_inverseFD", "Derivatives of inverse dynamics, sensors and inertia; rows are inputs.",
      [](PyModel model, PyData data, Real eps, int actuation, const OptionalOut& DfDq,
         const OptionalOut& DfDv, const OptionalOut& DfDa, const OptionalOut& DsDq, const OptionalOut& DsDv,
         const OptionalOut& DsDa, const OptionalOut& DmDq) {
        const Model& m = *nb::cast<const ModelHandle&>(model);
        const int nv = m.nv, ns = m.nsensordata;
        const InverseDerivatives out{
            matrix(DfDq, nv, nv, "DfDq (nv, nv)"),          matrix(DfDv, nv, nv, "DfDv (nv, nv)"),
            matrix(DfDa, nv, nv, "DfDa (nv, nv)"),          matrix(DsDq, nv, ns, "DsDq (nv, nsensordata)"),
            matrix(DsDv, nv, ns, "DsDv (nv, nsensordata)"), matrix(DsDa, nv, ns, "DsDa (nv, nsensordata)"),
            matrix(DmDq, nv, m.nM, "DmDq (nv, nM)")};
        std::string problem;
        unlocked(model, data, [&](const Model& mm, Data& d, const Hooks& hooks) {
          problem = inverse_fd(mm, d, eps, actuation != 0, out, hooks);
        });
        refuse("mjd_inverseFD", problem);
      },
      "m", "d", "eps", "flg_actuation", "DfDq", "DfDv", "DfDa", "DsDq", "DsDv", "DsDa", "DmDq");
}

void bind_length_range(nb::module_& mod) {
  define(
      mod, "mj_defaultLROpt", "Sets the default options of length ranges.",
      [](nb::object opt) {
        LengthRangeOptions options;
        LengthRangeOptions::visit(options, [&](const char* name, auto& member) { opt.attr(name) = member; });
      },
      "opt");
  define(
      mod, "mj_setLengthRange", "Finds the length range of one actuator; the data is workspace.",
      [](const ModelHandle& m, DataHandle& d, int index, nb::object opt) {
        if (index < 0 || index >= (*m).nu) throw FatalError("mj_setLengthRange: invalid actuator index");
        const LengthRangeOptions options = options_of(opt);
        std::string problem;
        Interruption interruption;
        {
          const nb::gil_scoped_release release;
          problem = set_length_range(*m, *d, index, options, [&] { return interruption.pending(); });
        }
        interruption.raise();
        refuse("mj_setLengthRange", problem);
      },
      "m", "d", "index", "opt");
}

}  // namespace

void bind_finite_differences(nb::module_& mod) {
  bind_transition(mod);
  bind_inverse(mod);
  bind_length_range(mod);
}

}  // namespace corten::python
