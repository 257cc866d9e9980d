// The memory of one step: contacts, constraint rows, islands and scratch.
#pragma once

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// No rows and no islands. Where none were made since the last time, which these three tell, there is nothing
// to forget: so it is in worlds without constraints, and when rows are made after a step has begun.
inline void forget_rows(const Model& m, Data& d) {
  if (!d.efc_type.data() && !d.tendon_efcadr.data() && !d.tree_island.data()) return;
  Data::visit_arena(d, m.sizes(), [](const char*, auto& view, auto...) { view = {}; });
}

// No contacts, rows or islands: every step starts so.
inline void empty_step_arena(const Model& m, Data& d) {
  static_cast<StepCounts&>(d) = {};
  d.contact = {};
  forget_rows(m, d);
  d.arena.reset();
}

}  // namespace corten
