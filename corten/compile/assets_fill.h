// Parts of copying assets into the Model.
#pragma once

#include <algorithm>

#include "corten/compile/draft.h"
#include "corten/model/model.h"

namespace corten {

void fill_meshes(const DraftAssets& assets, const std::vector<DraftBody>& bodies, Model& m);

// Copies all items to `array` from `adr` on and moves adr behind them.
template <class Target, class Adr, class Items>
void copy_into(Target& array, Adr& adr, const Items& items) {
  std::copy(items.begin(), items.end(), array.begin() + adr);
  adr += static_cast<Adr>(items.size());
}

}  // namespace corten
