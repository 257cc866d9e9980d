#include "corten/collide/flex_pair.h"

#include <cmath>

#include "corten/collide/geom_shape.h"
#include "corten/math/frame.h"
#include "corten/model/warning.h"

namespace corten {
namespace {

// What a contact is between; geoms, flexes, elements and vertices that are not are −1.
struct Sides {
  Vec<int, 2> geom{-1, -1}, flex{-1, -1}, elem{-1, -1}, vert{-1, -1};
};

bool record(const ContactPoints& points, const ContactParams& params, const Sides& sides, ContactSink& sink) {
  if (points.count == 0) return true;
  Contact* con = append_contacts(sink.d, points.count);
  if (!con) {
    warn(sink.d, mjWARN_CONTACTFULL, sink.d.ncon);
    return false;
  }
  for (int i = 0; i < points.count; ++i) {
    const ContactPoint& point = points.point[i];
    fill_contact(point, make_frame(point.normal, point.tangent), params, sides.geom[0], sides.geom[1],
                 con[i]);
    con[i].flex = sides.flex;
    con[i].elem = sides.elem;
    con[i].vert = sides.vert;
  }
  return true;
}

bool room_for(ContactSink& sink, int count = kMaxConPair) {
  if (has_room(sink, count)) return true;
  warn(sink.d, mjWARN_CONTACTFULL, sink.d.ncon);
  return false;
}

// parameters inside of one flex: as mixed, but without margin and gap
ContactParams inner_params(const Model& m, int flex) {
  ContactParams p = mixed_params(m, flex_surface(m, flex), flex_surface(m, flex));
  p.margin = p.gap = 0;
  return p;
}

void find_points(const Shape& shape, const Element& element, int dim, const PairQuery& query,
                 ContactPoints& points) {
  const bool simple =
      shape.type == ShapeType::sphere || shape.type == ShapeType::capsule || shape.type == ShapeType::box;
  if (shape.type == ShapeType::hfield) return hfield_element(shape, element, query, points);
  if (simple && dim == 1) return shape_line(shape, element, query.margin, points);
  if (simple && dim == 2) {
    if (shape.type == ShapeType::sphere)
      return ball_triangle(shape.pos, shape.size[0], element, query.margin, points);
    if (shape.type == ShapeType::capsule) return capsule_triangle(shape, element, query.margin, points);
    return box_triangle(shape, element, query.margin, points);
  }
  convex_element(shape, element, query, points);
  if (dim == 2 && points.count)
    points.point[0].normal = smooth_normal(shape, points.point[0].pos, points.point[0].normal);
}

}  // namespace

Element flex_element(const Model& m, const Data& d, int flex, int element) {
  Element e;
  e.count = m.flex_dim[flex] + 1;
  e.radius = m.flex_radius[flex];
  e.center = d.flexelem_aabb[m.flex_elemadr[flex] + element].center;
  const int* corners = element_corners(m, flex, element);
  for (int i = 0; i < e.count; ++i) e.corner[i] = d.flexvert_xpos[m.flex_vertadr[flex] + corners[i]];
  return e;
}

bool shares_body(const Model& m, int flex1, int element1, int flex2, int element2) {
  if (m.flex_interp[flex1] || m.flex_interp[flex2]) return false;
  const int* body1 = m.flex_vertbodyid.data() + m.flex_vertadr[flex1];
  const int* body2 = m.flex_vertbodyid.data() + m.flex_vertadr[flex2];
  const int *corners1 = element_corners(m, flex1, element1), *corners2 = element_corners(m, flex2, element2);
  for (int i = 0; i <= m.flex_dim[flex1]; ++i)
    for (int j = 0; j <= m.flex_dim[flex2]; ++j)
      if (body1[corners1[i]] >= 0 && body1[corners1[i]] == body2[corners2[j]]) return true;
  return false;
}

bool collide_plane_vertex(const Model& m, int plane, int flex, int vert, ContactSink& sink) {
  const Data& d = sink.d;
  const Vec3<Real>& v = d.flexvert_xpos[m.flex_vertadr[flex] + vert];
  const Vec3<Real> normal = d.geom_xmat[plane].col(2);
  const Real margin = flex_pair_margin(m, m.geom_margin[plane], flex), radius = m.flex_radius[flex];
  const Real height = dot(v - d.geom_xpos[plane], normal);
  if (height > margin + radius) return true;
  if (!room_for(sink, 1)) return false;
  ContactPoints points;
  const Real dist = height - radius;
  points.add(dist, v - normal * (Real(0.5) * dist + radius), normal);
  Sides sides;
  sides.geom[0] = plane;
  sides.flex[1] = flex;
  sides.vert[1] = vert;
  return record(points, mixed_params(m, geom_surface(m, plane), flex_surface(m, flex)), sides, sink);
}

bool collide_geom_element(const Model& m, int geom, int flex, int element, ContactSink& sink) {
  if (!room_for(sink)) return false;
  Data& d = sink.d;
  AssetViews views;
  const Shape shape = geom_shape(m, d, geom, views);
  const Real margin = flex_pair_margin(m, m.geom_margin[geom], flex);
  ContactPoints points;
  find_points(shape, flex_element(m, d, flex, element), m.flex_dim[flex],
              pair_query(m, d, margin, sink.tables), points);
  if (points.count == 0) return true;
  Sides sides;
  sides.geom[0] = geom;
  sides.flex[1] = flex;
  sides.elem[1] = element;
  return record(points, mixed_params(m, geom_surface(m, geom), flex_surface(m, flex)), sides, sink);
}

bool collide_elements(const Model& m, int flex1, int element1, int flex2, int element2, ContactSink& sink) {
  if (!room_for(sink)) return false;
  Data& d = sink.d;
  const bool self = flex1 == flex2;
  const Real margin = self ? 0 : flex_pair_margin(m, m.flex_margin[flex1], flex2);
  const Element a = flex_element(m, d, flex1, element1), b = flex_element(m, d, flex2, element2);
  ContactPoints points;
  if (m.flex_dim[flex1] == 1 && m.flex_dim[flex2] == 1) {
    line_line(a, b, margin, points);
  } else {
    element_element(a, b, pair_query(m, d, margin), points);
  }
  if (points.count == 0) return true;
  const ContactParams params =
      self ? inner_params(m, flex1) : mixed_params(m, flex_surface(m, flex1), flex_surface(m, flex2));
  return record(points, params, {{-1, -1}, {flex1, flex2}, {element1, element2}, {-1, -1}}, sink);
}

bool collide_vertex_element(const Model& m, int flex, int vert, int element, ContactSink& sink) {
  if (!room_for(sink)) return false;
  Data& d = sink.d;
  const Vec3<Real>& v = d.flexvert_xpos[m.flex_vertadr[flex] + vert];
  const Element e = flex_element(m, d, flex, element);
  ContactPoints points;
  if (m.flex_dim[flex] == 1) {
    ball_line(v, m.flex_radius[flex], e, 0, points);
  } else {
    ball_triangle(v, m.flex_radius[flex], e, 0, points);
  }
  return record(points, inner_params(m, flex), {{-1, -1}, {flex, flex}, {-1, element}, {vert, -1}}, sink);
}

void collide_inside(const Model& m, int flex, int element, ContactSink& sink) {
  static constexpr int kFace[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}};
  static constexpr int kOpposite[4] = {3, 1, 2, 0};
  const int* corners = element_corners(m, flex, element);
  const Vec3<Real>* x = sink.d.flexvert_xpos.data() + m.flex_vertadr[flex];
  const Real radius = m.flex_radius[flex];
  for (int f = 0; f < 4; ++f) {
    const Vec3<Real>&a = x[corners[kFace[f][0]]], &b = x[corners[kFace[f][1]]], &c = x[corners[kFace[f][2]]];
    const Vec3<Real> normal = unit(cross(b - a, c - a));
    const int vert = corners[kOpposite[f]];
    const Real height = dot(x[vert] - a, normal);
    if (height <= -2 * radius) continue;
    if (!room_for(sink, 1)) return;
    ContactPoints points;
    points.add(-height - 2 * radius, x[vert] - normal * (Real(0.5) * height), -normal);
    ContactParams params = inner_params(m, flex);
    params.condim = 1;
    if (!record(points, params, {{-1, -1}, {flex, flex}, {element, -1}, {-1, vert}}, sink)) return;
  }
}

}  // namespace corten
