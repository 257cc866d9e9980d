// Path algebra of asset and include files.
#include "corten/asset/path.h"

#include <vector>

namespace corten {
namespace {

constexpr std::string_view kSeparators = "/\\";

std::vector<std::string_view> split(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const size_t end = path.find_first_of(kSeparators);
    if (end != 0) parts.push_back(path.substr(0, end));
    if (end == std::string_view::npos) break;
    path.remove_prefix(end + 1);
  }
  return parts;
}

// What a reduced absolute path begins with: "/", "c:/" or "http://"; "" for a relative one.
std::string_view absolute_prefix(std::string_view path) {
  if (path.empty()) return {};
  if (kSeparators.find(path[0]) != std::string_view::npos) return path.substr(0, 1);
  for (const std::string_view mark : {":/", ":\\"}) {
    const size_t pos = path.find(mark);
    if (pos != std::string_view::npos) return path.substr(0, pos + 2);
  }
  return {};
}

}  // namespace

bool is_absolute_path(std::string_view path) { return !absolute_prefix(path).empty(); }

std::string reduce_path(std::string_view path) {
  const std::string_view prefix = absolute_prefix(path);
  std::vector<std::string_view> kept;
  for (const std::string_view part : split(path.substr(prefix.size()))) {
    if (part == ".") continue;
    if (part == ".." && !kept.empty() && kept.back() != "..") {
      kept.pop_back();
    } else {
      kept.push_back(part);
    }
  }
  std::string reduced(prefix);
  for (size_t i = 0; i < kept.size(); ++i) {
    if (i > 0) reduced += '/';
    reduced += kept[i];
  }
  return reduced;
}

std::string_view scheme_of(std::string_view path) {
  const size_t colon = path.find_first_of(":/\\");
  return colon == std::string_view::npos || path[colon] != ':' || colon < 2 ? std::string_view()
                                                                            : path.substr(0, colon);
}

std::string combine_path(std::string_view dir, std::string_view name) {
  if (dir.empty() || is_absolute_path(name)) return std::string(name);
  std::string path(dir);
  const std::string_view scheme = scheme_of(dir);
  const bool only_scheme = !scheme.empty() && dir.size() == scheme.size() + 1;
  if (!only_scheme && kSeparators.find(path.back()) == std::string_view::npos) path += '/';
  path += name;
  return path;
}

std::string directory_of(std::string_view path) {
  const size_t last = path.find_last_of(kSeparators);
  if (last != std::string_view::npos) return std::string(path.substr(0, last + 1));
  const std::string_view scheme = scheme_of(path);
  return scheme.empty() ? std::string() : std::string(scheme) + ":";
}

std::string base_name(std::string_view path) {
  const size_t last = path.find_last_of(kSeparators);
  return std::string(last == std::string_view::npos ? path : path.substr(last + 1));
}

std::string base_name_without_extension(std::string_view path) {
  std::string name = base_name(path);
  const size_t dot = name.find_last_of('.');
  if (dot != std::string::npos) name.resize(dot);
  return name;
}

std::string extension_of(std::string_view path) {
  const std::string name = base_name(path);
  const size_t dot = name.find_last_of('.');
  return dot == std::string::npos ? std::string() : name.substr(dot);
}

std::string to_lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

}  // namespace corten
