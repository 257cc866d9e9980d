// Contacts in the order of the candidate pairs, whatever lane finds them.
#pragma once

#include "corten/geom/box_box_core.h"
#include "corten/geom/capsule_box_core.h"
#include "corten/geom/capsule_capsule_core.h"
#include "corten/geom/plane_pairs_core.h"
#include "corten/geom/sphere_pairs_core.h"
#include "corten/math/frame.h"
#include "corten/smooth/kinematics_core.h"
#include "cuda/context.h"

namespace corten::gpu {

template <class T>
struct FoundPoint {
  Vec3<T> pos;
  T dist;
  Vec3<T> normal, tangent;
};

// Collects as ContactPoints does. Up to two points stay in registers: places are chosen, not indexed.
template <class T, int N>
struct Found {
  int count = 0;
  FoundPoint<T> point[N];

  CORTEN_DEV bool full() const { return count == N; }
  CORTEN_DEV void add(T dist, const Vec3<T>& pos, const Vec3<T>& normal, const Vec3<T>& tangent = {}) {
    if constexpr (N <= 2) {
      CORTEN_UNROLL for (int k = 0; k < N; ++k) if (count == k) point[k] = {pos, dist, normal, tangent};
      ++count;
    } else {
      if (count < N) point[count++] = {pos, dist, normal, tangent};
    }
  }
};

// a: the geom whose type has the smaller number. Types as in mjtGeom.
template <class T, class Out>
CORTEN_DEV void collide_pair(int type_a, int type_b, const ShapeOf<T>& a, const ShapeOf<T>& b, T margin,
                             Out& out, bool many) {
  const int pair = type_a * 16 + type_b;
  switch (pair) {
    case mjGEOM_PLANE * 16 + mjGEOM_SPHERE:
      return core::plane_sphere(a, b, margin, out);
    case mjGEOM_PLANE * 16 + mjGEOM_CAPSULE:
      return core::plane_capsule(a, b, margin, out);
    case mjGEOM_PLANE * 16 + mjGEOM_ELLIPSOID:
      return core::plane_ellipsoid(a, b, margin, out);
    case mjGEOM_SPHERE * 16 + mjGEOM_SPHERE:
      return core::sphere_sphere(a, b, margin, out);
    case mjGEOM_SPHERE * 16 + mjGEOM_CAPSULE:
      return core::sphere_capsule(a, b, margin, out);
    case mjGEOM_SPHERE * 16 + mjGEOM_CYLINDER:
      return core::sphere_cylinder(a, b, margin, out);
    case mjGEOM_SPHERE * 16 + mjGEOM_BOX:
      return core::sphere_box(a, b, margin, out);
    case mjGEOM_CAPSULE * 16 + mjGEOM_CAPSULE:
      return core::capsule_capsule(a, b, margin, out);
    case mjGEOM_CAPSULE * 16 + mjGEOM_BOX:
      return core::capsule_box(a, b, margin, out);
    default:
      break;
  }
  if (!many) return;
  switch (pair) {
    case mjGEOM_PLANE * 16 + mjGEOM_CYLINDER:
      return core::plane_cylinder(a, b, margin, out);
    case mjGEOM_PLANE * 16 + mjGEOM_BOX:
      return core::plane_box(a, b, margin, out);
    case mjGEOM_BOX * 16 + mjGEOM_BOX:
      return core::box_box(a, b, margin, out);
    default:
      break;
  }
}

template <class C>
CORTEN_DEV bool spheres_meet(const C& c, const PairTest<typename C::Scalar>& p) {
  using T = typename C::Scalar;
  const auto& d = c.world;
  if (p.kind == kTestNone) return true;
  const Vec3<T> offset = d.geom_xpos[p.geom2] - d.geom_xpos[p.geom1];
  if (p.kind == kTestSpheres) return !(dot(offset, offset) > p.reach * p.reach);
  return !(dot(offset, d.geom_xmat[p.geom1].col(2)) > p.reach);
}

// Pairs whose bounding spheres meet, in order; how many there are, perhaps more than there is room for.
template <class C>
CORTEN_DEV int find_candidates(const C& c, int room) {
  const auto& t = c.tables();
  int found = 0;
  CORTEN_ROLLED for (int first = 0; first < t.npair; first += C::kWidth) {
    const int p = first + c.lane();
    const bool near = p < t.npair && spheres_meet(c, PairTest<typename C::Scalar>(t.pair_tests[p]));
    int total = 0;
    const int at = found + c.team.before(near, total);
    if (near && at < room) c.world.candidates[at] = p;
    found += total;
  }
  c.sync();
  return found;
}

// Contacts of candidates, a lane each; N: most contacts of one.
template <int N, class C>
CORTEN_DEV int narrow_phase(const C& c, int ncandidate) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const auto& t = c.tables();
  const auto& d = c.world;
  const int room = c.args.layout.sizes.ncon;
  int ncon = 0;
  CORTEN_ROLLED for (int first = 0; first < ncandidate; first += C::kWidth) {
    Found<T, N> found;
    int p = 0;
    if (first + c.lane() < ncandidate) {
      p = d.candidates[first + c.lane()];
      const PairParams<T>& prm = t.pairs[p];
      const int g1 = prm.geom1, g2 = prm.geom2, type1 = m.geom_type[g1], type2 = m.geom_type[g2];
      const auto shape = [&](int g) {
        return ShapeOf<T>{ShapeType(m.geom_type[g]), d.geom_xpos[g], d.geom_xmat[g], m.geom_size[g],
                          m.geom_rbound[g],          nullptr,        nullptr};
      };
      collide_pair(type1, type2, shape(g1), shape(g2), prm.margin, found, N > 2);
    }
    int total = 0;
    int at = ncon + c.team.before(found.count, total);
    CORTEN_UNROLL for (int k = 0; k < N; ++k) {
      if (k >= found.count || at + k >= room) continue;
      const FoundPoint<T>& x = found.point[k];
      const Mat3<T> frame = make_frame(x.normal, x.tangent);
      d.contact[at + k] = {x.pos, frame.row(0), frame.row(1), x.dist, p, -1};
    }
    ncon += total;
  }
  c.sync();
  return ncon;
}

// Over what the forces were made of.
template <class C>
CORTEN_DEV void place_geoms(const C& c) {
  const auto& m = c.model();
  auto& d = c.world;
  c.each(m.ngeom, [&](int g) {
    place_frame(d, m.geom_bodyid[g], m.geom_pos[g], m.geom_quat[g], m.geom_sameframe[g], d.geom_xpos[g],
                d.geom_xmat[g]);
  });
}

// In a function of its own, which takes registers from no other stage.
template <class C>
CORTEN_COLD int many_contacts_of(const StepArgs<typename C::Scalar>& args, unsigned char* memory,
                                 double* mail, int number, int ncandidate) {
  const C c = C::again(args, memory, mail, number);
  return narrow_phase<16>(c, ncandidate);
}
template <class C>
CORTEN_DEV int many_contacts(const C& c, int ncandidate) {
  return many_contacts_of<C>(c.args, c.memory, c.team.mail(), c.number, ncandidate);
}

// The number of contacts, perhaps more than there is room for: then only the first ones are there.
template <class C>
CORTEN_DEV int collide(const C& c) {
  using T = typename C::Scalar;
  const auto& t = c.tables();
  if (t.npair == 0) return 0;
  place_geoms(c);
  const int room = int(c.args.layout.sizes.nefc * 4 * sizeof(T) / sizeof(int));
  const int ncandidate = find_candidates(c, room);
  const int kept = ncandidate < room ? ncandidate : room;
  int ncon = 0;
  if constexpr (C::has(kManyContacts))
    ncon = t.most_contacts <= 2 ? narrow_phase<2>(c, kept) : many_contacts(c, kept);
  else
    ncon = narrow_phase<2>(c, kept);
  return ncandidate > room ? ncon + c.args.layout.sizes.ncon + 1 : ncon;
}

}  // namespace corten::gpu
