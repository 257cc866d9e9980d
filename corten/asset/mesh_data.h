// A mesh as its file or element gives it: vertices, normals, texture coordinates and faces, before any
// processing.
#pragma once

#include <string_view>
#include <vector>

#include "corten/geom/triangle.h"

namespace corten {

struct MeshData {
  std::vector<Vec3<float>> vert;
  std::vector<Vec3<float>> normal;
  std::vector<Vec2<float>> texcoord;  // v grows downwards
  std::vector<Triangle> face;
  std::vector<Triangle> facenormal;    // indices into normal; empty: same as face
  std::vector<Triangle> facetexcoord;  // indices into texcoord; empty: same as face
};

enum class MeshFormat { kUnknown, kStl, kObj, kMsh, kPly };

// By content type ("model/stl") if given, else by the file's extension.
MeshFormat mesh_format(std::string_view content_type, std::string_view file);

// The readers throw AssetError on bytes they cannot accept. With `mirrored` the winding of faces is turned,
// so that it is right again after a scale of negative determinant.
MeshData read_stl(std::string_view bytes, bool mirrored);
MeshData read_obj(std::string_view bytes, bool mirrored);
MeshData read_msh(std::string_view bytes, bool mirrored);
MeshData read_mesh(std::string_view bytes, MeshFormat format, bool mirrored);

}  // namespace corten
