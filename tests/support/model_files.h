// The model files that tests, sweeps and benchmarks go through.
#pragma once

#include <string>
#include <vector>

namespace corten {

// Every MJCF and URDF file among the paths and below those that are folders: absolute, sorted, each once.
// Absolute, because some models include by odd paths.
std::vector<std::string> model_files(const std::vector<std::string>& paths = {CORTEN_SHARED_MODELS});

}  // namespace corten
