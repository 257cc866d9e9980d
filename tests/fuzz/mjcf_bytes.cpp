// MJCF as bytes: parser, reader, compiler, a few steps.
#include "tests/fuzz/target.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const corten::Vfs nothing;
  corten::fuzz::load_and_try(corten::fuzz::text_of(data, size), &nothing);
  return 0;
}
