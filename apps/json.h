// A piece of JSON text: what every command prints with --json.
#pragma once

#include <concepts>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace corten::app {

class Json {
 public:
  using Members = std::vector<std::pair<std::string, Json>>;

  Json(std::string_view text);
  Json(const std::string& text) : Json(std::string_view(text)) {}
  Json(const char* text) : Json(std::string_view(text)) {}
  Json(double number);  // null when not finite: JSON has no other word for it
  Json(bool value) : text_(value ? "true" : "false") {}
  template <std::integral Integer>
  Json(Integer number) : text_(std::to_string(number)) {}

  static Json object(const Members& members);
  static Json array(const std::vector<Json>& elements);
  static Json null();

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace corten::app
