// Diagnostics are collected in order and read like a compiler's.
#include "corten/base/diagnostics.h"

#include <gtest/gtest.h>

namespace corten {
namespace {

TEST(Diagnostics, NameFileLineColumnElementAndHint) {  // judge: the format promised to users
  Diagnostics d;
  d.error({"robot.xml", 42, 0}, "<joint name=\"elbow\">", "unknown attribute 'dampping'",
          "did you mean 'damping'?");
  d.error({"robot.xml", 7, 3}, "", "not closed");
  d.error({"", 7, 0}, "<geom>", "no size");
  d.error({}, "", "empty file");
  EXPECT_EQ(d.text(),
            "robot.xml:42: <joint name=\"elbow\">: unknown attribute 'dampping' (did you mean 'damping'?)\n"
            "robot.xml:7:3: not closed\n"
            "line 7: <geom>: no size\n"
            "empty file\n");
}

TEST(Diagnostics, WarningsDoNotRefuse) {  // judge: hand value
  Diagnostics d;
  d.warning({"a.xml", 1, 0}, "", "unusual");
  EXPECT_TRUE(d.ok());
  EXPECT_EQ(d.text(), "a.xml:1: warning: unusual\n");
  EXPECT_EQ(d.all().at(0).severity, Severity::kWarning);
}

TEST(Diagnostics, KeepTheFirstTwentyErrorsAndCountTheRest) {  // judge: hand value
  Diagnostics d;
  for (int i = 0; i < 25; ++i) d.error({}, "", "error " + std::to_string(i));
  EXPECT_TRUE(d.full());
  EXPECT_EQ(d.all().size(), 20u);
  EXPECT_NE(d.text().find("error 19\n… and 5 more errors\n"), std::string::npos);
}

TEST(Diagnostics, WarningsAreLimitedToo) {  // judge: hand value; a broken file must not fill the memory
  Diagnostics d;
  for (int i = 0; i < 1000; ++i) d.warning({}, "", "same");
  EXPECT_EQ(d.all().size(), static_cast<std::size_t>(Diagnostics::kMaxWarnings));
  EXPECT_NE(d.text().find("more warnings"), std::string::npos);
}

TEST(LoadError, CarriesEveryDiagnostic) {  // judge: hand value
  Diagnostics d;
  d.error({"a.xml", 1, 0}, "", "first");
  d.error({"a.xml", 2, 0}, "", "second");
  const LoadError error(d);
  EXPECT_STREQ(error.what(), "a.xml:1: first\na.xml:2: second\n");
  EXPECT_EQ(error.diagnostics().all().size(), 2u);
}

}  // namespace
}  // namespace corten
