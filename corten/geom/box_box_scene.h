// What the parts of box against box share: the two boxes, the axis of least overlap, frames of faces.
#pragma once

#include <cmath>
#include <initializer_list>
#include <utility>

#include "corten/geom/contact_point.h"
#include "corten/geom/shape.h"

namespace corten::core {

// The two boxes and their relative pose.
template <class T>
struct BoxPair {
  const ShapeOf<T>& a;
  const ShapeOf<T>& b;
  Mat3<T> rot;      // axes of b in the frame of a
  Mat3<T> rot_abs;  // element-wise |rot|
  Vec3<T> b_in_a;   // centre of b in the frame of a
  Vec3<T> a_in_b;
  T margin;
};

enum class BoxAxisKind { separated, face_a, face_b, edges };

// The axis of least overlap.
template <class T>
struct BoxAxis {
  BoxAxisKind kind = BoxAxisKind::separated;
  int face = 0;           // 0..2: +x +y +z, 3..5: −x −y −z of the reference box
  int edge_a = 0;         // edges: axis of the edge of a
  int edge_b = 0;         // edges: axis of the edge of b
  Vec3<T> normal{};       // edges: edge_a × edge_b, unit, in the frame of a
  bool negative = false;  // edges: b lies on the negative side of the normal
  int bits_a = 0;         // edges: signs of the corner coordinates of the edge of a
  int bits_b = 0;
};

// Frame of a face of a box: z is the outward normal. to_face takes a vector of the box frame there.
template <class T>
CORTEN_HD Vec3<T> to_face(int face, const Vec3<T>& v) {
  switch (face) {
    case 0:
      return {-v[2], v[1], v[0]};
    case 1:
      return {v[0], -v[2], v[1]};
    case 2:
      return v;
    case 3:
      return {v[2], v[1], -v[0]};
    case 4:
      return {v[0], v[2], -v[1]};
    default:
      return {-v[0], v[1], -v[2]};
  }
}

// the axes of the face frame in the world, as columns
template <class T>
CORTEN_HD Mat3<T> face_axes(int face, const Mat3<T>& box_mat) {
  Mat3<T> axes;
  for (int row = 0; row < 3; ++row) {
    const Vec3<T> mapped = to_face(face, box_mat.row(row));
    for (int col = 0; col < 3; ++col) axes(row, col) = mapped[col];
  }
  return axes;
}

}  // namespace corten::core
