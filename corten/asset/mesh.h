// A mesh ready for the model: checked, transformed, centred on its mass and turned to its principal axes,
// with hull, polygons and hierarchy.
#pragma once

#include <functional>

#include "corten/asset/mesh_data.h"
#include "corten/geom/bvh_build.h"
#include "corten/geom/mesh_polygons.h"
#include "corten/geom/octree_build.h"
#include "corten/math/quat.h"

namespace corten {

enum class MeshInertia { kConvex, kExact, kLegacy, kShell };  // MuJoCo's numbers

struct MeshSettings {
  Vec3<Real> scale{1, 1, 1};
  Vec3<Real> refpos{0, 0, 0};
  Quat<Real> refquat = Quat<Real>::identity();
  bool smoothnormal = false;
  int maxhullvert = -1;
  MeshInertia inertia = MeshInertia::kLegacy;
  bool needs_hull = false;         // someone collides with it or weighs its hull
  bool hull_polygons = false;      // polygons are those of its hull although nobody needs it
  bool needs_octree = false;       // someone collides with its distance field
  bool measure_octree = true;      // false: its distances stay 0, because a plugin knows better
  bool in_place = false;           // vertices stay in the frame they are given in
  bool texcoord_per_face = false;  // the source (OBJ) need not give one texture coordinate per vertex
  std::function<bool()> stop{};    // asked now and then while hull and octree grow: true gives up

  // a scale that turns left into right
  bool mirrored() const { return !(scale[0] * scale[1] * scale[2] > 0); }
};

struct Mesh {
  std::vector<Vec3<float>> vert;
  std::vector<Vec3<float>> normal;
  std::vector<Vec2<float>> texcoord;
  std::vector<Triangle> face, facenormal, facetexcoord;
  std::vector<int> graph;  // ConvexHull layout; empty without hull
  MeshPolygons polygons;
  std::vector<Vec3<Real>> polynormal;
  Bvh bvh;                      // over faces
  Octree octree;                // signed distances; empty if nobody asked
  Vec3<Real> pos{};             // frame of the vertices in the frame of the file
  Quat<Real> quat{};            //
  Real volume = 0;              // area for shells
  Vec3<Real> box{};             // half sizes of the box of equal inertia
  Vec3<Real> lower{}, upper{};  // bounding box of the vertices
};

// Bytes a mesh occupies, roughly.
size_t memory_of(const Mesh& mesh);

// Throws AssetError when the data make no mesh.
Mesh process_mesh(MeshData data, const MeshSettings& settings);

}  // namespace corten
