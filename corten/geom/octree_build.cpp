#include "corten/geom/octree_build.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <memory>
#include <unordered_map>

#include "corten/geom/mesh_distance.h"

namespace corten {
namespace {

constexpr int kMaxDepth = 6;
constexpr Real kMargin = 1.1;  // of the root around the mesh
using Corners = std::array<Vec3<Real>, 3>;

struct Box {
  Vec3<Real> low, high;
  Vec3<Real> center() const {
    return {(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2};
  }
};

// Do a triangle and a closed box touch? Separating axes (Schwarz, Seidel 2010).
bool touches(const Corners& v, const Box& box) {
  const Vec3<Real>&low = box.low, &high = box.high;
  for (int k = 0; k < 3; ++k) {
    if (v[0][k] < low[k] && v[1][k] < low[k] && v[2][k] < low[k]) return false;
    if (v[0][k] > high[k] && v[1][k] > high[k] && v[2][k] > high[k]) return false;
  }
  const Corners edge{v[1] - v[0], v[2] - v[1], v[0] - v[2]};
  const Vec3<Real> n = cross(edge[0], edge[1]), size = high - low;
  Vec3<Real> c1, c2;  // the corners farthest along n and against it, from the first vertex
  for (int k = 0; k < 3; ++k) {
    const Real c = n[k] > 0 ? size[k] : 0;
    c1[k] = c - v[0][k];
    c2[k] = size[k] - c - v[0][k];
  }
  if ((dot(n, low) + dot(n, c1)) * (dot(n, low) + dot(n, c2)) > 0) return false;
  for (std::size_t a = 0; a < 3; ++a) {
    const int b = (static_cast<int>(a) + 1) % 3, c = (static_cast<int>(a) + 2) % 3;
    const Real sign = n[static_cast<int>(a)] >= 0 ? 1 : -1;
    for (std::size_t i = 0; i < 3; ++i) {
      const Real mb = -edge[i][c] * sign, mc = edge[i][b] * sign;
      const Real d =
          -(mb * v[i][b] + mc * v[i][c]) + std::max(Real(0), size[b] * mb) + std::max(Real(0), size[c] * mc);
      if (mb * low[b] + mc * low[c] + d < 0) return false;
    }
  }
  return true;
}

// Sides of a cell: −x, +x, −y, +y, −z, +z.
constexpr int kSides = 6;
int axis_of(int side) { return side / 2; }
bool is_upper(int side) { return side % 2 == 1; }

class Builder {
 public:
  Builder(std::span<const Vec3<Real>> vert, std::span<const Triangle> face, const Box& root,
          const std::function<bool()>& stop)
      : stop_(stop) {
    triangles_.reserve(face.size());
    for (const Triangle& f : face)
      triangles_.push_back({vert[static_cast<std::size_t>(f[0])], vert[static_cast<std::size_t>(f[1])],
                            vert[static_cast<std::size_t>(f[2])]});
    add_cell({root, 0, -1, 0, {0, 0, 0}});
    grow();
    balance();
  }

  Octree result(const MeshDistance* distance) const {
    Octree tree;
    const std::vector<Real> values = distance ? corner_values(*distance) : std::vector<Real>(corners_.size());
    if (given_up_) return tree;
    for (const Cell& cell : cells_) {
      tree.depth.push_back(cell.depth);
      tree.child.push_back(cell.child);
      Aabb<Real> box{cell.box.center(), {}};
      for (int k = 0; k < 3; ++k) box.half[k] = (cell.box.high[k] - cell.box.low[k]) / 2;
      tree.aabb.push_back(box);
      Vec<Real, 8>& coeff = tree.coeff.emplace_back();
      for (int j = 0; j < 8; ++j) coeff[j] = values[static_cast<std::size_t>(cell.corner[j])];
    }
    return tree;
  }

 private:
  struct Cell {
    Box box;
    int depth;
    int parent;
    int slot;           // among the parent's children
    Vec<int, 3> place;  // of its low corner, in cells of the last depth
    Vec<int, 8> child{-1, -1, -1, -1, -1, -1, -1, -1};
    Vec<int, 8> corner{};

    bool is_leaf() const { return child[0] < 0; }
  };

  bool is_given_up() const { return given_up_ = given_up_ || (stop_ && stop_()); }
  const Cell& cell(int id) const { return cells_[static_cast<std::size_t>(id)]; }

  // Corners are the same when their places on the finest grid are.
  void add_cell(Cell cell) {
    const int width = 1 << (kMaxDepth - cell.depth);
    for (int j = 0; j < 8; ++j) {
      std::uint32_t key = 0;
      Vec3<Real> pos;
      for (int k = 0; k < 3; ++k) {
        const bool upper = j >> k & 1;
        key = key << 8 | static_cast<std::uint32_t>(cell.place[k] + (upper ? width : 0));
        pos[k] = upper ? cell.box.high[k] : cell.box.low[k];
      }
      const auto [found, is_new] = corner_ids_.try_emplace(key, static_cast<int>(corners_.size()));
      if (is_new) corners_.push_back(pos);
      cell.corner[j] = found->second;
    }
    cells_.push_back(cell);
  }

  void split(int id) {
    for (int slot = 0; slot < 8; ++slot) {
      const Cell parent = cell(id);
      Cell child{parent.box, parent.depth + 1, id, slot, parent.place};
      const Vec3<Real> middle = parent.box.center();
      for (int k = 0; k < 3; ++k) {
        const bool upper = slot >> k & 1;
        (upper ? child.box.low : child.box.high)[k] = middle[k];
        if (upper) child.place[k] += 1 << (kMaxDepth - child.depth);
      }
      cells_[static_cast<std::size_t>(id)].child[slot] = static_cast<int>(cells_.size());
      add_cell(child);
    }
  }

  // Splits, level by level, whatever touches the surface.
  void grow() {
    std::vector<int> all(triangles_.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(i);
    struct Task {
      int cell;
      std::shared_ptr<const std::vector<int>> triangles;  // those that touch the parent
    };
    std::deque<Task> queue{{0, std::make_shared<const std::vector<int>>(std::move(all))}};
    while (!queue.empty() && !is_given_up()) {
      const Task task = std::move(queue.front());
      queue.pop_front();
      auto touching = std::make_shared<std::vector<int>>();
      for (const int t : *task.triangles)
        if (touches(triangles_[static_cast<std::size_t>(t)], cell(task.cell).box)) touching->push_back(t);
      if (touching->empty() || cell(task.cell).depth >= kMaxDepth) continue;
      split(task.cell);
      for (const int child : cell(task.cell).child.e) queue.push_back({child, touching});
    }
  }

  // The cell on the other side of a face: as large as the leaf or larger, then down to the leaf next to its
  // middle.
  int neighbour(int leaf, int side) const {
    const int bit = 1 << axis_of(side);
    int id = leaf;
    while (is_upper(side) == ((cell(id).slot & bit) != 0) || cell(id).parent < 0) {
      if (cell(id).parent < 0) return -1;
      id = cell(id).parent;
    }
    id = cell(cell(id).parent).child[cell(id).slot ^ bit];
    const Vec3<Real> middle = cell(leaf).box.center();
    while (!cell(id).is_leaf()) {
      const Vec3<Real> other = cell(id).box.center();
      int slot = 0;
      for (int k = 0; k < 3; ++k) slot |= (middle[k] > other[k]) << k;
      slot = (slot & ~bit) | (is_upper(side) ? 0 : bit);
      id = cell(id).child[slot];
    }
    return id;
  }

  template <class Fn>
  void each_leaf_side(Fn&& fn) const {
    for (int id = 0; id < static_cast<int>(cells_.size()); ++id)
      for (int side = 0; cell(id).is_leaf() && side < kSides; ++side)
        if (const int other = neighbour(id, side); other >= 0) fn(id, side, other);
  }

  void balance() {
    std::vector<int> coarse;
    do {
      coarse.clear();
      each_leaf_side([&](int leaf, int, int other) {
        if (cell(other).depth > cell(leaf).depth + 1) coarse.push_back(leaf);
        if (cell(leaf).depth > cell(other).depth + 1) coarse.push_back(other);
      });
      for (const int id : coarse)
        if (cell(id).is_leaf()) split(id);
    } while (!coarse.empty());
  }

  // Corners in the middle of an edge or a face of a coarser neighbour, with the corners of that edge or face:
  // their values are interpolated so that the field has no jump there.
  std::vector<std::vector<int>> hanging_corners() const {
    std::vector<std::vector<int>> supports(corners_.size());
    each_leaf_side([&](int leaf, int side, int other) {
      if (cell(other).depth >= cell(leaf).depth) return;
      const int k1 = (axis_of(side) + 1) % 3, k2 = (axis_of(side) + 2) % 3;
      for (int i = 0; i < 4; ++i) {
        const int j = (is_upper(side) ? 1 : 0) << axis_of(side) | (i & 1) << k1 | (i >> 1) << k2;
        const int id = cell(leaf).corner[j];
        std::vector<int>& support = supports[static_cast<std::size_t>(id)];
        if (support.empty()) support = support_of(corners_[static_cast<std::size_t>(id)], cell(other));
      }
    });
    return supports;
  }

  static std::vector<int> support_of(const Vec3<Real>& pos, const Cell& coarse) {
    constexpr Real kSame = 1e-9;
    bool low[3], high[3];
    int planes = 0;
    for (int k = 0; k < 3; ++k) {
      low[k] = std::abs(pos[k] - coarse.box.low[k]) < kSame;
      high[k] = std::abs(pos[k] - coarse.box.high[k]) < kSame;
      planes += low[k] || high[k];
    }
    if (planes != 1 && planes != 2) return {};
    // The corners on the same planes, in the oracle's order of sums: from a face's axis on, the next one
    // first.
    const int axis = planes == 2 ? 0 : low[0] || high[0] ? 0 : low[1] || high[1] ? 1 : 2;
    std::vector<int> support;
    for (int i = 0; i < 8; ++i) {
      const int j = (i >> 2) << axis | (i & 1) << (axis + 1) % 3 | (i >> 1 & 1) << (axis + 2) % 3;
      bool on_planes = true;
      for (int k = 0; k < 3; ++k)
        if (low[k] || high[k]) on_planes = on_planes && (j >> k & 1) == int{high[k]};
      if (on_planes) support.push_back(coarse.corner[j]);
    }
    return support;
  }

  // Breadth-first, so that the corners of coarse cells come before those that hang on them.
  std::vector<Real> corner_values(const MeshDistance& distance) const {
    const std::vector<std::vector<int>> supports = hanging_corners();
    std::vector<Real> values(corners_.size());
    std::vector<bool> known(corners_.size());
    std::deque<int> queue{0};
    while (!queue.empty() && !is_given_up()) {
      const Cell& next = cell(queue.front());
      queue.pop_front();
      for (const int id : next.corner.e) {
        const auto i = static_cast<std::size_t>(id);
        if (known[i]) continue;
        known[i] = true;
        if (supports[i].empty()) {
          values[i] = distance(corners_[i]);
          continue;
        }
        for (const int s : supports[i]) values[i] += values[static_cast<std::size_t>(s)];
        values[i] /= static_cast<Real>(supports[i].size());
      }
      if (!next.is_leaf()) queue.insert(queue.end(), next.child.e, next.child.e + 8);
    }
    return values;
  }

  std::vector<Corners> triangles_;
  std::vector<Cell> cells_;
  std::vector<Vec3<Real>> corners_;
  std::unordered_map<std::uint32_t, int> corner_ids_;
  const std::function<bool()>& stop_;
  mutable bool given_up_ = false;
};

}  // namespace

Octree build_octree(std::span<const Vec3<Real>> vert, std::span<const Triangle> face, const Vec3<Real>& lower,
                    const Vec3<Real>& upper, bool measured, const std::function<bool()>& stop) {
  if (face.empty()) return {};
  Box root;
  for (int k = 0; k < 3; ++k) {
    const Real center = (lower[k] + upper[k]) / 2, half = (upper[k] - lower[k]) / 2;
    root.low[k] = center - kMargin * half;
    root.high[k] = center + kMargin * half;
  }
  const Builder builder(vert, face, root, stop);
  if (!measured) return builder.result(nullptr);
  const MeshDistance distance(vert, face);
  return builder.result(&distance);
}

}  // namespace corten
