#include "corten/collide/collision.h"

#include <algorithm>
#include <vector>

#include "corten/collide/body_filter.h"
#include "corten/collide/broadphase.h"
#include "corten/collide/flex_collision.h"
#include "corten/collide/geom_pair.h"
#include "corten/collide/midphase.h"
#include "corten/model/step_arena.h"
#include "corten/model/timed.h"

namespace corten {
namespace {

bool nothing_to_do(const Model& m) {
  return m.opt.disableflags & (mjDSBL_CONSTRAINT | mjDSBL_CONTACT) || m.nbody + m.nflex < 2;
}

// a user's filter is asked before bounding spheres of bodies with one geom, or one leaf, each
bool broadphase_tests_spheres(const Hooks& hooks) { return !hooks.contact_filter; }

// The <pair> elements that share the signature of a body pair: they replace its dynamic geom pairs.
struct Predefined {
  int first = 0;
  int last = 0;

  bool has(const Model& m, int geom1, int geom2) const {
    for (int pair = first; pair < last; ++pair) {
      const int a = m.pair_geom1[pair], b = m.pair_geom2[pair];
      if ((a == geom1 && b == geom2) || (a == geom2 && b == geom1)) return true;
    }
    return false;
  }
};

void collide_bodies(const Model& m, int body1, int body2, const Predefined& predefined, ContactSink& sink) {
  const auto collide = [&](int geom1, int geom2, bool spheres_tested) {
    if (!predefined.has(m, geom1, geom2)) collide_geoms(m, geom1, geom2, spheres_tested, sink);
  };
  const int first1 = m.body_geomadr[body1], num1 = m.body_geomnum[body1];
  const int first2 = m.body_geomadr[body2], num2 = m.body_geomnum[body2];
  const bool spheres_tested = broadphase_tests_spheres(sink.hooks);
  if (num1 == 1 && num2 == 1) return collide(first1, first2, spheres_tested);
  if (uses_trees(m, body1, body2)) {
    const int leaf1 = only_leaf(m, body1), leaf2 = only_leaf(m, body2);
    if ((leaf1 | leaf2) >= 0) {
      if (leaves_meet(m, sink.d, body1, body2, spheres_tested)) collide(leaf1, leaf2, true);
      return;
    }
    Arena::Frame frame(sink.d.arena);
    for (const GeomPairKey key : midphase(m, sink.d, body1, body2, frame))
      collide(first_geom(key), second_geom(key), true);
    return;
  }
  for (int geom1 = first1; geom1 < first1 + num1; ++geom1)
    for (int geom2 = first2; geom2 < first2 + num2; ++geom2) collide(geom1, geom2, false);
}

// id: a body, or nbody + flex
void collide_with_flex(const Model& m, int id, int flex, ContactSink& sink) {
  id < m.nbody ? collide_body_flex(m, id, flex, sink) : collide_flexes(m, id - m.nbody, flex, sink);
}

// Walks body pairs and <pair> elements together, both in the order of their signatures.
void collide_all(const Model& m, std::span<const PairSignature> body_pairs, ContactSink& sink) {
  int next = 0;
  for (const PairSignature signature : body_pairs) {
    Predefined predefined{next, next};
    while (next < m.npair && static_cast<PairSignature>(m.pair_signature[next]) <= signature)
      collide_predefined(m, next++, sink);
    predefined.last = next;
    if (higher_id(signature) >= m.nbody) {
      collide_with_flex(m, lower_id(signature), higher_id(signature) - m.nbody, sink);
      continue;
    }
    if (is_excluded(m, signature)) continue;
    collide_bodies(m, lower_id(signature), higher_id(signature), predefined, sink);
  }
  while (next < m.npair) collide_predefined(m, next++, sink);
  for (int flex = 0; flex < m.nflex; ++flex) collide_flex_self(m, flex, sink);
}

}  // namespace

void collision(const Model& m, Data& d, const Hooks& hooks) {
  Laps laps(d, hooks);
  collision(m, d, hooks, laps);
}

void collision(const Model& m, Data& d, const Hooks& hooks, Laps& laps) {
  clear_marks(m, d);
  if (nothing_to_do(m)) return;
  const double start = laps.last();
  Arena::Frame frame(d.arena);
  const std::span<const PairSignature> body_pairs = broadphase(m, d, broadphase_tests_spheres(hooks), frame);
  laps.end(mjTIMER_COL_BROAD);
  ContactSink sink{d, hooks, oracle_scratch(m)};
  collide_all(m, body_pairs, sink);
  laps.end(mjTIMER_COL_NARROW);
  laps.add_since(start, mjTIMER_POS_COLLISION);
}

bool add_contact(const Model& m, Data& d, const Contact& contact) {
  std::vector<Contact> contacts(d.contact.begin(), d.contact.begin() + d.ncon);
  contacts.push_back(contact);
  if (d.arena.size() < contacts.size() * sizeof(Contact)) return false;
  empty_step_arena(m, d);
  if (!d.arena.alloc(static_cast<int>(contacts.size()), d.contact)) return false;
  std::copy(contacts.begin(), contacts.end(), d.contact.begin());
  d.ncon = static_cast<int>(contacts.size());
  return true;
}

}  // namespace corten
