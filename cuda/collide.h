// Contacts in the order of the candidate pairs, whatever lane finds them.
#pragma once

#include "corten/geom/box_box_core.h"
#include "corten/geom/capsule_box_core.h"
#include "corten/geom/capsule_capsule_core.h"
#include "corten/geom/contact_point.h"
#include "corten/geom/plane_mesh_core.h"
#include "corten/geom/plane_pairs_core.h"
#include "corten/geom/sphere_pairs_core.h"
#include "corten/math/frame.h"
#include "corten/smooth/kinematics_core.h"
#include "cuda/convex.h"
#include "cuda/objects.h"

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
template <bool Meshes, class T, class Out>
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
    case mjGEOM_PLANE * 16 + mjGEOM_MESH:
      if constexpr (Meshes) core::plane_mesh(a, b, margin, out);
      return;
    default:
      break;
  }
}

// Whether a face of the one box or of the other separates two geoms by more than the margin and rounding:
// cheaper than a search by far.
template <class C>
CORTEN_DEV bool boxes_apart(const C& c, int g1, int g2, typename C::Scalar margin) {
  using T = typename C::Scalar;
  const auto& d = c.world;
  const Aabb<T>&box1 = c.model().geom_aabb[g1], &box2 = c.model().geom_aabb[g2];
  const Mat3<T>&mat1 = d.geom_xmat[g1], &mat2 = d.geom_xmat[g2];
  const Vec3<T> offset = (mat2 * box2.center + d.geom_xpos[g2]) - (mat1 * box1.center + d.geom_xpos[g1]);
  T size = margin;
  for (int k = 0; k < 3; ++k) size += box1.half[k] + box2.half[k] + std::abs(offset[k]);
  const T slack = margin + size * (sizeof(T) == 4 ? T(1e-5) : T(1e-12));
  Vec3<T> reach2 = box2.half;  // along the axes of the second
  bool apart = false;
  for (int i = 0; i < 3; ++i) {
    T reach1 = box1.half[i];
    const Vec3<T> axis = mat1.col(i);
    for (int k = 0; k < 3; ++k) {
      const T turn = std::abs(dot(axis, mat2.col(k)));
      reach1 += turn * box2.half[k], reach2[k] += turn * box1.half[i];
    }
    apart |= std::abs(dot(axis, offset)) > reach1 + slack;
  }
  for (int k = 0; k < 3; ++k) apart |= std::abs(dot(mat2.col(k), offset)) > reach2[k] + slack;
  return apart;
}

// Whether a candidate may touch.
template <class C>
CORTEN_DEV bool may_touch(const C& c, int pair) {
  using T = typename C::Scalar;
  const auto& d = c.world;
  const PairTest<T> p = c.tables().pair_tests[pair];
  if (p.kind == kTestNone) return true;
  const Vec3<T> offset = d.geom_xpos[p.geom2] - d.geom_xpos[p.geom1];
  if (p.kind == kTestPlane) return !(dot(offset, d.geom_xmat[p.geom1].col(2)) > p.reach);
  if (dot(offset, offset) > p.reach * p.reach) return false;
  return !C::has(kConvex) || p.kind != kTestBoxes ||
         !boxes_apart(c, p.geom1, p.geom2, c.tables().pairs[pair].margin);
}

// The same by the warps of a block, each with a stretch of the pairs, which meet once for all of theirs: a
// lane keeps what the warp found at 32 pairs.
template <class C>
CORTEN_DEV int find_candidates_by_warps(const C& c, int room) {
  const auto& t = c.tables();
  const Team<kWarp> warp(nullptr);
  const int lane = warp.lane(), warps = c.width() / kWarp;
  const int share = ((t.npair + warps - 1) / warps + kWarp - 1) / kWarp * kWarp;
  const int stretch = share < kWarp * kWarp ? share : kWarp * kWarp;
  int found = 0;
  CORTEN_ROLLED for (int start = 0; start < t.npair; start += stretch * warps) {
    const int first = start + warp.index() * stretch;
    unsigned mine = 0;
    CORTEN_ROLLED for (int k = 0; k * kWarp < stretch && first + k * kWarp < t.npair; ++k) {
      const int p = first + k * kWarp + lane;
      const unsigned near = warp.votes(p < t.npair && may_touch(c, p));
      if (lane == k) mine = near;
    }
    int total = 0;
    int at = found + c.team.before(bits_of(mine), total);
    for (int k = 0; mine; ++k, mine >>= 1)
      if (mine & 1u) {
        if (at < room) c.world.candidates[at] = first + lane * kWarp + k;
        ++at;
      }
    found += total;
  }
  c.sync();
  return found;
}

// Pairs that may touch, in order; how many there are, perhaps more than there is room for.
template <class C>
CORTEN_DEV int find_candidates(const C& c, int room) {
  const auto& t = c.tables();
  if constexpr (C::kWidth > kWarp) return find_candidates_by_warps(c, room);
  int found = 0;
  CORTEN_ROLLED for (int first = 0; first < t.npair; first += c.width()) {
    const int p = first + c.lane();
    const bool near = p < t.npair && may_touch(c, p);
    int total = 0;
    const int at = found + c.team.before(near, total);
    if (near && at < room) c.world.candidates[at] = p;
    found += total;
  }
  c.sync();
  return found;
}

// What was found, at its place among the contacts.
template <class C>
CORTEN_DEV void put_contact(const C& c, int at, int pair, const FoundPoint<typename C::Scalar>& x) {
  if (at >= c.args.layout.sizes.ncon) return;
  const auto frame = make_frame(x.normal, x.tangent);
  c.world.contact[at] = {x.pos, frame.row(0), frame.row(1), x.dist, pair, -1};
}

// Contacts of all lanes, each after those of the lanes before; how many there are.
template <class C, class T, int N>
CORTEN_DEV int put_found(const C& c, int ncon, int pair, const Found<T, N>& found) {
  int total = 0;
  const int at = ncon + c.team.before(found.count, total);
  CORTEN_UNROLL for (int k = 0; k < N; ++k) if (k < found.count) put_contact(c, at + k, pair, found.point[k]);
  return total;
}

// Contacts of a pair with a closed form.
template <class C, class T, int N>
CORTEN_DEV void collide_closed(const C& c, int pair, Found<T, N>& found) {
  const auto& m = c.model();
  const auto& d = c.world;
  const PairParams<T>& p = c.tables().pairs[pair];
  const auto shape = [&](int g) {
    const MeshView* mesh =
        C::has(kConvex) && m.geom_type[g] == mjGEOM_MESH ? &c.tables().meshes[m.geom_dataid[g]] : nullptr;
    return ShapeOf<T>{ShapeType(m.geom_type[g]), d.geom_xpos[g], d.geom_xmat[g], m.geom_size[g],
                      m.geom_rbound[g],          mesh,           nullptr};
  };
  collide_pair<C::has(kConvex)>(m.geom_type[p.geom1], m.geom_type[p.geom2], shape(p.geom1), shape(p.geom2),
                                p.margin, found, N > 2);
}

// Contacts of candidates, a lane each; N: most contacts of one.
template <int N, class C>
CORTEN_DEV int narrow_phase(const C& c, int ncandidate) {
  int ncon = 0;
  CORTEN_ROLLED for (int first = 0; first < ncandidate; first += c.width()) {
    Found<typename C::Scalar, N> found;
    int p = 0;
    if (first + c.lane() < ncandidate) {
      p = c.world.candidates[first + c.lane()];
      collide_closed(c, p, found);
    }
    ncon += put_found(c, ncon, p, found);
  }
  c.sync();
  return ncon;
}

// The same where some have to be searched for. Height fields take the whole team.
template <class C>
CORTEN_DEV int searching_phase(const C& c, int ncandidate) {
  using T = typename C::Scalar;
  const auto& t = c.tables();
  int ncon = 0;
  CORTEN_ROLLED for (int first = 0; first < ncandidate;) {
    const int i = first + c.lane(), p = i < ncandidate ? c.world.candidates[i] : -1;
    const int search = p >= 0 ? t.pairs[p].search : int(kNoSearch);
    int total = 0, run = 0;
    const bool earlier = c.team.before(search == kFieldSearch, total) == 0 && search != kFieldSearch;
    c.team.before(p >= 0 && earlier, run);  // pairs up to the next height field
    if (run == 0) {
      const int pair = c.world.candidates[first++];
      constexpr int most = kMaxConPair;
      int added = 0;
      collide_hfield(c, pair, [&](bool touches, T dist, const Vec3<T>& pos, const Vec3<T>& normal) {
        const int at = added + c.team.before(touches, total);
        if (touches && at < most) put_contact(c, ncon + at, pair, {pos, dist, normal, {}});
        added = added + total < most ? added + total : most;
        return added < most;
      });
      ncon += added;
      continue;
    }
    Found<T, 8> found;
    const bool mine = c.lane() < run, searched = mine && search == kConvexSearch;
    if (mine && !searched) collide_closed(c, p, found);
    if (c.team.any(searched)) collide_convex(c, searched ? p : -1, found);
    ncon += put_found(c, ncon, p, found);
    first += run;
  }
  c.sync();
  return ncon;
}

// In a function of its own, which takes registers from no other stage.
template <class C>
CORTEN_COLD int many_contacts_of(const StepArgs<typename C::Scalar>& args, unsigned char* memory,
                                 double* mail, int number, int ncandidate) {
  const C c = C::again(args, memory, mail, number);
  if constexpr (C::has(kConvex))
    if (c.tables().searches) return searching_phase(c, ncandidate);
  return narrow_phase<8>(c, ncandidate);
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
    ncon = t.most_contacts <= 2 && !t.searches ? narrow_phase<2>(c, kept) : many_contacts(c, kept);
  else
    ncon = narrow_phase<2>(c, kept);
  return ncandidate > room ? ncon + c.args.layout.sizes.ncon + 1 : ncon;
}

}  // namespace corten::gpu
