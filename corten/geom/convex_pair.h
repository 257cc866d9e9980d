// Contacts of shape pairs without a closed form: convex against convex, height field against convex, and the
// distance between two convex shapes (MuJoCo's native convex collision).
#pragma once

#include "corten/geom/contact_point.h"
#include "corten/geom/convex_query.h"

namespace corten {

void convex_convex(const Shape& a, const Shape& b, const PairQuery& query, ContactPoints& out);
void hfield_convex(const Shape& a, const Shape& b, const PairQuery& query, ContactPoints& out);

// Nearest (or deepest) points of a and b; the answer's dist is kHuge beyond distmax.
ConvexAnswer convex_distance(const Shape& a, const Shape& b, Real distmax, const PairQuery& query);

// Contacts spread over touching faces or an edge on a face of two polyhedra, from the final face of EPA.
// All get `dist`; more than four are reduced to the largest quadrilateral unless all are wanted. Returns
// false when the single contact stands.
bool face_contacts(const Shape& a, const Shape& b, const ConvexAnswer& answer, Real dist, ContactPoints& out,
                   bool all = false);

}  // namespace corten
