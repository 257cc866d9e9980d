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

}  // namespace

void find_length_ranges(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  const int threads = *spec.compiler.usethread ? 0 : 1;
  const auto failure =
      set_length_ranges(draft.model, options_of(spec.compiler.lengthrange), threads, draft.options->progress);
  if (failure.actuator < 0) return;
  const spec::Actuator& node = *draft.actuators[static_cast<std::size_t>(failure.actuator)].spec;
  refuse(diagnostics, "actuator", node, failure.what,
         "write its lengthrange, or limit the joints that move it");
}

}  // namespace corten
