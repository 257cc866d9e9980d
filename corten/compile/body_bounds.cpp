// What of a body's geoms collision asks first: joint filters, largest margin, bounding volume hierarchy.
#include <algorithm>

#include "corten/compile/passes.h"

namespace corten {
namespace {

void collect_filters(const Draft& draft, DraftBody& body) {
  body.contype = body.conaffinity = 0;
  body.margin = 0;
  for (const int id : body.geoms) {
    const spec::Geom& geom = *draft.geoms[id].spec;
    body.contype |= *geom.contype;
    body.conaffinity |= *geom.conaffinity;
    body.margin = std::max(body.margin, *geom.margin);
  }
}

// The box of each geom that can collide, in the body's inertial frame.
std::vector<BvhElement> colliding_boxes(const Draft& draft, const DraftBody& body) {
  std::vector<BvhElement> elements;
  for (const int id : body.geoms) {
    const DraftGeom& geom = draft.geoms[id];
    if (*geom.spec->contype == 0 && *geom.spec->conaffinity == 0) continue;
    elements.push_back(bvh_element(geom.aabb, geom.pose, body.inertial, id));
  }
  return elements;
}

}  // namespace

void collect_body_filters(const Spec&, Draft& draft, Diagnostics&) {
  for (DraftBody& body : draft.bodies) collect_filters(draft, body);
}

void build_body_bvhs(const Spec&, Draft& draft, Diagnostics&) {
  for (DraftBody& body : draft.bodies) body.bvh = build_bvh(colliding_boxes(draft, body));
}

}  // namespace corten
