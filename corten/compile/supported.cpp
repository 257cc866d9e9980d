// Refuses what can be written but not be compiled yet: deformables.
#include "corten/compile/passes.h"
#include "corten/compile/refuse.h"

namespace corten {
namespace {

void check_body(const spec::Body& body, Diagnostics& diagnostics) {
  for (const spec::FlexComp& flexcomp : body.flexcomps)
    refuse(diagnostics, "flexcomp", flexcomp, "flexcomp is not supported yet");
}

}  // namespace

void check_supported(const Spec& spec, Draft&, Diagnostics& diagnostics) {
  spec::for_each_nested(spec.world, [&](const spec::Body& body) { check_body(body, diagnostics); });
  for (const spec::Flex& flex : spec.flexes) refuse(diagnostics, "flex", flex, "flex is not supported yet");
}

}  // namespace corten
