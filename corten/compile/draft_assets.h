// Assets on their way into the Model: what the files and generators gave, processed and ready to be copied.
#pragma once

#include <string>
#include <vector>

#include "corten/asset/mesh.h"
#include "corten/spec/asset.h"
#include "corten/spec/flex.h"

namespace corten {

struct DraftMesh {
  const spec::Mesh* spec = nullptr;
  std::string name;         // given, or the file's base name
  bool needs_hull = false;  // some geom collides with it, or its inertia is that of its hull
  Mesh mesh;                // processed
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
