// Numbers in the texts of plugin attributes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "corten/base/config.h"

namespace corten::plugins {

// The number a text begins with, 0 if it begins with none. What follows is ignored.
Real leading_number(const std::string& text);
// The same, nothing for an empty text.
std::optional<Real> optional_number(const std::string& text);
// Is the text, blanks aside, one number or nothing?
bool is_one_number(const std::string& text);
// Numbers between single blanks; a second blank in a row or one at the front gives a 0.
std::vector<Real> number_list(const std::string& text);

}  // namespace corten::plugins
