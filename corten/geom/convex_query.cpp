#include "corten/geom/convex_query.h"

namespace corten {

ConvexAnswer convex_query(ConvexSide& a, ConvexSide& b, Real cutoff, const ConvexOptions& o, Arena& scratch) {
  ConvexAnswer answer;
  GjkResult r;
  if (!core::convex_distance(a, b, cutoff, o, r, answer)) return answer;
  Arena::Frame frame(scratch);
  const PolytopeMemory memory(o.max_iterations, [&]<class U>(int n) { return frame.alloc<U>(n); });
  core::convex_depth(a, b, o, r, memory, answer);
  return answer;
}

}  // namespace corten
