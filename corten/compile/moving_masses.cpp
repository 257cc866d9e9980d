// A body that moves needs mass and inertia, its own or that of a body welded to it.
#include "corten/compile/passes.h"
#include "corten/compile/refuse.h"

namespace corten {
namespace {

bool has_mass(const Draft& draft, int id) {
  const DraftBody& body = draft.bodies[id];
  if (body.mass >= kMinVal<Real> && body.inertia[0] >= kMinVal<Real> && body.inertia[1] >= kMinVal<Real> &&
      body.inertia[2] >= kMinVal<Real>)
    return true;
  for (const int child : body.children)
    if (draft.bodies[child].joints.empty() && has_mass(draft, child)) return true;
  return false;
}

}  // namespace

void check_moving_masses(const Spec&, Draft& draft, Diagnostics& diagnostics) {
  for (int id = 1; id < static_cast<int>(draft.bodies.size()); ++id)
    if (!draft.bodies[id].joints.empty() && !has_mass(draft, id))
      refuse(diagnostics, "body", *draft.bodies[id].spec,
             "mass and inertia of moving bodies must be larger than 1e-15",
             "add a geom with mass or an inertial");
}

}  // namespace corten
