#include "corten/mjcf/dependencies.h"

#include <algorithm>

#include "corten/asset/path.h"
#include "corten/asset/vfs.h"
#include "corten/mjcf/xml_tree.h"

namespace corten::mjcf {
namespace {

// Folders of assets as a file itself sets them; those that include it do not count. Height fields follow
// assetdir alone.
struct Folders {
  std::string meshes, textures, others;

  void take(const XmlElement& element) {
    if (element.name == "compiler") {
      if (const std::string* all = element.find("assetdir")) meshes = textures = others = *all;
      if (const std::string* folder = element.find("meshdir")) meshes = *folder;
      if (const std::string* folder = element.find("texturedir")) textures = *folder;
    }
    for (const XmlElement& child : element.children) take(child);
  }

  // of the files that an element names; null if its files are none of the model's
  const std::string* of(std::string_view element) const {
    if (element == "mesh" || element == "skin" || element == "flexcomp") return &meshes;
    if (element == "texture") return &textures;
    return element == "hfield" ? &others : nullptr;
  }
};

class Search {
 public:
  void file(const std::string& path) {
    if (!add(path)) return;
    const std::optional<std::string> bytes = read_disk(path);
    Diagnostics diagnostics;
    auto source = std::make_shared<Source>();
    source->file = path;
    std::optional<XmlElement> root;
    if (bytes)
      root = parse_xml(*bytes, std::move(source), diagnostics);
    else
      diagnostics.error({path, 0, 0}, "", "the file cannot be read");
    if (!root) throw LoadError(diagnostics);
    Folders folders;
    folders.take(*root);
    element(*root, directory_of(path), folders);
  }

  std::vector<std::string> found() && { return std::move(found_); }

 private:
  bool add(const std::string& path) {
    if (std::find(found_.begin(), found_.end(), path) != found_.end()) return false;
    found_.push_back(path);
    return true;
  }

  void element(const XmlElement& e, const std::string& here, const Folders& folders) {
    const std::string* folder = folders.of(e.name);
    const bool text = e.name == "include" || e.name == "model";
    for (const char* attribute :
         {"file", "fileright", "fileleft", "fileup", "filedown", "filefront", "fileback"}) {
      const std::string* name = e.find(attribute);
      if (!name || name->empty()) continue;
      if (text) file(reduce_path(combine_path(here, *name)));
      if (folder) add(reduce_path(combine_path(here, combine_path(*folder, *name))));
    }
    for (const XmlElement& child : e.children) element(child, here, folders);
  }

  std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> dependencies(const std::string& path) {
  Search search;
  search.file(path);
  return std::move(search).found();
}

}  // namespace corten::mjcf
