// Elements of a flex against shapes: lines and triangles and tetrahedra of points, thickened by a radius.
#pragma once

#include "corten/geom/contact_point.h"
#include "corten/geom/convex_query.h"
#include "corten/geom/shape.h"

namespace corten {

// A point counts as an element of one corner.
struct Element {
  int count;             // corners, 1 to 4
  Vec3<Real> corner[4];  // world
  Vec3<Real> center;     // of its box
  Real radius;
};

// Contacts with normals from the shape (or the first element) to the element; appended when closer than
// margin.
void ball_triangle(const Vec3<Real>& center, Real ball_radius, const Element& triangle, Real margin,
                   ContactPoints& out);
void capsule_triangle(const Shape& capsule, const Element& triangle, Real margin, ContactPoints& out);
void box_triangle(const Shape& box, const Element& triangle, Real margin, ContactPoints& out);
void shape_line(const Shape& shape, const Element& line, Real margin,
                ContactPoints& out);  // sphere, capsule, box
void ball_line(const Vec3<Real>& center, Real ball_radius, const Element& line, Real margin,
               ContactPoints& out);
void line_line(const Element& a, const Element& b, Real margin, ContactPoints& out);
// By the convex solver, one contact at most.
void convex_element(const Shape& shape, const Element& element, const PairQuery& query, ContactPoints& out);
void element_element(const Element& a, const Element& b, const PairQuery& query, ContactPoints& out);
// Prism by prism, as hfield_convex.
void hfield_element(const Shape& hfield, const Element& element, const PairQuery& query, ContactPoints& out);

// The outward normal of a round shape at a point near its surface, instead of the one a convex query found.
Vec3<Real> smooth_normal(const Shape& shape, const Vec3<Real>& pos, const Vec3<Real>& normal);

// one side of a convex query
ConvexSide element_side(const Element& element, Real margin);

}  // namespace corten
