// Names of asset files as the written model will find them. MJCF has one meshdir and one texturedir, attached
// models each had their own: if all files of a kind are in one folder it is written as that attribute, else
// every file is spelt out.
#pragma once

#include <optional>
#include <string>

#include "corten/spec/spec.h"

namespace corten::mjcf {

class WrittenFiles {
 public:
  explicit WrittenFiles(const Spec& spec);

  const std::string& meshdir() const { return mesh_.attribute; }
  const std::string& texturedir() const { return texture_.attribute; }
  std::string mesh_file(const spec::Node& node, const std::string& file) const;  // hfields and skins too
  std::string texture_file(const spec::Node& node, const std::string& file) const;

 private:
  struct Folder {
    std::string attribute;
    bool shared = true;  // by all files of the kind
  };
  std::string folder_of(const spec::Node& node, bool texture) const;
  std::string spelt_out(const spec::Node& node, const std::string& file, bool texture) const;
  void share(const spec::Node& node, bool has_file, bool texture, std::optional<std::string>& common);

  const Spec& spec_;
  Folder mesh_, texture_;
};

}  // namespace corten::mjcf
