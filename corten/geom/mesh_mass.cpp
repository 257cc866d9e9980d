// Mass properties of a triangle mesh: sums over the pyramids between its faces and a point inside.
#include "corten/geom/mesh_mass.h"

namespace corten {
namespace {

constexpr Real kTooSmall = 1e-15;

struct Corners {
  Vec3<Real> a, b, c;
};

Corners corners(std::span<const Vec3<Real>> vert, const Triangle& face) {
  return {vert[face[0]], vert[face[1]], vert[face[2]]};
}

Real weight(const TriangleSurface& s, const Vec3<Real>& apex, MassModel model) {
  if (model == MassModel::kArea) return s.area;
  const Real volume = dot(s.center - apex, s.normal) * s.area / 3;
  return model == MassModel::kAbsoluteVolume ? std::abs(volume) : volume;
}

// area-weighted mean of the face centres; area 0 for a mesh without surface
struct Surface {
  Vec3<Real> center{};
  Real area = 0;
};

Surface surface_center(std::span<const Vec3<Real>> vert, std::span<const Triangle> face) {
  Surface sum;
  for (const Triangle& f : face) {
    const auto [a, b, c] = corners(vert, f);
    const TriangleSurface s = triangle_surface(a, b, c);
    sum.area += s.area;
    sum.center += s.center * s.area;
  }
  if (sum.area >= kTooSmall) {
    for (Real& x : sum.center) x /= sum.area;
  }
  return sum;
}

// adds w (2 (a aᵀ + b bᵀ + c cᵀ) + a bᵀ + b aᵀ + a cᵀ + c aᵀ + b cᵀ + c bᵀ) in the order xx yy zz xy xz yz
void add_second_moment(const Corners& t, Real w, Vec<Real, 6>& moment) {
  constexpr int kRow[6] = {0, 1, 2, 0, 0, 1}, kCol[6] = {0, 1, 2, 1, 2, 2};
  for (int k = 0; k < 6; ++k) {
    const int i = kRow[k], j = kCol[k];
    moment[k] +=
        w * (2 * (t.a[i] * t.a[j] + t.b[i] * t.b[j] + t.c[i] * t.c[j]) + t.a[i] * t.b[j] + t.a[j] * t.b[i] +
             t.a[i] * t.c[j] + t.a[j] * t.c[i] + t.b[i] * t.c[j] + t.b[j] * t.c[i]);
  }
}

Mat3<Real> inertia_of(const Vec<Real, 6>& p) {
  const Real xx = p[1] + p[2], yy = p[0] + p[2], zz = p[0] + p[1];
  return {xx, -p[3], -p[4], -p[3], yy, -p[5], -p[4], -p[5], zz};
}

// centre of mass: each pyramid's own centre lies a quarter of the way from its base to the apex
Real center_of_mass(std::span<const Vec3<Real>> vert, std::span<const Triangle> face, MassModel model,
                    const Vec3<Real>& apex, Vec3<Real>& center) {
  Real volume = 0;
  center = {};
  for (const Triangle& f : face) {
    const auto [a, b, c] = corners(vert, f);
    const TriangleSurface s = triangle_surface(a, b, c);
    const Real w = weight(s, apex, model);
    volume += w;
    for (int k = 0; k < 3; ++k) center[k] += w * (s.center[k] * 3.0 / 4.0 + apex[k] / 4.0);
  }
  for (Real& x : center) x /= volume;
  return volume;
}

MeshMass::Defect defect_of(Real area, Real volume) {
  if (area < kTooSmall) return MeshMass::Defect::kNoArea;
  if (volume < 0) return MeshMass::Defect::kMisoriented;
  if (volume < kTooSmall) return MeshMass::Defect::kNoVolume;
  return MeshMass::Defect::kNone;
}

}  // namespace

TriangleSurface triangle_surface(const Vec3<Real>& a, const Vec3<Real>& b, const Vec3<Real>& c) {
  TriangleSurface s;
  s.normal = cross(b - a, c - a);
  const Real length = norm(s.normal);
  s.area = length < kTooSmall ? 0 : length / 2;
  if (s.area > 0) {
    for (Real& x : s.normal) x /= length;
  }
  for (int k = 0; k < 3; ++k) s.center[k] = (a[k] + b[k] + c[k]) / 3;
  return s;
}

MeshMass mesh_mass(std::span<const Vec3<Real>> vert, std::span<const Triangle> surface,
                   std::span<const Triangle> solid, MassModel model) {
  MeshMass mass;
  const Surface mean = surface_center(vert, surface);
  const Real volume =
      mean.area < kTooSmall ? 0 : center_of_mass(vert, solid, model, mean.center, mass.center);
  mass.defect = defect_of(mean.area, volume);
  if (mass.defect != MeshMass::Defect::kNone) return mass;

  const Real denominator = model == MassModel::kArea ? 12 : 20;
  Vec<Real, 6> moment{};
  for (const Triangle& f : solid) {
    const auto [a, b, c] = corners(vert, f);
    const Corners t{a - mass.center, b - mass.center, c - mass.center};
    const Real w = weight(triangle_surface(t.a, t.b, t.c), {}, model);
    mass.volume += w;
    add_second_moment(t, w / denominator, moment);
  }
  mass.inertia = inertia_of(moment);
  return mass;
}

Vec3<Real> equivalent_box(const Vec3<Real>& e, Real volume) {
  const auto half = [&](Real radicand) { return std::sqrt(6 * radicand / volume) / 2; };
  return {half(e[1] + e[2] - e[0]), half(e[0] + e[2] - e[1]), half(e[0] + e[1] - e[2])};
}

}  // namespace corten
