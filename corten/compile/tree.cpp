// Lists the tree in the order of ids: bodies depth-first, what they carry body by body in document order.
#include "corten/compile/passes.h"
#include "corten/compile/refuse.h"

namespace corten {
namespace {

constexpr int kMaxBodies = 65534;  // collision signatures hold a body in 16 bits

template <class Drafts, class Nodes>
void list_elements(int body, const spec::Body& owner, const Nodes& nodes, Drafts& drafts,
                   std::vector<int>& ids) {
  for (const auto& node : nodes) {
    ids.push_back(static_cast<int>(drafts.size()));
    auto& element = drafts.emplace_back();
    element.spec = &node;
    element.body = body;
    if constexpr (requires { element.owner; }) element.owner = &owner;
  }
}

void list_bodies(const spec::Body& world, Draft& draft) {
  std::vector<std::pair<const spec::Body*, int>> open{{&world, 0}};  // with the id of the parent
  while (!open.empty()) {
    const auto [node, parent] = open.back();
    open.pop_back();
    const int id = static_cast<int>(draft.bodies.size());
    DraftBody& body = draft.bodies.emplace_back();
    body.spec = node;
    body.parent = parent;
    if (id > 0) draft.bodies[parent].children.push_back(id);
    for (int i = node->bodies.size(); i-- > 0;) open.emplace_back(&node->bodies[i], id);
  }
}

void list_carried(Draft& draft) {
  for (int id = 0; id < static_cast<int>(draft.bodies.size()); ++id) {
    DraftBody& body = draft.bodies[id];
    list_elements(id, *body.spec, body.spec->joints, draft.joints, body.joints);
    list_elements(id, *body.spec, body.spec->geoms, draft.geoms, body.geoms);
    list_elements(id, *body.spec, body.spec->sites, draft.sites, body.sites);
    list_elements(id, *body.spec, body.spec->cameras, draft.cameras, body.cameras);
    list_elements(id, *body.spec, body.spec->lights, draft.lights, body.lights);
  }
}

}  // namespace

void list_tree(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  list_bodies(spec.world, draft);
  if (static_cast<int>(draft.bodies.size()) >= kMaxBodies)
    diagnostics.error({}, "<worldbody>", "too many bodies", "a model has fewer than 65534");
  for (const spec::Joint& joint : spec.world.joints)
    refuse(diagnostics, "joint", joint, "joint in the world body");
  list_carried(draft);
}

}  // namespace corten
