#include "corten/collide/body_filter.h"

#include <algorithm>

namespace corten {

bool is_excluded(const Model& m, unsigned signature) {
  const auto signatures = m.exclude_signature.span();
  if (signatures.empty()) return false;
  return std::binary_search(signatures.begin(), signatures.end(), static_cast<int>(signature),
                            [](int a, int b) { return static_cast<unsigned>(a) < static_cast<unsigned>(b); });
}

bool always_tested(const Model& m, int body) {
  const int first = m.body_geomadr[body], count = m.body_geomnum[body];
  if (body == 0) return count > 0;
  if (m.body_weldid[body] != 0) return false;
  for (int geom = first; geom < first + count; ++geom)
    if (m.geom_type[geom] == mjGEOM_PLANE) return true;
  return false;
}

Kinship kinship(const Model& m, const Data& d, int id) {
  constexpr int kNone = -1;
  if (id >= m.nbody) return {-2 - id, kNone, false};
  const int weld = m.body_weldid[id];
  const bool asleep = d.body_awake[id] == mjS_ASLEEP;
  // the filter of parents does not exist towards static bodies
  if (m.opt.disableflags & mjDSBL_FILTERPARENT || weld == 0) return {weld, kNone, asleep};
  const int parent = m.body_weldid[m.body_parentid[weld]];
  return {weld, parent == 0 ? kNone : parent, asleep};
}

}  // namespace corten
