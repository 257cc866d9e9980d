#include "corten/collide/flex_collision.h"

#include <algorithm>
#include <cstdint>

#include "corten/collide/flex_pair.h"
#include "corten/geom/oriented_box.h"

namespace corten {
namespace {

// Two ids as one number that sorts by them.
using Key = std::uint64_t;
Key key(int a, int b) { return Key{static_cast<std::uint32_t>(a)} << 32 | static_cast<std::uint32_t>(b); }
int first(Key k) { return static_cast<int>(k >> 32); }
int second(Key k) { return static_cast<int>(k & 0xFFFFFFFFu); }

// A list in the frame that doubles when full.
template <class T>
class GrowingList {
 public:
  GrowingList(Arena::Frame& frame, int room) : frame_(frame), items_(frame.alloc<T>(room)) {}
  void add(const T& item) {
    if (count_ == items_.size()) {
      const std::span<T> larger = frame_.alloc<T>(2 * static_cast<int>(count_));
      std::copy(items_.begin(), items_.end(), larger.begin());
      items_ = larger;
    }
    items_[count_++] = item;
  }
  T pop() { return items_[--count_]; }
  bool empty() const { return count_ == 0; }
  std::span<T> items() const { return items_.first(count_); }

 private:
  Arena::Frame& frame_;
  std::span<T> items_;
  std::size_t count_ = 0;
};

struct NodePair {
  int node1, node2;
};

bool masks_collide(const Model& m, int geom, int flex) {
  return (m.geom_contype[geom] & m.flex_conaffinity[flex]) ||
         (m.flex_contype[flex] & m.geom_conaffinity[geom]);
}

// the cube around the bounding sphere of a geom
bool cube_apart(const Vec3<Real>& center, Real reach, const Aabb<Real>& box) {
  for (int k = 0; k < 3; ++k) {
    if (center[k] + reach < box.center[k] - box.half[k]) return true;
    if (center[k] - reach > box.center[k] + box.half[k]) return true;
  }
  return false;
}

bool carries_corner(const Model& m, int body, int flex, int element) {
  if (m.flex_interp[flex]) return false;
  const int* corners = element_corners(m, flex, element);
  for (int i = 0; i <= m.flex_dim[flex]; ++i)
    if (m.flex_vertbodyid[m.flex_vertadr[flex] + corners[i]] == body) return true;
  return false;
}

bool geom_reaches(const Model& m, const Data& d, int geom, int flex, int element) {
  const Real margin = flex_pair_margin(m, m.geom_margin[geom], flex);
  const Aabb<Real>& box = d.flexelem_aabb[m.flex_elemadr[flex] + element];
  return m.geom_rbound[geom] <= 0 || !cube_apart(d.geom_xpos[geom], m.geom_rbound[geom] + margin, box);
}

// ---- body against flex ----

bool is_plane(const Model& m, int geom) { return m.geom_type[geom] == mjGEOM_PLANE; }

// Leaf pairs of the body's tree and the flex's tree.
class BodyFlexWalk {
 public:
  BodyFlexWalk(const Model& m, Data& d, int body, int flex, GrowingList<Key>& found, Arena::Frame& frame)
      : m_(m),
        d_(d),
        body_(body),
        flex_(flex),
        tree_(flex_tree(m, d, flex)),
        found_(found),
        stack_(frame, 64) {
    adr_ = m.body_bvhadr[body];
    margin_ = flex_pair_margin(m, m.body_margin[body], flex);
    active_ = m.vis.global_.bvactive ? d.bvh_active.data() + adr_ : nullptr;
  }

  void run() {
    stack_.add({0, 0});
    while (!stack_.empty()) visit(stack_.pop());
  }

 private:
  PlacedBox node_box(int node) const {
    return {m_.bvh_aabb[adr_ + node], d_.xipos[body_], d_.ximat[body_], true};
  }
  PlacedBox element_box(const Aabb<Real>& box, bool node) const { return {box, kOrigin, kAxes, node}; }
  void mark(const NodePair& n) const {
    if (active_) active_[n.node1] = 1;
    tree_.mark(n.node2);
  }

  void visit(const NodePair& n) {
    const int geom = m_.bvh_nodeid[adr_ + n.node1], element = tree_.element[n.node2];
    const bool leaf1 = geom >= 0, leaf2 = element >= 0;
    if (leaf1 && leaf2) return visit_leaves(n, geom, element);
    if (boxes_apart(node_box(n.node1), element_box(tree_.box[n.node2], true), margin_)) return;
    mark(n);
    if (leaf2 || (!leaf1 && opening_size(m_.bvh_aabb[adr_ + n.node1]) > opening_size(tree_.box[n.node2]))) {
      for (const int child : m_.bvh_child[adr_ + n.node1]) stack_.add({child, n.node2});
    } else {
      for (const int child : tree_.child[n.node2]) stack_.add({n.node1, child});
    }
  }

  void visit_leaves(const NodePair& n, int geom, int element) {
    if (!masks_collide(m_, geom, flex_)) return;
    const Real margin = flex_pair_margin(m_, m_.geom_margin[geom], flex_);
    const bool plane = is_plane(m_, geom);  // met by vertices; its bounding cube is a point here, which marks
    const Aabb<Real>& corners = d_.flexelem_aabb[m_.flex_elemadr[flex_] + element];
    if (plane ? cube_apart(d_.geom_xpos[geom], margin, corners) : !geom_reaches(m_, d_, geom, flex_, element))
      return;
    const PlacedBox box{m_.geom_aabb[geom], d_.geom_xpos[geom], d_.geom_xmat[geom]};
    if (boxes_apart(box, element_box(tree_.box[n.node2], false), margin)) return;
    mark(n);
    if (!plane && !carries_corner(m_, body_, flex_, element)) found_.add(key(geom, element));
  }

  static constexpr Vec3<Real> kOrigin{0, 0, 0};
  static constexpr Mat3<Real> kAxes = Mat3<Real>::identity();
  const Model& m_;
  Data& d_;
  int body_, flex_, adr_;
  FlexTree tree_;
  Real margin_;
  byte* active_;
  GrowingList<Key>& found_;
  GrowingList<NodePair> stack_;
};

bool collide_plane_flex(const Model& m, int plane, int flex, ContactSink& sink) {
  for (int v = 0; v < m.flex_vertnum[flex]; ++v)
    if (!collide_plane_vertex(m, plane, flex, v, sink)) return false;
  return true;
}

// Geoms in order; planes of static bodies against all vertices, whatever their masks say.
void collide_by_trees(const Model& m, int body, int flex, ContactSink& sink) {
  Arena::Frame frame(sink.d.arena);
  GrowingList<Key> found(frame, 256);
  BodyFlexWalk(m, sink.d, body, flex, found, frame).run();
  const std::span<Key> keys = found.items();
  std::sort(keys.begin(), keys.end());
  std::size_t next = 0;
  const int last = m.body_geomadr[body] + m.body_geomnum[body];
  for (int geom = m.body_geomadr[body]; geom < last; ++geom) {
    if (is_plane(m, geom) && m.body_weldid[body] == 0) collide_plane_flex(m, geom, flex, sink);
    for (; next < keys.size() && first(keys[next]) == geom; ++next)
      if (!collide_geom_element(m, geom, flex, second(keys[next]), sink)) return;
  }
}

void collide_all(const Model& m, int body, int flex, ContactSink& sink) {
  const int last = m.body_geomadr[body] + m.body_geomnum[body];
  for (int geom = m.body_geomadr[body]; geom < last; ++geom) {
    if (!masks_collide(m, geom, flex)) continue;
    if (is_plane(m, geom)) {
      collide_plane_flex(m, geom, flex, sink);
      continue;
    }
    for (int e = 0; e < m.flex_elemnum[flex]; ++e)
      if (geom_reaches(m, sink.d, geom, flex, e) && !carries_corner(m, body, flex, e) &&
          !collide_geom_element(m, geom, flex, e, sink))
        return;
  }
}

// ---- flex against flex ----

void walk_flexes(const Model& m, Data& d, int flex1, int flex2, Real margin, GrowingList<Key>& found,
                 Arena::Frame& frame) {
  const FlexTree a = flex_tree(m, d, flex1), b = flex_tree(m, d, flex2);
  GrowingList<NodePair> stack(frame, 64);
  stack.add({0, 0});
  while (!stack.empty()) {
    const NodePair n = stack.pop();
    const bool leaf1 = a.is_leaf(n.node1), leaf2 = b.is_leaf(n.node2);
    const bool apart = aabbs_apart(a.box[n.node1], b.box[n.node2], margin);
    if (apart && !(leaf1 && leaf2)) continue;  // the oracle marks pairs of leaves before it tests them
    a.mark(n.node1);
    b.mark(n.node2);
    if (leaf1 && leaf2) {
      if (!apart) found.add(key(a.element[n.node1], b.element[n.node2]));
    } else if (leaf2 || (!leaf1 && opening_size(a.box[n.node1]) > opening_size(b.box[n.node2]))) {
      for (const int child : a.child[n.node1]) stack.add({child, n.node2});
    } else {
      for (const int child : b.child[n.node2]) stack.add({n.node1, child});
    }
  }
}

bool collide_pair(const Model& m, int flex1, int e1, int flex2, int e2, Real margin, ContactSink& sink) {
  const Data& d = sink.d;
  if (aabbs_apart(d.flexelem_aabb[m.flex_elemadr[flex1] + e1], d.flexelem_aabb[m.flex_elemadr[flex2] + e2],
                  margin))
    return true;
  if (shares_body(m, flex1, e1, flex2, e2)) return true;
  return collide_elements(m, flex1, e1, flex2, e2, sink);
}

}  // namespace

FlexTree flex_tree(const Model& m, Data& d, int flex) {
  const int adr = m.flex_bvhadr[flex];
  return {d.bvh_aabb_dyn.data() + (adr - m.nbvhstatic), m.bvh_child.data() + adr, m.bvh_nodeid.data() + adr,
          m.vis.global_.bvactive ? d.bvh_active.data() + adr : nullptr, m.flex_bvhnum[flex]};
}

void collide_body_flex(const Model& m, int body, int flex, ContactSink& sink) {
  uses_flex_tree(m, flex) && m.body_bvhnum[body] > 0 ? collide_by_trees(m, body, flex, sink)
                                                     : collide_all(m, body, flex, sink);
}

void collide_flexes(const Model& m, int flex1, int flex2, ContactSink& sink) {
  const Real margin = flex_pair_margin(m, m.flex_margin[flex1], flex2);
  if (uses_flex_tree(m, flex1) && uses_flex_tree(m, flex2)) {
    Arena::Frame frame(sink.d.arena);
    GrowingList<Key> found(frame, 256);
    walk_flexes(m, sink.d, flex1, flex2, margin, found, frame);
    const std::span<Key> keys = found.items();
    std::sort(keys.begin(), keys.end());
    for (const Key k : keys)
      if (!collide_pair(m, flex1, first(k), flex2, second(k), margin, sink)) return;
    return;
  }
  for (int e1 = 0; e1 < m.flex_elemnum[flex1]; ++e1)
    for (int e2 = 0; e2 < m.flex_elemnum[flex2]; ++e2)
      if (!collide_pair(m, flex1, e1, flex2, e2, margin, sink)) return;
}

}  // namespace corten
