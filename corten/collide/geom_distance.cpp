#include "corten/collide/geom_distance.h"

#include <utility>

#include "corten/collide/geom_shape.h"
#include "corten/collide/pair_table.h"
#include "corten/geom/convex_pair.h"

namespace corten {
namespace {

// Box against box has contacts in closed form, but no distance.
bool uses_convex_solver(PairFunction function, ShapeType a, ShapeType b) {
  return function == convex_convex || (a == ShapeType::box && b == ShapeType::box);
}

GeomDistance by_convex_solver(const Shape& a, const Shape& b, Real distmax, const PairQuery& query) {
  const ConvexAnswer answer = convex_distance(a, b, distmax, query);
  GeomDistance result{answer.dist < distmax ? answer.dist : distmax, {}, {}};
  if (answer.witnesses) result.from = answer.x1, result.to = answer.x2;
  return result;
}

// The nearest contact with the distance as margin gives the segment.
GeomDistance by_pair_function(PairFunction function, const Shape& a, const Shape& b, bool swapped,
                              Real distmax, PairQuery query) {
  query.margin = distmax;
  ContactPoints found;
  function(a, b, query, found);
  GeomDistance result{distmax, {}, {}};
  for (int i = 0; i < found.count; ++i) {
    const ContactPoint& c = found.point[i];
    if (!(c.dist < result.dist)) continue;
    result = {c.dist, c.pos - c.normal * (Real(0.5) * c.dist), c.pos + c.normal * (Real(0.5) * c.dist)};
    if (swapped) std::swap(result.from, result.to);
  }
  return result;
}

}  // namespace

GeomDistance geom_distance(const Model& m, Data& d, int geom1, int geom2, Real distmax) {
  AssetViews views1, views2;
  Shape a = geom_shape(m, d, geom1, views1), b = geom_shape(m, d, geom2, views2);
  if (a.type == ShapeType::sdf || b.type == ShapeType::sdf) {
    attach_field(m, d, geom1, views1, a);
    attach_field(m, d, geom2, views2, b);
  }
  const bool swapped = a.type > b.type;
  const PairFunction function = swapped ? pair_function(b.type, a.type) : pair_function(a.type, b.type);
  if (!function) return {distmax, {}, {}};
  const PairQuery query = pair_query(m, d, 0);
  if (uses_convex_solver(function, a.type, b.type)) return by_convex_solver(a, b, distmax, query);
  return swapped ? by_pair_function(function, b, a, true, distmax, query)
                 : by_pair_function(function, a, b, false, distmax, query);
}

}  // namespace corten
