// Corners, edges and faces of boxes and mesh hulls around the support features that EPA ended on.
#pragma once

#include "corten/geom/clip_polygon.h"
#include "corten/geom/shape.h"

namespace corten {

// One corner, two corners of an edge, or three of a face.
struct Feature {
  int dim;
  int vertex[3];
};
Feature feature_of(int i0, int i1, int i2);

inline constexpr int kMaxFeatureFaces = 150;

struct FaceList {
  int count = 0;
  int id[kMaxFeatureFaces];             // box: +x −x +y −y +z −z; mesh: polygon
  Vec3<Real> normal[kMaxFeatureFaces];  // world, outwards
};
// `outward`: direction of the contact, decides when a box's corners share no face
FaceList faces_at(const Shape& shape, const Feature& feature, const Vec3<Real>& outward);

struct EdgeList {
  int count = 0;
  Vec3<Real> start;
  Vec3<Real> end[kMaxFeatureFaces];
};
EdgeList edges_at(const Shape& shape, const Feature& feature);  // dim 1 or 2

// corners of a face in the world, clockwise seen from outside
Polygon outline(const Shape& shape, int face);

}  // namespace corten
