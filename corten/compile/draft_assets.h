// Assets on their way into the Model: what the files and generators gave, processed and ready to be copied.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "corten/asset/hfield.h"
#include "corten/asset/image.h"
#include "corten/asset/mesh.h"
#include "corten/asset/skin.h"
#include "corten/spec/asset.h"
#include "corten/spec/flex.h"

namespace corten {

struct DraftMesh {
  const spec::Mesh* spec = nullptr;
  std::string name;                  // given, or the file's base name
  bool needs_hull = false;           // some geom collides with it, or its inertia is that of its hull
  bool hull_polygons = false;        // its polygons are those of its hull all the same
  bool needs_octree = false;         // some geom is its distance field
  std::shared_ptr<const Mesh> mesh;  // processed
};

struct DraftHField {
  const spec::HField* spec = nullptr;
  std::string name;
  HField field;  // elevations in [0, 1]
};

struct DraftTexture {
  const spec::Texture* spec = nullptr;
  std::string name;
  Image image;
  int colorspace = mjCOLORSPACE_AUTO;
};

struct DraftMaterial {
  const spec::Material* spec = nullptr;
  Vec<int, kNTexRole> texid{};  // by role, -1 for none
};

struct DraftSkin {
  const spec::Skin* spec = nullptr;
  std::string name;
  Skin skin;
  std::vector<int> bone_body;  // per bone
  int material = -1;
};

struct DraftAssets {
  std::vector<DraftMesh> meshes;
  std::vector<DraftHField> hfields;
  std::vector<DraftTexture> textures;
  std::vector<DraftMaterial> materials;
  std::vector<DraftSkin> skins;
};

}  // namespace corten
