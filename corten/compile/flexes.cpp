// Flexes: who carries their vertices and nodes, and whether they can be what they say.
#include <algorithm>
#include <cmath>
#include <set>

#include "corten/base/client_texts.h"
#include "corten/compile/passes.h"
#include "corten/compile/unknown_name.h"

namespace corten {
namespace {

using Coordinates = std::vector<Vec3<Real>>;

Coordinates triples(const std::vector<Real>& numbers) {
  Coordinates all;
  for (std::size_t i = 0; i + 2 < numbers.size(); i += 3)
    all.push_back({numbers[i], numbers[i + 1], numbers[i + 2]});
  return all;
}

bool all_zero(const std::vector<Real>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](Real x) { return x == 0; });
}

std::vector<build::Pose> world_poses(const Draft& draft) {
  std::vector<build::Pose> pose(draft.bodies.size());
  for (std::size_t id = 1; id < pose.size(); ++id) {
    const build::Pose &parent = pose[draft.bodies[id].parent], &own = draft.bodies[id].pose;
    pose[id] = {rotate(parent.quat, own.pos) + parent.pos,
                build::mul(parent.quat, own.quat)};  // not by matrix: bits
  }
  return pose;
}

Coordinates to_world(const std::vector<build::Pose>& pose, const std::vector<int>& body,
                     const Coordinates& local) {
  Coordinates world(body.size());
  for (std::size_t i = 0; i < body.size(); ++i)
    world[i] = pose[body[i]].pos + rotate(pose[body[i]].quat, local[i]);
  return world;
}

// One flex; each step says what is wrong, null if nothing is.
class FlexResolver {
 public:
  FlexResolver(const Draft& draft, const std::vector<build::Pose>& pose, DraftFlex& flex,
               Diagnostics& diagnostics)
      : draft_(draft), pose_(pose), flex_(flex), node_(*flex.spec), diagnostics_(diagnostics) {}

  bool run() {
    for (const auto step :
         {&FlexResolver::check_elements, &FlexResolver::check_vertices, &FlexResolver::find_bodies,
          &FlexResolver::place, &FlexResolver::check_elasticity, &FlexResolver::check_texture}) {
      const char* wrong = (this->*step)();
      if (wrong) refuse(diagnostics_, "flex", node_, wrong);
      if (wrong || refused_) return false;
    }
    return true;
  }

 private:
  bool interpolated() const { return !node_.nodebody.empty(); }

  const char* check_elements() {
    flex_.dim = *node_.dim;
    if (flex_.dim < 1 || flex_.dim > 3) return "dim is 1 (lines), 2 (triangles) or 3 (tetrahedra)";
    const std::size_t corners = static_cast<std::size_t>(flex_.dim) + 1;
    if (node_.elem.empty()) return "no elements";
    if (node_.elem.size() % corners) return client_text::kElementSize;
    if (*node_.contact.activelayers <= 0 && flex_.dim == 3) return "activelayers must be positive";
    flex_.elem = node_.elem;
    return nullptr;
  }

  const char* check_vertices() {
    if (node_.vertbody.empty() && node_.nodebody.empty()) return "no bodies";
    if (node_.vert.size() % 3) return "the number of vertex entries is no multiple of 3";
    const std::size_t listed = node_.vertbody.size();
    const std::size_t count = node_.vert.empty() ? listed : node_.vert.size() / 3;
    if (listed != 1 && listed != count) return "one body is needed for each vertex, or one for all";
    if (count < static_cast<std::size_t>(flex_.dim) + 1) return "fewer vertices than an element has";
    for (std::size_t i = 0; i < node_.elem.size(); i += static_cast<std::size_t>(flex_.dim) + 1) {
      const std::span<const int> corners(node_.elem.data() + i, static_cast<std::size_t>(flex_.dim) + 1);
      for (const int id : corners)
        if (id < 0 || id >= static_cast<int>(count)) return "an element names a vertex that does not exist";
      if (std::set<int>(corners.begin(), corners.end()).size() < corners.size())
        return "an element names a vertex twice";
    }
    if (*node_.edgestiffness > 0 && flex_.dim > 1) return "edge stiffness is for dim 1 only";
    if (interpolated()) {
      if (node_.nodebody.size() != 8 && node_.nodebody.size() != 27) return "there must be 8 or 27 nodes";
      flex_.order = node_.nodebody.size() == 8 ? 1 : 2;
      if (!node_.node.empty() && node_.node.size() != 3 * node_.nodebody.size())
        return "three coordinates are needed for each node";
      if (*node_.contact.selfcollide != mjFLEXSELF_NONE) return client_text::kInterpolatedSelf;
      if (*node_.contact.internal) return "trilinear interpolation cannot do internal contacts";
    }
    vertices_ = count;
    return nullptr;
  }

  std::vector<int> ids_of(const std::vector<std::string>& names) {
    std::vector<int> ids;
    for (const std::string& name : names) {
      ids.push_back(draft_.names.find(mjOBJ_BODY, name));
      if (ids.back() >= 0) continue;
      refuse_unknown(draft_, mjOBJ_BODY, "body", "body", name, "flex", node_, diagnostics_);
      refused_ = true;
      break;
    }
    return ids;
  }

  const char* find_bodies() {
    if (!node_.material.empty()) {
      flex_.material = draft_.names.find(mjOBJ_MATERIAL, node_.material);
      if (flex_.material < 0) return "unknown material";
    }
    flex_.vert_body = ids_of(node_.vertbody);
    flex_.node_body = ids_of(node_.nodebody);
    return nullptr;
  }

  const char* place() {
    const bool one_body = std::adjacent_find(flex_.vert_body.begin(), flex_.vert_body.end(),
                                             std::not_equal_to<>()) == flex_.vert_body.end();
    flex_.rigid = (flex_.vert_body.size() == 1 && !node_.vert.empty()) || (!interpolated() && one_body);
    flex_.centered = interpolated() ? all_zero(node_.node) : all_zero(node_.vert);
    if (flex_.vert_body.size() == 1) flex_.vert_body.assign(vertices_, flex_.vert_body[0]);
    flex_.vert = triples(node_.vert);
    flex_.vert.resize(vertices_);
    flex_.node = triples(node_.node);
    flex_.node.resize(flex_.node_body.size());
    flex_.vert_w = to_world(pose_, flex_.vert_body, flex_.vert);
    flex_.node_w = to_world(pose_, flex_.node_body, flex_.node);
    return nullptr;
  }

  const char* check_elasticity() {
    const spec::FlexElasticity& e = node_.elasticity;
    const bool bends = flex_.dim == 2 && (*e.elastic2d & 1);
    if (bends)
      for (const int body : flex_.vert_body)
        if (draft_.bodies[body].joints.size() != 3)
          return "a flex that bends needs bodies with three joints: no pins";
    if (!(*e.young > 0)) return nullptr;
    if (*e.poisson < 0 || *e.poisson >= 0.5) return "poisson must be in [0, 0.5)";
    if (bends && *e.thickness < 0) return "a flex that bends needs a thickness";
    if (interpolated()) {
      const std::size_t side = 3 * flex_.node_body.size();
      if (21 * static_cast<std::size_t>(flex_.nelem()) < side * side)
        return "an elastic interpolated flex needs at least 28 elements, 313 with 27 nodes";
    }
    return nullptr;
  }

  const char* check_texture() {
    if (node_.texcoord.empty()) {
      flex_.elem_texcoord.clear();  // as the elements, once they are oriented
      return nullptr;
    }
    if (node_.elemtexcoord.empty() && node_.texcoord.size() != 2 * vertices_)
      return "two texture coordinates are needed for each vertex";
    // the first three corners per element, before orientation: so the oracle stores them, whatever the
    // dimension
    const std::vector<int>& from = node_.elemtexcoord.empty() ? node_.elem : node_.elemtexcoord;
    const std::size_t count =
        node_.elemtexcoord.empty() ? 3 * static_cast<std::size_t>(flex_.nelem()) : from.size();
    flex_.elem_texcoord.assign(from.begin(),
                               from.begin() + static_cast<std::ptrdiff_t>(std::min(count, from.size())));
    flex_.elem_texcoord.resize(flex_.elem.size(), 0);
    return nullptr;
  }

  const Draft& draft_;
  const std::vector<build::Pose>& pose_;
  DraftFlex& flex_;
  const spec::Flex& node_;
  Diagnostics& diagnostics_;
  std::size_t vertices_ = 0;
  bool refused_ = false;
};

void mark_rigid_edges(const Draft& draft, DraftFlex& flex) {
  const auto weld = [&](int vert) { return draft.bodies[flex.vert_body[vert]].weld; };
  for (const Vec<int, 2>& edge : flex.edge)
    flex.edge_rigid.push_back(flex.order == 0 && (flex.rigid || weld(edge[0]) == weld(edge[1])));
}

// Elements of a solid collide up to this many layers below its surface. Without a surface, as where a
// tetrahedron stands twice, there are none; the oracle ends its process then.
bool collides_somewhere(const DraftFlex& flex) {
  return flex.dim < 3 || std::any_of(flex.elem_layer.begin(), flex.elem_layer.end(),
                                     [&](int layer) { return layer < *flex.spec->contact.activelayers; });
}

// Everything that follows from the shape; null, or what is wrong.
const char* shape(const Draft& draft, DraftFlex& flex) {
  connect_elements(flex);
  if (!collides_somewhere(flex)) return "no element is at the surface: some stand twice";
  mark_rigid_edges(draft, flex);
  if (flex.elem_texcoord.empty()) flex.elem_texcoord = flex.elem;
  build_flex_tree(flex);
  flex.stiffness.assign(21 * static_cast<std::size_t>(flex.nelem()), 0);
  flex.bending.assign(flex.edge.size(), {});
  if (flex.order) {
    stiffen_nodes(flex);
  } else {
    stiffen_elements(flex);
    stiffen_hinges(flex);
  }
  return nullptr;
}

}  // namespace

void resolve_flexes(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  if (spec.flexes.empty()) return;
  const std::vector<build::Pose> pose = world_poses(draft);
  for (const spec::Flex& node : spec.flexes) {
    DraftFlex& flex = draft.flexes.emplace_back();
    flex.spec = &node;
    if (!FlexResolver(draft, pose, flex, diagnostics).run()) continue;
    if (const char* wrong = shape(draft, flex)) refuse(diagnostics, "flex", node, wrong);
  }
}

}  // namespace corten
