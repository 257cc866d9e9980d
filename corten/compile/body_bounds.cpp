// What of a body's geoms collision asks first: joint filters, largest margin, bounding volume hierarchy.
#include <algorithm>
#include <unordered_map>

#include "corten/compile/body_bvh.h"
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

// A hierarchy that was built again after fusing keeps, inside, the leaves of the earlier one: the oracle's
// bits.
void restore_leaves(const std::unordered_map<const spec::Geom*, int>& ids, DraftBody& body) {
  for (std::size_t i = 0; i < std::min(body.old_leaves.size(), body.bvh.nodeid.size()); ++i)
    if (body.bvh.nodeid[i] < 0 && body.old_leaves[i]) body.bvh.nodeid[i] = ids.at(body.old_leaves[i]);
}

}  // namespace

Bvh build_body_bvh(const Draft& draft, const DraftBody& body) {
  return build_bvh(colliding_boxes(draft, body));
}

void remember_leaves(const Draft& draft, DraftBody& body) {
  const Bvh bvh = build_body_bvh(draft, body);
  body.old_leaves.resize(std::max(body.old_leaves.size(), bvh.nodeid.size()), nullptr);
  for (std::size_t i = 0; i < bvh.nodeid.size(); ++i)
    if (bvh.nodeid[i] >= 0) body.old_leaves[i] = draft.geoms[bvh.nodeid[i]].spec;
}

void collect_body_filters(const Spec&, Draft& draft, Diagnostics&) {
  for (DraftBody& body : draft.bodies) collect_filters(draft, body);
}

void build_body_bvhs(const Spec&, Draft& draft, Diagnostics&) {
  std::unordered_map<const spec::Geom*, int> ids;
  for (std::size_t id = 0; id < draft.geoms.size(); ++id) ids[draft.geoms[id].spec] = static_cast<int>(id);
  for (DraftBody& body : draft.bodies) {
    body.bvh = build_body_bvh(draft, body);
    restore_leaves(ids, body);
  }
}

}  // namespace corten
