// What the numbers of a state belong to.
#include "corten/spec/state_layout.h"

#include "corten/spec/names.h"

namespace corten::spec {

StateSize state_size(const Joint& joint) {
  if (*joint.type == mjJNT_FREE) return {.nq = 7, .nv = 6};
  if (*joint.type == mjJNT_BALL) return {.nq = 4, .nv = 3};
  return {.nq = 1, .nv = 1};
}

StateSize state_size(const Actuator& actuator) {
  const bool dynamic = *actuator.dyntype != mjDYN_NONE;
  return {.na = *actuator.actdim > 0 ? *actuator.actdim : int{dynamic}, .nu = 1};
}

StateLayout state_layout(const Spec& spec) {
  StateLayout layout;
  for_each_body(spec.world, [&](const Body& body) {
    if (*body.mocap) layout.push_back({&body, {.nmocap = 1}});
    for (const Joint& joint : body.joints) layout.push_back({&joint, state_size(joint)});
  });
  for (const Actuator& actuator : spec.actuators) layout.push_back({&actuator, state_size(actuator)});
  return layout;
}

}  // namespace corten::spec
