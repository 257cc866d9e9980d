// The bounding tree over the elements of a flex at qpos0, and its vertices in the unit box.
#include <algorithm>

#include "corten/compile/draft_flex.h"
#include "corten/math/scalar.h"

namespace corten {
namespace {

BvhElement element_box(const DraftFlex& flex, int element, Real radius) {
  BvhElement box;
  box.id = element;
  const int* v = flex.corners(element);
  for (int k = 0; k < 3; ++k) {
    Real low = flex.vert_w[v[0]][k], high = low;
    for (int i = 1; i <= flex.dim; ++i) {
      low = std::min(low, flex.vert_w[v[i]][k]);
      high = std::max(high, flex.vert_w[v[i]][k]);
    }
    const Real center = Real(0.5) * (high + low), half = Real(0.5) * (high - low) + radius;
    box.lower[k] = std::min(center - half, center + half);  // a radius may be negative
    box.upper[k] = std::max(center - half, center + half);
    box.pos[k] = center;
  }
  return box;
}

}  // namespace

void build_flex_tree(DraftFlex& flex) {
  const Real radius = *flex.spec->radius;
  std::vector<BvhElement> boxes;
  for (int e = 0; e < flex.nelem(); ++e)
    if (flex.dim < 3 || flex.elem_layer[e] < *flex.spec->contact.activelayers)
      boxes.push_back(element_box(flex, e, radius));
  flex.bvh = build_bvh(std::move(boxes));
  const Aabb<Real>& root = flex.bvh.aabb[0];
  for (int k = 0; k < 3; ++k) flex.size[k] = root.half[k] - radius;
  flex.vert0.resize(flex.vert_w.size());
  for (std::size_t i = 0; i < flex.vert_w.size(); ++i)
    for (int k = 0; k < 3; ++k)
      flex.vert0[i][k] = flex.size[k] > kMinVal<Real>
                             ? (flex.vert_w[i][k] - root.center[k]) / (2 * flex.size[k]) + Real(0.5)
                             : Real(0.5);
}

}  // namespace corten
