// Virtual files and the path algebra of includes and assets.
#include "corten/asset/vfs.h"

#include <gtest/gtest.h>

#include "corten/asset/path.h"
#include "tests/support/asset_bytes.h"
#include "tests/support/oracle.h"

namespace corten {
namespace {

TEST(Path, ReducesDotsAndSeparators) {  // judge: specification
  EXPECT_EQ(reduce_path("./a/./b/../c.stl"), "a/c.stl");
  EXPECT_EQ(reduce_path("a\\b\\c"), "a/b/c");
  EXPECT_EQ(reduce_path("../../x"), "../../x");
  EXPECT_EQ(reduce_path("/a/../b"), "/b");
  EXPECT_EQ(reduce_path(""), "");
}

TEST(Path, AbsoluteNameReplacesTheFolder) {  // judge: specification
  EXPECT_EQ(combine_path("dir", "x.stl"), "dir/x.stl");
  EXPECT_EQ(combine_path("dir/", "x.stl"), "dir/x.stl");
  EXPECT_EQ(combine_path("dir", "/x.stl"), "/x.stl");
  EXPECT_EQ(combine_path("", "x.stl"), "x.stl");
  EXPECT_TRUE(is_absolute_path("c:\\x"));
  EXPECT_FALSE(is_absolute_path("a/x"));
}

TEST(Path, FolderOfOneLetterIsNoScheme) {  // judge: specification
  EXPECT_EQ(combine_path(".", "x.stl"), "./x.stl");
  EXPECT_EQ(combine_path("a", "x.stl"), "a/x.stl");
  EXPECT_EQ(combine_path("mine:", "x.stl"), "mine:x.stl");
}

TEST(Path, NamesItsParts) {  // judge: hand value
  EXPECT_EQ(directory_of("a/b/c.xml"), "a/b/");
  EXPECT_EQ(directory_of("c.xml"), "");
  EXPECT_EQ(base_name("a\\b.tar.gz"), "b.tar.gz");
  EXPECT_EQ(base_name_without_extension("a/b.tar.gz"), "b.tar");
  EXPECT_EQ(extension_of("a.dir/B.STL"), ".STL");
  EXPECT_EQ(extension_of("a.dir/b"), "");
}

TEST(Vfs, ExactPathBeatsBaseName) {  // judge: specification
  Vfs vfs;
  EXPECT_TRUE(vfs.add("b/x.stl", "second"));
  EXPECT_TRUE(vfs.add("./a/x.stl", "first"));
  EXPECT_EQ(vfs.open("a", "x.stl")->bytes(), "first");
  EXPECT_EQ(vfs.open("", "b/x.stl")->bytes(), "second");
}

TEST(Vfs, BaseNameServesAnyFolderAndCase) {  // judge: specification
  Vfs vfs;
  vfs.add("X.stl", "bytes");
  const auto file = vfs.open("some/where", "x.STL");
  ASSERT_TRUE(file);
  EXPECT_EQ(file->bytes(), "bytes");
  EXPECT_EQ(file->path, "some/where/x.STL");
}

TEST(Vfs, RefusesTheSameNameTwice) {  // judge: specification
  Vfs vfs;
  EXPECT_TRUE(vfs.add("a/../x", "1"));
  EXPECT_FALSE(vfs.add("x", "2"));
  EXPECT_TRUE(vfs.remove("./x"));
  EXPECT_TRUE(vfs.add("x", "2"));
}

TEST(Vfs, FallsBackToTheDisk) {  // judge: hand value
  const Vfs vfs;
  EXPECT_TRUE(vfs.open("scenes", "arm.xml"));
  EXPECT_FALSE(vfs.open("scenes", "no such file"));
  EXPECT_FALSE(vfs.open("scenes", "."));  // a folder is no file
}

TEST(Vfs, AddFileMountsTheLowerCasedBaseName) {  // judge: specification
  Vfs vfs;
  ASSERT_TRUE(vfs.add_file(asset_folder(), "cube.stl"));
  EXPECT_TRUE(vfs.open("nowhere", "cube.stl"));
  EXPECT_TRUE(vfs.remove("cube.stl"));
}

}  // namespace
}  // namespace corten
