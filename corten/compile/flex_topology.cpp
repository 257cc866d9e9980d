// What the elements of a flex share: edges, surface, layers below it, and elements that face a vertex of
// their neighbour.
#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "corten/compile/draft_flex.h"

namespace corten {
namespace {

// Tetrahedra are wound so that their faces look outwards.
void orient_solids(DraftFlex& flex) {
  for (int e = 0; e < flex.nelem(); ++e) {
    int* v = flex.elem.data() + 4 * e;
    const auto edge = [&](int k) { return flex.vert_w[v[k]] - flex.vert_w[v[0]]; };
    if (dot(cross(edge(1), edge(2)), edge(3)) > 0) std::swap(v[1], v[2]);
  }
}

// Edges are numbered as they are met. The flap of an edge: the corner opposite of it in its first and in its
// last further triangle.
void find_edges(DraftFlex& flex) {
  std::map<std::pair<int, int>, int> number;
  const bool flaps = flex.dim == 2 && (*flex.spec->elasticity.elastic2d & 1);
  for (int e = 0; e < flex.nelem(); ++e) {
    const int* v = flex.corners(e);
    for (int k = 0; k < kEdgesOfElement[flex.dim]; ++k) {
      const int a = v[kElementEdge[flex.dim][k][0]], b = v[kElementEdge[flex.dim][k][1]];
      const auto [found, added] = number.emplace(std::minmax(a, b), flex.nedge());
      if (added) {
        flex.edge.push_back({std::min(a, b), std::max(a, b)});
        flex.edge_flap.push_back({-1, -1});
      }
      flex.elem_edge.push_back(found->second);
      if (flaps)
        flex.edge_flap[found->second][added ? 0 : 1] = v[k];  // edge k of a triangle is opposite corner k
    }
  }
}

// A side of an element: end point, edge or face.
struct Side {
  std::array<int, 3> sorted{-1, -1, -1};
  int element = 0;
  std::array<int, 3> wound{-1, -1, -1};

  friend bool operator<(const Side& a, const Side& b) {
    return std::tie(a.sorted, a.element, a.wound) < std::tie(b.sorted, b.element, b.wound);
  }
};

constexpr int kSide[4][4][3] = {{},
                                {{0, -1, -1}, {1, -1, -1}},
                                {{0, 1, -1}, {1, 2, -1}, {2, 0, -1}},
                                {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}}};

std::array<int, 3> in_order(std::array<int, 3> v, int count) {
  if (count > 1 && v[0] > v[1]) std::swap(v[0], v[1]);
  if (count > 2 && v[1] > v[2]) std::swap(v[1], v[2]);
  if (count > 2 && v[0] > v[1]) std::swap(v[0], v[1]);
  return v;
}

std::vector<Side> sorted_sides(const DraftFlex& flex) {
  std::vector<Side> sides;
  for (int e = 0; e < flex.nelem(); ++e)
    for (int s = 0; s <= flex.dim; ++s) {
      Side side;
      side.element = e;
      for (int k = 0; k < flex.dim; ++k) side.wound[k] = flex.corners(e)[kSide[flex.dim][s][k]];
      side.sorted = in_order(side.wound, flex.dim);
      sides.push_back(side);
    }
  std::sort(sides.begin(), sides.end());
  return sides;
}

bool same(const Side& a, const Side& b) { return a.sorted == b.sorted; }

// Lists the sides that belong to one element only, and marks these elements.
std::vector<char> find_shell(DraftFlex& flex, const std::vector<Side>& sides) {
  std::vector<char> border(static_cast<std::size_t>(flex.nelem()), 0);
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const bool shared =
        (i > 0 && same(sides[i - 1], sides[i])) || (i + 1 < sides.size() && same(sides[i], sides[i + 1]));
    if (shared) continue;
    border[static_cast<std::size_t>(sides[i].element)] = 1;
    flex.shell.insert(flex.shell.end(), sides[i].wound.begin(), sides[i].wound.begin() + flex.dim);
  }
  return border;
}

// Distance from the surface through shared faces.
void find_layers(DraftFlex& flex, const std::vector<Side>& sides, const std::vector<char>& border) {
  const int nelem = flex.nelem();
  flex.elem_layer.assign(static_cast<std::size_t>(nelem), 0);
  if (flex.dim < 3) return;
  std::vector<std::vector<int>> neighbours(static_cast<std::size_t>(nelem));
  for (std::size_t i = 0; i + 1 < sides.size(); ++i)
    if (same(sides[i], sides[i + 1])) {
      neighbours[sides[i].element].push_back(sides[i + 1].element);
      neighbours[sides[i + 1].element].push_back(sides[i].element);
    }
  std::vector<int> reached;
  for (int e = 0; e < nelem; ++e) {
    flex.elem_layer[e] = border[e] ? 0 : nelem + 1;
    if (border[e]) reached.push_back(e);
  }
  for (std::size_t i = 0; i < reached.size(); ++i)
    for (const int other : neighbours[reached[i]])
      if (flex.elem_layer[other] > nelem) {
        flex.elem_layer[other] = flex.elem_layer[reached[i]] + 1;
        reached.push_back(other);
      }
}

int corner_off(const DraftFlex& flex, const Side& side) {
  const int* v = flex.corners(side.element);
  for (int k = 0; k <= flex.dim; ++k)
    if (std::find(side.wound.begin(), side.wound.begin() + flex.dim, v[k]) == side.wound.begin() + flex.dim)
      return v[k];
  return v[0];
}

// Two elements that meet in a side may fold onto each other: each against the other's free corner.
void find_folds(DraftFlex& flex, const std::vector<Side>& sides, const std::vector<char>& border) {
  if (flex.dim == 3) return;
  for (std::size_t i = 0; i + 1 < sides.size(); ++i) {
    const Side &a = sides[i], &b = sides[i + 1];
    if (!same(a, b) || !(border[a.element] || border[b.element])) continue;
    flex.evpair.push_back({b.element, corner_off(flex, a)});
    flex.evpair.push_back({a.element, corner_off(flex, b)});
  }
}

}  // namespace

void connect_elements(DraftFlex& flex) {
  if (flex.dim == 3) orient_solids(flex);
  find_edges(flex);
  const std::vector<Side> sides = sorted_sides(flex);
  const std::vector<char> border = find_shell(flex, sides);
  find_layers(flex, sides, border);
  find_folds(flex, sides, border);
}

}  // namespace corten
