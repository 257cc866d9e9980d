#include "apps/json.h"

#include <fmt/core.h>

#include <cmath>

namespace corten::app {
namespace {

std::string json_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      out += {'\\', c};
    else if (static_cast<unsigned char>(c) < 0x20)
      out += fmt::format("\\u{:04x}", static_cast<int>(c));
    else
      out += c;
  }
  return out + "\"";
}

}  // namespace

Json::Json(std::string_view text) : text_(json_text(text)) {}
Json::Json(double number) : text_(std::isfinite(number) ? fmt::format("{}", number) : "null") {}

Json Json::object(const Members& members) {
  Json out = null();
  out.text_ = "{";
  for (const auto& [name, value] : members)
    out.text_ += (out.text_.size() > 1 ? ", " : "") + json_text(name) + ": " + value.text_;
  out.text_ += "}";
  return out;
}

Json Json::array(const std::vector<Json>& elements) {
  Json out = null();
  out.text_ = "[";
  for (const Json& element : elements) out.text_ += (out.text_.size() > 1 ? ", " : "") + element.text_;
  out.text_ += "]";
  return out;
}

Json Json::null() {
  Json out("");
  out.text_ = "null";
  return out;
}

}  // namespace corten::app
