#include "capi/base64.h"

#include <algorithm>
#include <cstring>

#include "capi/problem.h"

namespace corten::capi {
namespace {

constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// '=' at the end, at most two
std::size_t padding(std::string_view text) {
  std::size_t count = 0;
  while (count < 2 && count < text.size() && text[text.size() - 1 - count] == '=') ++count;
  return count;
}

}  // namespace

std::string encode_base64(std::span<const std::uint8_t> bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t there = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) group = group << 8 | (k < there ? bytes[i + k] : 0U);
    for (std::size_t k = 0; k < 4; ++k) text += k <= there ? kLetters[group >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

std::size_t base64_size(std::string_view text) {
  if (text.empty() || text.size() % 4) return 0;
  const std::size_t pad = padding(text);
  const std::string_view letters = text.substr(0, text.size() - pad);
  if (letters.find_first_not_of(kLetters) != std::string_view::npos) return 0;
  return text.size() / 4 * 3 - pad;
}

std::vector<std::uint8_t> decode_base64(std::string_view text) {
  std::vector<std::uint8_t> bytes(base64_size(text));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const std::size_t value = kLetters.find(text[i / 3 * 4 + k]);
      group = group << 6 | (value == std::string_view::npos ? 0U : static_cast<std::uint32_t>(value));
    }
    bytes[i] = static_cast<std::uint8_t>(group >> (16 - 8 * (i % 3)));
  }
  return bytes;
}

// Number of characters written, the zero at the end included.
CORTEN_API std::size_t mju_encodeBase64(char* buf, const std::uint8_t* data, std::size_t ndata) {
  return answer("mju_encodeBase64", [=] {
    const std::string text = encode_base64({ndata ? given(data, "data") : data, ndata});
    std::memcpy(given(buf, "buf"), text.c_str(), text.size() + 1);
    return text.size() + 1;
  });
}
CORTEN_API std::size_t mju_isValidBase64(const char* s) {
  return answer("mju_isValidBase64", [=] { return base64_size(given(s, "s")); });
}
CORTEN_API std::size_t mju_decodeBase64(std::uint8_t* buf, const char* s) {
  return answer("mju_decodeBase64", [=] {
    const std::vector<std::uint8_t> bytes = decode_base64(given(s, "s"));
    if (!bytes.empty()) given(buf, "buf");
    std::copy(bytes.begin(), bytes.end(), buf);
    return bytes.size();
  });
}

}  // namespace corten::capi
