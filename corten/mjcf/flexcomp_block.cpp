// Generators of flexcomp over the surface of a box: box, cylinder and ellipsoid. A solid is a star of
// tetrahedra about the centre; a sheet is the surface without its top.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "corten/asset/asset_error.h"
#include "corten/math/build_frame.h"
#include "corten/mjcf/flexcomp.h"

namespace corten::mjcf {
namespace {

class Block {
 public:
  Block(const FlexComp& recipe, FlexShape& shape)
      : recipe_(recipe),
        shape_(shape),
        first_(shape.points()),
        count_(*recipe.count),
        closed_(shape.dim != 2),
        solid_(shape.dim == 3) {
    textured_ = recipe.texcoord.empty() && !recipe.material.empty();
  }

  void make() {
    // the centre; its texture coordinates are there even when it is not
    if (solid_) shape_.point.push_back({});
    if (textured_) shape_.texcoord.insert(shape_.texcoord.end(), 2, 0.0F);
    add_points();
    add_elements();
  }

 private:
  using Index = Vec<int, 3>;

  // Highest layer of k on the side walls: below the lid if there is one.
  int wall_end() const { return closed_ ? count_[2] - 1 : count_[2]; }

  template <class Fn>
  void for_ends(int axis, Fn&& fn) {
    fn(0);
    if (axis != 2 || closed_) fn(count_[axis] - 1);
  }

  void add_points() {
    for_ends(2, [&](int k) {
      for (int i = 0; i < count_[0]; ++i)
        for (int j = 0; j < count_[1]; ++j) add_point({i, j, k}, 0, 1);
    });
    for_ends(1, [&](int j) {
      for (int i = 0; i < count_[0]; ++i)
        for (int k = 1; k < wall_end(); ++k) add_point({i, j, k}, 0, 2);
    });
    for_ends(0, [&](int i) {
      for (int j = 1; j < count_[1] - 1; ++j)
        for (int k = 1; k < wall_end(); ++k) add_point({i, j, k}, 1, 2);
    });
  }

  void add_point(const Index& at, int u, int v) {
    id_[{at[0], at[1], at[2]}] = shape_.points() - first_;
    shape_.point.push_back(place(at));
    if (!textured_) return;
    for (const int axis : {u, v})
      shape_.texcoord.push_back(static_cast<float>(at[axis]) /
                                static_cast<float>(std::max(count_[axis] - 1, 1)));
  }

  Vec3<Real> place(const Index& at) const {
    Vec3<Real> size, p;
    for (int k = 0; k < 3; ++k) {
      size[k] = 0.5 * (*recipe_.spacing)[k] * (count_[k] - 1);
      p[k] = 2.0 * at[k] / (count_[k] - 1) - 1;
    }
    if (*recipe_.type == kFlexCylinder) {
      const Real reach = std::max(std::abs(p[0]), std::abs(p[1]));
      build::normalize(p.data(), 2);
      size[0] *= reach;
      size[1] *= reach;
    } else if (*recipe_.type == kFlexEllipsoid) {
      build::normalize(p);
    }
    for (int k = 0; k < 3; ++k) p[k] *= size[k];
    return p;
  }

  int at(int i, int j, int k) const { return id_.at({i, j, k}); }

  void add(std::initializer_list<int> points) {
    if (solid_) shape_.element.push_back(0);
    shape_.element.insert(shape_.element.end(), points);
  }

  void add_elements() {
    for_ends(2, [&](int k) {
      for (int i = 0; i + 1 < count_[0]; ++i)
        for (int j = 0; j + 1 < count_[1]; ++j) {
          const int a = at(i, j, k), b = at(i + 1, j, k), c = at(i + 1, j + 1, k), d = at(i, j + 1, k);
          solid_ || k > 0 ? add({a, b, c}) : add({a, c, b});
          solid_ || k == 0 ? add({a, d, c}) : add({a, c, d});
        }
    });
    for_ends(1, [&](int j) {
      for (int i = 0; i + 1 < count_[0]; ++i)
        for (int k = 0; k + 1 < count_[2]; ++k) {
          const int p = solid_ || j == 0 ? i : i + 1, q = solid_ || j == 0 ? i + 1 : i;
          add_wall(at(p, j, k), at(q, j, k), at(q, j, k + 1), at(p, j, k + 1));
        }
    });
    for_ends(0, [&](int i) {
      for (int j = 0; j + 1 < count_[1]; ++j)
        for (int k = 0; k + 1 < count_[2]; ++k) {
          const int p = !solid_ && i == 0 ? j + 1 : j, q = !solid_ && i == 0 ? j : j + 1;
          add_wall(at(i, p, k), at(i, q, k), at(i, q, k + 1), at(i, p, k + 1));
        }
    });
  }

  void add_wall(int a, int b, int c, int d) {
    add({a, b, c});
    solid_ ? add({a, d, c}) : add({a, c, d});
  }

  const FlexComp& recipe_;
  FlexShape& shape_;
  int first_;  // point of its own, where numbers begin
  const Vec<int, 3>& count_;
  bool closed_;  // all six sides; of dimension 1 too, whose triangles are then read as pairs
  bool solid_;   // with the centre
  bool textured_;
  std::map<std::array<int, 3>, int> id_;  // of surface points
};

}  // namespace

void make_flex_block(const FlexComp& recipe, FlexShape& shape) {
  check_flex_count(recipe);
  for (const int count : *recipe.count)
    if (count < 2) throw AssetError("counts must be at least 2 for this type");
  if (*recipe.type != kFlexEllipsoid) shape.flatskin = true;
  Block(recipe, shape).make();
}

}  // namespace corten::mjcf
