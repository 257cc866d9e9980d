// The benchmark's models: files of the developer collection and generated scenes.
#pragma once

#include <string>
#include <vector>

namespace corten::bench {

struct BenchModel {
  std::string name;
  std::string path;  // file, or empty when xml is given
  std::string xml;
};

std::vector<BenchModel> default_models(const std::string& collection);

// n free boxes above a plane, in layers, falling into a pile
std::string box_pile_xml(int n);
// n capsule links on hinges, hanging from the world
std::string chain_xml(int n);

}  // namespace corten::bench
