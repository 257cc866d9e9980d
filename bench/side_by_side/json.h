// JSON text, written as it grows: objects and arrays nest, commas come by themselves.
#pragma once

#include <fmt/core.h>

#include <string>
#include <string_view>

namespace corten::bench {

class Json {
 public:
  Json& open(char bracket, std::string_view name = {}) {
    key(name);
    text_ += bracket;
    first_ = true;
    return *this;
  }
  Json& close(char bracket) {
    text_ += bracket;
    first_ = false;
    return *this;
  }
  Json& number(std::string_view name, double value) {
    key(name);
    text_ += fmt::format("{:.6g}", value);
    return *this;
  }
  Json& string(std::string_view name, std::string_view value) {
    key(name);
    text_ += quoted(value);
    return *this;
  }
  const std::string& text() const { return text_; }

 private:
  static std::string quoted(std::string_view value) {
    std::string result = "\"";
    for (const char c : value) {
      if (c == '"' || c == '\\') result += '\\';
      result += c == '\n' ? ' ' : c;
    }
    return result + '"';
  }
  void key(std::string_view name) {
    if (!first_) text_ += ",\n";
    first_ = false;
    if (!name.empty()) text_ += quoted(name) + ": ";
  }

  std::string text_;
  bool first_ = true;
};

}  // namespace corten::bench
