#include "corten/collide/body_filter.h"

namespace corten {
namespace {

bool nobody_awake(const Data& d, int body1, int body2) {
  const int state1 = d.body_awake[body1], state2 = d.body_awake[body2];
  const bool asleep = state1 == mjS_ASLEEP || state2 == mjS_ASLEEP;
  return asleep && state1 != mjS_AWAKE && state2 != mjS_AWAKE;
}

bool parent_and_child(const Model& m, int weld1, int weld2) {
  if (weld1 == 0 || weld2 == 0) return false;  // the filter does not exist towards static bodies
  const int parent1 = m.body_weldid[m.body_parentid[weld1]];
  const int parent2 = m.body_weldid[m.body_parentid[weld2]];
  return weld1 == parent2 || weld2 == parent1;
}

}  // namespace

bool always_tested(const Model& m, int body) {
  const int first = m.body_geomadr[body], count = m.body_geomnum[body];
  if (body == 0) return count > 0;
  if (m.body_weldid[body] != 0) return false;
  for (int geom = first; geom < first + count; ++geom)
    if (m.geom_type[geom] == mjGEOM_PLANE) return true;
  return false;
}

bool filtered(const Model& m, const Data& d, int body1, int body2) {
  const int weld1 = m.body_weldid[body1], weld2 = m.body_weldid[body2];
  if (weld1 == weld2) return true;
  if (sleep_enabled(m) && nobody_awake(d, body1, body2)) return true;
  return !(m.opt.disableflags & mjDSBL_FILTERPARENT) && parent_and_child(m, weld1, weld2);
}

}  // namespace corten
