// Generators of flexcomp over a lattice: grid, circle, square and disc.
#include <algorithm>
#include <cmath>

#include "corten/asset/asset_error.h"
#include "corten/math/build_frame.h"
#include "corten/mjcf/flexcomp.h"

namespace corten::mjcf {
namespace {

// Coordinate along one axis of a lattice centred at the origin.
Real lattice(const FlexComp& recipe, int axis, int index) {
  return (*recipe.spacing)[axis] * (index - 0.5 * ((*recipe.count)[axis] - 1));
}

void add(std::vector<int>& element, std::initializer_list<int> points) {
  element.insert(element.end(), points);
}

bool wants_texcoord(const FlexComp& recipe, const FlexShape& shape) {
  return shape.dim > 1 && recipe.texcoord.empty() && !recipe.material.empty();
}

void add_texcoord(const FlexComp& recipe, int i, int j, FlexShape& shape) {
  const auto& count = *recipe.count;
  shape.texcoord.push_back(static_cast<float>(i) / static_cast<float>(std::max(count[0] - 1, 1)));
  shape.texcoord.push_back(static_cast<float>(j) / static_cast<float>(std::max(count[1] - 1, 1)));
}

void make_line(const FlexComp& recipe, FlexShape& shape) {
  const int count = (*recipe.count)[0];
  for (int i = 0; i < count; ++i) {
    shape.point.push_back({lattice(recipe, 0, i), 0, 0});
    if (i < count - 1) add(shape.element, {i, i + 1});
  }
}

// count − 1 points, so that neighbours are one spacing apart and the last meets the first
void make_circle(const FlexComp& recipe, FlexShape& shape) {
  const int count = (*recipe.count)[0];
  const Real theta = 2 * build::kPi / (count - 1);
  const Real radius = (*recipe.spacing)[0] / std::sin(theta / 2) / 2;
  for (int i = 0; i < count - 1; ++i) {
    shape.point.push_back({radius * std::cos(theta * i), radius * std::sin(theta * i), 0});
    add(shape.element, {i, i == count - 2 ? 0 : i + 1});
  }
}

// The triangles of a cell with the corners a, b, c, d in order, cut from a to c.
void make_grid2(const FlexComp& recipe, FlexShape& shape) {
  const auto& count = *recipe.count;
  // the oracle numbers the corners as if the lattice were solid, so a third count makes them run out of range
  const auto id = [&](int i, int j) { return count[2] * (count[1] * i + j); };
  for (int i = 0; i < count[0]; ++i)
    for (int j = 0; j < count[1]; ++j) {
      shape.point.push_back({lattice(recipe, 0, i), lattice(recipe, 1, j), 0});
      if (wants_texcoord(recipe, shape)) add_texcoord(recipe, i, j, shape);
      if (i == count[0] - 1 || j == count[1] - 1) continue;
      add(shape.element, {id(i, j), id(i + 1, j), id(i + 1, j + 1)});
      add(shape.element, {id(i, j), id(i + 1, j + 1), id(i, j + 1)});
    }
}

// Six tetrahedra per cell; corners by the bits of their offsets, in the order of the table.
void make_grid3(const FlexComp& recipe, FlexShape& shape) {
  static constexpr int kCorner[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                        {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
  static constexpr int kTetrahedron[6][4] = {{0, 3, 1, 7}, {0, 1, 4, 7}, {1, 3, 2, 7},
                                             {1, 2, 6, 7}, {1, 5, 4, 7}, {1, 6, 5, 7}};
  const auto& count = *recipe.count;
  for (int i = 0; i < count[0]; ++i)
    for (int j = 0; j < count[1]; ++j)
      for (int k = 0; k < count[2]; ++k) {
        shape.point.push_back({lattice(recipe, 0, i), lattice(recipe, 1, j), lattice(recipe, 2, k)});
        if (wants_texcoord(recipe, shape)) add_texcoord(recipe, i, j, shape);
        if (i == count[0] - 1 || j == count[1] - 1 || k == count[2] - 1) continue;
        for (const auto& tetrahedron : kTetrahedron)
          for (const int corner : tetrahedron) {
            const int* at = kCorner[corner];
            shape.element.push_back(count[1] * count[2] * (i + at[0]) + count[2] * (j + at[1]) + k + at[2]);
          }
      }
}

}  // namespace

void check_flex_count(const FlexComp& recipe) {
  std::int64_t points = 1;
  for (const int count : *recipe.count) {
    points *= count;
    if (points > kMaxFlexPoints) throw AssetError("count makes too many points");
  }
}

void make_flex_lattice(const FlexComp& recipe, FlexShape& shape) {
  check_flex_count(recipe);
  if (shape.dim == 2) return make_grid2(recipe, shape);
  if (shape.dim == 3) {
    if (*recipe.type == kFlexGrid) shape.flatskin = true;  // not so a circle that becomes a grid
    return make_grid3(recipe, shape);
  }
  return *recipe.type == kFlexCircle ? make_circle(recipe, shape) : make_line(recipe, shape);
}

namespace {

// The point moves onto a circle through its distance from the centre in the maximum norm. That this distance
// is a length once more makes the disc's radius a squared length: the oracle's bits.
void move_onto_disc(const FlexComp& recipe, Vec3<Real>& p) {
  Real direction[2] = {p[0], p[1]};
  build::normalize(direction, 2);
  const Real reach = std::max(std::abs(p[0]), std::abs(p[1]));
  for (int k = 0; k < 2; ++k)
    p[k] = direction[k] * (0.5 * (*recipe.spacing)[k] * ((*recipe.count)[k] - 1) * reach);
}

}  // namespace

void make_flex_sheet(const FlexComp& recipe, FlexShape& shape) {
  check_flex_count(recipe);
  shape.dim = 2;
  const bool disc = *recipe.type == kFlexDisc;
  const auto& count = *recipe.count;
  const auto id = [&](int i, int j) { return count[2] * (count[1] * i + j); };
  for (int i = 0; i < count[0]; ++i)
    for (int j = 0; j < count[1]; ++j) {
      const Real x = lattice(recipe, 0, i), y = lattice(recipe, 1, j);
      shape.point.push_back({x, y, 0});
      if (wants_texcoord(recipe, shape)) add_texcoord(recipe, i, j, shape);
      if (i == count[0] - 1 || j == count[1] - 1) continue;
      const bool other_way =
          disc && ((x < -build::kEps && y > -build::kEps) || (x > -build::kEps && y < -build::kEps));
      if (other_way) {
        add(shape.element, {id(i, j), id(i + 1, j), id(i, j + 1)});
        add(shape.element, {id(i + 1, j), id(i + 1, j + 1), id(i, j + 1)});
      } else {
        add(shape.element, {id(i, j), id(i + 1, j), id(i + 1, j + 1)});
        add(shape.element, {id(i, j), id(i + 1, j + 1), id(i, j + 1)});
      }
    }
  for (Vec3<Real>& p : shape.point)
    if (disc) move_onto_disc(recipe, p);
}

}  // namespace corten::mjcf
