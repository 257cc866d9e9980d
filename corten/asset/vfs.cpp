// Virtual files: mounted entries first, then the disk.
#include "corten/asset/vfs.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <system_error>
#include <utility>

#include "corten/asset/path.h"

namespace corten {

std::optional<std::string> read_disk(const std::string& path) {
  std::error_code failed;
  if (!std::filesystem::is_regular_file(path, failed)) return std::nullopt;
  const auto size = std::filesystem::file_size(path, failed);
  if (failed || size > static_cast<std::uintmax_t>(std::numeric_limits<int>::max())) return std::nullopt;

  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) return std::nullopt;
  std::string bytes(size, '\0');
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file.get()));
  return bytes;
}

const Vfs::Entry* Vfs::find(std::string_view path) const {
  const auto found =
      std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.name == path; });
  return found == entries_.end() ? nullptr : &*found;
}

// Of several with the same base name one whose path ends with the whole that is asked for.
const Vfs::Entry* Vfs::find_base_name(std::string_view path) const {
  const std::string wanted = to_lower(base_name(path)), end = '/' + to_lower(path);
  const Entry* found = nullptr;
  for (const Entry& entry : entries_) {
    const std::string name = to_lower(entry.name);
    if (to_lower(base_name(entry.name)) != wanted) continue;
    if (name.ends_with(end)) return &entry;
    if (!found) found = &entry;
  }
  return found;
}

bool Vfs::add(std::string_view name, std::string bytes) {
  std::string reduced = reduce_path(name);
  if (find(reduced)) return false;
  entries_.push_back({std::move(reduced), std::make_shared<const std::string>(std::move(bytes))});
  return true;
}

bool Vfs::add_file(std::string_view dir, std::string_view name) {
  std::optional<std::string> bytes = read_disk(reduce_path(combine_path(dir, name)));
  return bytes && add(to_lower(base_name(name)), std::move(*bytes));
}

bool Vfs::remove(std::string_view name) {
  const Entry* entry = find(reduce_path(name));
  if (!entry) return false;
  entries_.erase(entries_.begin() + (entry - entries_.data()));
  return true;
}

std::optional<File> Vfs::open_mounted(std::string_view dir, std::string_view name) const {
  std::string path = reduce_path(combine_path(dir, name));
  const Entry* entry = find(path);
  if (!entry) entry = find_base_name(path);
  if (!entry) return std::nullopt;
  return File{std::move(path), entry->bytes};
}

std::optional<File> Vfs::open(std::string_view dir, std::string_view name) const {
  if (std::optional<File> mounted = open_mounted(dir, name)) return mounted;
  std::string path = reduce_path(combine_path(dir, name));
  std::optional<std::string> bytes;
  if (source_) bytes = source_(std::string(dir), std::string(name));
  if (!bytes) bytes = read_disk(path);
  if (!bytes) return std::nullopt;
  return File{std::move(path), std::make_shared<const std::string>(std::move(*bytes))};
}

}  // namespace corten
