// The files a model is made of: its own, those it includes, its meshes, pictures and height fields.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace corten::app {

class WatchedFiles {
 public:
  explicit WatchedFiles(std::string model);

  // Whether any of them was written since the last look, or is gone; asked a few times a second, not more.
  bool changed();
  // Looks again at which files there are.
  void look();

 private:
  struct Watched {
    std::string path;
    std::filesystem::file_time_type written;
  };
  std::string model_;
  std::vector<Watched> files_;
  std::chrono::steady_clock::time_point next_{};
};

}  // namespace corten::app
