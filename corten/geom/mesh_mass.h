// Mass properties of a triangle mesh at unit density: centre, volume or area, inertia.
#pragma once

#include <span>

#include "corten/geom/triangle.h"
#include "corten/math/mat3.h"

namespace corten {

// What a triangle weighs: the signed or absolute volume of its pyramid, or its area.
enum class MassModel { kSignedVolume, kAbsoluteVolume, kArea };

struct MeshMass {
  enum class Defect { kNone, kNoArea, kMisoriented, kNoVolume };
  Defect defect = Defect::kNone;
  Real volume = 0;       // area with MassModel::kArea
  Vec3<Real> center{};   // centre of mass
  Mat3<Real> inertia{};  // about the centre
};

// `solid` are the triangles that bound the mass: all of `surface`, or those of its hull. The pyramids stand
// on the area centre of `surface`.
MeshMass mesh_mass(std::span<const Vec3<Real>> vert, std::span<const Triangle> surface,
                   std::span<const Triangle> solid, MassModel model);

// Unit normal and area of a triangle; a degenerate one has no area.
struct TriangleSurface {
  Vec3<Real> normal;
  Vec3<Real> center;
  Real area;
};
TriangleSurface triangle_surface(const Vec3<Real>& a, const Vec3<Real>& b, const Vec3<Real>& c);

// Half sizes of the box with the same mass and principal inertia (unit density).
Vec3<Real> equivalent_box(const Vec3<Real>& principal_inertia, Real volume);

}  // namespace corten
