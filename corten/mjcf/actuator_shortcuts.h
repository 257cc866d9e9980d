// Actuator shortcuts (position, muscle, …): which attributes they have and what they mean in general form.
#pragma once

#include "corten/mjcf/rows_actuator.h"

namespace corten::mjcf {

struct ActuatorKind {
  std::string_view name;
  Rows common;
  Rows shortcut;
  std::string (*apply)(const Shortcut&, spec::Actuator&);  // empty, or what is wrong
};
std::span<const ActuatorKind> actuator_kinds();
// Null if there is no such element.
const ActuatorKind* find_actuator_kind(std::string_view name);

}  // namespace corten::mjcf
