// A flex against itself: within and between neighbouring elements, then all active elements in one of three
// ways.
#include <algorithm>
#include <cstdint>

#include "corten/collide/flex_collision.h"
#include "corten/collide/flex_pair.h"
#include "corten/collide/sweep_key.h"

namespace corten {
namespace {

constexpr int kMaxSweepPairs = 1'000'000;

const Aabb<Real>& box_of(const Model& m, const Data& d, int flex, int element) {
  return d.flexelem_aabb[m.flex_elemadr[flex] + element];
}

bool collide_pair(const Model& m, int flex, int e1, int e2, ContactSink& sink) {
  if (aabbs_apart(box_of(m, sink.d, flex, e1), box_of(m, sink.d, flex, e2), 0)) return true;
  if (shares_body(m, flex, e1, flex, e2)) return true;
  return collide_elements(m, flex, e1, flex, e2, sink);
}

// ---- internal contacts ----

bool vertex_reaches(const Model& m, const Data& d, int flex, int element, int vert) {
  const Vec3<Real>& v = d.flexvert_xpos[m.flex_vertadr[flex] + vert];
  const Real reach = m.flex_radius[flex] + m.flex_margin[flex];
  return !aabbs_apart(box_of(m, d, flex, element), {v, {reach, reach, reach}}, 0);
}

void collide_internal(const Model& m, int flex, ContactSink& sink) {
  if (m.flex_dim[flex] == 3) {
    for (int e = 0; e < m.flex_elemnum[flex]; ++e) collide_inside(m, flex, e, sink);
    return;
  }
  for (int i = 0; i < m.flex_evpairnum[flex]; ++i) {
    const Vec<int, 2>& pair = m.flex_evpair[m.flex_evpairadr[flex] + i];
    if (vertex_reaches(m, sink.d, flex, pair[0], pair[1]) &&
        !collide_vertex_element(m, flex, pair[1], pair[0], sink))
      return;
  }
}

// ---- between elements ----

void collide_each_with_each(const Model& m, int flex, ContactSink& sink) {
  const int count = m.flex_elemnum[flex];
  for (int e1 = 0; e1 < count; ++e1) {
    if (!active_element(m, flex, e1)) continue;
    for (int e2 = e1 + 1; e2 < count; ++e2)
      if (active_element(m, flex, e2) && !collide_pair(m, flex, e1, e2, sink)) return;
  }
}

// The tree against itself, depth first; the order of contacts is the order of this walk.
void collide_tree(const Model& m, int flex, ContactSink& sink) {
  Arena::Frame frame(sink.d.arena);
  const FlexTree tree = flex_tree(m, sink.d, flex);
  const Real margin = 2 * m.flex_margin[flex];
  struct NodePair {
    int x, y;
  };
  // a pair that is opened leaves at most two behind, so the stack grows by one per level of both trees
  const std::span<NodePair> stack = frame.alloc<NodePair>(2 * tree.count + 2);
  std::size_t depth = 0;
  stack[depth++] = {0, 0};
  while (depth > 0) {
    const auto [x, y] = stack[--depth];
    if (x > y) continue;
    const bool leaf_x = tree.is_leaf(x), leaf_y = tree.is_leaf(y);
    if (leaf_x && leaf_y) {
      tree.mark(x);  // before they are tested, as the oracle does
      tree.mark(y);
      if (!collide_pair(m, flex, tree.element[x], tree.element[y], sink)) return;
      continue;
    }
    if (aabbs_apart(tree.box[x], tree.box[y], margin)) continue;
    tree.mark(x);
    tree.mark(y);
    const bool open_x = leaf_y || (!leaf_x && opening_size(tree.box[x]) > opening_size(tree.box[y]));
    for (const int child : tree.child[open_x ? x : y])
      stack[depth++] = open_x ? NodePair{child, y} : NodePair{x, child};
  }
}

// The start or the end of an element on the axis, as a number that sorts by (coordinate, place in the list).
using Limit = std::uint64_t;

int sweep_axis(const Vec3<Real>& half) {
  if (half[0] > half[1] && half[0] > half[2]) return 0;
  return half[1] > half[2] ? 1 : 2;
}

// An element's box on the two axes that are not swept.
struct Section {
  Real low[2], high[2];

  Section(const Aabb<Real>& box, int axis) {
    for (int i = 0; i < 2; ++i) {
      const int k = (axis + 1 + i) % 3;
      low[i] = box.center[k] - box.half[k];
      high[i] = box.center[k] + box.half[k];
    }
  }
  bool apart_from(const Section& other) const {
    return low[0] > other.high[0] || other.low[0] > high[0] || low[1] > other.high[1] ||
           other.low[1] > high[1];
  }
};

// Sweep along one axis, in single precision: an element meets those that are open, in the order they were
// opened.
void collide_sweep(const Model& m, int flex, ContactSink& sink) {
  Arena::Frame frame(sink.d.arena);
  const int total = m.flex_elemnum[flex];
  const std::span<int> element = frame.alloc<int>(total);
  int count = 0;
  for (int e = 0; e < total; ++e)
    if (active_element(m, flex, e)) element[static_cast<std::size_t>(count++)] = e;
  const int axis = sweep_axis(flex_tree(m, sink.d, flex).box[0].half);
  const std::span<Limit> limits = frame.alloc<Limit>(2 * count);
  const std::span<Section> section = frame.alloc<Section>(count);
  for (int i = 0; i < count; ++i) {
    const Aabb<Real>& box = box_of(m, sink.d, flex, element[static_cast<std::size_t>(i)]);
    const std::size_t start = 2 * static_cast<std::size_t>(i);
    section[static_cast<std::size_t>(i)] = Section(box, axis);
    limits[start] = sweep_key(static_cast<float>(box.center[axis] - box.half[axis]), start);
    limits[start + 1] = sweep_key(static_cast<float>(box.center[axis] + box.half[axis]), start + 1);
  }
  std::sort(limits.begin(), limits.end());
  const std::span<int> open = frame.alloc<int>(count);  // places in the lists
  std::size_t num_open = 0;
  std::int64_t pairs = 0;
  const std::int64_t most = std::min<std::int64_t>(std::int64_t{count} * (count - 1) / 2, kMaxSweepPairs);
  for (const Limit limit : limits) {
    const int place = static_cast<int>(sweep_place(limit)) / 2;
    if (sweep_place(limit) % 2) {  // an end
      const auto last = open.begin() + static_cast<std::ptrdiff_t>(num_open);
      const auto at = std::find(open.begin(), last, place);
      if (at == last) continue;
      std::copy(at + 1, last, at);
      --num_open;
      continue;
    }
    const Section own = section[static_cast<std::size_t>(place)];
    const int e2 = element[static_cast<std::size_t>(place)];
    for (std::size_t i = 0; i < num_open; ++i) {
      const std::size_t other = static_cast<std::size_t>(open[i]);
      if (own.apart_from(section[other])) continue;
      if (pairs++ >= most || !collide_pair(m, flex, element[other], e2, sink)) return;
    }
    open[num_open++] = place;
  }
}

}  // namespace

void collide_flex_self(const Model& m, int flex, ContactSink& sink) {
  if (m.flex_rigid[flex] || !(m.flex_contype[flex] & m.flex_conaffinity[flex])) return;
  if (m.flex_internal[flex]) collide_internal(m, flex, sink);
  const int mode = m.flex_selfcollide[flex];
  if (mode == mjFLEXSELF_NONE) return;
  if (mode == mjFLEXSELF_NARROW || !uses_flex_tree(m, flex)) return collide_each_with_each(m, flex, sink);
  const bool tree = mode == mjFLEXSELF_BVH || (mode == mjFLEXSELF_AUTO && m.flex_dim[flex] == 3);
  tree ? collide_tree(m, flex, sink) : collide_sweep(m, flex, sink);
}

}  // namespace corten
