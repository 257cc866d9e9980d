// The benchmark's models: files and generated scenes.
#pragma once

#include <string>
#include <vector>

namespace corten::bench {

struct BenchModel {
  std::string name;
  std::string path;  // file, or empty when xml is given
  std::string xml;
};

// Those of packages and generated ones; with the optional collection (tests/support/model_files.h) more.
std::vector<BenchModel> default_models();

// n free boxes above a plane, in layers, falling into a pile
std::string box_pile_xml(int n);
// n free boxes side by side on a plane
std::string box_field_xml(int n);
// capsule links with one to three hinges each, hanging from the world
std::string chain_xml(int links, int hinges = 1);
// the same for many dofs: MJCF cannot nest 500 bodies, so a link has three
std::string long_chain_xml(int dofs);
// n by n points of a cloth that falls on a ball
std::string cloth_xml(int n);
// n pendulums of one hinge each
std::string pendulums_xml(int n);

}  // namespace corten::bench
