#include "cuda/candidates.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "corten/collide/body_filter.h"
#include "corten/collide/broadphase.h"
#include "corten/collide/contact_params.h"
#include "corten/collide/geom_shape.h"
#include "corten/collide/pair_table.h"
#include "corten/constraint/impedance.h"
#include "corten/geom/contact_point.h"
#include "cuda/softness.h"

namespace corten::gpu {
namespace {

// neither of one weld group nor parent and child
bool bodies_collide(const Model& m, int body1, int body2) {
  if (!compatible(collision_masks(m, body1), collision_masks(m, body2))) return false;
  const int weld1 = m.body_weldid[body1], weld2 = m.body_weldid[body2];
  if (weld1 == weld2) return false;
  if (m.opt.disableflags & mjDSBL_FILTERPARENT || weld1 == 0 || weld2 == 0) return true;
  const int parent1 = m.body_weldid[m.body_parentid[weld1]], parent2 = m.body_weldid[m.body_parentid[weld2]];
  return !(parent1 == weld2 || parent2 == weld1);
}

bool excluded(const Model& m, PairSignature signature) {
  return std::any_of(m.exclude_signature.begin(), m.exclude_signature.end(),
                     [&](int s) { return static_cast<PairSignature>(s) == signature; });
}

bool masks_collide(const Model& m, int g1, int g2) {
  return (m.geom_contype[g1] & m.geom_conaffinity[g2]) || (m.geom_contype[g2] & m.geom_conaffinity[g1]);
}

bool predefined(const Model& m, int g1, int g2) {
  for (int pair = 0; pair < m.npair; ++pair) {
    const int a = m.pair_geom1[pair], b = m.pair_geom2[pair];
    if ((a == g1 && b == g2) || (a == g2 && b == g1)) return true;
  }
  return false;
}

void add(const Model& m, int g1, int g2, int pair, std::vector<Candidate>& out) {
  if (m.geom_type[g1] > m.geom_type[g2]) std::swap(g1, g2);
  if (pair_function(shape_type(m, g1), shape_type(m, g2))) out.push_back({g1, g2, pair});
}

}  // namespace

std::vector<Candidate> candidates(const Model& m) {
  std::vector<Candidate> out;
  if (m.opt.disableflags & (mjDSBL_CONSTRAINT | mjDSBL_CONTACT)) return out;
  int next = 0;
  for (int body1 = 0; body1 < m.nbody; ++body1)
    for (int body2 = body1 + 1; body2 < m.nbody; ++body2) {
      const PairSignature signature = pair_signature(body1, body2);
      for (; next < m.npair && static_cast<PairSignature>(m.pair_signature[next]) <= signature; ++next)
        add(m, m.pair_geom1[next], m.pair_geom2[next], next, out);
      if (!bodies_collide(m, body1, body2) || excluded(m, signature)) continue;
      for (int g1 = m.body_geomadr[body1]; g1 < m.body_geomadr[body1] + m.body_geomnum[body1]; ++g1)
        for (int g2 = m.body_geomadr[body2]; g2 < m.body_geomadr[body2] + m.body_geomnum[body2]; ++g2)
          if (masks_collide(m, g1, g2) && !predefined(m, g1, g2)) add(m, g1, g2, -1, out);
    }
  for (; next < m.npair; ++next) add(m, m.pair_geom1[next], m.pair_geom2[next], next, out);
  return out;
}

PairSearch search_of(int type1, int type2) {
  if (type1 > type2) std::swap(type1, type2);
  if (type2 > mjGEOM_MESH || (type1 < mjGEOM_SPHERE && type2 < mjGEOM_SPHERE)) return kNoSearch;
  if (type1 == mjGEOM_HFIELD) return kFieldSearch;
  if (type1 == mjGEOM_PLANE) return kClosedForm;
  const auto is = [&](int a, int b) { return type1 == a && type2 == b; };
  const bool closed = is(mjGEOM_SPHERE, mjGEOM_SPHERE) || is(mjGEOM_SPHERE, mjGEOM_CAPSULE) ||
                      is(mjGEOM_SPHERE, mjGEOM_CYLINDER) || is(mjGEOM_SPHERE, mjGEOM_BOX) ||
                      is(mjGEOM_CAPSULE, mjGEOM_CAPSULE) || is(mjGEOM_CAPSULE, mjGEOM_BOX) ||
                      is(mjGEOM_BOX, mjGEOM_BOX);
  return closed ? kClosedForm : kConvexSearch;
}

int most_contacts(int type1, int type2) {
  if (type1 > type2) std::swap(type1, type2);
  switch (search_of(type1, type2)) {
    case kNoSearch:
      return 0;
    case kConvexSearch:
      return 1;
    case kFieldSearch:
      return kMaxConPair;
    case kClosedForm:
      break;
  }
  if (type1 == mjGEOM_PLANE)
    return type2 == mjGEOM_CAPSULE                           ? 2
           : type2 == mjGEOM_BOX || type2 == mjGEOM_CYLINDER ? 4
           : type2 == mjGEOM_MESH                            ? 3
                                                             : 1;
  if (type1 == mjGEOM_BOX) return 8;
  return type1 == mjGEOM_CAPSULE ? 2 : 1;
}

template <class T>
PairParams<T> pair_params(const Model& m, const Candidate& c) {
  const ContactParams p = c.pair >= 0 ? predefined_params(m, c.pair) : mixed_params(m, c.geom1, c.geom2);
  const Softness soft = safe_softness(m, p.solref, p.solimp, p.solreffriction);
  const auto &weight1 = m.body_invweight0[m.geom_bodyid[c.geom1]],
             &weight2 = m.body_invweight0[m.geom_bodyid[c.geom2]];
  const bool own_ref = soft.friction_ref[0] != 0 || soft.friction_ref[1] != 0;
  PairParams<T> out{};
  out.soft = soft_of<T>(soft, weight1[0] + weight2[0], true);
  out.rotation = static_cast<T>(weight1[1] + weight2[1]);
  out.friction_B = static_cast<T>(
      stiffness_damping(own_ref ? soft.friction_ref : soft.ref, soft.imp, Impedance{}, false)[1]);
  out.margin = static_cast<T>(p.margin);
  out.includemargin = static_cast<T>(p.margin - p.gap);
  for (int k = 0; k < 5; ++k) out.friction[k] = static_cast<T>(p.friction[k]);
  out.mu = static_cast<T>(p.friction[0] * std::sqrt(1 / std::max(kMinVal<Real>, m.opt.impratio)));
  const int tree1 = m.body_treeid[m.geom_bodyid[c.geom1]], tree2 = m.body_treeid[m.geom_bodyid[c.geom2]];
  out.tree = tree1 < 0 || tree1 == tree2 ? tree2 : tree2 < 0 ? tree1 : -1;
  out.geom1 = c.geom1, out.geom2 = c.geom2, out.dim = p.condim;
  out.search = search_of(m.geom_type[c.geom1], m.geom_type[c.geom2]);
  return out;
}

template PairParams<float> pair_params<float>(const Model&, const Candidate&);
template PairParams<double> pair_params<double>(const Model&, const Candidate&);

}  // namespace corten::gpu
