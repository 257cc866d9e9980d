// Attached models keep compiler settings of their own; a text has one set. What depends on the others becomes
// explicit: limits, alignment of free bodies, inertias.
#include <algorithm>
#include <unordered_map>

#include "corten/compile/compile.h"
#include "corten/compile/limits.h"
#include "corten/compile/passes.h"
#include "corten/spec/names.h"

namespace corten {
namespace {

// ---- limits ----

template <class Range>
void settle_limit(spec::Set<int>& limited, const Range& range) {
  if (*limited == mjLIMITED_AUTO)
    limited = (*range)[0] < (*range)[1] ? int{mjLIMITED_TRUE} : int{mjLIMITED_FALSE};
}

void settle_limits(spec::Joint& joint) {
  settle_limit(joint.limited, joint.range);
  settle_limit(joint.actfrclimited, joint.actfrcrange);
}

void settle_limits(spec::Tendon& tendon) {
  settle_limit(tendon.limited, tendon.range);
  settle_limit(tendon.actfrclimited, tendon.actfrcrange);
}

// An inherited range is found by the compiler, and is one.
void settle_limits(spec::Actuator& actuator) {
  const bool inherits = *actuator.inheritrange > 0;
  const bool integrates = *actuator.dyntype == mjDYN_INTEGRATOR;
  if (inherits && !integrates && *actuator.ctrllimited == mjLIMITED_AUTO)
    actuator.ctrllimited = int{mjLIMITED_TRUE};
  if (inherits && integrates && *actuator.actlimited == mjLIMITED_AUTO)
    actuator.actlimited = int{mjLIMITED_TRUE};
  settle_limit(actuator.ctrllimited, actuator.ctrlrange);
  settle_limit(actuator.forcelimited, actuator.forcerange);
  settle_limit(actuator.actlimited, actuator.actrange);
}

template <class Nodes>
void settle_limits(const Spec& spec, Nodes& nodes) {
  for (auto& node : nodes)
    if (*spec.compiler_of(node).autolimits && !*spec.compiler.autolimits) settle_limits(node);
}

// ---- alignment ----

void settle_alignment(const Spec& spec, spec::Body& body) {
  const bool aligns = spec.compiler_of(body).alignfree;
  if (aligns == *spec.compiler.alignfree) return;
  for (spec::Joint& joint : body.joints)
    if (*joint.type == mjJNT_FREE && *joint.align == mjALIGNFREE_AUTO)
      joint.align = aligns ? int{mjALIGNFREE_TRUE} : int{mjALIGNFREE_FALSE};
}

// ---- inertias: those that the first passes find ----

bool weighs_alike(const spec::Compiler& a, const spec::Compiler& b) {
  return *a.inertiafromgeom == *b.inertiafromgeom && *a.inertiagrouprange == *b.inertiagrouprange &&
         *a.boundmass == *b.boundmass && *a.boundinertia == *b.boundinertia &&
         *a.balanceinertia == *b.balanceinertia;
}

bool origins_weigh_alike(const Spec& spec) {
  return std::all_of(spec.origins.begin(), spec.origins.end(), [&](const spec::Origin& origin) {
    return weighs_alike(origin.compiler, spec.compiler);
  });
}

void settle_inertial(const DraftBody& found, spec::Inertial& inertial) {
  const Place place = inertial.place;
  inertial = {};
  inertial.present = true;
  inertial.place = place;
  inertial.mass = found.mass;
  inertial.pos = found.inertial.pos;
  inertial.quat = found.inertial.quat;
  inertial.diaginertia = found.inertia;
}

void settle_inertials(const Draft& draft, Spec& spec) {
  std::unordered_map<const spec::Body*, const DraftBody*> found;
  for (const DraftBody& body : draft.bodies) found[body.spec] = &body;
  spec::for_each_body(spec.world, [&](spec::Body& body) {
    const auto at = found.find(&body);
    if (&body == &spec.world || at == found.end()) return;
    if (body.inertial.present || at->second->mass != 0 || !body.geoms.empty())
      settle_inertial(*at->second, body.inertial);
  });
  // the values above are final
  spec.compiler.inertiafromgeom = int{mjINERTIAFROMGEOM_AUTO};
  spec.compiler.boundmass = Real{0};
  spec.compiler.boundinertia = Real{0};
  spec.compiler.balanceinertia = false;
}

}  // namespace

void settle_origins(Spec& spec, const CompileOptions& options) {
  if (spec.origins.empty()) return;
  Draft draft(options);
  Diagnostics unused;
  within_budget(draft.budget, unused, [&] {
    if (!origins_weigh_alike(spec) && shape_and_weigh(spec, draft, unused)) settle_inertials(draft, spec);
  });
  spec::for_each_body(spec.world, [&](spec::Body& body) {
    settle_limits(spec, body.joints);
    settle_alignment(spec, body);
  });
  settle_limits(spec, spec.tendons);
  settle_limits(spec, spec.actuators);
}

}  // namespace corten
