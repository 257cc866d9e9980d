#include "corten/model/pair_memory.h"

#include <algorithm>
#include <bit>

#include "corten/model/model.h"

namespace corten {
namespace {

// shapes that make a pair without a closed form, whatever the other is
bool needs_search(const Model& m, int geom) {
  const int type = m.geom_type[geom];
  const bool collides = m.geom_contype[geom] || m.geom_conaffinity[geom];
  return collides && (type == mjGEOM_MESH || type == mjGEOM_CYLINDER || type == mjGEOM_ELLIPSOID);
}

}  // namespace

PairMemory::PairMemory(const Model& m) {
  constexpr unsigned kPerShape = 8, kMost = 8192;  // of the pairs of a shape few are near in one step
  unsigned shapes = 0;
  for (int geom = 0; geom < m.ngeom; ++geom) shapes += needs_search(m, geom);
  if (shapes > 0) slots_.resize(std::min(kMost, std::bit_ceil(kPerShape * std::min(shapes, kMost))));
}

}  // namespace corten
