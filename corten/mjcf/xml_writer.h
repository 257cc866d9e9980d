// Elements to indented XML text, attributes from rows.
#pragma once

#include <string>
#include <vector>

#include "corten/mjcf/row.h"

namespace corten::mjcf {

// The words whose bits are set.
std::string bits_text(Keywords keywords, int bits);

class XmlWriter {
 public:
  // Numbers with so many digits; 0: the shortest text that reads back as the same number.
  explicit XmlWriter(int digits = 0) : digits_(digits) {}

  std::string number(double value) const;
  std::string number(float value) const;
  std::string number(int value) const;
  template <class T>
  std::string numbers(const T* values, int count) const {
    std::string text;
    for (int i = 0; i < count; ++i) text += (i ? " " : "") + number(values[i]);
    return text;
  }

  void open(std::string_view name);
  // An element that is left out if nothing is in it.
  void group(std::string_view name);
  void attribute(std::string_view name, std::string_view value);
  // Every row whose value in `node` is not the one in `base`, words before numbers; of rows that may be short
  // only as much as differs. Rows that cannot stand in <default> are left out if `in_default`.
  void rows(Rows rows, const void* node, const void* base, bool in_default = false);
  void close();
  void comment(std::string_view text);
  std::string take() { return std::move(text_); }

 private:
  void begin_content();
  void indent();
  void row(const Row& row, const void* node, const void* base);
  std::string value_text(const Row& row, const void* value, int count) const;
  template <class T>
  std::string list_text(const void* value) const;

  std::string text_;
  struct Element {
    std::string name;
    std::size_t start;   // of the text before it
    std::size_t bare;    // of the text with its name only
    bool in_parent_tag;  // it is the first thing in its parent
    bool optional;
  };
  std::vector<Element> open_;
  bool in_tag_ = false;
  int digits_;
};

}  // namespace corten::mjcf
