// Other programs, as operating systems run them. Judge: what the programs of every Unix do.
#include "corten/base/system.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "corten/asset/vfs.h"

namespace corten {
namespace {

TEST(System, AProgramsExitCodeIsTold) { EXPECT_EQ(run_program({"sh", "-c", "exit 3"}, false), 3); }

TEST(System, AProgramThatIsNotThereCannotBeRun) {
  EXPECT_EQ(run_program({"no-such-program-anywhere"}, false), kCannotRun);
  FedProgram fed;
  EXPECT_FALSE(fed.start({"no-such-program-anywhere"}));
}

TEST(System, AFedProgramReadsWhatIsWrittenUntilItIsFinished) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("corten_fed_" + std::to_string(process_id()))).string();
  const std::string text(1 << 20, 'x');  // more than any buffer between them
  FedProgram fed;
  ASSERT_TRUE(fed.start({"sh", "-c", "cat >\"$1\"", "sh", path}));
  EXPECT_TRUE(fed.write(text.data(), text.size()));
  EXPECT_EQ(fed.finish(), 0);
  EXPECT_EQ(read_disk(path), text);
  std::filesystem::remove(path);
}

TEST(System, WritingToAProgramThatEndedIsAnErrorAndNoSignal) {
  FedProgram fed;
  ASSERT_TRUE(fed.start({"true"}));
  const std::string text(1 << 20, 'x');
  EXPECT_FALSE(fed.write(text.data(), text.size()));
}

TEST(System, TheRunningProgramIsAFile) { EXPECT_TRUE(std::filesystem::is_regular_file(executable_path())); }

TEST(System, TheEnvironmentIsHandedOn) {
  set_environment("CORTEN_TEST_VALUE", "here");
  EXPECT_EQ(run_program({"sh", "-c", "test \"$CORTEN_TEST_VALUE\" = here"}, false), 0);
}

}  // namespace
}  // namespace corten
