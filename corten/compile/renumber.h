// New ids after elements were taken out of the tree.
#pragma once

#include "corten/compile/draft.h"

namespace corten {

// Numbers bodies depth-first from the world through `children`, and what they carry body by body; bodies that
// cannot be reached are dropped.
void renumber_tree(Draft& draft);

// Drops the elements with keep[i] == false; returns the new id of each old one, -1 for dropped ones.
template <class T>
std::vector<int> drop_others(std::vector<T>& elements, const std::vector<bool>& keep) {
  std::vector<int> new_id(elements.size(), -1);
  std::vector<T> kept;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (!keep[i]) continue;
    new_id[i] = static_cast<int>(kept.size());
    kept.push_back(std::move(elements[i]));
  }
  elements = std::move(kept);
  return new_id;
}

}  // namespace corten
