// Construction of a bounding-volume hierarchy over boxes: geoms of a body, faces of a mesh.
#pragma once

#include <span>
#include <vector>

#include "corten/geom/triangle.h"
#include "corten/math/pose.h"
#include "corten/math/spatial.h"

namespace corten {

// One element; boxes and positions are in the frame of the hierarchy.
struct BvhElement {
  Vec3<Real> lower, upper;  // its box
  Vec3<Real> pos;           // what the elements are ordered by
  int id;                   // stored at its leaf
};

// Nodes depth-first, a node before its children, the left child's nodes first.
struct Bvh {
  std::vector<int> depth;
  std::vector<Vec<int, 2>> child;  // node indices in this hierarchy, -1 -1 at leaves
  std::vector<int> nodeid;         // element id at leaves, -1 inside
  std::vector<Aabb<Real>> aabb;

  int size() const { return static_cast<int>(nodeid.size()); }
};

Bvh build_bvh(std::vector<BvhElement> elements);

// The box of something posed in a body, for a hierarchy in the frame `frame` of the same body: the box around
// its eight corners, ordered by the position. Ids must increase in the order the elements are given.
BvhElement bvh_element(const Aabb<Real>& box, const Pose<Real>& pose, const Pose<Real>& frame, int id);

// Over the faces of a mesh, ordered by their circumcentres.
Bvh build_face_bvh(std::span<const Vec3<Real>> vert, std::span<const Triangle> face);

}  // namespace corten
