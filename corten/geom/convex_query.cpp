#include "corten/geom/convex_query.h"

namespace corten {
namespace {

// Shrinks a round shape to its core; returns the radius taken away.
Real shrink(ConvexSide& s) {
  if (!s.round()) return 0;
  s.core = true;
  return s.size[0] + Real(0.5) * s.margin;
}

// Distance between cores, then the radii back: no iteration on curved surfaces as long as the cores are
// apart. Returns false when they are not.
bool core_query(ConvexSide& a, ConvexSide& b, Real cutoff, const ConvexOptions& o, ConvexAnswer& answer) {
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

}  // namespace

ConvexAnswer convex_query(ConvexSide& a, ConvexSide& b, Real cutoff, const ConvexOptions& o, Arena& scratch) {
  ConvexAnswer answer;
  if ((a.round() || b.round()) && core_query(a, b, cutoff, o, answer)) return answer;

  GjkResult r;
  gjk(a, b, cutoff, o.tolerance, o.max_iterations, r);
  answer.apart = r.apart;
  if (r.dist >= kHuge) return answer;
  answer.dist = r.dist;
  answer.x1 = r.x1;
  answer.x2 = r.x2;
  answer.witnesses = true;
  if (r.dist > o.tolerance || r.count < 2) return answer;

  const EpaResult depth = epa(a, b, r, o.tolerance, o.max_iterations, scratch, answer.face);
  answer.dist = 0;
  if (depth.status == EpaResult::Status::broken) answer.witnesses = false;
  if (depth.status != EpaResult::Status::found) return answer;
  answer.dist = depth.dist;
  answer.x1 = depth.x1;
  answer.x2 = depth.x2;
  answer.penetrating = true;
  return answer;
}

}  // namespace corten
