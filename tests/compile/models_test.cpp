// Every small model file: same verdict, same compiled model.

#include "tests/compile/same_model.h"
#include "tests/support/model_files.h"

namespace corten {
namespace {

TEST(CompileModels, FilesAreCompiledAsTheOracleDoes) {  // judge: oracle, every field
  for (const std::string& file : small_model_files()) {
    SCOPED_TRACE(file);
    const auto theirs = oracle::load_file(file);
    Diagnostics diagnostics;
    const auto ours = load(file, {}, diagnostics);
    EXPECT_EQ(theirs != nullptr, ours.has_value()) << diagnostics.text();
    if (!theirs || !ours) continue;
    for (const auto& d :
         oracle::model_differences(theirs.get(), *ours))  // length ranges come from simulation: 1e-6
      EXPECT_TRUE(d.field == "actuator_lengthrange" && d.error < 1e-6) << d.field << ' ' << d.error;
  }
}

}  // namespace
}  // namespace corten
