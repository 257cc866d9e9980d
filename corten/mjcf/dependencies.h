// The files that a model file needs: what it includes, attaches and takes as assets.
#pragma once

#include <string>
#include <vector>

namespace corten::mjcf {

// Paths, the file itself first, none twice. Throws LoadError when a file of text cannot be read.
std::vector<std::string> dependencies(const std::string& path);

}  // namespace corten::mjcf
