// Models whose one asset file has random damage.
#pragma once

#include <cstdint>
#include <string>

namespace corten {

struct DamagedAsset {
  std::string xml;   // a model that uses the file, in an element named "victim"
  std::string file;  // its name
  std::string bytes;
};

// Bytes changed, put in, cut out or cut off in a small file; the kind of file, too,
// follows from the seed.
DamagedAsset damaged_asset(std::uint64_t seed);

// Loads it from memory in both engines. What is wrong with our answer, empty if nothing is: a verdict that is
// not the oracle's (skins excepted), or a refusal that names not element and file.
std::string complaint_about(const DamagedAsset& asset);

}  // namespace corten
