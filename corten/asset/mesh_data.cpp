// Which reader a mesh file needs.
#include "corten/asset/mesh_data.h"

#include "corten/asset/asset_error.h"
#include "corten/asset/content_type.h"

namespace corten {

MeshFormat mesh_format(std::string_view content_type, std::string_view file) {
  const std::string type = resolve_content_type(content_type, file);
  if (type == "model/stl") return MeshFormat::kStl;
  if (type == "model/obj") return MeshFormat::kObj;
  if (type == "model/vnd.mujoco.msh") return MeshFormat::kMsh;
  if (type == "model/ply") return MeshFormat::kPly;
  return MeshFormat::kUnknown;
}

MeshData read_mesh(std::string_view bytes, MeshFormat format, bool mirrored) {
  switch (format) {
    case MeshFormat::kStl:
      return read_stl(bytes, mirrored);
    case MeshFormat::kObj:
      return read_obj(bytes, mirrored);
    case MeshFormat::kMsh:
      return read_msh(bytes, mirrored);
    case MeshFormat::kPly:
    case MeshFormat::kUnknown:
      break;
  }
  throw AssetError("meshes are read from .stl, .obj and .msh files");
}

}  // namespace corten
