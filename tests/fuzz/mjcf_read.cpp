// MJCF as bytes, parser and reader only: many inputs in little time.
#include "corten/mjcf/load.h"
#include "tests/fuzz/target.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const corten::Vfs nothing;
  corten::Diagnostics diagnostics;
  corten::mjcf::ReadOptions options;
  options.limits = corten::fuzz::quick().limits;
  (void)corten::mjcf::read_string(corten::fuzz::text_of(data, size), &nothing, options, diagnostics);
  return 0;
}
