// Contacts of a sphere with a plane, a sphere and a box: the parts most primitive pairs are made of.
#pragma once

#include "corten/geom/contact_point.h"
#include "corten/geom/shape.h"

namespace corten {

struct Ball {
  Vec3<Real> center;
  Real radius;
};

inline Vec3<Real> z_axis(const Shape& s) { return s.mat.col(2); }

// the plane through point with unit normal
void plane_ball(const Vec3<Real>& point, const Vec3<Real>& normal, const Ball& ball, Real margin,
                ContactPoints& out, const Vec3<Real>& tangent = {});

// axis_a, axis_b: axes of the two geoms, their cross product is the normal when the centres coincide
void ball_ball(const Ball& a, const Vec3<Real>& axis_a, const Ball& b, const Vec3<Real>& axis_b, Real margin,
               ContactPoints& out);

void ball_box(const Ball& ball, const Shape& box, Real margin, ContactPoints& out);

}  // namespace corten
