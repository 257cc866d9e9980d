// A surface of triangles with its box tree: meshes, height fields, skins, flexes.
#pragma once

#include <vector>

#include "viewer/box_tree.h"

namespace corten::viewer {

struct TriangleHit {
  float t = INFINITY;
  int face = -1;       // −1 for a miss
  float u = 0, v = 0;  // weights of the second and third corner
};

// Corners of a face with what is drawn there.
struct TriangleCorners {
  Vec3<float> vert[3];
  Vec3<float> normal[3];      // unit; zero where the face is flat
  Vec<float, 2> texcoord[3];  // as the texture wants it
};

class TriangleSurface {
 public:
  TriangleSurface() = default;
  explicit TriangleSurface(std::vector<TriangleCorners> faces);

  const TriangleCorners& face(int i) const { return faces_[static_cast<std::size_t>(i)]; }
  int size() const { return static_cast<int>(faces_.size()); }
  Box bounds() const { return tree_.bounds(); }

  // Nearest face whose front looks at the ray, with t in [tmin, tmax].
  TriangleHit nearest(const Vec3<float>& origin, const Vec3<float>& direction, float tmin, float tmax) const;
  // Whether any face, front or back, is in [tmin, tmax].
  bool occludes(const Vec3<float>& origin, const Vec3<float>& direction, float tmin, float tmax) const;
  // Outward normal by winding, not of unit length.
  Vec3<float> flat_normal(int i) const;

 private:
  // in the order of the tree's leaves: one corner and the edges from it
  struct Packed {
    Vec3<float> corner, edge1, edge2;
  };

  std::vector<TriangleCorners> faces_;
  BoxTree tree_;
  std::vector<Packed> packed_;
};

}  // namespace corten::viewer
