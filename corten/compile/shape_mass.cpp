#include "corten/compile/shape_mass.h"

#include <cmath>

#include "corten/math/build_frame.h"

namespace corten {
namespace {

using build::kPi;

Real squared(Real x) { return x * x; }

// ---- volumes and areas, r = size[0], h = 2·size[1] ----

Real solid_volume(mjtGeom type, const Vec3<Real>& size) {
  const Real r = size[0], h = 2 * size[1];
  switch (type) {
    case mjGEOM_SPHERE:
      return 4 * kPi * r * r * r / 3;
    case mjGEOM_CAPSULE:
      return kPi * (r * r * h + 4 * r * r * r / 3);
    case mjGEOM_CYLINDER:
      return kPi * r * r * h;
    case mjGEOM_ELLIPSOID:
      return 4 * kPi * size[0] * size[1] * size[2] / 3;
    case mjGEOM_BOX:
    case mjGEOM_HFIELD:
      return size[0] * size[1] * size[2] * 8;
    default:
      return 0;
  }
}

Real shell_area(mjtGeom type, const Vec3<Real>& size) {
  const Real r = size[0], h = 2 * size[1];
  const Real a = size[0], b = size[1], c = size[2];
  switch (type) {
    case mjGEOM_SPHERE:
      return 4 * kPi * r * r;
    case mjGEOM_CAPSULE:
      return 4 * kPi * r * r + 2 * kPi * r * h;
    case mjGEOM_CYLINDER:
      return 2 * kPi * r * r + 2 * kPi * r * h;
    case mjGEOM_ELLIPSOID: {  // Thomsen's approximation
      const Real p = 1.6075;
      const Real sum = std::pow(a * b, p) + std::pow(b * c, p) + std::pow(c * a, p);
      return 4 * kPi * std::pow(sum / 3, 1 / p);
    }
    case mjGEOM_BOX:
    case mjGEOM_HFIELD:
      return 8 * (a * b + b * c + c * a);
    default:
      return 0;
  }
}

// ---- inertias ----

Vec3<Real> solid_ellipsoid(Real m, const Vec3<Real>& s) {
  return {m * (s[1] * s[1] + s[2] * s[2]) / 5, m * (s[0] * s[0] + s[2] * s[2]) / 5,
          m * (s[0] * s[0] + s[1] * s[1]) / 5};
}

Vec3<Real> solid_box(Real m, const Vec3<Real>& s) {
  return {m * (s[1] * s[1] + s[2] * s[2]) / 3, m * (s[0] * s[0] + s[2] * s[2]) / 3,
          m * (s[0] * s[0] + s[1] * s[1]) / 3};
}

Vec3<Real> solid_capsule(Real m, Real r, Real h) {
  const Real sphere = m * 4 * r / (4 * r + 3 * h), cylinder = m - sphere;
  const Real round = 2 * sphere * r * r / 5;
  const Real across = cylinder * (3 * r * r + h * h) / 12 + (round + sphere * h * (3 * r + 2 * h) / 8);
  return {across, across, cylinder * r * r / 2 + round};
}

Vec3<Real> solid_cylinder(Real m, Real r, Real h) {
  const Real across = m * (3 * r * r + h * h) / 12;
  return {across, across, m * r * r / 2};
}

Vec3<Real> shell_capsule(Real m, Real r, Real h) {
  const Real sphere = m * (4 * kPi * r * r) / shell_area(mjGEOM_CAPSULE, {r, h / 2, 0});
  const Real cylinder = m - sphere;
  // each half sphere has its centre of mass r/2 above its base
  const Real round = 2 * sphere * r * r / 3;
  const Real shifted = sphere * (squared(h / 2 + r / 2) - squared(r / 2));
  const Real across = cylinder * (6 * r * r + h * h) / 12 + (round + shifted);
  return {across, across, cylinder * r * r + round};
}

Vec3<Real> shell_cylinder(Real m, Real r, Real h) {
  const Real disk = m * (kPi * r * r) / shell_area(mjGEOM_CYLINDER, {r, h / 2, 0});
  const Real side = m - 2 * disk;
  const Real across = side * (6 * r * r + h * h) / 12 + 2 * (disk * r * r / 4 + disk * h * h / 4);
  return {across, across, side * r * r + 2 * disk * r * r / 2};
}

// The difference of two solids 1e-6 apart; cancellation makes the order of operations visible.
Vec3<Real> shell_ellipsoid(Real m, const Vec3<Real>& size) {
  const Real grow = 1e-6;
  const Vec3<Real> outer{size[0] + grow, size[1] + grow, size[2] + grow};
  const Real inner_volume = solid_volume(mjGEOM_ELLIPSOID, size);
  const Real outer_volume = solid_volume(mjGEOM_ELLIPSOID, outer);
  const Real density = m / (outer_volume - inner_volume);
  return solid_ellipsoid(outer_volume * density, outer) - solid_ellipsoid(inner_volume * density, size);
}

// six thin plates
Vec3<Real> shell_box(Real m, const Vec3<Real>& size) {
  const Real a = size[0], b = size[1], c = size[2];
  const Real lx = 2 * a, ly = 2 * b, lz = 2 * c;
  const Real area[3] = {lx * ly, ly * lz, lz * lx};
  const Real total = 2 * (area[0] + area[1] + area[2]);
  const Real m0 = m * area[0] / total, m1 = m * area[1] / total, m2 = m * area[2] / total;
  const Real xx = lx * lx, yy = ly * ly, zz = lz * lz;
  return {2 * (m0 * (c * c) + m2 * (b * b) + m0 * yy / 12 + m1 * (yy + zz) / 12 + m2 * zz / 12),
          2 * (m0 * (c * c) + m1 * (a * a) + m0 * xx / 12 + m1 * zz / 12 + m2 * (xx + zz) / 12),
          2 * (m1 * (a * a) + m2 * (b * b) + m0 * (xx + yy) / 12 + m1 * yy / 12 + m2 * xx / 12)};
}

Vec3<Real> solid_inertia(const WeighedShape& shape, Real m) {
  const Real r = shape.size[0], h = 2 * shape.size[1];
  switch (shape.type) {
    case mjGEOM_SPHERE:
      return {2 * m * r * r / 5, 2 * m * r * r / 5, 2 * m * r * r / 5};
    case mjGEOM_CAPSULE:
      return solid_capsule(m, r, h);
    case mjGEOM_CYLINDER:
      return solid_cylinder(m, r, h);
    case mjGEOM_ELLIPSOID:
      return solid_ellipsoid(m, shape.size);
    case mjGEOM_BOX:
    case mjGEOM_HFIELD:
    case mjGEOM_MESH:
    case mjGEOM_SDF:
      return solid_box(m, shape.size);
    default:
      return {};
  }
}

Vec3<Real> shell_inertia(const WeighedShape& shape, Real m) {
  const Real r = shape.size[0], h = 2 * shape.size[1];
  switch (shape.type) {
    case mjGEOM_SPHERE:
      return {2 * m * r * r / 3, 2 * m * r * r / 3, 2 * m * r * r / 3};
    case mjGEOM_CAPSULE:
      return shell_capsule(m, r, h);
    case mjGEOM_CYLINDER:
      return shell_cylinder(m, r, h);
    case mjGEOM_ELLIPSOID:
      return shell_ellipsoid(m, shape.size);
    case mjGEOM_BOX:
    case mjGEOM_HFIELD:
      return shell_box(m, shape.size);
    case mjGEOM_MESH:
    case mjGEOM_SDF:
      return solid_box(m, shape.size);
    default:
      return {};
  }
}

}  // namespace

Real shape_volume(const WeighedShape& shape) {
  return shape.inertia == mjINERTIA_SHELL ? shell_area(shape.type, shape.size)
                                          : solid_volume(shape.type, shape.size);
}

Vec3<Real> shape_inertia(const WeighedShape& shape, Real mass) {
  return shape.inertia == mjINERTIA_SHELL ? shell_inertia(shape, mass) : solid_inertia(shape, mass);
}

}  // namespace corten
