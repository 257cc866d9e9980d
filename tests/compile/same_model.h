// The assertion of this room's tests: both engines give the same verdict and the same compiled model.
#pragma once

#include <gtest/gtest.h>

#include "corten/load.h"
#include "tests/support/compare_models.h"

namespace corten {

// judge: oracle, every field
inline void expect_same_model(const std::string& xml) {
  std::string error;
  const auto theirs = oracle::load_string(xml, &error);
  ASSERT_TRUE(theirs) << "the oracle refuses: " << error << '\n' << xml;
  Diagnostics diagnostics;
  const auto ours = load_text(xml, {}, diagnostics);
  ASSERT_TRUE(ours) << diagnostics.text() << xml;
  EXPECT_EQ(to_text(oracle::model_differences(theirs.get(), *ours)), "") << xml;
}

// `text` occurs in a diagnostic that has a line
inline void expect_refused(const std::string& xml, const std::string& text) {
  ASSERT_FALSE(oracle::load_string(xml)) << "the oracle accepts\n" << xml;
  Diagnostics diagnostics;
  EXPECT_FALSE(load_text(xml, {}, diagnostics)) << xml;
  ASSERT_FALSE(diagnostics.all().empty());
  EXPECT_NE(diagnostics.text().find(text), std::string::npos) << diagnostics.text();
  EXPECT_GT(diagnostics.all()[0].place.line, 0) << diagnostics.text();
}

inline std::string world(const std::string& body) {
  return "<mujoco>\n<worldbody>\n" + body + "\n</worldbody>\n</mujoco>";
}

}  // namespace corten
