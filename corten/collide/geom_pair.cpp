#include "corten/collide/geom_pair.h"

#include <algorithm>
#include <utility>

#include "corten/collide/bounding_sphere.h"
#include "corten/collide/contact_record.h"
#include "corten/collide/geom_shape.h"
#include "corten/collide/pair_table.h"
#include "corten/geom/convex_pair.h"
#include "corten/geom/oriented_box.h"
#include "corten/math/frame.h"
#include "corten/model/warning.h"

namespace corten {
namespace {

bool masks_collide(const Model& m, int g1, int g2) {
  return (m.geom_contype[g1] & m.geom_conaffinity[g2]) || (m.geom_contype[g2] & m.geom_conaffinity[g1]);
}

// a user's filter decides alone
bool geoms_filtered(const Model& m, int g1, int g2, ContactSink& sink) {
  const Hooks& hooks = sink.hooks;
  if (hooks.contact_filter) return hooks.contact_filter(m, sink.d, g1, g2, hooks.user);
  return !masks_collide(m, g1, g2);
}

// The search for the distance of two meshes is long. Where the boxes around them are apart by more than its
// tolerance it cannot find a contact, and is spared. Negative margins do not shrink a mesh.
bool mesh_boxes_apart(const Model& m, const Data& d, int geom1, int geom2, Real margin) {
  if (m.geom_type[geom1] != mjGEOM_MESH || m.geom_type[geom2] != mjGEOM_MESH) return false;
  const auto box = [&](int geom) {
    return PlacedBox{m.geom_aabb[geom], d.geom_xpos[geom], d.geom_xmat[geom]};
  };
  const Real slack = m.opt.ccd_tolerance + Real(1e-6) * (m.geom_rbound[geom1] + m.geom_rbound[geom2]);
  return boxes_apart(box(geom1), box(geom2), std::max(margin, Real(0)) + slack);
}

// A pair function's question, with what is remembered of a pair that is searched.
PairQuery remembered_query(const Model& m, int geom1, int geom2, Real margin, PairFunction function,
                           ContactSink& sink) {
  PairQuery query = pair_query(m, sink.d, margin, sink.tables);
  if (function != convex_convex) return query;
  if (PairSlot* slot = sink.d.pair_memory.slot(geom1, geom2)) {
    query.kept_direction = &slot->direction;
    query.kept_start = slot->start;
  }
  return query;
}

// geom1 has the smaller type number
template <class Params>
void collide_shapes(const Model& m, int geom1, int geom2, Real margin, PairFunction function,
                    const Params& params, ContactSink& sink) {
  Data& d = sink.d;
  if (!has_room(sink)) return warn(d, mjWARN_CONTACTFULL, d.ncon);
  AssetViews views1, views2;
  Shape a = geom_shape(m, d, geom1, views1), b = geom_shape(m, d, geom2, views2);
  if (b.type == ShapeType::sdf) {
    attach_field(m, d, geom1, views1, a);
    attach_field(m, d, geom2, views2, b);
    if (a.type == ShapeType::mesh) mark_nodes(m, geom1, d, views1);  // measured by rays
  }
  ContactPoints points;
  function(a, b, remembered_query(m, geom1, geom2, margin, function, sink), points);
  if (points.count == 0) return;
  Contact* con = append_contacts(d, points.count);
  if (!con) return warn(d, mjWARN_CONTACTFULL, d.ncon);
  const ContactParams p = params();
  Mat3<Real> frame;
  for (int i = 0; i < points.count; ++i) {
    const ContactPoint& point = points.point[i];
    // contacts of one pair mostly share their normal
    if (i == 0 || point.normal != points.point[i - 1].normal || point.tangent != points.point[i - 1].tangent)
      frame = make_frame(point.normal, point.tangent);
    fill_contact(point, frame, p, geom1, geom2, con[i]);
  }
}

void order_by_type(const Model& m, int& geom1, int& geom2) {
  if (m.geom_type[geom1] > m.geom_type[geom2]) std::swap(geom1, geom2);
}

}  // namespace

void collide_geoms(const Model& m, int geom1, int geom2, bool spheres_tested, ContactSink& sink) {
  order_by_type(m, geom1, geom2);
  const PairFunction function = pair_function(shape_type(m, geom1), shape_type(m, geom2));
  if (!function || geoms_filtered(m, geom1, geom2, sink)) return;
  const Real margin = geom_pair_margin(m, geom1, geom2);
  if (!spheres_tested && spheres_apart(m, sink.d, geom1, geom2, margin)) return;
  if (mesh_boxes_apart(m, sink.d, geom1, geom2, margin)) return;
  collide_shapes(
      m, geom1, geom2, margin, function, [&] { return mixed_params(m, geom1, geom2); }, sink);
}

void collide_predefined(const Model& m, int pair, ContactSink& sink) {
  int geom1 = m.pair_geom1[pair], geom2 = m.pair_geom2[pair];
  const Data& d = sink.d;
  const auto awake = [&](int geom) { return d.body_awake[m.geom_bodyid[geom]] == mjS_AWAKE; };
  if (m.opt.enableflags & mjENBL_SLEEP && !awake(geom1) && !awake(geom2)) return;
  order_by_type(m, geom1, geom2);
  const PairFunction function = pair_function(shape_type(m, geom1), shape_type(m, geom2));
  if (!function) return;
  const Real margin = predefined_margin(m, pair);
  if (spheres_apart(m, d, geom1, geom2, margin)) return;
  collide_shapes(
      m, geom1, geom2, margin, function, [&] { return predefined_params(m, pair); }, sink);
}

}  // namespace corten
