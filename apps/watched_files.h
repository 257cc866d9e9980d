// The files a model is made of, as loading asks for them: its own, those it includes, its meshes and
// pictures.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>

#include "corten/asset/vfs.h"

namespace corten::app {

class WatchedFiles {
 public:
  WatchedFiles();
  WatchedFiles(const WatchedFiles&) = delete;
  WatchedFiles& operator=(const WatchedFiles&) = delete;

  // To load with: files of the disk, remembered as they are asked for, those that are missing too.
  const Vfs& vfs() const { return vfs_; }
  // Whether any of them was written since it was asked for, appeared or is gone; looks a few times a second.
  bool changed();
  // Before loading again.
  void forget();

 private:
  void remember(const std::string& path);

  Vfs vfs_;
  std::mutex mutex_;  // assets are opened by several threads
  std::map<std::string, std::filesystem::file_time_type> written_;
  std::chrono::steady_clock::time_point next_{};
};

}  // namespace corten::app
