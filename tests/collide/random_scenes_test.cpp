// Scenes nobody wrote by hand: contacts, distances and rays among all geom types and options.
#include "tests/support/random_scenes.h"

#include <gtest/gtest.h>

namespace corten {
namespace {

TEST(RandomScenes, ContactsDistancesAndRaysEqualTheOraclesBitForBit) {  // judge: oracle
  int contacts = 0, failures = 0;
  for (unsigned seed = 0; seed < 100 && failures < 5; ++seed) {
    const std::string xml = oracle::random_scene(seed);
    oracle::ModelPtr model = oracle::load_scene(xml, seed);
    if (!model) continue;
    oracle::ContactScene scene(std::move(model));
    for (unsigned state = 0; state < 5; ++state) {
      const std::string difference = oracle::compare_scene(scene, 1000 * seed + state);
      contacts += scene.od->ncon;
      if (difference.empty()) continue;
      ADD_FAILURE() << "seed " << seed << " state " << state << ": " << difference << "\n" << xml;
      ++failures;
      break;
    }
  }
  EXPECT_GT(contacts, 5000);
}

}  // namespace
}  // namespace corten
