// Newton's method with exact line search, the engine's (corten/solver): every product with J and M and every
// factor is in one place of the code, which the smooth acceleration, the directions and the damped
// acceleration pass in turn.
#pragma once

#include "corten/solver/row_cost.h"
#include "cuda/joint.h"

namespace corten::gpu {

// Value of the cost along the search line, as a difference to its start: single precision keeps its digits.
template <class T>
struct LinePoint {
  T alpha, cost, slope, curvature;
  CORTEN_DEV T newton() const { return alpha - slope / curvature; }
};

// Adds cost, slope and curvature of an elliptic contact at alpha, less its cost at 0.
template <class C, class T>
CORTEN_DEV void add_cone_line(const C& c, int contact, T alpha, LinePoint<T>& out) {
  const auto& d = c.world;
  const auto& con = d.contact[contact];
  const PairParams<T>& p = c.tables().pairs[con.pair];
  const int row = con.row;
  const T mu = p.mu, U0 = d.efc_jar[row] * mu, V0 = d.efc_jv[row] * mu;
  T UU = 0, UV = 0, VV = 0, at_zero = 0, q_slope = 0, q_curve = 0, q_cost = 0;
  CORTEN_ROLLED for (int k = 0; k < p.dim; ++k) {
    const T jar = d.efc_jar[row + k], jv = d.efc_jv[row + k], D = d.efc_D[row + k], x = jar + alpha * jv;
    at_zero += T(0.5) * D * jar * jar;
    q_cost += T(0.5) * D * x * x, q_slope += D * jv * x, q_curve += D * jv * jv;
    if (k == 0) continue;
    const T U = jar * p.friction[k - 1], V = jv * p.friction[k - 1];
    UU += U * U, UV += U * V, VV += V * V;
  }
  const T Dm = d.efc_D[row] / (mu * mu * (1 + mu * mu));
  const auto middle = [&](T N, T T2, T& cost) {  // −1 outside, 0 in the middle, 1 where it is quadratic
    if (T2 <= 0) return N < 0 ? 1 : -1;
    const T length = std::sqrt(T2);
    if (N >= mu * length) return -1;
    if (mu * N + length <= 0) return 1;
    cost = T(0.5) * Dm * (N - mu * length) * (N - mu * length);
    return 0;
  };
  T start = 0;
  const int zone0 = middle(U0, UU, start);
  out.cost -= zone0 > 0 ? at_zero : zone0 == 0 ? start : T(0);
  const T N = U0 + alpha * V0, T2 = UU + alpha * (2 * UV + alpha * VV);
  T cost = 0;
  const int zone = middle(N, T2, cost);
  if (zone < 0) return;
  if (zone > 0) {
    out.cost += q_cost, out.slope += q_slope, out.curvature += q_curve;
    return;
  }
  const T length = std::sqrt(T2), T1 = (UV + alpha * VV) / length;
  const T T2nd = VV / length - (UV + alpha * VV) * T1 / (length * length);
  const T excess = N - mu * length, slope = V0 - mu * T1;
  out.cost += cost;
  out.slope += Dm * excess * slope;
  out.curvature += Dm * (slope * slope + excess * (-mu * T2nd));
}

template <class C, class T>
CORTEN_DEV LinePoint<T> evaluate_line(const C& c, const RowCounts& n, int ncon, T alpha, T gauss_slope,
                                      T gauss_curve) {
  const auto& t = c.tables();
  const auto& d = c.world;
  LinePoint<T> p{alpha, 0, 0, 0};
  const int plain = c.cones() ? n.ne + n.nf + n.nl : n.nefc;
  each_row(c, plain, [&](int r) {
    const T jar = d.efc_jar[r], jv = d.efc_jv[r], D = d.efc_D[r], x = jar + alpha * jv;
    if (C::has(kFrictionLoss) && r >= n.ne && r < n.ne + n.nf) {
      const T floss = t.frictions[c.frictions().first + r - n.ne].floss, R = 1 / D;
      const RowCostOf<T> now = friction_cost(D, R, floss, x), start = friction_cost(D, R, floss, jar);
      p.cost += now.cost - start.cost;
      p.slope -= now.force * jv;
      if (now.state == kQuadratic) p.curvature += D * jv * jv;
    } else {
      const bool always = C::has(kEqualities) && r < n.ne, push = always || x < 0, pushed = always || jar < 0;
      const T y = push ? x : T(0), y0 = pushed ? jar : T(0);
      p.cost += T(0.5) * D * (y - y0) * (y + y0);
      p.slope += D * y * jv;
      if (push) p.curvature += D * jv * jv;
    }
  });
  if (c.cones()) CORTEN_ROLLED for (int i = c.lane(); i < ncon; i += c.width()) {
      if (!c.owns(d.contact[i])) continue;
      const int row = d.contact[i].row;
      if (row < 0) continue;
      if (t.pairs[d.contact[i].pair].dim > 1) {
        add_cone_line(c, i, alpha, p);
      } else {
        const T jar = d.efc_jar[row], jv = d.efc_jv[row], D = d.efc_D[row], x = jar + alpha * jv;
        const T y = x < 0 ? x : T(0), y0 = jar < 0 ? jar : T(0);
        p.cost += T(0.5) * D * (y - y0) * (y + y0);
        p.slope += D * y * jv;
        if (x < 0) p.curvature += D * jv * jv;
      }
    }
  c.team.sum(p.cost, p.slope, p.curvature);
  p.cost += alpha * gauss_slope + alpha * alpha * gauss_curve;
  p.slope += gauss_slope + 2 * alpha * gauss_curve;
  p.curvature += 2 * gauss_curve;
  if (p.curvature <= 0) p.curvature = kMinVal<T>;
  return p;
}

// Moves the point to a candidate whose slope has the same sign and is smaller.
template <class T>
CORTEN_DEV bool tighten(LinePoint<T>& p, const LinePoint<T>& x) {
  const bool closer =
      p.slope < 0 ? (x.slope < 0 && x.slope > p.slope) : (p.slope > 0 && x.slope > 0 && x.slope < p.slope);
  if (closer) p = x;
  return closer;
}

// The engine's search (solver/line_search.cpp) with one place that evaluates.
template <class C, class T>
CORTEN_DEV LinePoint<T> search_line(const C& c, const RowCounts& n, int ncon, T gauss_slope, T gauss_curve,
                                    T tolerance) {
  enum { kStart, kFirst, kApproach, kBracket, kMiddle, kNext1, kNext2 } at = kStart;
  const int most = c.model().opt.ls_iterations;
  LinePoint<T> p0{}, p1{}, p2{}, next1{}, next2{}, mid{};
  T alpha = 0, sign = 1;
  bool moved2 = false;
  const auto converged = [&](const LinePoint<T>& x) { return std::abs(x.slope) < tolerance; };
  for (int neval = 1;; ++neval) {
    const LinePoint<T> x = evaluate_line(c, n, ncon, alpha, gauss_slope, gauss_curve);
    switch (at) {
      case kStart:
        p0 = x, at = kFirst, alpha = x.newton();
        // single precision cannot tell smaller slopes from zero
        if constexpr (sizeof(T) == 4) tolerance = std::max(tolerance, T(1e-5) * std::abs(x.slope));
        continue;
      case kFirst:
      case kApproach:
        if (at == kFirst) p2 = p0, sign = x.slope < 0 ? T(1) : T(-1);
        p1 = x;
        if (converged(p1)) return p1;
        if (p1.slope * sign <= -tolerance && neval < most) {
          p2 = p1, at = kApproach, alpha = p1.newton();
          continue;
        }
        if (neval >= most) return p1;
        next2 = p1, at = kBracket, alpha = p1.newton();
        continue;
      case kBracket:
      case kNext1:
        next1 = x;
        if (at == kNext1 && moved2) {
          at = kNext2, alpha = p2.newton();
          continue;
        }
        break;
      case kNext2:
        next2 = x;
        break;
      case kMiddle: {
        mid = x;
        const LinePoint<T>* best = nullptr;
        if (converged(next1)) best = &next1;
        if (converged(next2) && (!best || next2.cost < best->cost)) best = &next2;
        if (converged(mid) && (!best || mid.cost < best->cost)) best = &mid;
        if (best) return *best;
        bool moved1 = tighten(p1, next1);
        moved1 |= tighten(p1, next2);
        moved1 |= tighten(p1, mid);
        moved2 = tighten(p2, next1);
        moved2 |= tighten(p2, next2);
        moved2 |= tighten(p2, mid);
        if (!moved1 && !moved2) return mid;
        at = moved1 ? kNext1 : kNext2, alpha = moved1 ? p1.newton() : p2.newton();
        continue;
      }
    }
    if (neval >= most) {
      const LinePoint<T>& better = p1.cost <= p2.cost ? p1 : p2;
      if (better.cost < 0) return better;
      return LinePoint<T>{0, 0, p0.slope, p0.curvature};
    }
    at = kMiddle, alpha = T(0.5) * (p1.alpha + p2.alpha);
  }
}

// Cost of a row at jar; the force, and what it adds to the Hessian as its weight.
template <class C, class T>
CORTEN_DEV RowCostOf<T> row_at(const C& c, const RowCounts& n, int r, T jar) {
  const auto& d = c.world;
  if (C::has(kEqualities) && r < n.ne) return equality_cost(d.efc_D[r], jar);
  if (C::has(kFrictionLoss) && r < n.ne + n.nf)
    return friction_cost(d.efc_D[r], 1 / d.efc_D[r],
                         c.tables().frictions[c.frictions().first + r - n.ne].floss, jar);
  return unilateral_cost(d.efc_D[r], jar);
}

// The same for an elliptic contact; writes force and weight of its rows when wanted.
template <class C, class T>
CORTEN_DEV T cone_at(const C& c, int contact, const T* jar, bool write) {
  const auto& d = c.world;
  const auto& con = d.contact[contact];
  const PairParams<T>& p = c.tables().pairs[con.pair];
  const int row = con.row;
  const ConeState<T> s = cone_state(c, contact, jar);
  const T mu = p.mu;
  const bool none = s.N >= mu * s.tangent || (s.tangent <= 0 && s.N >= 0);
  const bool quadratic = !none && (mu * s.N + s.tangent <= 0 || (s.tangent <= 0 && s.N < 0));
  if (none || quadratic) {
    T cost = 0;
    CORTEN_ROLLED for (int k = 0; k < p.dim; ++k) {
      const RowCostOf<T> x = equality_cost(d.efc_D[row + k], jar[row + k]);
      cost += x.cost;
      if (!write) continue;
      d.efc_force[row + k] = none ? T(0) : x.force;
      d.efc_jv[row + k] = none ? T(0) : d.efc_D[row + k];
    }
    return none ? T(0) : cost;
  }
  const T excess = s.N - mu * s.tangent, push = -s.stiffness * excess * mu;
  if (write) CORTEN_ROLLED for (int k = 0; k < p.dim; ++k) {
      d.efc_force[row + k] = k == 0 ? push : -push / s.tangent * s.U[k] * p.friction[k - 1];
      d.efc_jv[row + k] = kConeMark<T>;
    }
  return T(0.5) * s.stiffness * excess * excess;
}

// Σ cost of all rows at jar
template <class C, class T>
CORTEN_DEV T rows_cost(const C& c, const RowCounts& n, int ncon, const T* jar) {
  const auto& t = c.tables();
  const auto& d = c.world;
  T cost = 0;
  const int plain = c.cones() ? n.ne + n.nf + n.nl : n.nefc;
  each_row(c, plain, [&](int r) { cost += row_at(c, n, r, jar[r]).cost; });
  if (c.cones()) CORTEN_ROLLED for (int i = c.lane(); i < ncon; i += c.width()) {
      if (!c.owns(d.contact[i])) continue;
      const int row = d.contact[i].row;
      if (row < 0) continue;
      cost +=
          t.pairs[d.contact[i].pair].dim > 1 ? cone_at(c, i, jar, false) : row_at(c, n, row, jar[row]).cost;
    }
  return c.team.sum(cost);
}

// Forces and weights at jar, the list of rows that act; how many they are.
template <class C>
CORTEN_DEV int update_rows(const C& c, const RowCounts& n, int ncon) {
  using T = typename C::Scalar;
  const auto& t = c.tables();
  auto& d = c.world;
  const auto put = [&](int r) {
    const RowCostOf<T> x = row_at(c, n, r, d.efc_jar[r]);
    d.efc_force[r] = x.force;
    d.efc_jv[r] = x.state == kQuadratic ? d.efc_D[r] : T(0);
  };
  const int plain = c.cones() ? n.ne + n.nf + n.nl : n.nefc;
  each_row(c, plain, put);
  if (c.cones()) {
    CORTEN_ROLLED for (int i = c.lane(); i < ncon; i += c.width()) {
      if (!c.owns(d.contact[i])) continue;
      const int row = d.contact[i].row;
      if (row < 0) continue;
      if (t.pairs[d.contact[i].pair].dim > 1)
        cone_at(c, i, d.efc_jar.data(), true);
      else
        put(row);
    }
    c.sync();
  }
  int nactive = 0;
  CORTEN_ROLLED for (int first = 0; first < n.nefc; first += c.width()) {
    const int r = first + c.lane();
    const bool acts = r < n.nefc && (d.efc_force[r] != 0 || d.efc_jv[r] != 0);
    int total = 0;
    const int at = nactive + c.team.before(acts, total);
    if (acts) d.efc_list[at] = r;
    nactive += total;
  }
  c.sync();
  return nactive;
}

// qfrc_constraint = Jᵀ force and the gradient; its square
template <class C>
CORTEN_DEV typename C::Scalar update_gradient(const C& c, int nactive) {
  using T = typename C::Scalar;
  auto& d = c.world;
  const int np = c.np();
  T square = 0;
  CORTEN_ROLLED for (int i = c.lane(); i < np; i += c.width()) {
    T force = 0;
    CORTEN_UNROLL_BY(4) for (int k = 0; k < nactive; ++k) {
      const int r = d.efc_list[k];
      force = multiply_add(d.J[r * np + i], d.efc_force[r], force);
    }
    if constexpr (C::OfTree) force += coupling_force(c, i);
    const T g = i < c.ndof() ? d.Ma[i] - d.qfrc_smooth[i] - force : T(0);
    d.qfrc_constraint[i] = force;
    d.grad[i] = g;
    square += g * g;
  }
  square = c.team.sum(square);
  c.sync();
  return square;
}

// jar = J acc − aref
template <class C, class T>
CORTEN_DEV void residual(const C& c, const RowCounts& n, const T* acc, T* jar) {
  const auto& d = c.world;
  each_row(c, n.nefc, [&](int r) { jar[r] = row_times(c, r, acc) - d.efc_aref[r]; });
  c.sync();
}

// aref from its spring's part, the damper and the velocity of each row
template <class C>
CORTEN_DEV void references(const C& c, const RowCounts& n) {
  auto& d = c.world;
  each_row(c, n.nefc, [&](int r) { d.efc_aref[r] -= d.efc_jar[r] * row_times(c, r, d.qvel.data()); });
  c.sync();
}

// The first guess: the last acceleration, or the smooth one where that is known and better.
template <class C>
CORTEN_DEV void choose_start(const C& c, const RowCounts& n, int ncon, bool smooth_known) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  auto& d = c.world;
  const bool warm = !(m.opt.disableflags & mjDSBL_WARMSTART);
  bool from_smooth = !warm;
  if (warm) {
    residual(c, n, d.qacc_warmstart.data(), d.efc_jar.data());
    T gauss = 0;
    CORTEN_ROLLED for (int i = c.lane(); i < c.ndof(); i += c.width()) {
      d.Ma[i] = inertia_times(c, i, d.qacc_warmstart.data());
      d.qacc[i] = d.qacc_warmstart[i];
      if (smooth_known) gauss += (d.Ma[i] - d.qfrc_smooth[i]) * (d.qacc_warmstart[i] - d.qacc_smooth[i]);
    }
    c.sync();
    if (!smooth_known) return;
    const T cost = rows_cost(c, n, ncon, d.efc_jar.data()) + T(0.5) * c.team.sum(gauss);
    residual(c, n, d.qacc_smooth.data(), d.efc_force.data());
    from_smooth = cost > rows_cost(c, n, ncon, d.efc_force.data());
  } else {
    residual(c, n, d.qacc_smooth.data(), d.efc_force.data());
  }
  if (!from_smooth) return;
  each_row(c, n.nefc, [&](int r) { d.efc_jar[r] = d.efc_force[r]; });
  c.each(c.ndof(), [&](int i) {
    d.qacc[i] = d.qacc_smooth[i];
    d.Ma[i] = d.qfrc_smooth[i];
  });
}

// Goes along d.search as far as is best. False when it leads nowhere.
template <class C>
CORTEN_DEV bool take_step(const C& c, const RowCounts& n, int ncon, typename C::Scalar& gain) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const auto& t = c.tables();
  auto& d = c.world;
  T square = 0, slope = 0, curve = 0;
  each_row(c, n.nefc, [&](int r) { d.efc_jv[r] = row_times(c, r, d.search.data()); });
  CORTEN_ROLLED for (int i = c.lane(); i < c.ndof(); i += c.width()) {
    const T v = d.search[i], Mv = inertia_times(c, i, d.search.data());
    d.grad[i] = Mv;
    square += v * v;
    slope += v * (d.Ma[i] - d.qfrc_smooth[i]);
    curve += v * Mv;
  }
  c.team.sum(square, slope, curve);
  const T length = std::sqrt(square);
  curve *= T(0.5);
  c.sync();
  if (length < kMinVal<T>) return false;
  const T tolerance = m.opt.tolerance * m.opt.ls_tolerance * length / t.scale;
  const LinePoint<T> best = search_line(c, n, ncon, slope, curve, tolerance);
  if (best.alpha == 0) return false;
  gain = -best.cost;
  each_row(c, n.nefc, [&](int r) { d.efc_jar[r] += best.alpha * d.efc_jv[r]; });
  c.each(c.ndof(), [&](int i) {
    d.qacc[i] += best.alpha * d.search[i];
    d.Ma[i] += best.alpha * d.grad[i];
  });
  return true;
}

// Conjugate gradients (Polak–Ribière, started anew when negative): d.search, M⁻¹ grad, becomes the direction,
// and what the next one asks for is kept.
template <class C>
CORTEN_DEV void conjugate_direction(const C& c, bool first) {
  using T = typename C::Scalar;
  auto& d = c.world;
  T *old_grad = d.conjugate.data(), *old_Mgrad = old_grad + c.np(), *direction = old_Mgrad + c.np();
  T length = 0, along = 0, none = 0;
  if (!first) {
    CORTEN_ROLLED for (int i = c.lane(); i < c.ndof(); i += c.width()) {
      length += old_grad[i] * old_Mgrad[i];
      along += d.grad[i] * (d.search[i] - old_Mgrad[i]);
    }
    c.team.sum(length, along, none);
  }
  const T beta = first ? T(0) : std::max(T(0), along / std::max(T(kMinVal<T>), length));
  c.each(c.np(), [&](int i) {
    const bool real = i < c.ndof();
    old_grad[i] = real ? d.grad[i] : T(0), old_Mgrad[i] = real ? d.search[i] : T(0);
    direction[i] = d.search[i] = real ? -d.search[i] + (first ? T(0) : beta * direction[i]) : T(0);
  });
}

// qacc, qfrc_constraint; in Ma the acceleration that moves the velocity. The number of iterations.
template <class C>
CORTEN_DEV int newton(const C& c, const RowCounts& n, int ncon) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const auto& t = c.tables();
  auto& d = c.world;
  Matrix which = Matrix::inertia;
  int iterations = 0, nactive = 0;
  const bool conjugate = C::has(kConjugate) && m.opt.solver == mjSOL_CG;
  const bool constrained = c.joint() || n.nefc > 0;
  bool done = false, smooth_known = false, start = constrained && !t.smooth_start, moved = false;
  T gain = 0;
  for (;;) {
    if (start) choose_start(c, n, ncon, smooth_known);
    if (start || moved) {
      nactive = update_rows(c, n, ncon);
      const T square = update_gradient(c, nactive);
      if (start)
        which = conjugate ? Matrix::preconditioner : Matrix::hessian, done = m.opt.iterations == 0;
      else
        done = iterations >= m.opt.iterations || t.scale * gain < m.opt.tolerance ||
               t.scale * std::sqrt(square) < m.opt.tolerance;
      start = moved = false;
    }
    if (done) {
      if (!t.damped) break;
      which = Matrix::damped;
      c.each(c.ndof(), [&](int i) { d.grad[i] = d.qfrc_smooth[i] + d.qfrc_constraint[i]; });
    }
    solve(c, n, which, nactive, ncon, which == Matrix::inertia ? d.qfrc_smooth.data() : d.grad.data(),
          d.search.data());
    if (which == Matrix::damped) {
      c.each(c.ndof(), [&](int i) { d.Ma[i] = d.search[i]; });
      return iterations;
    }
    if (which == Matrix::inertia) {
      c.each(c.np(), [&](int i) {
        d.qacc_smooth[i] = i < c.ndof() ? d.search[i] : T(0);
        d.qacc[i] = d.qacc_smooth[i];
        d.qfrc_constraint[i] = T(0);
      });
      done = !constrained, start = smooth_known = constrained;
      continue;
    }
    if (conjugate)
      conjugate_direction(c, iterations == 0);
    else
      c.each(c.np(), [&](int i) { d.search[i] = i < c.ndof() ? -d.search[i] : T(0); });
    gain = 0;
    moved = take_step(c, n, ncon, gain);
    iterations += moved;
    done = !moved;
  }
  c.each(c.ndof(), [&](int i) { d.Ma[i] = d.qacc[i]; });
  return iterations;
}

}  // namespace corten::gpu
