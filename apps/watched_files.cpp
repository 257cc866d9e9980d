#include "apps/watched_files.h"

#include <algorithm>
#include <optional>

#include "corten/asset/path.h"

namespace corten::app {
namespace {

constexpr std::chrono::milliseconds kPause(250);  // between looks at the times of files

std::filesystem::file_time_type written(const std::string& path) {
  std::error_code none;  // a file that is not there was written at the beginning of time
  const auto time = std::filesystem::last_write_time(path, none);
  return none ? std::filesystem::file_time_type::min() : time;
}

}  // namespace

WatchedFiles::WatchedFiles() {
  vfs_.set_source([this](const std::string& dir, const std::string& name) -> std::optional<std::string> {
    remember(reduce_path(combine_path(dir, name)));
    return std::nullopt;  // the disk has it
  });
}

// The time before it is read: what is written during loading is noticed afterwards.
void WatchedFiles::remember(const std::string& path) {
  const std::lock_guard lock(mutex_);
  written_.try_emplace(path, written(path));
}

void WatchedFiles::forget() {
  const std::lock_guard lock(mutex_);
  written_.clear();
}

bool WatchedFiles::changed() {
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return false;
  next_ = now + kPause;
  const std::lock_guard lock(mutex_);
  return std::any_of(written_.begin(), written_.end(),
                     [](const auto& file) { return written(file.first) != file.second; });
}

}  // namespace corten::app
