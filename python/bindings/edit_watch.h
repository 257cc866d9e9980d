// Notices edits of a model's integers (ids, addresses, counts, kinds) that Python was given to write on:
// those can contradict the model's structure. Comparing a few hundred bytes costs a call nothing that can be
// measured.
#pragma once

#include <cstddef>
#include <cstring>
#include <vector>

namespace corten::python {

class EditWatch {
 public:
  // Remembers the memory as it is now. What is longer than a cheap comparison allows (faces of meshes, trees
  // of volumes) is left to CORTENFORGE_CHECK=1.
  void add(const void* memory, std::size_t bytes) {
    constexpr std::size_t kLong = 1 << 14;
    if (bytes == 0 || bytes > kLong) return;
    for (const Seen& seen : seen_)
      if (seen.memory == memory) return;
    const auto* first = static_cast<const std::byte*>(memory);
    seen_.push_back({first, {first, first + bytes}});
  }

  bool changed() const {
    for (const Seen& seen : seen_)
      if (std::memcmp(seen.memory, seen.content.data(), seen.content.size()) != 0) return true;
    return false;
  }

  // The edits were found sound.
  void accept() {
    for (Seen& seen : seen_) std::memcpy(seen.content.data(), seen.memory, seen.content.size());
  }

 private:
  struct Seen {
    const std::byte* memory;
    std::vector<std::byte> content;
  };
  std::vector<Seen> seen_;
};

}  // namespace corten::python
