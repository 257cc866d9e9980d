#include "apps/watched_files.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "corten/asset/path.h"
#include "corten/asset/vfs.h"
#include "corten/mjcf/xml_tree.h"

namespace corten::app {
namespace {

constexpr std::size_t kMost = 2000;
constexpr std::chrono::milliseconds kPause(250);  // between looks at the times of files

std::filesystem::file_time_type written(const std::string& path) {
  std::error_code none;  // a file that is not there was written at the beginning of time
  const auto time = std::filesystem::last_write_time(path, none);
  return none ? std::filesystem::file_time_type::min() : time;
}

// Collects what the elements of a text name as file, under every folder in which it may lie. Texts that
// cannot be parsed name nothing.
class Named {
 public:
  explicit Named(const std::string& model) : folders_{directory_of(model)} { add_text(model); }
  std::vector<std::string> files;

 private:
  void add_text(const std::string& path) {
    if (!add_file(path)) return;
    const std::optional<std::string> text = read_disk(path);
    if (!text) return;
    Diagnostics ignored;
    const auto root = mjcf::parse_xml(*text, nullptr, ignored);
    if (!root) return;
    const std::string folder = directory_of(path);
    each_element(*root, [&](const mjcf::XmlElement& element) { add_folders(element, folder); });
    each_element(*root, [&](const mjcf::XmlElement& element) { add_named(element, folder); });
  }

  // without recursion: trees may be of any depth
  template <class Fn>
  static void each_element(const mjcf::XmlElement& root, Fn&& fn) {
    std::vector<const mjcf::XmlElement*> waiting{&root};
    while (!waiting.empty()) {
      const mjcf::XmlElement& element = *waiting.back();
      waiting.pop_back();
      fn(element);
      for (const mjcf::XmlElement& child : element.children) waiting.push_back(&child);
    }
  }

  void add_folders(const mjcf::XmlElement& element, const std::string& folder) {
    for (const char* name : {"meshdir", "texturedir", "assetdir"})
      if (const std::string* value = element.find(name))
        folders_.push_back(combine_path(folder, *value + "/"));
  }

  void add_named(const mjcf::XmlElement& element, const std::string& folder) {
    const bool is_text = element.name == "include" || element.name == "model";
    for (const auto& [name, value] : element.attributes) {
      if (!name.starts_with("file")) continue;
      std::vector<std::string> folders = folders_;  // grow with every text
      folders.push_back(folder);
      for (const std::string& place : folders) {
        const std::string path = reduce_path(combine_path(place, value));
        std::error_code none;
        if (!std::filesystem::is_regular_file(path, none)) continue;
        if (is_text)
          add_text(path);
        else
          add_file(path);
      }
    }
  }

  // False when it is known, or there are too many.
  bool add_file(const std::string& path) {
    if (files.size() >= kMost || std::find(files.begin(), files.end(), path) != files.end()) return false;
    files.push_back(path);
    return true;
  }

  std::vector<std::string> folders_;
};

}  // namespace

WatchedFiles::WatchedFiles(std::string model) : model_(std::move(model)) { look(); }

void WatchedFiles::look() {
  files_.clear();
  for (const std::string& path : Named(model_).files) files_.push_back({path, written(path)});
}

bool WatchedFiles::changed() {
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return false;
  next_ = now + kPause;
  return std::any_of(files_.begin(), files_.end(),
                     [](const Watched& file) { return written(file.path) != file.written; });
}

}  // namespace corten::app
