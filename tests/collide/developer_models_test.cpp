// Contact lists on developer models without large meshes; conformance-sweep runs all of them.
#include <gtest/gtest.h>

#include "tests/support/model_contacts.h"
#include "tests/support/model_files.h"
#include "tests/support/random_state.h"

namespace corten {
namespace {

TEST(DeveloperModels, ContactListsEqualTheOraclesBitForBit) {  // judge: oracle
  int models = 0, contacts = 0;
  for (const std::string& file : model_files()) {
    if (file.find("menagerie") != std::string::npos) continue;  // large meshes: slow to load
    const oracle::ModelContacts result = oracle::compare_model_contacts(file);
    models += result.loaded;
    contacts += result.contacts;
    for (const std::string& difference : result.differences) ADD_FAILURE() << file << " at " << difference;
  }
  EXPECT_GT(models, 100);
  EXPECT_GT(contacts, 5000);
}

}  // namespace
}  // namespace corten
