// The polytope of EPA: vertices, triangles with their neighbours, and the list of candidate faces.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "corten/geom/simplex_core.h"

namespace corten {

struct PolytopeFace {
  int vertex[3];     // edges: (0,1), (1,2), (2,0)
  int neighbour[3];  // face across each edge
  Vec3<Real> foot;   // of the origin on the plane; points outwards
  Real squared;      // its squared length, 0 for a degenerate triangle
  int place;         // in the candidate list, or one of the two below
};
inline constexpr int kUnlisted = -1;
inline constexpr int kDead = -2;

// An edge of a face around a hole: both in one word, which moves as one.
class HorizonEdge {
 public:
  HorizonEdge() = default;
  CORTEN_HD HorizonEdge(int face, int edge) : code_(face * 4 + edge) {}
  CORTEN_HD int face() const { return code_ >> 2; }
  CORTEN_HD int edge() const { return code_ & 3; }

 private:
  int code_;
};

struct FaceCandidate {
  Real squared;  // of the face, here for the search of the nearest
  int face;
};

// Where a polytope lives.
struct PolytopeMemory {
  std::span<DifferenceVertex> vertices;
  std::span<PolytopeFace> faces;
  std::span<FaceCandidate> list;  // removing an entry moves the last one into its place
  std::span<HorizonEdge> horizon, stack;

  // alloc.template operator()<U>(n): a span of n U; room for this many rounds
  template <class Alloc>
  CORTEN_HD PolytopeMemory(int max_iterations, Alloc&& alloc) {
    constexpr int kFixedRounds =
        170;  // up to here MuJoCo's buffers have one size; it decides when faces run out
    const int rounds = max_iterations > kFixedRounds ? max_iterations : kFixedRounds;
    vertices = alloc.template operator()<DifferenceVertex>(rounds + 5);
    faces = alloc.template operator()<PolytopeFace>(6 * rounds);
    list = alloc.template operator()<FaceCandidate>(6 * rounds);
    horizon = alloc.template operator()<HorizonEdge>(6 * rounds + 3);
    stack = alloc.template operator()<HorizonEdge>(6 * rounds + 3);
  }
};

class Polytope {
 public:
  CORTEN_HD explicit Polytope(const PolytopeMemory& memory)
      : vertices_(memory.vertices),
        faces_(memory.faces),
        list_(memory.list),
        horizon_(memory.horizon),
        stack_(memory.stack) {}

  // the place of the next vertex, to be filled before it is added
  CORTEN_HD DifferenceVertex& next_vertex() { return vertices_[static_cast<std::size_t>(vertex_count_)]; }
  CORTEN_HD int add_vertex() { return vertex_count_++; }
  CORTEN_HD const DifferenceVertex& vertex(int i) const { return vertices_[static_cast<std::size_t>(i)]; }
  CORTEN_HD int vertex_count() const { return vertex_count_; }

  // Returns the squared distance of the new face's plane.
  CORTEN_HD Real add_face(int v0, int v1, int v2, int n0, int n1, int n2) {
    PolytopeFace& f = faces_[static_cast<std::size_t>(face_count_++)];
    Vec3<Real> foot{};
    const Real squared = plane_foot(vertex(v2).w, vertex(v1).w, vertex(v0).w, foot) ? dot(foot, foot) : 0;
    f = {{v0, v1, v2}, {n0, n1, n2}, foot, squared, kUnlisted};
    return squared;
  }
  CORTEN_HD PolytopeFace& face(int i) { return faces_[static_cast<std::size_t>(i)]; }
  CORTEN_HD const PolytopeFace& face(int i) const { return faces_[static_cast<std::size_t>(i)]; }
  CORTEN_HD int face_count() const { return face_count_; }
  CORTEN_HD bool has_room(int faces) const { return face_count_ + faces <= static_cast<int>(faces_.size()); }
  CORTEN_HD void clear() { vertex_count_ = face_count_ = list_count_ = 0; }

  CORTEN_HD void list(int i) { list_if(true, i); }
  // without a branch, which nobody could predict: what is not listed is written over by the next that is
  CORTEN_HD void list_if(bool wanted, int i) {
    face(i).place = wanted ? list_count_ : kUnlisted;
    list_[static_cast<std::size_t>(list_count_)] = {face(i).squared, i};
    list_count_ += wanted;
  }
  // from the list and from the polytope
  CORTEN_HD void remove(int i) {
    const int place = face(i).place;
    if (place >= 0) {
      const FaceCandidate& last = list_[static_cast<std::size_t>(--list_count_)];
      list_[static_cast<std::size_t>(place)] = last;
      face(last.face).place = place;
    }
    face(i).place = kDead;
  }
  CORTEN_HD int list_count() const { return list_count_; }
  // First of the nearest, −1 if the list is empty; chosen without branches.
  CORTEN_HD int nearest_listed() const {
    int best = -1;
    Real least = kHuge;
    for (const FaceCandidate& candidate : list_.first(static_cast<std::size_t>(list_count_))) {
      best = candidate.squared < least ? candidate.face : best;
      least = candidate.squared < least ? candidate.squared : least;
    }
    return best;
  }

  // Removes `face` and everything visible from w, and leaves the closed loop of outside edges around the
  // hole.
  CORTEN_HD std::span<const HorizonEdge> open_horizon(int first, const Vec3<Real>& w) {
    std::size_t edges = 0, depth = 0;
    remove(first);
    stack_[depth++] = {first, 2};
    stack_[depth++] = {first, 1};
    HorizonEdge crossing{first, 0};
    for (;;) {  // crossings to make after this one are on the stack
      const int i = face(crossing.face()).neighbour[crossing.edge()];
      PolytopeFace& f = face(i);
      if (f.place != kDead) {
        const int entry = matching_edge(crossing, f);
        if (visible(f, w)) {
          remove(i);
          stack_[depth++] = {i, previous_edge(entry)};
          crossing = {i, next_edge(entry)};
          continue;
        }
        horizon_[edges++] = {i, entry};
      }
      if (depth == 0) break;
      crossing = stack_[--depth];
    }
    return horizon_.first(edges);
  }

 private:
  CORTEN_HD bool visible(const PolytopeFace& f, const Vec3<Real>& w) const {
    return dot(f.foot, w) - f.squared > Real(1e-15);
  }
  // the edge of the neighbour that starts where the crossed edge ends
  CORTEN_HD int matching_edge(HorizonEdge crossed, const PolytopeFace& neighbour) const {
    const int start = face(crossed.face()).vertex[next_edge(crossed.edge())];
    const int later = neighbour.vertex[0] != start;
    return later + (later & static_cast<int>(neighbour.vertex[1] != start));
  }
  CORTEN_HD static int next_edge(int edge) { return edge == 2 ? 0 : edge + 1; }
  CORTEN_HD static int previous_edge(int edge) { return edge == 0 ? 2 : edge - 1; }

  std::span<DifferenceVertex> vertices_;
  std::span<PolytopeFace> faces_;
  std::span<FaceCandidate> list_;
  std::span<HorizonEdge> horizon_;
  std::span<HorizonEdge> stack_;
  int vertex_count_ = 0;
  int face_count_ = 0;
  int list_count_ = 0;
};

}  // namespace corten
