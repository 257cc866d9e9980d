// Meshes made from a few parameters.
#pragma once

#include <span>

#include "corten/asset/mesh_data.h"

namespace corten {

// MuJoCo's numbers (mjtMeshBuiltin)
enum class BuiltinMesh {
  kNone = 0,
  kSphere,       // subdivisions 0..4
  kHemisphere,   // rows 0..10
  kCone,         // edges, radius of the top (0: a tip)
  kSupersphere,  // resolution, exponents e and n
  kSupertorus,   // resolution, radius, exponents s and t
  kWedge,        // two resolutions, two fields of view [degrees], foveal exponent 0..1
  kPlate,        // two resolutions
};

// Throws AssetError when the parameters are not those of the shape. Cones and wedges have no faces: they are
// their hull.
MeshData make_builtin_mesh(BuiltinMesh shape, std::span<const Real> params);

namespace builtin {

MeshData sphere(int subdivisions);
MeshData hemisphere(int rows);
MeshData cone(int edges, Real top_radius);
MeshData supersphere(int resolution, Real e, Real n);
MeshData supertorus(int resolution, Real radius, Real s, Real t);
MeshData wedge(int nx, int ny, Real fov_x, Real fov_y, Real gamma);
MeshData plate(int nx, int ny);

}  // namespace builtin
}  // namespace corten
