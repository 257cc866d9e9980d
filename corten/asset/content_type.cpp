// Content types of asset files.
#include "corten/asset/content_type.h"

#include <algorithm>
#include <array>
#include <utility>

#include "corten/asset/path.h"

namespace corten {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kExtensions{{
    {".stl", "model/stl"},
    {".obj", "model/obj"},
    {".ply", "model/ply"},
    {".msh", "model/vnd.mujoco.msh"},
    {".png", "image/png"},
}};

bool well_formed(std::string_view text) {
  const size_t slash = text.find('/');
  if (slash == std::string_view::npos || slash + 1 == text.size()) return false;
  const size_t semicolon = text.find(';');
  if (semicolon == std::string_view::npos) return true;
  const size_t equals = text.find('=');
  return semicolon >= slash && equals != std::string_view::npos && equals >= semicolon;
}

}  // namespace

std::string resolve_content_type(std::string_view given, std::string_view file) {
  if (!given.empty())
    return well_formed(given) ? std::string(given.substr(0, given.find(';'))) : std::string();
  const std::string extension = to_lower(extension_of(file));
  const auto row = std::find_if(kExtensions.begin(), kExtensions.end(),
                                [&](const auto& r) { return r.first == extension; });
  return row == kExtensions.end() ? std::string() : std::string(row->second);
}

}  // namespace corten
