// Length ranges: every option against the oracle, at compilation and by the call for one actuator.
#include "corten/sim/length_range.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "corten/load.h"
#include "tests/support/model_files.h"
#include "tests/support/twin.h"

namespace corten {
namespace {

constexpr double kBar = 1e-6;  // many steps of a damped simulation

void expect_same_ranges(const mjModel* theirs, const Model& ours) {
  ASSERT_EQ(theirs->nu, ours.nu);
  for (int i = 0; i < ours.nu; ++i)
    for (int side = 0; side < 2; ++side) {
      const double expected = theirs->actuator_lengthrange[2 * i + side];
      EXPECT_NEAR(ours.actuator_lengthrange[i][side], expected, kBar * std::max(1.0, std::abs(expected)))
          << "actuator " << i << " side " << side;
    }
}

void expect_same_ranges(const std::string& xml) {
  std::string error;
  const auto theirs = oracle::load_string(xml, &error);
  ASSERT_TRUE(theirs) << error;
  Diagnostics diagnostics;
  const auto ours = load_text(xml, {}, diagnostics);
  ASSERT_TRUE(ours) << diagnostics.text();
  expect_same_ranges(theirs.get(), *ours);
}

void expect_same_ranges_of_file(const std::string& path) {
  const auto theirs = oracle::load_file(path);
  ASSERT_TRUE(theirs);
  Diagnostics diagnostics;
  const auto ours = load(path, {}, diagnostics);
  ASSERT_TRUE(ours) << diagnostics.text();
  expect_same_ranges(theirs.get(), *ours);
}

// both refuse, we name the actuator
void expect_both_refuse(const std::string& xml, const std::string& name, const std::string& why) {
  ASSERT_FALSE(oracle::load_string(xml));
  Diagnostics diagnostics;
  EXPECT_FALSE(load_text(xml, {}, diagnostics));
  EXPECT_NE(diagnostics.text().find(name), std::string::npos) << diagnostics.text();
  EXPECT_NE(diagnostics.text().find(why), std::string::npos) << diagnostics.text();
}

// a limited two-link arm with tendons and joints to pull
std::string arm(const std::string& options, const std::string& actuators, const std::string& before = "") {
  return "<mujoco><compiler><lengthrange " + options + "/></compiler>" + before +
         R"(<worldbody><site name="a" pos=".1 0 .1"/>
    <body><joint name="j0" axis="0 1 0" range="-10 70"/><geom type="capsule" size=".03" fromto="0 0 0 .5 0 0"/>
     <site name="b" pos=".2 0 .05"/>
     <body pos=".5 0 0"><joint name="j1" axis="0 1 0" range="-30 40" damping=".2" stiffness="3" frictionloss=".1"/>
      <geom type="capsule" size=".03" fromto="0 0 0 .4 0 0"/><site name="c" pos=".15 0 .04"/></body></body></worldbody>
   <tendon><spatial name="t" range=".2 .8"><site site="a"/><site site="b"/><site site="c"/></spatial>
    <fixed name="f"><joint joint="j0" coef="1"/><joint joint="j1" coef="-.5"/></fixed></tendon>
   <actuator>)" +
         actuators + "</actuator></mujoco>";
}

const char* const kMuscles =
    R"(<muscle tendon="t"/><muscle joint="j1" gear="2"/><muscle tendon="f"/><motor joint="j0"/>)";

std::string slide(const std::string& actuator, const std::string& options = "") {
  return "<mujoco><compiler><lengthrange " + options +
         R"(/></compiler><worldbody><body><joint name="j" type="slide" axis="1 0 0"/><geom size=".1" mass="1"/></body>
    </worldbody><actuator>)" +
         actuator + "</actuator></mujoco>";
}

// a muscle between a fixed site and one that goes round a circle of radius .5
std::string circle(const std::string& gear, const std::string& limit) {
  return R"(<mujoco><worldbody><site name="a" pos="0 0 .5"/><body><joint axis="0 1 0" )" + limit +
         R"(/><geom size=".1" pos="0 0 .5" mass="1"/><site name="b" pos="0 0 .5"/></body></worldbody><actuator>
    <general name="pull" site="b" refsite="a" gear=")" +
         gear +
         R"(" dyntype="muscle" gaintype="muscle" biastype="muscle" gainprm=".75 1.05 -1 200 .5 1.6 1.5 1.3 1.2"
     biasprm=".75 1.05 -1 200 .5 1.6 1.5 1.3 1.2"/></actuator></mujoco>)";
}

TEST(LengthRange, OfMusclesOnAnArm) { expect_same_ranges(arm("", kMuscles)); }  // judge: oracle

TEST(LengthRange, EveryModeChoosesTheSameActuators) {  // judge: oracle
  for (const char* mode : {"none", "muscle", "muscleuser", "all"}) {
    SCOPED_TRACE(mode);
    expect_same_ranges(arm("mode='" + std::string(mode) + "'",
                           std::string(kMuscles) + R"(<general joint="j0" gaintype="user"/>)"));
  }
}

TEST(LengthRange, EveryOptionOfThePullActs) {  // judge: oracle
  for (const char* options :
       {"accel='5'", "maxforce='.3'", "timeconst='.2'", "timestep='.004'", "timestep='0'", "inttotal='6'",
        "interval='.5'", "useexisting='false'", "uselimit='true'", "tolrange='.2'"}) {
    SCOPED_TRACE(options);
    expect_same_ranges(arm(options, std::string(kMuscles) + R"(<muscle joint="j0" lengthrange=".1 .4"/>)"));
  }
}

TEST(LengthRange, FlagsIntegratorsAndSolversOfTheModel) {  // judge: oracle
  for (const char* option :
       {"<option integrator='RK4'/>", "<option integrator='implicit'/>",
        "<option integrator='implicitfast'/>", "<option solver='CG'/>",
        "<option><flag limit='disable'/></option>",
        "<option timestep='.005'><flag energy='enable' sleep='enable' fwdinv='enable'/></option>"}) {
    SCOPED_TRACE(option);
    expect_same_ranges(arm("", kMuscles, option));
  }
}

TEST(LengthRange, ALimitIsLookedUpByActuatorNotByTarget) {  // judge: oracle, whose lookup this is
  expect_same_ranges(R"(<mujoco><compiler><lengthrange uselimit="true"/></compiler><worldbody>
    <body><joint name="j0" axis="0 1 0" range="-10 20"/><geom size=".1" pos=".3 0 0"/>
     <body pos=".5 0 0"><joint name="j1" axis="0 1 0" range="-30 40"/><geom size=".1" pos=".3 0 0"/></body></body>
    <body pos="0 3 0"><joint name="j2" axis="0 1 0" range="-50 60"/><geom size=".1" pos=".3 0 0"/></body></worldbody>
    <actuator><muscle joint="j1"/><muscle joint="j2"/><muscle joint="j0"/><muscle joint="j1" gear="2"/></actuator>
   </mujoco>)");
}

TEST(LengthRange, OfTheMuscleModels) {  // judge: oracle
  for (const std::string& file : found({"mjx/actuator/arm26.xml", "mujoco_warp/actuation/muscle.xml",
                                        "mujoco/test/engine/testdata/actuation/activation.xml"}))
    expect_same_ranges_of_file(file);
}

TEST(LengthRange, TellsItsProgress) {  // judge: definition
  const auto model = oracle::load_string(arm("mode='none'", kMuscles));
  ASSERT_TRUE(model);
  Model m = oracle::to_model(model.get());
  std::vector<int> told;
  int items = 0;
  set_length_ranges(m, {}, 3, [&](std::string_view what, int done, int total) {
    EXPECT_EQ(what, "length ranges");
    told.push_back(done);
    items = total;
  });
  ASSERT_EQ(static_cast<int>(told.size()), items);
  for (int i = 0; i < items; ++i) EXPECT_EQ(told[static_cast<std::size_t>(i)], i + 1);
  EXPECT_GT(items, 1);
}

TEST(LengthRange, DoesNotDependOnThreads) {  // judge: the same bits on one thread
  const auto model = oracle::load_string(arm("mode='none'", kMuscles));
  ASSERT_TRUE(model);
  Model one = oracle::to_model(model.get());
  EXPECT_EQ(set_length_ranges(one, {}, 1).actuator, -1);
  for (const int threads : {2, 3, 8}) {
    Model many = oracle::to_model(model.get());
    EXPECT_EQ(set_length_ranges(many, {}, threads).actuator, -1);
    for (int i = 0; i < one.nu; ++i) EXPECT_EQ(many.actuator_lengthrange[i], one.actuator_lengthrange[i]);
  }
}

TEST(LengthRange, TheCallForOneActuatorUsesTheModelsOptions) {  // judge: oracle
  oracle::Twin t(arm("mode='none'", kMuscles,
                     "<option timestep='.005'><flag actuation='disable' gravity='disable'/></option>"));
  mjLROpt theirs;
  mj_defaultLROpt(&theirs);
  theirs.mode = mjLRMODE_ALL;
  LengthRangeOptions ours;
  ours.mode = mjLRMODE_ALL;
  for (int i = 0; i < t.m.nu; ++i) {
    char error[200] = "";
    ASSERT_EQ(mj_setLengthRange(t.om.get(), t.od.get(), i, &theirs, error, sizeof error), 1) << error;
    EXPECT_EQ(set_length_range(t.m, t.d, i, ours), "");
  }
  expect_same_ranges(t.om.get(), t.m);
}

TEST(LengthRange, OfAnUnstableModelIsAnError) {  // judge: definition; the oracle never returns
  auto model = oracle::load_string(arm("mode='none'", kMuscles));
  Model m = oracle::to_model(model.get());
  Data d = make_data(m);
  EXPECT_EQ(set_length_range(m, d, 0),
            "the simulation that pulls the actuator became unstable");  // muscles without a range act
  m.opt.timestep = 0;
  EXPECT_EQ(set_length_range(m, d, 0), "the simulation that pulls the actuator became unstable");
}

TEST(LengthRange, AStraightTendonHasNone) {  // judge: oracle
  expect_both_refuse(
      R"(<mujoco><worldbody><site name="a" pos="-1 0 0"/><body><joint axis="0 1 0" range="-30 30"/>
    <geom size=".1" pos=".3 0 0"/><site name="b" pos="1 0 0"/></body></worldbody>
    <tendon><spatial name="t"><site site="a"/><site site="b"/></spatial></tendon>
    <actuator><muscle name="stuck" tendon="t"/></actuator></mujoco>)",
      "stuck", "is not below");
}

TEST(Seed_ActuatorParams_AC7, ALimitIsCopiedWithoutGear) {  // judge: oracle; the seed scales by gear
  const std::string hinge = R"(<worldbody><body><joint name="j" axis="0 1 0" range="-1 1"/>
    <inertial pos="0 0 0" mass="1" diaginertia=".1 .1 .1"/></body></worldbody>
    <actuator><muscle joint="j" gear="2"/></actuator></mujoco>)";
  const std::string limit =
      "<mujoco><compiler angle='radian'><lengthrange uselimit='true'/></compiler>" + hinge;
  Diagnostics diagnostics;
  EXPECT_EQ(load_text(limit, {}, diagnostics)->actuator_lengthrange[0], (Vec<Real, 2>{-1, 1}));
  expect_same_ranges(limit);
  // pulled, the length has the gear and the soft limit gives way a little
  const auto pulled = load_text("<mujoco><compiler angle='radian'/>" + hinge, {}, diagnostics);
  EXPECT_NEAR(pulled->actuator_lengthrange[0][1], 2, 2e-3);
  EXPECT_NEAR(pulled->actuator_lengthrange[0][0], -2, 2e-3);
  expect_same_ranges("<mujoco><compiler angle='radian'/>" + hinge);
}

TEST(Seed_ActuatorParams_AC8, AnUnlimitedSlideIsRefusedUnlessTolerated) {  // judge: oracle; the seed accepts
  expect_both_refuse(slide("<muscle name='pull' joint='j'/>"), "pull", "did not settle");
  const std::string tolerant = slide("<muscle joint='j'/>", "tolrange='10'");
  expect_same_ranges(tolerant);
  Diagnostics diagnostics;
  const Vec<Real, 2> range = load_text(tolerant, {}, diagnostics)->actuator_lengthrange[0];
  EXPECT_LT(range[0], -0.1);
  EXPECT_GT(range[1], 0.1);
  EXPECT_EQ(range[0], -range[1]);
}

TEST(Seed_ActuatorParams_AC9, OfASiteTransmission) {  // judge: oracle
  expect_same_ranges(circle("1 0 0 0 0 0", "range='-80 80'"));
  expect_same_ranges(circle("1 0 0 0 0 0", ""));
}

TEST(Seed_ActuatorParams_AC10, AllActuatorsAreTreated) {  // judge: oracle; a renaming in the seed
  expect_same_ranges(arm("mode='all'", R"(<motor joint="j0"/><position joint="j1" kp="3"/>)"));
}

TEST(Seed_ActuatorParams_AC11, ARangeThatIsGivenStays) {  // judge: oracle; "existing tests pass" in the seed
  expect_same_ranges(slide("<muscle joint='j' lengthrange='-.2 .7'/>"));
}

TEST(Seed_ActuatorParams_AC13, AMotorIsLeftAlone) {  // judge: oracle
  Diagnostics diagnostics;
  const auto ours = load_text(slide("<motor joint='j'/>"), {}, diagnostics);
  EXPECT_EQ(ours->actuator_lengthrange[0], (Vec<Real, 2>{0, 0}));
  expect_same_ranges(slide("<motor joint='j'/>"));
}

TEST(Seed_ActuatorParams_S2, ABodyWithoutContactsHasNoRange) {  // judge: oracle; the seed keeps (0, 0)
  expect_both_refuse(
      R"(<mujoco><worldbody><geom type="plane" size="1 1 1"/><body name="b" pos="0 0 .1"><freejoint/>
    <geom size=".1"/></body></worldbody><actuator><general name="glue" body="b" gaintype="muscle"
    gainprm=".75 1.05 -1 200 .5 1.6 1.5 1.3 1.2"/></actuator></mujoco>)",
      "glue", "is not below");
}

}  // namespace
}  // namespace corten
