// Parts of box against box: the separating axis, contacts of a face, contacts of a pair of edges, clean-up.
#pragma once

#include "corten/geom/contact_point.h"
#include "corten/geom/shape.h"

namespace corten {

// The two boxes and their relative pose.
struct BoxPair {
  const Shape& a;
  const Shape& b;
  Mat3<Real> rot;      // axes of b in the frame of a
  Mat3<Real> rot_abs;  // element-wise |rot|
  Vec3<Real> b_in_a;   // centre of b in the frame of a
  Vec3<Real> a_in_b;
  Real margin;
};

// The axis of least overlap.
struct BoxAxis {
  enum class Kind { separated, face_a, face_b, edges } kind = Kind::separated;
  int face = 0;           // 0..2: +x +y +z, 3..5: −x −y −z of the reference box
  int edge_a = 0;         // edges: axis of the edge of a
  int edge_b = 0;         // edges: axis of the edge of b
  Vec3<Real> normal{};    // edges: edge_a × edge_b, unit, in the frame of a
  bool negative = false;  // edges: b lies on the negative side of the normal
  int bits_a = 0;         // edges: signs of the corner coordinates of the edge of a
  int bits_b = 0;
};

BoxAxis least_overlap(const BoxPair& pair);

// Frame of a face of a box: z is the outward normal. to_face takes a vector of the box frame there.
Vec3<Real> to_face(int face, const Vec3<Real>& v);
// the axes of the face frame in the world, as columns
Mat3<Real> face_axes(int face, const Mat3<Real>& box_mat);

void box_face_contacts(const BoxPair& pair, const BoxAxis& axis, ContactPoints& out);
void box_edge_contacts(const BoxPair& pair, const BoxAxis& axis, ContactPoints& out);

// Drops contacts (from index first on) outside one box and not inside the other, and the earlier of two at
// the same place.
void clean_box_contacts(const BoxPair& pair, int first, ContactPoints& out);

}  // namespace corten
