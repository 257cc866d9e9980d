// An ordered set of unit normals in which nearly parallel ones are the same: a red-black tree of its own,
// because that order is not transitive and what a search finds depends on the shape of the tree and on the
// steps of the search.
#pragma once

#include <vector>

#include "corten/math/vec3.h"

namespace corten {

class NormalTree {
 public:
  static constexpr int kNone = -1;

  // Number of the key found equivalent to `normal`, kNone if there is none. Keys are numbered as inserted.
  int find(const Vec3<Real>& normal) const;
  // Number of the new key; kNone if an equivalent key is met on the way, which `find` may have missed.
  int insert(const Vec3<Real>& normal);
  // Key numbers from first to last.
  std::vector<int> in_order() const;

 private:
  struct Node {
    Vec3<Real> key;
    int parent = kNone;
    int child[2] = {kNone, kNone};
    bool red = true;
  };
  int side(int node) const { return nodes_[nodes_[node].parent].child[1] == node ? 1 : 0; }
  void rotate(int node, int direction);
  void rebalance(int node);

  std::vector<Node> nodes_;
  int root_ = kNone;
};

}  // namespace corten
