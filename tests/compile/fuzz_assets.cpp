// Loads damaged asset files in both engines, for as long as one likes; best built with the sanitizers:
//   fuzz_assets FIRST_SEED COUNT
#include <cstdlib>
#include <iostream>

#include "tests/support/damaged_assets.h"

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const std::uint64_t first = std::strtoull(argv[1], nullptr, 10),
                      count = std::strtoull(argv[2], nullptr, 10);
  int complaints = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const corten::DamagedAsset asset = corten::damaged_asset(seed);
    const std::string complaint = corten::complaint_about(asset);
    if (complaint.empty()) continue;
    ++complaints;
    std::cout << "seed " << seed << ": " << asset.xml << '\n' << complaint << std::endl;
  }
  return complaints != 0;
}
