// Files are there as a whole or not at all.
#include "corten/base/whole_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace corten {
namespace {

namespace fs = std::filesystem;

class WholeFile : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }
  static std::string content(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::ptrdiff_t files() const {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
  }
  const fs::path folder_ = fs::temp_directory_path() / ("whole_file_" + std::to_string(::getpid()));
  const std::string path_ = (folder_ / "f").string();
};

// the disk is full after so many bytes, for this process
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit small{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
  }
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, SIG_DFL);
  }

 private:
  rlimit before_{};
};

TEST_F(WholeFile, IsReplacedAsAWhole) {  // judge: definition
  write_whole_file(path_, "a longer content");
  write_whole_file(path_, std::string_view("new\0one", 7));
  EXPECT_EQ(content(path_), std::string("new\0one", 7));
  EXPECT_EQ(files(), 1);
}

TEST_F(WholeFile, OfAFullDiskIsTheOldOne) {
  write_whole_file(path_, "old");
  {
    const FullDisk full(4096);
    EXPECT_THROW(write_whole_file(path_, std::string(10'000, 'x')), std::runtime_error);
  }
  EXPECT_EQ(content(path_), "old");
  EXPECT_EQ(files(), 1);
}

TEST_F(WholeFile, BehindALinkIsTheOneThatChanges) {
  write_whole_file(path_, "old");
  fs::permissions(path_, fs::perms::owner_all);
  fs::create_symlink(path_, folder_ / "link");
  write_whole_file((folder_ / "link").string(), "new");
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(content(path_), "new");
  EXPECT_EQ(fs::status(path_).permissions(), fs::perms::owner_all);
}

TEST_F(WholeFile, ThatIsNoneIsWrittenInto) {
  EXPECT_NO_THROW(write_whole_file("/dev/null", "x"));
  EXPECT_FALSE(fs::is_regular_file("/dev/null"));
  EXPECT_THROW(write_whole_file("/dev/full", "x"), std::runtime_error);
  EXPECT_THROW(write_whole_file((folder_ / "none" / "f").string(), "x"), std::runtime_error);
}

}  // namespace
}  // namespace corten
