// Bytes as text of 64 letters (RFC 4648).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace corten::capi {

std::string encode_base64(std::span<const std::uint8_t> bytes);
// Number of bytes a text stands for; 0 if it is empty or no base64.
std::size_t base64_size(std::string_view text);
// The bytes; none if it is no base64.
std::vector<std::uint8_t> decode_base64(std::string_view text);

}  // namespace corten::capi
