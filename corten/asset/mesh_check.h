// Is this a mesh one can compute with?
#pragma once

#include "corten/asset/mesh.h"

namespace corten {

// Counts, finite coordinates, vertex indices in range; normal and texture indices may point nowhere (-1 in
// OBJ files). Throws AssetError.
void check_mesh_data(const MeshData& data, const MeshSettings& settings);

// Vertex indices in range. Throws AssetError.
void check_faces(const MeshData& data);

// A closed surface has every directed edge once; tiny faces do not count. Throws AssetError.
void check_edges_unique(std::span<const Vec3<Real>> vert, std::span<const Triangle> face);

}  // namespace corten
