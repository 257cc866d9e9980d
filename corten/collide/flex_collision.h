// Which vertices and elements of flexes are tested against geoms, other flexes and themselves, and in which
// order.
#pragma once

#include "corten/collide/contact_record.h"
#include "corten/model/model.h"

namespace corten {

void collide_body_flex(const Model& m, int body, int flex, ContactSink& sink);
void collide_flexes(const Model& m, int flex1, int flex2, ContactSink& sink);
// within elements, then elements with each other
void collide_flex_self(const Model& m, int flex, ContactSink& sink);

// The two boxes are farther apart than margin on some axis.
inline bool aabbs_apart(const Aabb<Real>& a, const Aabb<Real>& b, Real margin) {
  for (int k = 0; k < 3; ++k) {
    if (a.center[k] - a.half[k] - margin > b.center[k] + b.half[k]) return true;
    if (b.center[k] - b.half[k] - margin > a.center[k] + a.half[k]) return true;
  }
  return false;
}

// The tree over the elements of a flex, boxes in the world.
struct FlexTree {
  const Aabb<Real>* box;
  const Vec<int, 2>* child;
  const int* element;  // of a leaf, −1 inside
  byte* active;        // null unless nodes are to be marked
  int count;

  bool is_leaf(int node) const { return element[node] >= 0; }
  void mark(int node) const {
    if (active) active[node] = 1;
  }
};
FlexTree flex_tree(const Model& m, Data& d, int flex);

inline bool uses_flex_tree(const Model& m, int flex) {
  return !(m.opt.disableflags & mjDSBL_MIDPHASE) && m.flex_bvhnum[flex] > 0;
}

// Which of two boxes is opened first; the oracle takes the half size minus the centre for the sides.
inline Real opening_size(const Aabb<Real>& box) {
  const Vec3<Real> side = box.half - box.center;
  return side[0] * side[1] + side[1] * side[2] + side[2] * side[0];
}

}  // namespace corten
