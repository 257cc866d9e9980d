#include "corten/mjcf/written_files.h"

#include <algorithm>

#include "corten/asset/path.h"

namespace corten::mjcf {

WrittenFiles::WrittenFiles(const Spec& spec)
    : spec_(spec), mesh_{*spec.compiler.meshdir, true}, texture_{*spec.compiler.texturedir, true} {
  if (spec.origins.empty()) return;
  std::optional<std::string> common;
  for (const spec::Mesh& mesh : spec.meshes) share(mesh, !mesh.file.empty(), false, common);
  for (const spec::HField& hfield : spec.hfields) share(hfield, !hfield.file.empty(), false, common);
  for (const spec::Skin& skin : spec.skins) share(skin, !skin.file.empty(), false, common);
  mesh_.attribute = mesh_.shared ? common.value_or(mesh_.attribute) : "";
  common.reset();
  for (const spec::Texture& texture : spec.textures) {
    const bool sides = std::any_of(texture.cubefiles.begin(), texture.cubefiles.end(),
                                   [](const std::string& file) { return !file.empty(); });
    share(texture, sides || !texture.file.empty(), true, common);
  }
  texture_.attribute = texture_.shared ? common.value_or(texture_.attribute) : "";
}

void WrittenFiles::share(const spec::Node& node, bool has_file, bool texture,
                         std::optional<std::string>& common) {
  if (!has_file) return;
  const std::string folder = folder_of(node, texture);
  if (common.value_or(folder) != folder) (texture ? texture_ : mesh_).shared = false;
  common = folder;
}

std::string WrittenFiles::folder_of(const spec::Node& node, bool texture) const {
  const spec::Compiler& compiler = spec_.compiler_of(node);
  const std::string& dir = texture ? *compiler.texturedir : *compiler.meshdir;
  const std::string& model = spec_.modelfiledir_of(node);
  return model == spec_.modelfiledir ? dir : combine_path(model, dir);
}

std::string WrittenFiles::spelt_out(const spec::Node& node, const std::string& file, bool texture) const {
  return combine_path(folder_of(node, texture), *spec_.compiler.strippath ? base_name(file) : file);
}

std::string WrittenFiles::mesh_file(const spec::Node& node, const std::string& file) const {
  return mesh_.shared ? file : spelt_out(node, file, false);
}

std::string WrittenFiles::texture_file(const spec::Node& node, const std::string& file) const {
  return texture_.shared ? file : spelt_out(node, file, true);
}

}  // namespace corten::mjcf
