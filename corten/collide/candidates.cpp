#include "corten/collide/candidates.h"

#include <algorithm>
#include <utility>

#include "corten/collide/body_filter.h"
#include "corten/collide/broadphase.h"
#include "corten/collide/collision.h"
#include "corten/collide/contact_params.h"
#include "corten/collide/contact_record.h"
#include "corten/collide/geom_pair.h"
#include "corten/collide/geom_shape.h"
#include "corten/collide/midphase.h"
#include "corten/collide/pair_table.h"

namespace corten {
namespace {

constexpr std::size_t kLong = 400;  // beyond it a sweep takes less time

// Bodies that move against each other and are not parent and child.
bool bodies_collide(const Model& m, int body1, int body2) {
  const int weld1 = m.body_weldid[body1], weld2 = m.body_weldid[body2];
  if (weld1 == weld2 || is_excluded(m, pair_signature(body1, body2))) return false;
  if (m.opt.disableflags & mjDSBL_FILTERPARENT || !weld1 || !weld2) return true;
  return weld1 != m.body_weldid[m.body_parentid[weld2]] && weld2 != m.body_weldid[m.body_parentid[weld1]];
}

bool geoms_collide(const Model& m, int geom1, int geom2) {
  const Masks masks1{m.geom_contype[geom1], m.geom_conaffinity[geom1]};
  return compatible(masks1, {m.geom_contype[geom2], m.geom_conaffinity[geom2]}) &&
         pair_function(shape_type(m, geom1), shape_type(m, geom2));
}

bool is_plane(const Model& m, int geom) { return m.geom_type[geom] == mjGEOM_PLANE; }

bool has_sphere(const Model& m, int geom) {
  return is_plane(m, geom) ? m.body_weldid[m.geom_bodyid[geom]] == 0 : m.geom_rbound[geom] > 0;
}

Candidate candidate(const Model& m, int geom1, int geom2, bool boxes) {
  if (m.geom_type[geom1] > m.geom_type[geom2]) std::swap(geom1, geom2);
  const Real margin = geom_pair_margin(m, geom1, geom2);
  if (is_plane(m, geom1)) return {geom1, geom2, true, boxes, margin + m.geom_rbound[geom2]};
  const Real reach = m.geom_rbound[geom1] + m.geom_rbound[geom2] + margin;
  return {geom1, geom2, false, boxes, reach * reach};
}

// Of two bodies, in the order of their contacts: by geoms of the first and second body, or as trees sort
// them.
void list_bodies(const Model& m, int body1, int body2, std::vector<Candidate>& list) {
  const int first1 = m.body_geomadr[body1], last1 = first1 + m.body_geomnum[body1];
  const int first2 = m.body_geomadr[body2], last2 = first2 + m.body_geomnum[body2];
  const bool lone = m.body_geomnum[body1] == 1 && m.body_geomnum[body2] == 1;
  const bool trees = !lone && uses_trees(m, body1, body2);
  const auto begin = static_cast<std::ptrdiff_t>(list.size());
  for (int geom1 = first1; geom1 < last1; ++geom1)
    for (int geom2 = first2; geom2 < last2; ++geom2)
      if (const Candidate c = candidate(m, geom1, geom2, trees); geoms_collide(m, c.geom1, c.geom2))
        list.push_back(c);
  if (trees)
    std::sort(list.begin() + begin, list.end(), [](const Candidate& a, const Candidate& b) {
      return geom_pair_key(a.geom1, a.geom2) < geom_pair_key(b.geom1, b.geom2);
    });
}

}  // namespace

std::optional<std::vector<Candidate>> collision_candidates(const Model& m) {
  std::vector<Candidate> list;
  if (m.opt.disableflags & (mjDSBL_CONSTRAINT | mjDSBL_CONTACT)) return list;
  if (m.npair || m.nflex) return {};
  for (int body1 = 0; body1 < m.nbody; ++body1)
    for (int body2 = body1 + 1; body2 < m.nbody; ++body2) {
      if (!bodies_collide(m, body1, body2)) continue;
      list_bodies(m, body1, body2, list);
      if (list.size() > kLong) return {};
    }
  for (const Candidate& c : list)
    if (!has_sphere(m, c.geom1) || !has_sphere(m, c.geom2)) return {};
  return list;
}

void collide_candidates(const Model& m, Data& d, std::span<const Candidate> list,
                        std::span<const std::uint8_t> near, std::uint8_t bit) {
  const Hooks none;
  ContactSink sink{d, none, oracle_scratch(m)};
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!(near[i] & bit)) continue;
    const Candidate& c = list[i];
    if (c.boxes && geom_boxes_apart(m, d, c.geom1, c.geom2, geom_pair_margin(m, c.geom1, c.geom2))) continue;
    collide_geoms(m, c.geom1, c.geom2, true, sink);
  }
}

}  // namespace corten
