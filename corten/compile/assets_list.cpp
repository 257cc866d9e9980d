// Lists the assets in the order of ids; unnamed ones take the base name of their file
// (not of a file for one side of a cube).
#include "corten/asset/path.h"
#include "corten/compile/passes.h"
#include "corten/compile/refuse.h"

namespace corten {
namespace {

std::string asset_name(const spec::Node& node, const std::string& file) {
  return node.name.empty() ? base_name_without_extension(file) : node.name;
}

void require_name(const char* tag, const spec::Node& node, const std::string& name,
                  Diagnostics& diagnostics) {
  if (name.empty()) refuse(diagnostics, tag, node, "empty name", "give it a name or a file");
}

}  // namespace

void list_assets(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  DraftAssets& assets = draft.assets;
  for (const spec::Mesh& mesh : spec.meshes) {
    assets.meshes.emplace_back().spec = &mesh;
    assets.meshes.back().name = asset_name(mesh, mesh.file);
    require_name("mesh", mesh, assets.meshes.back().name, diagnostics);
  }
  for (const spec::HField& hfield : spec.hfields) {
    assets.hfields.emplace_back().spec = &hfield;
    assets.hfields.back().name = asset_name(hfield, hfield.file);
    require_name("hfield", hfield, assets.hfields.back().name, diagnostics);
  }
  for (const spec::Skin& skin : spec.skins) {
    assets.skins.emplace_back().spec = &skin;
    assets.skins.back().name = asset_name(skin, skin.file);
  }
  for (const spec::Texture& texture : spec.textures)
    if (*texture.type != mjTEXTURE_SKYBOX)
      require_name("texture", texture, asset_name(texture, texture.file), diagnostics);
  for (const spec::Material& material : spec.materials)
    require_name("material", material, material.name, diagnostics);
  if (spec.compiler.discardvisual) return;  // neither textures nor materials
  for (const spec::Texture& texture : spec.textures) {
    assets.textures.emplace_back().spec = &texture;
    assets.textures.back().name = asset_name(texture, texture.file);
  }
  for (const spec::Material& material : spec.materials) assets.materials.emplace_back().spec = &material;
}

}  // namespace corten
