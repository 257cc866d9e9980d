// Files of assets.
#include "corten/compile/assets_files.h"

#include "corten/asset/path.h"

namespace corten {
namespace {

// an element of an attached model keeps that model's folders
const spec::Compiler& compiler_of(const Spec& spec, const spec::Node& node) {
  return node.origin == 0 ? spec.compiler : spec.origins[node.origin - 1].compiler;
}

const std::string& model_folder_of(const Spec& spec, const spec::Node& node) {
  return node.origin == 0 ? spec.modelfiledir : spec.origins[node.origin - 1].modelfiledir;
}

}  // namespace

std::string stored_path(const Spec& spec, const std::string& file) {
  return *spec.compiler.strippath ? base_name(file) : file;
}

File open_asset(const Spec& spec, const Draft& draft, const spec::Node& node, const std::string& file,
                AssetFolder folder) {
  const spec::Compiler& compiler = compiler_of(spec, node);
  const std::string& asset_folder = folder == AssetFolder::kMesh ? *compiler.meshdir : *compiler.texturedir;
  const std::string name = combine_path(asset_folder, stored_path(spec, file));
  const std::string& model_folder = model_folder_of(spec, node);
  static const Vfs kDisk;
  const Vfs& vfs = draft.options && draft.options->vfs ? *draft.options->vfs : kDisk;
  if (std::optional<File> opened = vfs.open(model_folder, name)) return *opened;
  throw AssetError("cannot open file " + quoted(reduce_path(combine_path(model_folder, name))));
}

}  // namespace corten
