// The schema of MJCF covers exactly what MuJoCo 3.5.0 knows.
#include "corten/mjcf/schema.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

namespace corten::mjcf {
namespace {

using Names = std::set<std::string>;

// element path -> attributes
std::map<std::string, Names> listed_words() {
  std::ifstream file("tests/mjcf/mjcf_words.txt");
  std::map<std::string, Names> schema;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#")) continue;
    const std::size_t colon = line.find(':');
    std::istringstream words(line.substr(colon + 1));
    Names& names = schema[line.substr(0, colon)];
    for (std::string word; words >> word;) names.insert(word);
  }
  return schema;
}

void collect(const ElementType& type, const std::string& path, std::map<std::string, Names>& schema) {
  if (schema.contains(path)) return;
  Names& names = schema[path];
  for (std::string_view name : type.attributes()) names.insert(std::string(name));
  for (const ElementType* child : type.children) {
    if (child != &type) collect(*child, path + "/" + std::string(child->name), schema);
  }
}

TEST(Schema, KnowsEveryListedElementAndAttributeAndNoOther) {  // judge: mjcf_words.txt
  std::map<std::string, Names> ours;
  collect(mjcf_schema(), "mujoco", ours);
  const auto theirs = listed_words();
  ASSERT_EQ(theirs.size(), 171U);
  std::size_t pairs = 0;
  for (const auto& [path, names] : theirs) {
    pairs += names.size();
    EXPECT_EQ(ours[path], names) << path;
  }
  EXPECT_EQ(pairs, 1707U);
  EXPECT_EQ(ours.size(), theirs.size());
}

TEST(Schema, SuggestsTheNearestName) {  // judge: hand value
  EXPECT_EQ(did_you_mean("dampping", {"damping", "stiffness"}), "did you mean 'damping'?");
  EXPECT_EQ(did_you_mean("xyzzy", {"damping", "stiffness"}), "");
}

}  // namespace
}  // namespace corten::mjcf
