// Models of several files: both engines load `main.xml` of a set of files in memory.
#pragma once

#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

#include <map>

#include "corten/load.h"
#include "tests/support/compare_models.h"

namespace corten {

using Files = std::map<std::string, std::string>;

// null where refused
struct LoadedFiles {
  oracle::ModelPtr theirs;
  std::optional<Model> ours;
  std::string message;
};

inline LoadedFiles load_files(const Files& files) {
  LoadedFiles loaded;
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  Vfs own;
  for (const auto& [name, text] : files) {
    mj_addBufferVFS(&vfs, name.c_str(), text.data(), static_cast<int>(text.size()));
    own.add(name, text);
  }
  char error[1000] = "";
  loaded.theirs.reset(mj_loadXML("main.xml", &vfs, error, sizeof error));
  mj_deleteVFS(&vfs);
  Diagnostics diagnostics;
  LoadOptions options;
  options.vfs = &own;
  loaded.ours = load("main.xml", options, diagnostics);
  loaded.message = "ours: " + diagnostics.text() + "\noracle: " + error;
  return loaded;
}

// judge: oracle, every field
inline void expect_same_files(const Files& files) {
  const LoadedFiles loaded = load_files(files);
  ASSERT_TRUE(loaded.theirs) << loaded.message;
  ASSERT_TRUE(loaded.ours) << loaded.message;
  EXPECT_EQ(to_text(oracle::model_differences(loaded.theirs.get(), *loaded.ours)), "");
}

inline void expect_both_refuse(const Files& files) {
  const LoadedFiles loaded = load_files(files);
  EXPECT_FALSE(loaded.theirs);
  EXPECT_FALSE(loaded.ours) << loaded.message;
}

}  // namespace corten
