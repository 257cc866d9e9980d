// Length ranges of actuators that have none, found by simulating the finished model.
#include "corten/compile/compile.h"
#include "corten/compile/passes.h"
#include "corten/compile/refuse.h"
#include "corten/sim/length_range.h"

namespace corten {
namespace {

LengthRangeOptions options_of(const spec::LengthRange& given) {
  return {.mode = *given.mode,
          .useexisting = *given.useexisting,
          .uselimit = *given.uselimit,
          .accel = *given.accel,
          .maxforce = *given.maxforce,
          .timeconst = *given.timeconst,
          .timestep = *given.timestep,
          .inttotal = *given.inttotal,
          .interval = *given.interval,
          .tolrange = *given.tolrange};
}

// A file may ask for more steps than there is time: the limits are a thousand times the usual steps of a
// pull, and in all about seven times what 700 muscles on a body of 100 dofs are estimated to take.
bool too_many_steps(const Model& m, const LengthRangeOptions& options, double actuators) {
  // work: steps times moving things, beside which the transmission of an actuator is small
  constexpr double kMostSteps = 1e6, kMostWork = 2e9, kTransmission = 0.1;
  const double steps = options.inttotal / (options.timestep > 0 ? options.timestep : m.opt.timestep);
  const double things = 10.0 + m.nv + m.nbody + kTransmission * m.nu;
  return !(steps <= kMostSteps) || 2 * actuators * steps * things > kMostWork;
}

// The first actuator that has to be pulled; false if that would take too long.
bool check_steps(const Draft& draft, const LengthRangeOptions& options, Diagnostics& diagnostics) {
  int first = -1, count = 0;
  for (int i = 0; i < draft.model.nu; ++i)
    if (wants_length_range(draft.model, i, options)) first = count++ == 0 ? i : first;
  if (count == 0 || !too_many_steps(draft.model, options, count)) return true;
  refuse(diagnostics, "actuator", *draft.actuators[static_cast<std::size_t>(first)].spec,
         "finding its length range takes too many steps",
         "raise timestep or lower inttotal in <lengthrange>, or write lengthrange");
  return false;
}

}  // namespace

void find_length_ranges(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  const LengthRangeOptions options = options_of(spec.compiler.lengthrange);
  if (!check_steps(draft, options, diagnostics)) return;
  const int threads = *spec.compiler.usethread ? 0 : 1;
  const auto failure = set_length_ranges(draft.model, options, threads, draft.options->progress,
                                         [&budget = draft.budget] { return budget.is_time_over(); });
  draft.budget.check_time({}, "<lengthrange>");
  if (failure.actuator < 0) return;
  const spec::Actuator& node = *draft.actuators[static_cast<std::size_t>(failure.actuator)].spec;
  refuse(diagnostics, "actuator", node, failure.what,
         "write its lengthrange, or limit the joints that move it");
}

}  // namespace corten
