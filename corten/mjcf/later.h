// What MJCF got after MuJoCo 3.5.0. Reading names the release that brought it; lenient reading passes over
// what would change no number.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "corten/mjcf/xml_tree.h"

namespace corten::mjcf {

// Names are lists of words. `neutral`: words that change nothing, every word of a value must be one of them;
// "*" for any value, empty for none.
struct LaterAttribute {
  std::string_view elements, attributes, release, neutral;
};
struct LaterElement {
  std::string_view parent, names, release;
};
struct LaterWord {
  std::string_view elements, attribute, words, release;
};

std::span<const LaterAttribute> later_attributes();
std::span<const LaterElement> later_elements();
std::span<const LaterWord> later_words();
// Attributes that 3.7 made polynomials: numbers behind the first must be zero.
inline constexpr LaterAttribute kLaterPolynomials{"joint tendon spatial fixed", "stiffness damping", "3.7",
                                                  "0"};

// "of MuJoCo 3.11 …" for messages; empty for what no later release has.
std::string later_attribute_hint(std::string_view element, std::string_view attribute);
std::string later_element_hint(std::string_view parent, std::string_view name);
std::string later_word_hint(std::string_view element, std::string_view attribute, std::string_view word);

// For lenient reading: takes away what is neutral, with a warning; the rest is an error that names its
// release.
void settle_later(XmlElement& root, Diagnostics& diagnostics);

}  // namespace corten::mjcf
