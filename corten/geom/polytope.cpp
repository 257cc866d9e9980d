#include "corten/geom/polytope.h"

#include <algorithm>

namespace corten {
namespace {
constexpr int kFixedRounds = 170;  // up to here MuJoCo's buffers have one size; it decides when faces run out
constexpr Real kVisible = 1e-15;

int next_edge(int edge) { return edge == 2 ? 0 : edge + 1; }
int previous_edge(int edge) { return edge == 0 ? 2 : edge - 1; }
}  // namespace

Polytope::Polytope(Arena::Frame& frame, int max_iterations) {
  const int rounds = std::max(kFixedRounds, max_iterations);
  vertices_ = frame.alloc<DifferenceVertex>(rounds + 5);
  faces_ = frame.alloc<PolytopeFace>(6 * rounds);
  list_ = frame.alloc<Candidate>(6 * rounds);
  horizon_ = frame.alloc<HorizonEdge>(6 * rounds + 3);
  stack_ = frame.alloc<HorizonEdge>(6 * rounds + 3);
}

Real Polytope::add_face(int v0, int v1, int v2, int n0, int n1, int n2) {
  PolytopeFace& f = faces_[static_cast<std::size_t>(face_count_++)];
  f = {{v0, v1, v2}, {n0, n1, n2}, {}, 0, kUnlisted};
  f.squared = plane_foot(vertex(v2).w, vertex(v1).w, vertex(v0).w, f.foot) ? dot(f.foot, f.foot) : 0;
  return f.squared;
}

void Polytope::list(int i) {
  face(i).place = list_count_;
  list_[static_cast<std::size_t>(list_count_++)] = {face(i).squared, i};
}

void Polytope::remove(int i) {
  const int place = face(i).place;
  if (place >= 0) {
    const Candidate& last = list_[static_cast<std::size_t>(--list_count_)];
    list_[static_cast<std::size_t>(place)] = last;
    face(last.face).place = place;
  }
  face(i).place = kDead;
}

int Polytope::nearest_listed() const {
  int best = -1;
  Real squared = kHuge;
  for (const Candidate& candidate : list_.first(static_cast<std::size_t>(list_count_))) {
    if (candidate.squared < squared) {
      squared = candidate.squared;
      best = candidate.face;
    }
  }
  return best;
}

bool Polytope::visible(const PolytopeFace& f, const Vec3<Real>& w) const {
  return dot(f.foot, w) - f.squared > kVisible;
}

// the edge of the neighbour that starts where the crossed edge ends
int Polytope::matching_edge(int i, int neighbour, int edge) const {
  const int start = face(i).vertex[next_edge(edge)];
  const PolytopeFace& n = face(neighbour);
  return n.vertex[0] == start ? 0 : n.vertex[1] == start ? 1 : 2;
}

std::span<const Polytope::HorizonEdge> Polytope::open_horizon(int first, const Vec3<Real>& w) {
  std::size_t edges = 0, depth = 0;
  remove(first);
  for (int e = 2; e >= 0; --e) stack_[depth++] = {first, e};
  while (depth) {  // crossings still to make, the next on top
    const HorizonEdge crossing = stack_[--depth];
    const int i = face(crossing.face).neighbour[crossing.edge];
    PolytopeFace& f = face(i);
    if (f.place == kDead) continue;
    const int entry = matching_edge(crossing.face, i, crossing.edge);
    if (visible(f, w)) {
      remove(i);
      stack_[depth++] = {i, previous_edge(entry)};
      stack_[depth++] = {i, next_edge(entry)};
    } else {
      horizon_[edges++] = {i, entry};
    }
  }
  return horizon_.first(edges);
}

}  // namespace corten
