// mujoco.sensor.touch_grid beside the oracle.
#include <algorithm>

#include "tests/plugins/both.h"

namespace corten {
namespace {

std::string on_plane(const std::string& body, const std::string& config, const std::string& attributes = "") {
  return "<mujoco>" + uses("sensor.touch_grid") + "<worldbody><geom type='plane' size='2 2 .1'/>" + body +
         "</worldbody><sensor><plugin plugin='mujoco.sensor.touch_grid' objtype='site' objname='s' " +
         attributes + ">" + config + "</plugin></sensor></mujoco>";
}

std::string grid(const std::string& size, const std::string& fov, const std::string& more = "") {
  return "<config key='size' value='" + size + "'/><config key='fov' value='" + fov + "'/>" + more;
}

const std::string kBox =
    "<body pos='0 0 .095'><freejoint/><geom type='box' size='.3 .2 .1'/>"
    "<site name='s' pos='0 0 .4'/></body>";

TEST(TouchGrid, EveryConfigurationIsTheOracles) {  // judge: oracle
  for (const std::string& config :
       {grid("6 4", "60 45"), grid("6 4", "60 45", "<config key='gamma' value='.6'/>"),
        grid("6 4", "60 45", "<config key='gamma' value='1'/><config key='nchannel' value='6'/>"),
        grid("1 9", "180 90", "<config key='nchannel' value='3'/>")}) {
    Both both(on_plane(kBox, config));
    ASSERT_TRUE(both.loaded());
    both.expect_same_steps(200, nullptr, kNewtonBar);
  }
}

TEST(TouchGrid, CutoffLimits) {  // judge: oracle
  Both both(on_plane(kBox, grid("6 4", "60 45"), "cutoff='10'"));
  ASSERT_TRUE(both.loaded());
  both.expect_same_steps(5, nullptr, kNewtonBar);
}

TEST(TouchGrid, AWeldedChildHasTheOraclesSign) {  // judge: oracle (T7)
  Both both(
      on_plane("<body pos='0 0 .09'><freejoint/><geom size='.1'/><site name='s'/>"
               "<body pos='.5 0 0'><geom size='.1'/></body></body>",
               grid("3 1", "180 90")));
  ASSERT_TRUE(both.loaded());
  both.expect_same_steps(1, nullptr, kNewtonBar);
  EXPECT_LT(both.d.sensordata[2], 0);
}

TEST(TouchGrid, AFlexThatLiesOnItIsFelt) {  // judge: oracle
  Both both(on_plane(kBox + "<flexcomp name='f' count='4 4 1' spacing='.1 .1 .1' pos='0 0 .2' mass='1'/>",
                     grid("5 5", "180 90", "<config key='nchannel' value='3'/>")));
  ASSERT_TRUE(both.loaded());
  both.expect_same_steps(50, nullptr, kNewtonBar);
  EXPECT_TRUE(std::any_of(both.d.contact.begin(), both.d.contact.end(), [](const Contact& contact) {
    return contact.geom[0] == 1 && contact.flex[1] == 0;
  }));
}

TEST(TouchGrid, RefusalsAreTheOracles) {  // judge: oracle
  expect_both_refuse(on_plane(kBox, grid("6 4", "200 45")), "first angle of fov");
  expect_both_refuse(on_plane(kBox, grid("6 4", "60 95")), "second angle of fov");
  expect_both_refuse(on_plane(kBox, grid("6 4", "60 45", "<config key='gamma' value='2'/>")), "gamma");
  expect_both_refuse(on_plane(kBox, grid("6 4", "60 45", "<config key='nchannel' value='7'/>")), "nchannel");
  expect_both_refuse(on_plane(kBox, grid("-1 4", "60 45")), "");
}

// The oracle ends its process here.
TEST(TouchGrid, AMissingSizeIsRefused) {
  Diagnostics diagnostics;
  EXPECT_FALSE(load_text(on_plane(kBox, "<config key='fov' value='60 45'/>"), {}, diagnostics));
  EXPECT_NE(diagnostics.text().find("size must be two positive numbers"), std::string::npos)
      << diagnostics.text();
}

}  // namespace
}  // namespace corten
