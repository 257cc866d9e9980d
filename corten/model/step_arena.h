// The memory of one step: contacts, constraint rows, islands and scratch.
#pragma once

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// No contacts, rows or islands: every step starts so.
inline void empty_step_arena(const Model& m, Data& d) {
  static_cast<StepCounts&>(d) = {};
  d.contact = {};
  Data::visit_arena(d, m.sizes(), [](const char*, auto& view, auto...) { view = {}; });
  d.arena.reset();
}

}  // namespace corten
