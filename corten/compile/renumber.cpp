#include "corten/compile/renumber.h"

namespace corten {
namespace {

// bodies that still hang on the world, parents first
std::vector<int> depth_first(const Draft& draft) {
  std::vector<int> order, open{0};
  while (!open.empty()) {
    const int id = open.back();
    open.pop_back();
    order.push_back(id);
    const std::vector<int>& children = draft.bodies[id].children;
    open.insert(open.end(), children.rbegin(), children.rend());
  }
  return order;
}

// puts the elements of one kind in the order of the bodies' lists
template <class T>
void reorder(Draft& draft, std::vector<T>& elements, std::vector<int> DraftBody::*list) {
  std::vector<T> ordered;
  ordered.reserve(elements.size());
  for (int id = 0; id < static_cast<int>(draft.bodies.size()); ++id)
    for (int& element : draft.bodies[id].*list) {
      ordered.push_back(std::move(elements[element]));
      ordered.back().body = id;
      element = static_cast<int>(ordered.size()) - 1;
    }
  elements = std::move(ordered);
}

}  // namespace

void renumber_tree(Draft& draft) {
  const std::vector<int> order = depth_first(draft);
  std::vector<int> new_id(draft.bodies.size(), -1);
  for (std::size_t i = 0; i < order.size(); ++i) new_id[order[i]] = static_cast<int>(i);
  std::vector<DraftBody> bodies;
  for (const int old : order) {
    DraftBody& body = bodies.emplace_back(std::move(draft.bodies[old]));
    const int id = static_cast<int>(bodies.size()) - 1;
    body.parent = new_id[body.parent];
    for (int& child : body.children) child = new_id[child];
    body.weld = id == 0 ? 0 : body.joints.empty() ? bodies[body.parent].weld : id;
  }
  draft.bodies = std::move(bodies);
  reorder(draft, draft.joints, &DraftBody::joints);
  reorder(draft, draft.geoms, &DraftBody::geoms);
  reorder(draft, draft.sites, &DraftBody::sites);
  reorder(draft, draft.cameras, &DraftBody::cameras);
  reorder(draft, draft.lights, &DraftBody::lights);
}

}  // namespace corten
