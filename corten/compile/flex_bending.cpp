// Bending constants of a flex: the two triangles at an inner edge as a hinge whose energy is quadratic in the
// four positions (cotangent weights), plus a term linear in the volume they span when the rest shape is not
// flat.
#include <cmath>

#include "corten/compile/draft_flex.h"

namespace corten {
namespace {

// cotangent of the angle at p between a and b
Real cotangent(const Vec3<Real>& p, const Vec3<Real>& a, const Vec3<Real>& b) {
  const Vec3<Real> u = a - p, v = b - p;
  return dot(u, v) / norm(cross(u, v));
}

Real area(const Vec3<Real>& a, const Vec3<Real>& b, const Vec3<Real>& c) {
  return norm(cross(b - a, c - a)) / 2;
}

// The edge i → j runs as in its first triangle, (i, j, k); the second one is (j, i, l).
Vec<Real, 17> hinge(const Vec3<Real>& i, const Vec3<Real>& j, const Vec3<Real>& k, const Vec3<Real>& l,
                    Real mu, Real thickness) {
  const Real a1 = cotangent(i, j, k), a2 = cotangent(i, l, j), a3 = cotangent(j, k, i),
             a4 = cotangent(j, i, l);
  const Real c[4] = {a3 + a4, a1 + a2, -(a1 + a3), -(a2 + a4)};
  const Real total = area(i, j, k) + area(j, i, l);
  const Real scale = 3 * mu * std::pow(thickness, 3) / (24 * total);
  const Vec3<Real> t0 = -((k - i) * a3 + (k - j) * a1), t1 = -((l - i) * a4 + (l - j) * a2);
  const Vec3<Real> edge = j - i;
  const Real squared = dot(edge, edge), cosine = -dot(t0, t1) / squared;
  Vec<Real, 17> b{};
  for (int p = 0; p < 4; ++p)
    for (int q = 0; q < 4; ++q) b[4 * p + q] = c[p] * c[q] * cosine * scale;
  const Real volume = dot(cross(edge, k - i), l - i);
  b[16] = volume * (a1 - a3) * (a4 - a2) * scale / (squared * std::sqrt(squared));
  return b;
}

// First triangle of each edge, and its first corner there.
struct Winding {
  int from = -1, to = -1;
};

std::vector<Winding> first_windings(const DraftFlex& flex) {
  std::vector<Winding> all(flex.edge.size());
  for (int e = 0; e < flex.nelem(); ++e)
    for (int k = 0; k < 3; ++k) {
      Winding& w = all[flex.elem_edge[3 * e + k]];
      if (w.from >= 0) continue;
      w = {flex.corners(e)[kElementEdge[2][k][0]], flex.corners(e)[kElementEdge[2][k][1]]};
    }
  return all;
}

}  // namespace

void stiffen_hinges(DraftFlex& flex) {
  const spec::FlexElasticity& e = flex.spec->elasticity;
  if (flex.dim != 2 || !(*e.elastic2d & 1) || !(*e.young > 0)) return;
  const Real mu = *e.young / (2 * (1 + *e.poisson));
  const std::vector<Winding> winding = first_windings(flex);
  const auto x = [&](int vert) -> const Vec3<Real>& { return flex.vert_w[vert]; };
  for (int i = 0; i < flex.nedge(); ++i) {
    const Vec<int, 2>& flap = flex.edge_flap[i];
    if (flap[1] < 0) continue;
    flex.bending[i] = hinge(x(winding[i].from), x(winding[i].to), x(flap[0]), x(flap[1]), mu, *e.thickness);
  }
}

}  // namespace corten
