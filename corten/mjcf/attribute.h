// Attribute text to values, by the four reading rules of MJCF: reals, integer arrays, single integers, words.
#pragma once

#include <optional>

#include "corten/mjcf/row.h"
#include "corten/mjcf/xml_tree.h"

namespace corten::mjcf {

// Tokens of any number of values; nothing and a message in `problem` if one is malformed or out of range.
// Underflow counts as out of range, as in the oracle.
std::optional<std::vector<double>> parse_reals(std::string_view text, std::string& problem);
std::optional<std::vector<float>> parse_floats(std::string_view text, std::string& problem);
std::optional<std::vector<int>> parse_integers(std::string_view text, std::string& problem);
std::optional<int> parse_integer(std::string_view text, std::string& problem);
std::vector<std::string> parse_words(std::string_view text);
bool is_blank(std::string_view text);

// What goes wrong while an element is read, with the element's place.
class Issues {
 public:
  explicit Issues(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}
  void error(const XmlElement& element, const std::string& message, const std::string& hint = {});
  void warning(const XmlElement& element, const std::string& message, const std::string& hint = {});
  Diagnostics& diagnostics() { return diagnostics_; }

 private:
  Diagnostics& diagnostics_;
};

// Reads every attribute of `element` that has a row with a field into `node`, and reports missing required
// ones. Attributes the rows do not know are left alone.
void read_rows(const XmlElement& element, Rows rows, void* node, Issues& issues);

// One attribute read by hand: nothing if it is absent, blank (numbers) or wrong, which is reported.
std::optional<std::vector<double>> read_reals(const XmlElement& element, std::string_view name, int exact,
                                              Issues& issues);
std::optional<std::vector<int>> read_integers(const XmlElement& element, std::string_view name,
                                              Issues& issues);
std::optional<int> read_keyword(const XmlElement& element, std::string_view name, Keywords keywords,
                                Issues& issues);
// The words of an attribute as bits; reports unknown and repeated ones.
std::optional<int> read_keyword_bits(const XmlElement& element, std::string_view name, Keywords keywords,
                                     Issues& issues);
std::string missing(std::string_view attribute);
const std::string* require(const XmlElement& element, std::string_view name, Issues& issues);

}  // namespace corten::mjcf
