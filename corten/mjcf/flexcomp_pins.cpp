// Which points of a flexcomp stay where they are.
#include "corten/asset/asset_error.h"
#include "corten/mjcf/flexcomp.h"

namespace corten::mjcf {
namespace {

// Grids of points are pinned by their coordinates in the lattice.
class GridPins {
 public:
  GridPins(const FlexComp& recipe, int dim, std::vector<char>& pinned)
      : count_(*recipe.count), dim_(dim), pinned_(pinned) {
    // nodes of an interpolated flex that is no lattice; the strides below stay those of `count`, as in the
    // oracle
    if (*recipe.type != kFlexGrid)
      limit_ = *recipe.dof == kFlexDofTrilinear ? Vec<int, 3>{2, 2, 2} : Vec<int, 3>{3, 3, 3};
    else
      limit_ = count_;
  }

  void pin(const int* at) {
    for (int k = 0; k < dim_; ++k)
      if (at[k] < 0 || at[k] >= limit_[k]) throw AssetError("pin grid out of range");
    const std::int64_t id = dim_ == 2
                                ? std::int64_t{count_[1]} * at[0] + at[1]
                                : std::int64_t{count_[1]} * count_[2] * at[0] + count_[2] * at[1] + at[2];
    if (id >= static_cast<std::int64_t>(pinned_.size())) throw AssetError("pin grid out of range");
    pinned_[static_cast<std::size_t>(id)] = 1;
  }

  void pin_range(const int* from, const int* to) {
    for (const int* at : {from, to})
      for (int k = 0; k < dim_; ++k)
        if (at[k] < 0 || at[k] >= limit_[k]) throw AssetError("pin gridrange out of range");
    for (int i = from[0]; i <= to[0]; ++i)
      for (int j = from[1]; j <= to[1]; ++j)
        for (int k = dim_ == 3 ? from[2] : 0; k <= (dim_ == 3 ? to[2] : 0); ++k) {
          const int at[3] = {i, j, k};
          pin(at);
        }
  }

 private:
  const Vec<int, 3>& count_;
  Vec<int, 3> limit_;
  int dim_;
  std::vector<char>& pinned_;
};

}  // namespace

void check_pins(const FlexComp& recipe, int dim) {
  if (recipe.pinrange.size() % 2) throw AssetError("pin range needs pairs of points");
  if (recipe.pingrid.empty() && recipe.pingridrange.empty()) return;
  if (recipe.pingrid.size() % static_cast<std::size_t>(dim))
    throw AssetError("pin grid needs dim numbers per point");
  if (recipe.pingridrange.size() % static_cast<std::size_t>(2 * dim))
    throw AssetError("pin gridrange needs two times dim numbers");
  if (*recipe.type != kFlexGrid && !recipe.interpolated())
    throw AssetError("pin grid and gridrange are for type grid and interpolated dofs");
  if (dim == 1) throw AssetError("pin grid and gridrange need dim 2 or 3");
}

std::vector<char> pinned_points(const FlexComp& recipe, int dim, int points) {
  std::vector<char> pinned(static_cast<std::size_t>(points), 0);
  const auto check = [&](int id) {
    if (id < 0 || id >= points) throw AssetError("pin id out of range");
  };
  for (const int id : recipe.pinid) {
    check(id);
    pinned[static_cast<std::size_t>(id)] = 1;
  }
  for (std::size_t i = 0; i + 1 < recipe.pinrange.size(); i += 2) {
    check(recipe.pinrange[i]);
    check(recipe.pinrange[i + 1]);
    for (int id = recipe.pinrange[i]; id <= recipe.pinrange[i + 1]; ++id)
      pinned[static_cast<std::size_t>(id)] = 1;
  }
  GridPins grid(recipe, dim, pinned);
  const std::size_t step = static_cast<std::size_t>(dim);
  for (std::size_t i = 0; i < recipe.pingrid.size(); i += step) grid.pin(recipe.pingrid.data() + i);
  for (std::size_t i = 0; i < recipe.pingridrange.size(); i += 2 * step)
    grid.pin_range(recipe.pingridrange.data() + i, recipe.pingridrange.data() + i + step);
  return pinned;
}

}  // namespace corten::mjcf
