// Assets as they were written, found again by their names.
#include <filesystem>
#include <set>

#include "corten/asset/path.h"
#include "corten/compile/decompile.h"

namespace corten {
namespace {

std::string name_of(const spec::Node& node, const std::string& file) {
  return node.name.empty() ? base_name_without_extension(file) : node.name;
}

// Files of an attached model are named from that model's folders: from anywhere they need their whole path.
template <class Asset>
void name_from_anywhere(const Spec& source, Asset& asset) {
  if (asset.origin == 0) return;
  const spec::Origin& origin = source.origins[static_cast<std::size_t>(asset.origin - 1)];
  const auto whole = [&](std::string& file, const std::string& folder) {
    if (file.empty()) return;
    const std::string path = combine_path(origin.modelfiledir, combine_path(folder, file));
    file = std::filesystem::absolute(path).lexically_normal().string();
  };
  if constexpr (requires { asset.cubefiles; }) {
    whole(asset.file, *origin.compiler.texturedir);
    for (std::string& file : asset.cubefiles) whole(file, *origin.compiler.texturedir);
  } else {
    whole(asset.file, *origin.compiler.meshdir);
  }
  asset.origin = 0;
}

// Several may be unnamed (skies, skins): they follow each other in both lists.
template <class Asset>
void restore(const Spec& source, const spec::List<Asset>& originals, spec::List<Asset>& assets) {
  std::set<const Asset*> used;
  for (Asset& asset : assets)
    for (const Asset& original : originals) {
      if (used.contains(&original) || name_of(original, original.file) != asset.name) continue;
      used.insert(&original);
      if constexpr (std::is_same_v<Asset, spec::HField>) {
        std::vector<float> heights = std::move(asset.userdata);
        asset = original;
        if (original.file.empty()) asset.userdata = std::move(heights);  // a program may have changed them
      } else {
        asset = original;
      }
      asset.classname.clear();
      name_from_anywhere(source, asset);
      break;
    }
}

}  // namespace

void restore_assets(const Spec& source, Spec& spec) {
  spec.compiler.meshdir = source.compiler.meshdir;
  spec.compiler.texturedir = source.compiler.texturedir;
  spec.compiler.strippath = source.compiler.strippath;
  restore(source, source.meshes, spec.meshes);
  restore(source, source.hfields, spec.hfields);
  restore(source, source.skins, spec.skins);
  restore(source, source.textures, spec.textures);
}

}  // namespace corten
