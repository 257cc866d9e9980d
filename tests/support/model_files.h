// The model files that tests, sweeps and benchmarks go through.
//
// Always there: scenes/, and .venv/models with what packages of PyPI bring along (tools/setup.sh). A larger
// collection is optional: the folder that CORTEN_MODELS names, else ../shared/models where that is;
// CORTEN_MODELS= is none.
#pragma once

#include <string>
#include <vector>

namespace corten {

// Every MJCF and URDF file among the paths and below those that are folders: absolute, sorted, each once.
// Absolute, because some models include by odd paths.
std::vector<std::string> model_files(const std::vector<std::string>& paths);
// Of all that is there.
std::vector<std::string> model_files();
// Without the robots full of meshes.
std::vector<std::string> small_model_files();

// Mesh files of all that is there.
std::vector<std::string> mesh_files();

// The path of a file that is always there: "scenes/humanoid.xml", "dm_control/suite/dog.xml".
std::string model_file(const std::string& name);
// The same, and of names in the collection ("menagerie/robotiq_2f85/2f85.xml") those that are there.
std::vector<std::string> found(const std::vector<std::string>& names);

}  // namespace corten
