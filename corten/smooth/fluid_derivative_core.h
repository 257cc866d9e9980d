// Derivatives of fluid forces by velocity, as 3×3 blocks in the axes of the box or ellipsoid.
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
CORTEN_HD constexpr void add_diagonal(Mat3<T>& a, const Vec3<T>& diagonal) {
  for (int i = 0; i < 3; ++i) a(i, i) += diagonal[i];
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
CORTEN_HD FluidJacobian<T> box_fluid_jacobian(const Vec3<T>& box, const Motion<T>& v,
                                              const Medium<T>& medium) {
  using std::abs;
  FluidJacobian<T> b{};
  const T diameter = (box[0] + box[1] + box[2]) / T(3);
  for (int i = 0; i < 3; ++i) {
    const T p = box[(i + 1) % 3], q = box[(i + 2) % 3];
    if (medium.viscosity > T(0)) {
      b.torque_ang(i, i) -= T(kPi) * diameter * diameter * diameter * medium.viscosity;
      b.force_lin(i, i) -= T(3) * T(kPi) * diameter * medium.viscosity;
    }
    if (medium.density > T(0)) {
      b.torque_ang(i, i) -= medium.density * box[i] * (pow4(p) + pow4(q)) * T(2) * abs(v.ang[i]) / T(64);
      b.force_lin(i, i) -= medium.density * p * q * abs(v.lin[i]);
    }
  }
  return b;
}

// P × v + H × ω and P × ω with P, H proportional to v, ω
template <class T>
CORTEN_HD void add_added_mass(const FluidCoefficients<T>& c, const Motion<T>& v, T density,
                              FluidJacobian<T>& b) {
  const Vec3<T> mass = c.virtual_mass * density, inertia = c.virtual_inertia * density;
  // ∂(a∘x × y): by x −[y]× diag(a), by y [a∘x]×
  const auto by_first = [](const Vec3<T>& a, const Vec3<T>& y) {
    Mat3<T> r = cross_matrix(y);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) r(i, j) *= -a[j];
    return r;
  };
  add_to(b.torque_lin, by_first(mass, v.lin));
  add_to(b.torque_lin, cross_matrix(times(mass, v.lin)));
  add_to(b.torque_ang, by_first(inertia, v.ang));
  add_to(b.torque_ang, cross_matrix(times(inertia, v.ang)));
  add_to(b.force_lin, by_first(mass, v.ang));
  add_to(b.force_ang, cross_matrix(times(mass, v.lin)));
}

// F = K s (v N − n |v|²), s = √(N / (Q |v|²))
template <class T>
CORTEN_HD Mat3<T> kutta_jacobian(const EllipsoidShape<T>& shape, const Projection<T>& p, const Vec3<T>& v,
                                 T scale) {
  using std::max;
  using std::sqrt;
  const Vec3<T> area = shape.areas();
  const T speed2 = dot(v, v), root = max(kMinVal<T>, sqrt(p.den * p.num * speed2));
  const T s = p.num / root;
  const Vec3<T> lift = v * p.num - p.normal * speed2;
  const Vec3<T> ds = p.normal * (T(1) / root) - times(area, p.normal) * (s / max(kMinVal<T>, p.den)) -
                     v * (s / max(kMinVal<T>, speed2));
  Mat3<T> r = outer(lift, ds);
  add_to(r, outer(v, p.normal), T(2) * s);
  add_to(r, outer(p.normal, v), T(-2) * s);
  for (int i = 0; i < 3; ++i) r(i, i) += s * (p.num - area[i] * speed2);
  for (T& x : r.e) x *= scale;
  return r;
}

template <class T>
CORTEN_HD Mat3<T> linear_drag_jacobian(const EllipsoidShape<T>& shape, const Projection<T>& p,
                                       const FluidCoefficients<T>& c, const Vec3<T>& v,
                                       const Medium<T>& medium) {
  using std::max;
  using std::sqrt;
  const Vec3<T> area = shape.areas();
  const T speed = norm(v), root = max(kMinVal<T>, sqrt(p.num * p.num * p.num * p.den));
  Vec3<T> area_slope{};
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    area_slope[i] =
        T(kPi) * area[i] * v[i] / root *
        (area[j] * v[j] * v[j] * (area[i] - area[j]) + area[k] * v[k] * v[k] * (area[i] - area[k]));
  }
  const T drag_area = p.area * c.blunt + c.slender * (shape.max_area() - p.area);
  Mat3<T> r{};
  add_to(r, outer(v, v), -medium.density * drag_area / max(kMinVal<T>, speed));
  add_to(r, outer(v, area_slope), -medium.density * speed * (c.blunt - c.slender));
  const T isotropic =
      T(3) * T(kPi) * shape.diameter() * medium.viscosity + medium.density * drag_area * speed;
  add_diagonal(r, Vec3<T>{-isotropic, -isotropic, -isotropic});
  return r;
}

template <class T>
CORTEN_HD Mat3<T> angular_drag_jacobian(const EllipsoidShape<T>& shape, const FluidCoefficients<T>& c,
                                        const Vec3<T>& w, const Medium<T>& medium) {
  using std::max;
  Vec3<T> k{};
  for (int i = 0; i < 3; ++i) k[i] = angular_drag(shape, c, i);
  const T moment = norm(times(k, w));
  const T d3 = shape.diameter() * shape.diameter() * shape.diameter();
  Mat3<T> r{};
  add_to(r, outer(w, times(times(k, k), w)), -medium.density / max(kMinVal<T>, moment));
  const T isotropic = T(kPi) * d3 * medium.viscosity + medium.density * moment;
  add_diagonal(r, Vec3<T>{-isotropic, -isotropic, -isotropic});
  return r;
}

// Not scaled by the interaction coefficient, as in the oracle.
template <class T>
CORTEN_HD FluidJacobian<T> ellipsoid_fluid_jacobian(const Vec3<T>& semiaxes, const FluidCoefficients<T>& c,
                                                    const Motion<T>& v, const Medium<T>& medium) {
  const EllipsoidShape<T> shape(semiaxes);
  const Projection<T> p(shape, v.lin);
  FluidJacobian<T> b{};
  add_added_mass(c, v, medium.density, b);
  const T magnus = c.magnus * medium.density * shape.volume();
  add_to(b.force_ang, cross_matrix(v.lin), -magnus);
  add_to(b.force_lin, cross_matrix(v.ang), magnus);
  add_to(b.force_lin, kutta_jacobian(shape, p, v.lin, T(kPi) * c.kutta * medium.density));
  add_to(b.force_lin, linear_drag_jacobian(shape, p, c, v.lin, medium));
  add_to(b.torque_ang, angular_drag_jacobian(shape, c, v.ang, medium));
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
