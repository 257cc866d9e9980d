// Red-black tree of unit normals.
#include "corten/geom/normal_tree.h"

namespace corten {
namespace {

// Within 0.09 degrees two normals count as one; else the first component that differs decides, larger first.
bool before(const Vec3<Real>& a, const Vec3<Real>& b) {
  if (dot(a, b) > 0.99999872) return false;
  for (int k = 0; k < 3; ++k)
    if (std::abs(a[k] - b[k]) > kMinVal<Real>) return a[k] > b[k];
  return false;
}

}  // namespace

// lower bound first, then the test for equivalence
int NormalTree::find(const Vec3<Real>& normal) const {
  int bound = kNone;
  for (int node = root_; node != kNone;) {
    const bool right = before(nodes_[node].key, normal);
    if (!right) bound = node;
    node = nodes_[node].child[right];
  }
  return bound != kNone && !before(normal, nodes_[bound].key) ? bound : kNone;
}

int NormalTree::insert(const Vec3<Real>& normal) {
  int parent = kNone, direction = 0;
  for (int node = root_; node != kNone; node = nodes_[node].child[direction]) {
    parent = node;
    if (before(normal, nodes_[node].key)) {
      direction = 0;
    } else if (before(nodes_[node].key, normal)) {
      direction = 1;
    } else {
      return kNone;
    }
  }
  const int added = static_cast<int>(nodes_.size());
  nodes_.push_back({normal, parent});
  if (parent == kNone) {
    root_ = added;
  } else {
    nodes_[parent].child[direction] = added;
  }
  rebalance(added);
  return added;
}

// moves the node down to the side `direction`; its child on the other side takes its place
void NormalTree::rotate(int node, int direction) {
  const int up = nodes_[node].child[1 - direction];
  const int inner = nodes_[up].child[direction];
  const int parent = nodes_[node].parent;
  if (parent == kNone) {
    root_ = up;
  } else {
    nodes_[parent].child[side(node)] = up;
  }
  nodes_[up].parent = parent;
  nodes_[up].child[direction] = node;
  nodes_[node].parent = up;
  nodes_[node].child[1 - direction] = inner;
  if (inner != kNone) nodes_[inner].parent = node;
}

// no red node keeps a red parent
void NormalTree::rebalance(int node) {
  while (node != root_ && nodes_[nodes_[node].parent].red) {
    int parent = nodes_[node].parent;
    const int grandparent = nodes_[parent].parent;
    const int direction = side(parent);
    const int uncle = nodes_[grandparent].child[1 - direction];
    if (uncle != kNone && nodes_[uncle].red) {
      nodes_[parent].red = nodes_[uncle].red = false;
      nodes_[grandparent].red = true;
      node = grandparent;
      continue;
    }
    if (side(node) != direction) {
      rotate(parent, direction);
      parent = node;
    }
    nodes_[parent].red = false;
    nodes_[grandparent].red = true;
    rotate(grandparent, 1 - direction);
    break;
  }
  nodes_[root_].red = false;
}

std::vector<int> NormalTree::in_order() const {
  std::vector<int> order, open;
  for (int node = root_; node != kNone || !open.empty();) {
    if (node != kNone) {
      open.push_back(node);
      node = nodes_[node].child[0];
    } else {
      order.push_back(open.back());
      node = nodes_[open.back()].child[1];
      open.pop_back();
    }
  }
  return order;
}

}  // namespace corten
