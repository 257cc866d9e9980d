// The polytope of EPA: vertices, triangles with their neighbours, and the list of candidate faces.
#pragma once

#include <span>

#include "corten/base/arena.h"
#include "corten/geom/simplex.h"

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

class Polytope {
 public:
  // room for this many rounds
  Polytope(Arena::Frame& frame, int max_iterations);

  // the place of the next vertex, to be filled before it is added
  DifferenceVertex& next_vertex() { return vertices_[static_cast<std::size_t>(vertex_count_)]; }
  int add_vertex() { return vertex_count_++; }
  const DifferenceVertex& vertex(int i) const { return vertices_[static_cast<std::size_t>(i)]; }
  int vertex_count() const { return vertex_count_; }

  // Returns the squared distance of the new face's plane.
  Real add_face(int v0, int v1, int v2, int n0, int n1, int n2);
  PolytopeFace& face(int i) { return faces_[static_cast<std::size_t>(i)]; }
  const PolytopeFace& face(int i) const { return faces_[static_cast<std::size_t>(i)]; }
  int face_count() const { return face_count_; }
  bool has_room(int faces) const { return face_count_ + faces <= static_cast<int>(faces_.size()); }
  void clear() { vertex_count_ = face_count_ = list_count_ = 0; }

  void list(int face);
  void remove(int face);  // from the list and from the polytope
  int list_count() const { return list_count_; }
  int nearest_listed() const;  // first of the nearest, −1 if the list is empty

  // Removes `face` and everything visible from w, and leaves the closed loop of outside edges around the
  // hole.
  struct HorizonEdge {
    int face;
    int edge;
  };
  std::span<const HorizonEdge> open_horizon(int face, const Vec3<Real>& w);

 private:
  bool visible(const PolytopeFace& face, const Vec3<Real>& w) const;
  int matching_edge(int face, int neighbour, int edge) const;

  std::span<DifferenceVertex> vertices_;
  std::span<PolytopeFace> faces_;
  struct Candidate {
    Real squared;  // of the face, here for the search of the nearest
    int face;
  };
  std::span<Candidate> list_;  // removing an entry moves the last one into its place
  std::span<HorizonEdge> horizon_;
  std::span<HorizonEdge> stack_;
  int vertex_count_ = 0;
  int face_count_ = 0;
  int list_count_ = 0;
};

}  // namespace corten
