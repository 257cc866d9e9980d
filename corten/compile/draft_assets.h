// Assets on their way into the Model: what the files and generators gave, processed and ready to be copied.
#pragma once

#include <string>
#include <vector>

#include "corten/math/build_frame.h"
#include "corten/math/spatial.h"
#include "corten/spec/asset.h"
#include "corten/spec/flex.h"

namespace corten {

struct DraftMesh {
  const spec::Mesh* spec = nullptr;
  std::string name;            // given, or the file's base name
  bool needs_hull = false;     // some geom collides with it, or its inertia is that of its hull
  build::Pose pose;            // of the processed mesh in the user's coordinates: mesh_pos, mesh_quat
  Aabb<Real> aabb{};           // of the processed vertices
  Vec3<Real> box_half_size{};  // of the box with the same inertia
  Real volume = 0;             // area for inertia="shell"
  int nvert = 0;
};

struct DraftHField {
  const spec::HField* spec = nullptr;
  std::string name;
};

struct DraftTexture {
  const spec::Texture* spec = nullptr;
  std::string name;
};

struct DraftMaterial {
  const spec::Material* spec = nullptr;
};

struct DraftSkin {
  const spec::Skin* spec = nullptr;
  std::string name;
};

struct DraftAssets {
  std::vector<DraftMesh> meshes;
  std::vector<DraftHField> hfields;
  std::vector<DraftTexture> textures;
  std::vector<DraftMaterial> materials;
  std::vector<DraftSkin> skins;
};

}  // namespace corten
