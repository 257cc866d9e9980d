// Derivatives of fluid forces by velocity, as 3×3 blocks in the axes of the box or ellipsoid. Products and
// sums are grouped as the oracle groups them.
#pragma once

#include "corten/smooth/fluid_core.h"

namespace corten {

// ∂(torque, force) / ∂(ang, lin)
template <class T>
struct FluidJacobian {
  Mat3<T> torque_ang{}, torque_lin{}, force_ang{}, force_lin{};
};

template <class T>
CORTEN_HD constexpr Mat3<T> cross_matrix(const Vec3<T>& a) {
  return {T(0), -a[2], a[1], a[2], T(0), -a[0], -a[1], a[0], T(0)};
}
template <class T>
CORTEN_HD constexpr void add_to(Mat3<T>& a, const Mat3<T>& b, T scale = T(1)) {
  for (int i = 0; i < 9; ++i) a[i] += b[i] * scale;
}
template <class T>
CORTEN_HD constexpr Mat3<T> outer(const Vec3<T>& a, const Vec3<T>& b) {
  Mat3<T> r{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) r(i, j) = a[i] * b[j];
  return r;
}
template <class T>
CORTEN_HD constexpr Vec3<T> times(const Vec3<T>& a, const Vec3<T>& b) {
  return {a[0] * b[0], a[1] * b[1], a[2] * b[2]};
}
template <class T>
CORTEN_HD constexpr void scale_by(Mat3<T>& a, T scale) {
  for (T& x : a.e) x *= scale;
}

// What a box adds to the diagonal of the block, torques first: by viscosity, then by density.
template <class T>
struct BoxFluidSlopes {
  T viscous[6];
  T quadratic[6];
};

template <class T>
CORTEN_HD BoxFluidSlopes<T> box_fluid_slopes(const Vec3<T>& box, const Motion<T>& v,
                                             const Medium<T>& medium) {
  using std::abs;
  BoxFluidSlopes<T> b{};
  const T diameter = (box[0] + box[1] + box[2]) / T(3);
  for (int i = 0; i < 3; ++i) {
    const T p = box[i == 0 ? 1 : 0], q = box[i == 2 ? 1 : 2];
    if (medium.viscosity > T(0)) {
      b.viscous[i] = -T(kPi) * diameter * diameter * diameter * medium.viscosity;
      b.viscous[i + 3] = T(-3) * T(kPi) * diameter * medium.viscosity;
    }
    if (medium.density > T(0)) {
      b.quadratic[i] =
          -medium.density * box[i] * (p * p * p * p + q * q * q * q) * T(2) * abs(v.ang[i]) / T(64);
      b.quadratic[i + 3] = T(-0.5) * medium.density * p * q * T(2) * abs(v.lin[i]);
    }
  }
  return b;
}

// P × v + H × ω and P × ω with P, H proportional to v, ω
template <class T>
CORTEN_HD void add_added_mass(const FluidCoefficients<T>& c, const Motion<T>& v, T density,
                              FluidJacobian<T>& b) {
  const Vec3<T> mass = c.virtual_mass * density, inertia = c.virtual_inertia * density;
  // ∂(a∘x × y): by y [a∘x]×, by x −[y]× diag(a)
  const auto by_first = [](const Vec3<T>& a, const Vec3<T>& y) {
    Mat3<T> r = cross_matrix(y);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) r(i, j) = -r(i, j) * a[j];
    return r;
  };
  add_to(b.torque_ang, cross_matrix(times(inertia, v.ang)));
  add_to(b.torque_ang, by_first(inertia, v.ang));
  add_to(b.torque_lin, cross_matrix(times(mass, v.lin)));
  add_to(b.torque_lin, by_first(mass, v.lin));
  add_to(b.force_ang, cross_matrix(times(mass, v.lin)));
  add_to(b.force_lin, by_first(mass, v.ang));
}

// Squares of a velocity weighted by the squared areas A of an ellipsoid: N = Σ A v², Q = Σ A² v².
template <class T>
struct WeightedSquares {
  Vec3<T> A, square;
  T num, den, speed2;

  CORTEN_HD WeightedSquares(const EllipsoidShape<T>& shape, const Vec3<T>& v)
      : A(shape.areas()), square(times(v, v)) {
    const Vec3<T> A2 = times(A, A);
    num = A[0] * square[0] + A[1] * square[1] + A[2] * square[2];
    den = A2[0] * square[0] + A2[1] * square[1] + A2[2] * square[2];
    speed2 = square[0] + square[1] + square[2];
  }
  // Σ over the other two axes of weight · v² (A_i − A)
  CORTEN_HD T apart(int i, const Vec3<T>& weight) const {
    const int j = i == 0 ? 1 : 0, k = i == 2 ? 1 : 2;
    return weight[j] * square[j] * (A[i] - A[j]) + weight[k] * square[k] * (A[i] - A[k]);
  }
};

// F = K √(N / (Q |v|²)) ((A∘v × v) × v)
template <class T>
CORTEN_HD Mat3<T> kutta_jacobian(const EllipsoidShape<T>& shape, const Vec3<T>& v, T scale) {
  using std::max;
  using std::sqrt;
  const WeightedSquares<T> w(shape, v);
  const T over = scale / max(kMinVal<T>, sqrt(w.den * w.num * w.speed2));
  const T by_den = w.num / max(kMinVal<T>, w.den), by_speed = w.num / max(kMinVal<T>, w.speed2);
  Mat3<T> r{};
  for (int i = 0; i < 3; ++i) {
    const T lift = w.apart(i, Vec3<T>{T(1), T(1), T(1)});
    for (int j = 0; j < 3; ++j) {
      r(i, j) = (w.A[j] - w.A[i]) * (T(2) * w.num);
      r(i, j) += (w.A[j] * w.A[j] * by_den - w.A[j] + by_speed) * lift;
      r(i, j) *= v[i] * v[j];
    }
    r(i, i) -= lift * w.num;
  }
  scale_by(r, over);
  return r;
}

template <class T>
CORTEN_HD Mat3<T> linear_drag_jacobian(const EllipsoidShape<T>& shape, const FluidCoefficients<T>& c,
                                       const Vec3<T>& v, const Medium<T>& medium) {
  using std::max;
  using std::sqrt;
  const WeightedSquares<T> w(shape, v);
  const T slope = T(kPi) / max(kMinVal<T>, sqrt(w.num * w.num * w.num * w.den));
  const T area = T(kPi) * sqrt(w.den / max(kMinVal<T>, w.num)), speed = sqrt(w.speed2);
  const T drag = medium.density * (area * c.blunt + c.slender * (shape.max_area() - area));
  const T by_area = medium.density * speed * (c.blunt - c.slender);
  Vec3<T> area_slope{};
  for (int i = 0; i < 3; ++i) area_slope[i] = by_area * slope * w.A[i] * v[i] * w.apart(i, w.A);
  Mat3<T> r = outer(v, v);
  for (int i = 0; i < 3; ++i) r(i, i) += w.speed2;
  scale_by(r, -drag * (T(1) / max(kMinVal<T>, speed)));
  const T viscous = medium.viscosity * T(3) * T(kPi) * shape.diameter();
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) r(i, j) += area_slope[j] * -v[i];
    r(i, i) -= viscous;
  }
  return r;
}

template <class T>
CORTEN_HD Mat3<T> angular_drag_jacobian(const EllipsoidShape<T>& shape, const FluidCoefficients<T>& c,
                                        const Vec3<T>& w, const Medium<T>& medium) {
  using std::max;
  const T longest2 = shape.longest * shape.longest;
  const T most = T(8) / T(15) * T(kPi) * shape.middle * longest2 * longest2;
  Vec3<T> k{};
  for (int i = 0; i < 3; ++i)
    k[i] = c.angular * shape.drag_moment(i) + c.slender * (most - shape.drag_moment(i));
  const T density = medium.density / max(kMinVal<T>, norm(times(w, k)));
  Vec3<T> squares{};
  for (int i = 0; i < 3; ++i) squares[i] = -density * w[i] * k[i] * k[i];
  const T diameter = shape.diameter();
  const T viscous = medium.viscosity * (T(kPi) * diameter * diameter * diameter);
  Mat3<T> r{};
  for (int i = 0; i < 3; ++i) {
    r(i, i) = w[0] * squares[0] + w[1] * squares[1] + w[2] * squares[2] - viscous;
    for (int j = 0; j < 3; ++j) r(i, j) += squares[j] * w[i];
  }
  return r;
}

// Not scaled by the interaction coefficient, as in the oracle.
template <class T>
CORTEN_HD FluidJacobian<T> ellipsoid_fluid_jacobian(const Vec3<T>& semiaxes, const FluidCoefficients<T>& c,
                                                    const Motion<T>& v, const Medium<T>& medium) {
  const EllipsoidShape<T> shape(semiaxes);
  FluidJacobian<T> b{};
  const T magnus = c.magnus * medium.density * shape.volume();
  add_to(b.force_ang, cross_matrix(v.lin), -magnus);
  add_to(b.force_lin, cross_matrix(v.ang), magnus);
  add_to(b.force_lin, kutta_jacobian(shape, v.lin, T(kPi) * c.kutta * medium.density));
  add_to(b.force_lin, linear_drag_jacobian(shape, c, v.lin, medium));
  add_to(b.torque_ang, angular_drag_jacobian(shape, c, v.ang, medium));
  add_added_mass(c, v, medium.density, b);
  return b;
}

// (B + Bᵀ) / 2 of the whole 6×6 block
template <class T>
CORTEN_HD FluidJacobian<T> symmetrized(const FluidJacobian<T>& b) {
  FluidJacobian<T> r{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      r.torque_ang(i, j) = T(0.5) * (b.torque_ang(i, j) + b.torque_ang(j, i));
      r.force_lin(i, j) = T(0.5) * (b.force_lin(i, j) + b.force_lin(j, i));
      r.torque_lin(i, j) = T(0.5) * (b.torque_lin(i, j) + b.force_ang(j, i));
      r.force_ang(j, i) = r.torque_lin(i, j);
    }
  return r;
}

}  // namespace corten
