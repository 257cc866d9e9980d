#include "corten/batch/world_rows.h"

#include <algorithm>

#include "corten/collide/collision.h"
#include "corten/constraint/island.h"
#include "corten/constraint/make_constraint.h"
#include "corten/model/step_arena.h"
#include "corten/sim/fwd_constraint.h"

namespace corten {
namespace {

// Forgets that it did.
bool warned(Data& d) {
  bool any = false;
  for (WarningStat& w : d.warning) {
    any |= w.number > 0;
    w.number = 0;
  }
  return any;
}

}  // namespace

bool make_world_rows(const Model& m, Data& d, const NearPairs* pairs) {
  empty_step_arena(m, d);
  if (pairs) {
    collide_candidates(m, d, pairs->list, pairs->near, pairs->bit);
  } else {
    collision(m, d);
  }
  make_constraint(m, d);
  reference_constraint(m, d);
  return !warned(d);
}

bool has_room_for_islands(const Model& m, const Data& d) {
  constexpr int kNumbersPerRow = 40, kNumbersPerDof = 40;  // more than all arrays together have
  const auto numbers = static_cast<std::size_t>(kNumbersPerRow * d.nefc + kNumbersPerDof * (m.nv + m.ntree) +
                                                2 * d.nJ + 4 * m.nC);
  return d.arena.size() - d.arena.used() > numbers * sizeof(Real);
}

bool solve_world(const Model& m, Data& d) {
  island(m, d);
  project_constraint(m, d);
  fwd_constraint(m, d);
  return !warned(d);
}

}  // namespace corten
