#include "corten/solver/line_search.h"

#include <cmath>

#include "corten/solver/line_walk.h"
#include "corten/solver/row_cost.h"

namespace corten {
namespace {

constexpr Real kMinCurvature = 1e-15;  // mjMINVAL

// a + b α + c α²
struct Quad {
  Real a = 0, b = 0, c = 0;
  Quad& operator+=(const Quad& q) {
    a += q.a, b += q.b, c += q.c;
    return *this;
  }
};

// q or nothing, without a branch: which rows push is hard to guess
Quad if_negative(Real x, const Quad& q) { return {x < 0 ? q.a : 0, x < 0 ? q.b : 0, x < 0 ? q.c : 0}; }

// an elliptic cone along the line: U + αV in scaled coordinates
struct ConeLine {
  Real U0, V0, UU, UV, VV;
  Real Dm;
  Quad quadratic;  // sum over its rows
};

class Line {
 public:
  Line(const LineProblem& p, Arena::Frame& frame)
      : p_(p), quad_(frame.alloc<Quad>(p.rows.nefc)), cones_(frame.alloc<ConeLine>(cone_count())) {
    always_ = {p.gauss[0], p.gauss[1], p.gauss[2]};
    for (int i = 0; i < p.rows.ne; ++i) always_ += row_quad(i);
    for (int i = p.rows.ne; i < p.rows.nefc; ++i) quad_[i] = row_quad(i);
    for (int k = 0; k < cone_count(); ++k) cones_[k] = cone_line(p.rows.cones[k]);
  }

  LinePoint at(Real alpha) {
    Quad q = always_;
    add_friction(alpha, q);
    LinePoint point{alpha, 0, 0, 0};
    int k = 0;
    for_push_rows(
        p_.rows,
        [&](int first, int last) {
          for (int i = first; i < last; ++i) q += if_negative(p_.jar[i] + alpha * p_.jv[i], quad_[i]);
        },
        [&](const ContactRows& cone) { add_cone(cone, cones_[k++], alpha, q, point); });
    point.cost += alpha * alpha * q.c + alpha * q.b + q.a;
    point.slope += 2 * alpha * q.c + q.b;
    point.curvature += 2 * q.c;
    if (point.curvature <= 0) {
      nonconvex = true;
      point.curvature = kMinCurvature;
    }
    return point;
  }

  bool nonconvex = false;

 private:
  int cone_count() const { return static_cast<int>(p_.rows.cones.size()); }

  Quad row_quad(int i) const {
    const Real DJ = p_.rows.D[i] * p_.jar[i], jv = p_.jv[i];
    return {0.5 * p_.jar[i] * DJ, jv * DJ, 0.5 * jv * p_.rows.D[i] * jv};
  }

  ConeLine cone_line(const ContactRows& cone) const {
    ConeLine c{};
    for (int j = 0; j < cone.dim; ++j) c.quadratic += quad_[cone.row + j];
    c.U0 = p_.jar[cone.row] * cone.mu;
    c.V0 = p_.jv[cone.row] * cone.mu;
    for (int j = 1; j < cone.dim; ++j) {
      const Real U = p_.jar[cone.row + j] * cone.friction[j - 1];
      const Real V = p_.jv[cone.row + j] * cone.friction[j - 1];
      c.UU += U * U, c.UV += U * V, c.VV += V * V;
    }
    const Real mu2 = cone.mu * cone.mu;
    c.Dm = p_.rows.D[cone.row] / (mu2 * (1 + mu2));
    return c;
  }

  void add_friction(Real alpha, Quad& q) const {
    for (int i = p_.rows.ne; i < p_.rows.ne + p_.rows.nf; ++i) {
      const Real x = p_.jar[i] + alpha * p_.jv[i];
      const Real floss = p_.rows.frictionloss[i], Rf = p_.rows.R[i] * floss;
      if (-Rf < x && x < Rf) {
        q += quad_[i];
      } else if (x <= -Rf) {
        q += {floss * (-0.5 * Rf - p_.jar[i]), -floss * p_.jv[i], 0};
      } else {
        q += {floss * (-0.5 * Rf + p_.jar[i]), floss * p_.jv[i], 0};
      }
    }
  }

  static void add_cone(const ContactRows& cone, const ConeLine& c, Real alpha, Quad& q, LinePoint& point) {
    const Real N = c.U0 + alpha * c.V0;
    const Real T2 = c.UU + alpha * (2 * c.UV + alpha * c.VV);
    if (T2 <= 0) {
      if (N < 0) q += c.quadratic;
      return;
    }
    const Real mu = cone.mu, T = std::sqrt(T2);
    if (N >= mu * T) return;
    if (mu * N + T <= 0) {
      q += c.quadratic;
      return;
    }
    const Real T1 = (c.UV + alpha * c.VV) / T;
    const Real T2nd = c.VV / T - (c.UV + alpha * c.VV) * T1 / (T * T);
    const Real excess = N - mu * T, slope = c.V0 - mu * T1;
    point.cost += 0.5 * c.Dm * excess * excess;
    point.slope += c.Dm * excess * slope;
    point.curvature += c.Dm * (slope * slope + excess * (-mu * T2nd));
  }

  const LineProblem& p_;
  std::span<Quad> quad_;  // of rows that do not always push
  std::span<ConeLine> cones_;
  Quad always_;
};

}  // namespace

LineResult line_search(const LineProblem& problem, Arena& arena) {
  Arena::Frame frame(arena);
  Line line(problem, frame);
  LineWalk walk(problem.slope_tolerance, problem.max_evaluations);
  while (!walk.done()) walk.take(line.at(walk.alpha()));
  const LinePoint& found = walk.found();
  return {found.alpha, std::abs(found.slope) * problem.slope_scale, walk.evaluations(), line.nonconvex};
}

}  // namespace corten
