// What the numbers of a state belong to: joints, mocap bodies and actuators, in the order of the state.
#pragma once

#include "corten/spec/spec.h"

namespace corten::spec {

struct StateSize {
  int nq = 0, nv = 0, na = 0, nu = 0, nmocap = 0;
};
StateSize state_size(const Joint& joint);
StateSize state_size(const Actuator& actuator);

// The element may be gone, so it is only compared.
struct StateSlot {
  const void* element;
  StateSize size;
};
using StateLayout = std::vector<StateSlot>;
StateLayout state_layout(const Spec& spec);

}  // namespace corten::spec
