// Contacts of convex shapes and height fields: distances lane by lane, then the depths of those that overlap
// one after another, in memory that every team of the device has. In double precision always: the search
// compares numbers that single precision cannot tell apart.
#pragma once

#include "corten/geom/convex_query_core.h"
#include "corten/geom/hfield_core.h"
#include "cuda/context.h"

namespace corten::gpu {

// Pieces of memory one after another.
struct PolytopeRoom {
  unsigned char* base;
  std::size_t used = 0;

  template <class U>
  CORTEN_HD std::span<U> operator()(int n) {
    U* p = reinterpret_cast<U*>(base + used);
    used += (static_cast<std::size_t>(n) * sizeof(U) + 15) / 16 * 16;
    return {p, static_cast<std::size_t>(n)};
  }
};
// what a polytope of so many rounds takes
inline std::size_t polytope_bytes(int iterations) {
  PolytopeRoom room{nullptr};
  PolytopeMemory(iterations, room);
  return room.used;
}

// Two shapes, and what is known of them.
struct ConvexSearch {
  ConvexSide a, b;
  GjkResult gjk;
  ConvexAnswer answer;
};

template <class T>
CORTEN_DEV Vec3<Real> in_double(const Vec3<T>& v) {
  return {Real(v[0]), Real(v[1]), Real(v[2])};
}
template <class T>
CORTEN_DEV Vec3<T> rounded(const Vec3<Real>& v) {
  return {T(v[0]), T(v[1]), T(v[2])};
}
template <class T>
CORTEN_DEV Mat3<Real> in_double(const Mat3<T>& m) {
  Mat3<Real> out;
  for (int i = 0; i < 9; ++i) out.e[i] = Real(m.e[i]);
  return out;
}

template <class C>
CORTEN_DEV ConvexSide convex_side_of(const C& c, int geom, Real margin) {
  const auto& m = c.model();
  ConvexSide side;
  side.type = ShapeType(m.geom_type[geom]);
  side.pos = in_double(c.world.geom_xpos[geom]);
  side.mat = in_double(c.world.geom_xmat[geom]);
  side.size = in_double(m.geom_size[geom]);
  if (m.geom_type[geom] == mjGEOM_MESH) side.mesh = &c.tables().meshes[m.geom_dataid[geom]];
  side.margin = margin;
  return side;
}

template <class C>
CORTEN_DEV ConvexOptions convex_options(const C& c) {
  return {c.tables().ccd_tolerance, c.tables().ccd_iterations};
}

// Room for the polytope of a team.
template <class C>
CORTEN_DEV PolytopeMemory polytope_memory(const C& c) {
  return PolytopeMemory(
      c.tables().ccd_iterations,
      PolytopeRoom{c.args.polytopes + static_cast<std::size_t>(c.team.place()) * c.tables().polytope_bytes});
}

// Depths of the searches that need one.
template <class C>
CORTEN_DEV void find_depths(const C& c, bool overlap, ConvexSearch& s) {
  int total = 0;
  const int turn = c.team.before(overlap, total);
  CORTEN_ROLLED for (int k = 0; k < total; ++k) {
    if (overlap && turn == k)
      core::convex_depth(s.a, s.b, convex_options(c), s.gjk, polytope_memory(c), s.answer);
    c.sync();
  }
}

// Looks for contact of two geoms; all lanes of the team come here, those without a pair with pair < 0.
template <class C, class Out>
CORTEN_DEV void collide_convex(const C& c, int pair, Out& out) {
  using T = typename C::Scalar;
  ConvexSearch s;
  bool overlap = false;
  Real margin = 0;
  if (pair >= 0) {
    const PairParams<T>& p = c.tables().pairs[pair];
    margin = Real(p.margin);
    s.a = convex_side_of(c, p.geom1, margin), s.b = convex_side_of(c, p.geom2, margin);
    overlap = core::convex_distance(s.a, s.b, 0, convex_options(c), s.gjk, s.answer);
  }
  find_depths(c, overlap, s);
  if (pair < 0 || !(s.answer.dist < 0)) return;
  out.add(T(margin + s.answer.dist), rounded<T>((s.answer.x1 + s.answer.x2) * Real(0.5)),
          rounded<T>(unit(s.answer.x1 - s.answer.x2)));
}

// Contacts of a height field with one shape, a lane to a prism; found(out) for every round of lanes. Each
// lane starts its searches afresh, where the engine goes on from the prism before: they differ where two
// corners are as far.
template <class C, class Round>
CORTEN_DEV void collide_hfield(const C& c, int pair, Round round) {
  using T = typename C::Scalar;
  const PairParams<T>& p = c.tables().pairs[pair];
  const HFieldView& field = c.tables().hfields[c.model().geom_dataid[p.geom1]];
  const Vec3<Real> pos = in_double(c.world.geom_xpos[p.geom1]);
  const Mat3<Real> mat = in_double(c.world.geom_xmat[p.geom1]);
  const Real margin = Real(p.margin);
  core::LocalShape shape{convex_side_of(c, p.geom2, margin), {}, {}};
  shape.side.pos = transpose_mul(mat, shape.side.pos - pos);
  if (core::sphere_misses(field, shape.side.pos, Real(c.model().geom_rbound[p.geom2]) + margin)) return;
  shape.side.mat = transpose(mat) * shape.side.mat;
  core::measure_box(shape);
  if (core::box_misses(field, shape, margin)) return;
  const core::Window window = core::grid_window(field, shape);
  CORTEN_ROLLED for (int first = 0; first < window.prisms(); first += c.width()) {
    const int k = first + c.lane();
    ConvexSearch s;
    s.a = core::prism_side(), s.b = shape.side;
    bool overlap = false;
    if (k < window.prisms() && core::take_prism(field, margin, window, k, shape.low[2], s.a))
      overlap = core::convex_distance(s.a, s.b, 0, convex_options(c), s.gjk, s.answer);
    find_depths(c, overlap, s);
    const bool touches = s.answer.dist < 0;
    Vec3<Real> point{}, normal{};
    if (touches) {
      point = mat * ((s.answer.x1 + s.answer.x2) * Real(0.5)) + pos;
      normal = mat * unit(s.answer.x1 - s.answer.x2);
    }
    if (!round(touches, T(s.answer.dist), rounded<T>(point), rounded<T>(normal))) return;
  }
}

}  // namespace corten::gpu
