// Virtual files: entries mounted from memory, and sources of a program's own, in front of the file system.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace corten {

// The bytes of an opened file; copies share them.
struct File {
  std::string path;                          // reduced path it was opened under
  std::shared_ptr<const std::string> owner;  // keeps the bytes alive

  std::string_view bytes() const { return owner ? std::string_view(*owner) : std::string_view(); }
};

class Vfs {
 public:
  // Mounts bytes under the reduced name; false if that name is taken.
  bool add(std::string_view name, std::string bytes);
  // Mounts a file of the disk under its lower-cased base name; false if it cannot be read or the name is
  // taken.
  bool add_file(std::string_view dir, std::string_view name);
  bool remove(std::string_view name);
  bool empty() const { return entries_.empty(); }
  // A source of files that are neither in memory nor on the disk: nothing for names it does not know. It may
  // be asked by several threads at once.
  using Source = std::function<std::optional<std::string>(const std::string& dir, const std::string& name)>;
  void set_source(Source source) { source_ = std::move(source); }

  // Opens `name` relative to `dir`: the mounted entry with that path, else any mounted entry with that base
  // name (case and folders ignored), else what the source has, else the disk. Nothing if none exists or it
  // cannot be read.
  std::optional<File> open(std::string_view dir, std::string_view name) const;
  // The same among mounted entries only.
  std::optional<File> open_mounted(std::string_view dir, std::string_view name) const;

 private:
  struct Entry {
    std::string name;
    std::shared_ptr<const std::string> bytes;
  };
  const Entry* find(std::string_view path) const;
  const Entry* find_base_name(std::string_view path) const;

  std::vector<Entry> entries_;
  Source source_;
};

// A whole file of the disk; nothing if it is no readable file or has 2 GiB or more.
std::optional<std::string> read_disk(const std::string& path);

}  // namespace corten
