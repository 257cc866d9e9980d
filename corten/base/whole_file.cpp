#include "corten/base/whole_file.h"

#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <system_error>

namespace corten {
namespace {

namespace fs = std::filesystem;

bool write(const std::string& path, std::string_view content) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (!file) return false;
  const bool written = std::fwrite(content.data(), 1, content.size(), file) == content.size();
  return std::fclose(file) == 0 && written;
}

// Through links to the file itself, which keeps its permissions.
bool replace(const std::string& path, std::string_view content) {
  std::error_code failed;
  const fs::path real = fs::canonical(path, failed);
  const std::string target = failed ? path : real.string(), partial = target + ".part";
  const fs::file_status before = fs::status(target, failed);
  bool done = write(partial, content);
  if (done && fs::exists(before)) fs::permissions(partial, before.permissions(), failed);
  if (done) fs::rename(partial, target, failed);  // also over a file that is there, on every system
  done = done && !failed;
  if (!done) std::remove(partial.c_str());
  return done;
}

}  // namespace

void write_whole_file(const std::string& path, std::string_view content) {
  std::error_code failed;
  const fs::file_status there = fs::status(path, failed);
  const bool special = fs::exists(there) && !fs::is_regular_file(there);
  if (!(special ? write(path, content) : replace(path, content)))
    throw std::runtime_error("cannot write '" + path + "': is the folder there, writable and not full?");
}

}  // namespace corten
