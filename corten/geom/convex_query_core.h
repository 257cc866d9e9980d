// One question about two convex shapes in two halves: how far they are apart, and how deep inside each other.
#pragma once

#include "corten/geom/epa_core.h"

namespace corten {

struct ConvexOptions {
  Real tolerance = 1e-6;
  int max_iterations = 35;
};

struct ConvexAnswer {
  Real dist = kHuge;       // negative: depth; kHuge: farther than the cutoff
  bool witnesses = false;  // x1, x2 are valid
  Vec3<Real> x1{};         // on the first shape
  Vec3<Real> x2{};         // on the second
  Vec3<Real> apart{};      // unit direction from the first shape along which they are apart, if one was found
  bool penetrating = false;
  DifferenceVertex face[3];  // of the polytope, when penetrating
};

namespace core {

// Shrinks a round shape to its core; returns the radius taken away.
CORTEN_HD inline Real shrink(ConvexSide& s) {
  if (!s.round()) return 0;
  s.core = true;
  return s.size[0] + Real(0.5) * s.margin;
}

// Distance between cores, then the radii back: no iteration on curved surfaces as long as the cores are
// apart. Returns false when they are not.
CORTEN_HD inline bool core_query(ConvexSide& a, ConvexSide& b, Real cutoff, const ConvexOptions& o,
                                 ConvexAnswer& answer) {
  const Real ra = shrink(a), rb = shrink(b);
  GjkResult r;
  gjk(a, b, cutoff + ra + rb, o.tolerance, o.max_iterations, r);
  a.core = b.core = false;
  if (!(r.dist > o.tolerance)) return false;
  answer.apart = r.apart;
  if (r.dist >= kHuge) return true;
  const Vec3<Real> n = unit(r.x2 - r.x1);
  answer.witnesses = true;
  answer.x1 = r.x1 + n * ra;
  answer.x2 = r.x2 - n * rb;
  answer.dist = r.dist - (ra + rb);
  if (answer.dist > 0) answer.apart = n;
  if (answer.dist > cutoff) answer.dist = kHuge;
  return true;
}

// cutoff 0: contacts only; > 0: distances up to it. True when the shapes overlap: convex_depth then has the
// rest.
CORTEN_HD inline bool convex_distance(ConvexSide& a, ConvexSide& b, Real cutoff, const ConvexOptions& o,
                                      GjkResult& r, ConvexAnswer& answer) {
  if ((a.round() || b.round()) && core_query(a, b, cutoff, o, answer)) return false;
  gjk(a, b, cutoff, o.tolerance, o.max_iterations, r);
  answer.apart = r.apart;
  if (r.dist >= kHuge) return false;
  answer.dist = r.dist;
  answer.x1 = r.x1;
  answer.x2 = r.x2;
  answer.witnesses = true;
  return !(r.dist > o.tolerance || r.count < 2);
}

CORTEN_HD inline void convex_depth(ConvexSide& a, ConvexSide& b, const ConvexOptions& o, const GjkResult& r,
                                   const PolytopeMemory& memory, ConvexAnswer& answer) {
  const EpaResult depth = epa(a, b, r, o.tolerance, o.max_iterations, memory, answer.face);
  answer.dist = 0;
  if (depth.status == EpaResult::Status::broken) answer.witnesses = false;
  if (depth.status != EpaResult::Status::found) return;
  answer.dist = depth.dist;
  answer.x1 = depth.x1;
  answer.x2 = depth.x2;
  answer.penetrating = true;
}

}  // namespace core
}  // namespace corten
