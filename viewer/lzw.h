// Lempel-Ziv-Welch as GIF has it: bytes as codes of 9 to 12 bits, least significant bit first.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace corten::viewer {

// The codes of `pixels`, packed into bytes; between the first clear code and the end code. (GIF89a, appendix
// F)
std::string lzw_packed(std::span<const std::uint8_t> pixels);

}  // namespace corten::viewer
