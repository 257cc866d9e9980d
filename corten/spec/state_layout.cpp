// What the numbers of a state belong to.
#include "corten/spec/state_layout.h"

#include "corten/model/structure.h"
#include "corten/spec/names.h"

namespace corten::spec {

StateSize state_size(const Joint& joint) {
  return {.nq = qpos_width(*joint.type), .nv = dof_width(*joint.type)};
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
