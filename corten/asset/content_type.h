// Content types of asset files: given as an attribute, else known by the file's extension.
#pragma once

#include <string>
#include <string_view>

namespace corten {

// "type/subtype" without parameters, lower case for extensions; empty when unknown. Throws AssetError when
// the given text is no content type.
std::string resolve_content_type(std::string_view given, std::string_view file);

}  // namespace corten
