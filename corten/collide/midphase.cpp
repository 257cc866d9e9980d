#include "corten/collide/midphase.h"

#include <algorithm>
#include <utility>

#include "corten/collide/bounding_sphere.h"
#include "corten/collide/contact_params.h"
#include "corten/geom/box_frames.h"

namespace corten {

bool geom_boxes_apart(const Model& m, const Data& d, int geom1, int geom2, Real margin) {
  const auto box = [&](int geom) {
    return PlacedBox{m.geom_aabb[geom], d.geom_xpos[geom], d.geom_xmat[geom]};
  };
  return boxes_apart(box(geom1), box(geom2), margin);
}

namespace {

// The tree of one body: node boxes are in its inertial frame, leaves are geoms.
struct BodyTree {
  const Aabb<Real>* aabb;
  const Vec<int, 2>* child;
  const int* geom;  // of a leaf, −1 otherwise
  byte* active;     // null unless nodes are to be marked
  int num;
  const Vec3<Real>& pos;
  const Mat3<Real>& mat;

  bool is_leaf(int node) const { return geom[node] >= 0; }
};

BodyTree body_tree(const Model& m, Data& d, int body) {
  const int adr = m.body_bvhadr[body];
  return {m.bvh_aabb.data() + adr,
          m.bvh_child.data() + adr,
          m.bvh_nodeid.data() + adr,
          m.vis.global_.bvactive ? d.bvh_active.data() + adr : nullptr,
          m.body_bvhnum[body],
          d.xipos[body],
          d.ximat[body]};
}

// The larger node is split first. Its surface is taken as if centre and half size were two corners: so does
// MuJoCo, and it shows in which nodes are marked.
Real surface(const Aabb<Real>& box) {
  const Vec3<Real> side = box.half - box.center;
  return side[0] * side[1] + side[1] * side[2] + side[2] * side[0];
}

Real tree_margin(const Model& m, int body1, int body2) {
  return overrides_contacts(m) ? m.opt.o_margin : m.body_margin[body1] + m.body_margin[body2];
}

bool geoms_apart(const Model& m, const Data& d, int geom1, int geom2) {
  const Real margin = geom_pair_margin(m, geom1, geom2);
  return spheres_apart(m, d, geom1, geom2, margin) || geom_boxes_apart(m, d, geom1, geom2, margin);
}

struct NodePair {
  int node1;
  int node2;
};

class TreeWalk {
 public:
  TreeWalk(const Model& m, Data& d, int body1, int body2, Arena::Frame& frame)
      : m_(m),
        d_(d),
        tree1_(body_tree(m, d, body1)),
        tree2_(body_tree(m, d, body2)),
        frames_(tree1_.pos, tree1_.mat, tree2_.pos, tree2_.mat, tree_margin(m, body1, body2)) {
    stack1_ = frame.alloc<int>(2 * (tree1_.num + tree2_.num + 2)).data();
    stack2_ = stack1_ + (tree1_.num + tree2_.num + 2);
    const int leaves1 = (tree1_.num + 1) / 2, leaves2 = (tree2_.num + 1) / 2;
    found_ = frame.alloc<GeomPairKey>(leaves1 * leaves2).data();
  }

  std::span<GeomPairKey> run() {
    NodePair n{0, 0};
    for (;;) {
      if (visit(n)) continue;
      if (depth_ == 0) return {found_, num_found_};
      --depth_;
      n = {stack1_[depth_], stack2_[depth_]};
    }
  }

 private:
  void push(int node1, int node2) {
    stack1_[depth_] = node1;
    stack2_[depth_++] = node2;
  }

  // true when n became the pair to visit next, the second child; the first waits on the stack
  bool visit(NodePair& n) {
    const bool leaf1 = tree1_.is_leaf(n.node1), leaf2 = tree2_.is_leaf(n.node2);
    if (leaf1 && leaf2) return visit_leaves(n), false;
    if (frames_.apart(tree1_.aabb[n.node1], tree2_.aabb[n.node2])) return false;
    mark(n);
    if (leaf2 || (!leaf1 && surface(tree1_.aabb[n.node1]) > surface(tree2_.aabb[n.node2]))) {
      push(tree1_.child[n.node1][0], n.node2);
      n.node1 = tree1_.child[n.node1][1];
    } else {
      push(n.node1, tree2_.child[n.node2][0]);
      n.node2 = tree2_.child[n.node2][1];
    }
    return true;
  }

  void mark(NodePair n) {
    if (!tree1_.active) return;
    tree1_.active[n.node1] = tree2_.active[n.node2] = 1;
  }

  void visit_leaves(NodePair n) {
    int geom1 = tree1_.geom[n.node1], geom2 = tree2_.geom[n.node2];
    if (geoms_apart(m_, d_, geom1, geom2)) return;
    mark(n);
    if (m_.geom_type[geom1] > m_.geom_type[geom2]) std::swap(geom1, geom2);
    found_[num_found_++] = geom_pair_key(geom1, geom2);
  }

  const Model& m_;
  const Data& d_;
  BodyTree tree1_, tree2_;
  BoxFrames frames_;
  int* stack1_;  // two plain columns: a pair stored by halves and loaded as one waits for the stores
  int* stack2_;
  int depth_ = 0;
  GeomPairKey* found_;
  std::size_t num_found_ = 0;
};

}  // namespace

namespace {

// the trees of bodies come first, those of meshes after them
int body_nodes(const Model& m) {
  for (int body = m.nbody - 1; body >= 0; --body)
    if (m.body_bvhnum[body] > 0) return m.body_bvhadr[body] + m.body_bvhnum[body];
  return 0;
}

}  // namespace

bool roots_apart(const Model& m, const Data& d, int body1, int body2) {
  if (!uses_trees(m, body1, body2)) return false;
  const int geom1 = m.bvh_nodeid[m.body_bvhadr[body1]], geom2 = m.bvh_nodeid[m.body_bvhadr[body2]];
  if (geom1 >= 0 && geom2 >= 0) return geoms_apart(m, d, geom1, geom2);  // roots that are leaves
  const auto root = [&](int body) {
    return PlacedBox{m.bvh_aabb[m.body_bvhadr[body]], d.xipos[body], d.ximat[body], true};
  };
  return boxes_apart(root(body1), root(body2), tree_margin(m, body1, body2));
}

void clear_marks(const Model& m, Data& d) {
  if (!m.vis.global_.bvactive) return;
  const bool beyond_bodies = d.mesh_nodes_active || m.nflex > 0;
  std::fill_n(d.bvh_active.begin(), beyond_bodies ? m.nbvh : body_nodes(m), byte(0));
  d.mesh_nodes_active = false;
}

bool leaves_meet(const Model& m, Data& d, int body1, int body2, bool spheres_tested) {
  const int node1 = m.body_bvhadr[body1], node2 = m.body_bvhadr[body2];
  const int geom1 = m.bvh_nodeid[node1], geom2 = m.bvh_nodeid[node2];
  const Real margin = geom_pair_margin(m, geom1, geom2);
  if (!spheres_tested && spheres_apart(m, d, geom1, geom2, margin)) return false;
  if (geom_boxes_apart(m, d, geom1, geom2, margin)) return false;
  if (m.vis.global_.bvactive) d.bvh_active[node1] = d.bvh_active[node2] = 1;
  return true;
}

std::span<const GeomPairKey> midphase(const Model& m, Data& d, int body1, int body2, Arena::Frame& frame) {
  const std::span<GeomPairKey> found = TreeWalk(m, d, body1, body2, frame).run();
  if (found.size() > 1) std::sort(found.begin(), found.end());
  return found;
}

}  // namespace corten
