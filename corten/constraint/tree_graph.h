// Which kinematic trees the constraint rows couple.
#pragma once

#include <span>

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// tree_island: id of each tree's island, numbered by their smallest tree, −1 for trees without rows.
// row_tree: the first tree of each row. Returns the number of islands.
int couple_trees(const Model& m, const Data& d, std::span<int> tree_island, std::span<int> row_tree);

}  // namespace corten
