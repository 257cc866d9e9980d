// Content types of asset files: given as an attribute, else known by the file's extension.
#pragma once

#include <string>
#include <string_view>

namespace corten {

// "type/subtype"; empty when the extension is unknown or the given text is not of the form
// type/subtype[;parameter=value].
std::string resolve_content_type(std::string_view given, std::string_view file);

}  // namespace corten
