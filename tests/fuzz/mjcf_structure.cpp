// MJCF by its structure: changes guided by the attribute table, then the numbers that attackers like.
#include <cstring>

#include "tests/fuzz/scenes.h"
#include "tests/fuzz/structure.h"
#include "tests/fuzz/target.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  corten::fuzz::load_and_try(corten::fuzz::changed_scene(data, size));
  return 0;
}
