// URDF as bytes; a text that does not begin as a robot is made the inside of one.
#include <string>

#include "tests/fuzz/target.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = corten::fuzz::text_of(data, size);
  if (text.find("<robot") != std::string_view::npos)
    corten::fuzz::load_and_try(text);
  else
    corten::fuzz::load_and_try("<robot name='r'>" + std::string(text) + "</robot>");
  return 0;
}
