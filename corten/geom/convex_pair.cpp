#include "corten/geom/convex_pair.h"

#include <algorithm>

#include "corten/math/frame.h"

namespace corten {
namespace {

constexpr Real kPerturbation = 1e-3;  // angle of the extra runs [rad], and relative spacing of their contacts

ConvexOptions options(const PairQuery& query) { return {query.ccd_tolerance, query.ccd_iterations}; }

// The contact of one query; false when the shapes do not touch.
bool add_single(const ConvexAnswer& answer, Real margin, ContactPoints& out) {
  if (!(answer.dist < 0)) return false;
  out.add(margin + answer.dist, (answer.x1 + answer.x2) * Real(0.5), unit(answer.x1 - answer.x2));
  return true;
}

bool has_flat_faces(ShapeType type) { return type == ShapeType::box || type == ShapeType::mesh; }
bool is_curved_everywhere(ShapeType type) {
  return type == ShapeType::sphere || type == ShapeType::ellipsoid;
}

void turn_about(ConvexSide& s, const Mat3<Real>& turn, const Vec3<Real>& point) {
  const Vec3<Real> rel = point - s.pos;
  s.pos -= turn * rel - rel;
  s.mat = turn * s.mat;
}

// Four more runs with the shapes turned slightly against each other about the first contact.
void add_perturbed(const Shape& a, const Shape& b, ConvexSide& sa, ConvexSide& sb, const PairQuery& query,
                   int first, ContactPoints& out) {
  const ContactPoint contact = out.point[first];
  const Mat3<Real> frame = make_frame(contact.normal);
  const Real spacing = kPerturbation * std::min(a.rbound, b.rbound);
  for (int axis = 1; axis <= 2; ++axis) {
    for (const Real angle : {-kPerturbation, kPerturbation}) {
      const Mat3<Real> turn = to_mat(axis_angle_quat(frame.row(axis), angle));
      turn_about(sa, turn, contact.pos);
      turn_about(sb, transpose(turn), contact.pos);
      ContactPoints found;
      const bool touching =
          add_single(convex_query(sa, sb, 0, options(query), *query.scratch), query.margin, found);
      sa.pos = a.pos, sa.mat = a.mat, sb.pos = b.pos, sb.mat = b.mat;
      if (!touching) continue;
      const auto same = [&](const ContactPoint& c) { return distance(c.pos, found.point[0].pos) <= spacing; };
      if (std::none_of(out.point + first, out.point + out.count, same))
        out.add(contact.dist, found.point[0].pos, found.point[0].normal);
    }
  }
}

// Whether the direction that showed the shapes to be apart the last time still does, by more than the search
// is exact to: then it cannot find a contact, and is spared. Otherwise the sides are as if never asked.
bool apart_as_before(const Shape& a, const Shape& b, ConvexSide& sa, ConvexSide& sb, const PairQuery& query) {
  const Vec3<Real>& u = *query.kept_direction;
  if (u == Vec3<Real>{}) return false;
  const auto start = [](const ConvexSide& side, int vertex) {
    return side.mesh && side.mesh->has_graph && vertex < side.mesh->graph.numvert ? vertex : -1;
  };
  sa.hull_vertex = start(sa, query.kept_start[0]);
  sb.hull_vertex = start(sb, query.kept_start[1]);
  DifferenceVertex farthest;
  difference_support(sa, sb, u, farthest);
  const Real slack = query.ccd_tolerance + Real(1e-6) * (a.rbound + b.rbound);
  if (dot(farthest.w, u) < -slack) {
    query.kept_start[0] = sa.hull_vertex;
    query.kept_start[1] = sb.hull_vertex;
    return true;
  }
  sa.index = sa.hull_vertex = sb.index = sb.hull_vertex = -1;
  return false;
}

void keep(const ConvexAnswer& answer, const ConvexSide& sa, const ConvexSide& sb, const PairQuery& query) {
  *query.kept_direction = answer.apart;
  query.kept_start[0] = sa.hull_vertex;
  query.kept_start[1] = sb.hull_vertex;
}

}  // namespace

void convex_convex(const Shape& a, const Shape& b, const PairQuery& query, ContactPoints& out) {
  HullTable* const tables = query.tables;
  ConvexSide sa = convex_side(a, query.margin, tables);
  ConvexSide sb = convex_side(b, query.margin, tables ? tables + 1 : nullptr);
  if (query.kept_direction && apart_as_before(a, b, sa, sb, query)) return;
  const ConvexAnswer answer = convex_query(sa, sb, 0, options(query), *query.scratch);
  if (query.kept_direction) keep(answer, sa, sb, query);
  const int first = out.count;
  const bool native = query.multiccd && query.margin <= 0 && has_flat_faces(a.type) && has_flat_faces(b.type);
  if (native && answer.penetrating && face_contacts(a, b, answer, query.margin + answer.dist, out)) return;
  if (!add_single(answer, query.margin, out)) return;
  if (query.multiccd && !native && !is_curved_everywhere(a.type) && !is_curved_everywhere(b.type))
    add_perturbed(a, b, sa, sb, query, first, out);
}

ConvexAnswer convex_distance(const Shape& a, const Shape& b, Real distmax, const PairQuery& query) {
  ConvexSide sa = convex_side(a, 0), sb = convex_side(b, 0);
  return convex_query(sa, sb, distmax, options(query), *query.scratch);
}

}  // namespace corten
