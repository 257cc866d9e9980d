// Keyframes of models that grow while they are read: every value ends where the oracle puts it.
#include "corten/spec/keyframes.h"

#include <gtest/gtest.h>

#include "corten/compile/compile.h"
#include "corten/mjcf/load.h"
#include "corten/mjcf/write.h"
#include "tests/compile/same_model.h"
#include "tests/support/virtual_files.h"

namespace corten {
namespace {

const std::string kFirst = "<body name='x'><joint name='q' ref='90'/><geom size='.1'/></body>";
const std::string kPart =
    "<body name='b' pos='0 0 1' euler='0 20 0'><joint name='j' ref='30'/><geom size='.1'/></body>";
const std::string kLast = "<body name='y'><joint name='l' type='slide' ref='.5'/><geom size='.1'/></body>";

std::string keyed(const std::string& bodies, const std::string& keys, const std::string& rest = "") {
  return "<mujoco><worldbody>" + bodies + "</worldbody>" + rest + "<keyframe>" + keys +
         "</keyframe></mujoco>";
}

std::string twice(const std::string& contents, const std::string& count = "2") {
  return "<replicate count='" + count + "' offset='1 0 0' euler='0 0 30' sep='-'>" + contents +
         "</replicate>";
}

TEST(ReplicatedKeys, AreOnePerReplicaAndTheKeyItself) {  // judge: oracle
  expect_same_model(keyed(kFirst + twice(kPart) + kLast, "<key name='k' qpos='5 1' qvel='2 3' time='4'/>"));
}

TEST(ReplicatedKeys, OfJointsThatStandInAnOuterBodyAreInAllLaterReplicas) {  // judge: oracle
  expect_same_model(keyed("<body name='x'><joint/><geom size='.1'/>" +
                              twice("<joint name='j' axis='1 0 0'/><geom size='.1'/>", "3") + "</body>",
                          "<key name='k' qpos='5 1'/><key name='h' qvel='2 3'/>"));
}

TEST(ReplicatedKeys, OfFreeAndBallJointsAndMocapBodies) {  // judge: oracle
  expect_same_model(keyed(
      kFirst +
          twice("<body pos='0 0 1' euler='0 20 0'><freejoint/><geom size='.1'/></body><body mocap='true' "
                "pos='1 2 3'><geom size='.1'/></body><body><joint type='ball'/><geom size='.1'/></body>"),
      "<key name='k' qpos='5 1 2 3 .5 .6 .7 .8 1 2 3 4' mpos='7 8 9' mquat='1 2 3 4'/>"));
}

TEST(ReplicatedKeys, LoseTheControlsOfActuatorsThatExist) {  // judge: oracle
  const std::string actuators =
      "<actuator><motor name='a' joint='q'/><general name='c' joint='j' dyntype='integrator'/>"
      "<general name='d' joint='l' dyntype='user' actdim='2'/></actuator>";
  expect_same_model(
      keyed(kFirst + twice(kPart) + kLast, "<key name='k' ctrl='1 2 3' act='4 5 6'/>", actuators));
  expect_same_model(keyed(kFirst + twice(kPart) + twice("<body><geom size='.1'/></body>") + kLast,
                          "<key name='k' ctrl='1 2 3' act='4 5 6'/>", actuators));
}

TEST(ReplicatedKeys, AreNotReplicatedAgain) {  // judge: oracle
  const std::string other = "<body name='c'><joint/><geom size='.1'/></body>";
  expect_same_model(keyed(kFirst + twice(kPart) + twice(other) + kLast, "<key name='k' qpos='5 1'/>"));
  expect_same_model(keyed(kFirst + twice(twice(kPart) + other), "<key name='k' qpos='5 1'/>"));
}

TEST(ReplicatedKeys, OfNoReplicasAtAll) {  // judge: oracle
  expect_same_model(keyed(kFirst + twice(kPart, "0") + kLast, "<key name='k' qpos='5 1'/>"));
}

TEST(ReplicatedKeys, WithoutNamesClashIfThereAreTwo) {  // judge: oracle
  expect_same_model(keyed(kFirst + twice(kPart), "<key qpos='5 1'/>"));
  expect_same_model(
      keyed(kFirst + twice(kPart, "0"), "<key qpos='5 1' time='2'/><key qvel='3 4' time='3'/>"));
  expect_refused(keyed(kFirst + twice(kPart), "\n<key qpos='5 1'/><key qvel='3 4'/>"), "repeated");
}

const std::string kArm =
    "<mujoco model='arm'><worldbody><body name='r' pos='1 2 3'><joint name='s' ref='40'/><geom size='.1'/>"
    "<body name='t'><joint name='e' type='ball'/><geom size='.1'/></body></body>"
    "<body name='m' mocap='true' pos='3 2 1'><geom size='.1'/></body></worldbody>"
    "<actuator><motor name='a' joint='s'/><general name='d' joint='s' dyntype='filter'/></actuator>"
    "<keyframe><key name='home' qpos='1 2 3 4 5' qvel='1 2 3 4' ctrl='6 7' act='8' mpos='1 1 1' mquat='0 1 0 "
    "1'/>"
    "<key name='away' time='3'/></keyframe></mujoco>";

Files with_arm(const std::string& bodies, const std::string& keys, const std::string& rest = "") {
  std::string text = keyed(bodies, keys, rest);
  text.insert(8, "<asset><model name='arm' file='arm.xml'/></asset>");
  return {{"arm.xml", kArm}, {"main.xml", text}};
}

TEST(AttachedKeys, FollowTheParentsUnderThePrefix) {  // judge: oracle
  const std::string motor = "<actuator><motor joint='q'/></actuator>";
  expect_same_files(with_arm(kFirst + "<attach model='arm' prefix='p_'/>" + kLast,
                             "<key name='k' qpos='5'/><key qpos='5 6 7 8 9'/><key name='z' ctrl='5'/>",
                             motor));
  expect_same_files(with_arm(kFirst +
                                 "<frame pos='1 0 0'><attach model='arm' body='r' prefix='p_'/></frame>" +
                                 kLast + "<attach model='arm' body='t' prefix='q_'/>",
                             "<key name='k' qpos='5'/>", motor));
}

TEST(AttachedKeys, InsideAReplicateBelongToTheFirstReplica) {  // judge: oracle
  expect_same_files(with_arm(kFirst + twice("<attach model='arm' body='r' prefix='p_'/>") + kLast, ""));
  expect_same_files(with_arm(kFirst + twice(kPart + "<attach model='arm' prefix='p_'/>") + kLast,
                             "<key name='k' qpos='5 6 1 2 3 4 5'/>"));
}

TEST(AttachedKeys, OfAModelThatReplicatesComeOnceWithoutPrefix) {  // judge: oracle
  const std::string child = keyed(kFirst + twice(kPart), "<key name='k' qpos='5 1'/>");
  expect_same_files(
      {{"child.xml", child},
       {"main.xml",
        "<mujoco><asset><model name='c' file='child.xml'/></asset><worldbody><attach model='c' prefix='p'/>"
        "<attach model='c' prefix='q'/></worldbody></mujoco>"}});
}

TEST(AttachedKeys, OfTheWrongSizeAreRefused) {  // judge: oracle
  Files files = with_arm("<attach model='arm' prefix='p_'/>", "");
  std::string& arm = files["arm.xml"];
  arm.replace(arm.find("qpos='1 2 3 4 5'"), 16, "qpos='1 2 3 4'");
  expect_both_refuse(files);
}

TEST(PendingKeys, AreWrittenComplete) {  // judge: the model before writing
  Diagnostics diagnostics;
  const Spec spec =
      mjcf::read_string(keyed(kFirst + twice(kPart) + kLast, "<key name='k' qpos='5 1' qvel='2 3'/>"),
                        nullptr, {}, diagnostics);
  EXPECT_EQ(spec.keys.size(), 0);
  EXPECT_EQ(spec.pending_keys.size(), 3);
  const auto before = compile(spec, {}, diagnostics);
  const auto after = load_text(mjcf::to_xml(spec), {}, diagnostics);
  ASSERT_TRUE(before && after) << diagnostics.text();
  EXPECT_EQ(to_text(oracle::model_differences(*before, *after, 1e-12)), "");
}

}  // namespace
}  // namespace corten
