// Sums of sizes that no integer holds, and sizes that no memory holds: refused at the element that asks.
#include <gtest/gtest.h>

#include <cstring>

#include "corten/load.h"

namespace corten {
namespace {

// a jointed body, cameras of many pixels, and a section in line 5
std::string model_with(const std::string& section, const std::string& before = "") {
  return "<mujoco>\n" + before +
         "<worldbody><body><joint name='j'/><geom size='.1'/><site name='s'/></body>\n"
         "<camera name='wide' resolution='65536 65536'/><camera name='half' resolution='65536 32768'/>\n"
         "<camera name='big' resolution='30000 30000'/></worldbody>\n" +
         section + "\n</mujoco>";
}

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

// the first message, which must name the line
std::string refusal(const std::string& xml, int line, const LoadOptions& options = {}) {
  Diagnostics diagnostics;
  EXPECT_FALSE(load_text(xml, options, diagnostics)) << xml;
  if (diagnostics.all().empty()) return "";
  EXPECT_EQ(diagnostics.all()[0].place.line, line) << diagnostics.text();
  return diagnostics.text();
}

void expect_refused(const std::string& xml, int line, const std::string& words) {  // judge: definition
  const std::string text = refusal(xml, line);
  EXPECT_NE(text.find(words), std::string::npos) << text;
}

TEST(HostileSizes, SensorsWhoseSumWrapsAreRefused) {
  expect_refused(model_with("<sensor>" + repeated("<user dim='1073741824'/>", 4) + "</sensor>"), 5,
                 "<sensor>");
  expect_refused(model_with("<sensor>" + repeated("<user dim='268435456'/>", 16) + "</sensor>"), 5,
                 "<sensor>");
}

TEST(HostileSizes, HistoriesWhoseSumWrapsAreRefused) {
  const std::string sensor =
      "<framepos objtype='site' objname='s' nsample='16777216' interp='linear' delay='.01'/>";
  expect_refused(model_with("<sensor>" + repeated(sensor, 64) + "</sensor>"), 5, "<sensor>");
  const std::string motor = "<motor joint='j' nsample='16777216' delay='.01'/>";
  expect_refused(model_with("<actuator>" + repeated(motor, 100) + "</actuator>"), 5, "<actuator>");
}

TEST(HostileSizes, ActivationsWhoseSumWrapsAreRefused) {
  const std::string actuator = "<general joint='j' dyntype='user' actdim='1073741824'/>";
  expect_refused(model_with("<actuator>" + repeated(actuator, 4) + "</actuator>"), 5, "<general>");
  expect_refused(model_with("<actuator>" + actuator + "</actuator>"), 5, "too large");
}

TEST(HostileSizes, CamerasOfTooManyRaysAreRefused) {
  for (const char* camera : {"wide", "half", "big"})
    expect_refused(model_with("<sensor><rangefinder camera='" + std::string(camera) + "'/></sensor>"), 5,
                   "too large");
}

TEST(HostileSizes, UserNumbersAndKeysOfAPlanetAreRefused) {
  for (const char* attribute :
       {"nuser_body='2000000000'", "nuser_geom='2000000000'", "nuserdata='2000000000'", "nkey='10000000'",
        "memory='1000G'", "njmax='2147483647' nconmax='2147483647'",
        "nstack='2147483647' njmax='2000000000'"})
    expect_refused(model_with("", "<size " + std::string(attribute) + "/>"), 2, "<size>");
}

TEST(HostileSizes, AssetsOfAPlanetAreRefused) {
  const auto asset = [](const std::string& element) {
    return "<mujoco>\n<asset>\n" + element + "</asset></mujoco>";
  };
  expect_refused(asset("<hfield name='h' nrow='46341' ncol='46341' size='1 1 1 1'/>"), 3,
                 "<hfield name=\"h\">");
  expect_refused(asset("<texture name='t' type='2d' builtin='flat' width='60000' height='60000'/>"), 3,
                 "<texture name=\"t\">");
  expect_refused(
      asset("<texture name='t' type='cube' file='none.png' gridsize='65536 65536' gridlayout='RLUDFB'/>"), 3,
      "gridlayout");
}

// what a machine could hold, but no file from anywhere may take
TEST(HostileSizes, AssetsAndDataOfGigabytesAreRefused) {
  const auto asset = [](const std::string& element) {
    return "<mujoco>\n<asset>\n" + element + "</asset></mujoco>";
  };
  for (const char* element : {"<hfield name='h' nrow='11000' ncol='11000' size='1 1 1 1'/>",
                              "<texture name='t' type='2d' builtin='flat' width='12000' height='12000'/>",
                              "<texture name='t' type='cube' builtin='flat' width='5000' height='5000'/>",
                              "<hfield name='h' nrow='20000' ncol='20000' size='1 1 1 1'/>",
                              "<texture name='t' type='2d' builtin='flat' width='20000' height='20000'/>"})
    expect_refused(asset(element), 3, "too large");
  expect_refused(model_with("", "<size nuser_jnt='300000000'/>"), 2, "<size>");
  expect_refused(model_with("", "<size nuserdata='300000000'/>"), 2, "<size>");
  expect_refused(model_with("", "<size nuserdata='110000000'/>"), 2, "<size>");
}

// a large file that unfolds little is no bomb
TEST(HostileSizes, LimitsRiseWithTheFilesOfAssets) {
  constexpr int kSide = 100;
  std::string raw(2 * sizeof(int) + 3 * kSide * kSide, '\0');
  const int size[2] = {kSide, kSide};
  std::memcpy(raw.data(), size, sizeof size);
  Vfs vfs;
  vfs.add("t.tex", raw);
  LoadOptions options;
  options.vfs = &vfs;
  options.limits.bytes = 20'000;
  const std::string xml =
      "<mujoco><asset><texture name='t' type='2d' file='t.tex' "
      "content_type='image/vnd.mujoco.texture'/></asset></mujoco>";
  Diagnostics diagnostics;
  EXPECT_TRUE(load_text(xml, options, diagnostics)) << diagnostics.text();
  options.limits.bytes_per_file_byte = 0;
  EXPECT_FALSE(load_text(xml, options, diagnostics));
}

TEST(HostileSizes, LoadingCanBeStopped) {
  LoadOptions options;
  int asked = 0;
  options.limits.stop = [&] { return ++asked > 3; };
  Diagnostics diagnostics;
  EXPECT_FALSE(load_text(model_with(""), options, diagnostics));
  EXPECT_NE(diagnostics.text().find("stopped"), std::string::npos) << diagnostics.text();
}

TEST(HostileSizes, AModelWithinRaisedLimitsLoads) {
  LoadOptions options;
  options.limits.bytes = 10'000;
  const std::string xml = model_with("<sensor><user dim='3000'/></sensor>");
  EXPECT_NE(refusal(xml, 5, options).find("limit"), std::string::npos);
  EXPECT_EQ(load_text(xml).value().nsensordata, 3000);
}

}  // namespace
}  // namespace corten
