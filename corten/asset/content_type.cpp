// Content types of asset files.
#include "corten/asset/content_type.h"

#include <algorithm>
#include <array>
#include <utility>

#include "corten/asset/asset_error.h"
#include "corten/asset/path.h"

namespace corten {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kExtensions{{
    {".stl", "model/stl"},
    {".obj", "model/obj"},
    {".ply", "model/ply"},
    {".msh", "model/vnd.mujoco.msh"},
    {".png", "image/png"},
    {".ktx", "image/ktx"},
}};

// "type/subtype[;parameter=value]" -> "type/subtype"; empty when it is not of that form
std::string_view without_parameters(std::string_view text) {
  const std::string_view type = text.substr(0, text.find(';'));
  const size_t slash = type.find('/');
  const bool well_formed = slash != std::string_view::npos && slash > 0 && slash + 1 < type.size() &&
                           type.find_first_of(" \t\n") == std::string_view::npos;
  return well_formed ? type : std::string_view();
}

}  // namespace

std::string resolve_content_type(std::string_view given, std::string_view file) {
  if (!given.empty()) {
    const std::string_view type = without_parameters(given);
    if (type.empty()) throw AssetError("invalid format for content_type");
    return std::string(type);
  }
  const std::string extension = to_lower(extension_of(file));
  const auto row = std::find_if(kExtensions.begin(), kExtensions.end(),
                                [&](const auto& r) { return r.first == extension; });
  return row == kExtensions.end() ? std::string() : std::string(row->second);
}

}  // namespace corten
