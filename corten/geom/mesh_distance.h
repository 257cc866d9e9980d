// Signed distance of points to a closed triangle mesh.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "corten/geom/triangle.h"

namespace corten {

// The nearest triangle is found in a tree of spheres. The sign is that of the pseudonormal of the nearest
// face, edge or vertex (Bærentzen, Aanæs 2005): the sum of the normals that meet there, at vertices weighted
// by angles. Equal vertices under different numbers are different vertices.
class MeshDistance {
 public:
  MeshDistance(std::span<const Vec3<Real>> vert, std::span<const Triangle> face);
  Real operator()(const Vec3<Real>& point) const;

 private:
  struct Sphere {
    Vec3<Real> center{};
    Real radius = 0;
  };
  struct Node {
    int left = -1, right = 0;  // children; in leaves −1 and the triangle
    Sphere left_ball, right_ball;
  };
  // the part of a triangle that is nearest to a point
  enum Feature { kVertex0, kVertex1, kVertex2, kEdge01, kEdge12, kEdge02, kFace };
  struct Nearest {
    Real distance;
    Vec3<Real> point{};
    int triangle = 0;
    Feature feature = kFace;
  };

  void find_normals();
  Sphere build(int node, std::vector<int>& faces, int begin, int end);
  Sphere bound(std::span<const int> faces, int& longest) const;
  void search(const Node& node, const Vec3<Real>& point, Nearest& best) const;
  static Nearest nearest_of(const Vec3<Real>& p, const Vec3<Real>& a, const Vec3<Real>& b,
                            const Vec3<Real>& c, Real& squared);

  std::span<const Vec3<Real>> vert_;
  std::span<const Triangle> face_;
  std::vector<Node> nodes_;
  std::vector<Vec3<Real>> vertex_normal_, face_normal_;
  std::vector<std::array<Vec3<Real>, 3>> edge_normal_;  // per triangle: 01, 12, 02
};

}  // namespace corten
