// What the fuzz targets share. A target takes bytes and must return: a crash, a hang or a report of a
// sanitizer is a find, which becomes a named test under tests/hostile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "corten/load.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace corten::fuzz {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// Small enough that thousands of inputs fit in a second.
inline LoadOptions quick() {
  LoadOptions options;
  options.limits.elements = 20'000;
  options.limits.bodies = 2'000;
  options.limits.bytes = std::int64_t{64} << 20;
  options.limits.arena_bytes = std::int64_t{1} << 28;
  options.limits.seconds = 2;
  return options;
}

// A few steps of a model that was believed.
inline void try_out(const Model& m) {
  constexpr int kLarge = 300;
  if (m.nv > kLarge || m.ngeom > kLarge || m.nsensordata > 100'000) return;
  Data d = make_data(m);
  for (int i = 0; i < 3; ++i) step(m, d);
}

inline void load_and_try(std::string_view xml, const Vfs* vfs = nullptr) {
  LoadOptions options = quick();
  options.vfs = vfs;
  Diagnostics diagnostics;
  if (const std::optional<Model> m = load_text(xml, options, diagnostics)) try_out(*m);
}

}  // namespace corten::fuzz
