// Replicate, attach, cables and URDF end in the oracle's compiled model.
#include <gtest/gtest.h>

#include "tests/compile/same_model.h"
#include "tests/support/virtual_files.h"

namespace corten {
namespace {

const std::string kBall =
    "<body name='b'><joint name='j' ref='30'/><geom name='g' size='.1'/><site name='s'/></body>";

TEST(Replicate, PlacesCopiesAlongAPath) {  // judge: oracle
  expect_same_model(
      world("<replicate count='4' offset='1 0 0' euler='0 0 30'><geom size='.1' pos='.5 0 0'/></replicate>"));
}

TEST(Replicate, NestsWithInnerSuffixFirst) {  // judge: oracle
  expect_same_model(world(
      "<replicate count='3' offset='0 0 .4' euler='0 0 20'><replicate count='4' sep='_' offset='.3 0 0' "
      "euler='10 0 0'><site name='rung' size='.02'/></replicate></replicate>"));
}

TEST(Replicate, CopiesWhatRefersToTheContents) {  // judge: oracle
  expect_same_model(
      "<mujoco><worldbody><body name='x'><joint name='jx'/><geom name='gx' size='.1'/></body>"
      "<replicate count='12'>" +
      kBall +
      "</replicate></worldbody>"
      "<contact><pair geom1='g' geom2='gx'/><exclude body1='x' body2='b'/></contact>"
      "<tendon><fixed name='t'><joint joint='j' coef='1'/><joint joint='jx' coef='2'/></fixed></tendon>"
      "<equality><joint joint1='j'/></equality>"
      "<actuator><motor name='m' joint='j'/><motor joint='jx'/><motor tendon='t'/></actuator>"
      "<sensor><framepos name='f' objtype='body' objname='b'/><jointpos joint='jx'/>"
      "<framepos objtype='site' objname='s' reftype='body' refname='x'/></sensor></mujoco>");
}

TEST(Replicate, MultipliesSensorsWithoutObject) {  // judge: oracle
  expect_same_model(
      "<mujoco><worldbody><body name='x'><geom size='.1'/></body><replicate count='2'>" + kBall +
      "</replicate></worldbody><sensor><clock name='c'/><framepos name='fp' objtype='body' objname='b'/>"
      "<framepos name='fx' objtype='body' objname='x'/></sensor></mujoco>");
}

TEST(Replicate, DropsConstraintsBetweenInsideAndOutside) {  // judge: oracle
  expect_same_model(
      "<mujoco><worldbody><body name='x'><joint/><geom size='.1'/></body><replicate count='2'>" + kBall +
      "</replicate></worldbody><equality><weld body1='x' body2='b'/></equality></mujoco>");
}

TEST(Replicate, SpreadsKeyframes) {  // judge: oracle
  expect_same_model(
      "<mujoco><worldbody><body name='x'><joint ref='90'/><geom size='.1'/></body><replicate count='2'>" +
      kBall +
      "</replicate><body><joint ref='45'/><geom size='.1'/></body></worldbody><keyframe>"
      "<key name='k' qpos='5 1' time='1'/><key qvel='3 4'/></keyframe></mujoco>");
}

TEST(Replicate, RefusesKeyframesOfAnotherSize) {  // judge: oracle
  expect_refused("<mujoco><worldbody>\n<replicate count='2'>" + kBall +
                     "</replicate></worldbody><keyframe>"
                     "<key name='k' qpos='5 1 2'/></keyframe></mujoco>",
                 "Keyframe 'k'");
}

const std::string kChild =
    "<mujoco model='child'><compiler angle='radian' eulerseq='zyx'/><option timestep='.1'/>"
    "<default><default class='K'><geom rgba='1 0 0 1'/></default></default>"
    "<asset><texture name='t' type='2d' builtin='flat' width='2' height='2'/><material name='m' "
    "texture='t'/></asset>"
    "<worldbody><frame pos='0 0 2'><body name='r' euler='0 0 1.5' childclass='K'><joint name='j1' range='-1 "
    "1' ref='.2'/>"
    "<geom name='g' size='.1' material='m'/><body name='r2' pos='1 0 0'><joint name='j2' type='ball'/><geom "
    "size='.1'/>"
    "<site name='s'/></body></body></frame><geom name='floor' type='plane' size='1 1 1'/></worldbody>"
    "<contact><exclude body1='r' body2='r2'/></contact><actuator><motor name='a' joint='j1'/></actuator>"
    "<sensor><gyro site='s'/><clock/></sensor>"
    "<keyframe><key name='home' qpos='1 0 1 0 0' ctrl='.3'/><key qvel='1 2 3 4'/></keyframe></mujoco>";

Files parent_with(const std::string& attach) {
  return {
      {"child.xml", kChild},
      {"main.xml",
       "<mujoco><asset><model name='c' file='child.xml'/></asset><worldbody>"
       "<body name='x'><joint ref='90'/><geom size='.1'/></body>" +
           attach +
           "<body name='y'><joint ref='45'/><geom size='.1'/></body></worldbody>"
           "<actuator><motor joint='q'/></actuator><keyframe><key name='pk' qpos='7'/></keyframe></mujoco>"}};
}

Files with_joint(Files files) {
  std::string& text = files["main.xml"];
  text.replace(text.find("<joint ref='90'/>"), 17, "<joint name='q' ref='90'/>");
  return files;
}

TEST(Attach, ABodyWithEverythingThatBelongsToIt) {  // judge: oracle
  expect_same_files(with_joint(
      parent_with("<frame pos='3 3 3' euler='0 0 30'><attach model='c' body='r' prefix='p_'/></frame>")));
}

TEST(Attach, AWholeWorld) {  // judge: oracle
  expect_same_files(with_joint(parent_with("<attach model='c' prefix='p_'/>")));
}

TEST(Attach, PartOfATreeTakesPartOfTheKeyframes) {  // judge: oracle
  expect_same_files(with_joint(parent_with("<attach model='c' body='r2' prefix='p_'/>")));
}

TEST(Attach, TwiceUnderDifferentPrefixes) {  // judge: oracle
  expect_same_files(with_joint(
      parent_with("<attach model='c' body='r' prefix='p_'/><attach model='c' body='r' prefix='q_'/>")));
}

TEST(Attach, TwiceUnderOnePrefixIsRefused) {  // judge: oracle
  expect_both_refuse(with_joint(
      parent_with("<attach model='c' body='r' prefix='p_'/><attach model='c' body='r2' prefix='p_'/>")));
}

TEST(Attach, UnknownModelOrBodyIsRefused) {  // judge: oracle
  expect_both_refuse(with_joint(parent_with("<attach model='d' body='r' prefix='p_'/>")));
  expect_both_refuse(with_joint(parent_with("<attach model='c' body='z' prefix='p_'/>")));
}

std::string cable(const std::string& attributes, const std::string& parts) {
  return world("<body name='w'><composite prefix='P' type='cable' " + attributes + ">" + parts +
               "</composite></body>");
}

TEST(Cable, OfCapsulesAlongASineCurve) {  // judge: oracle
  expect_same_model(
      cable("curve='s sin(s) 0' count='5 1 1' size='1 .2 2' offset='0 0 .5' initial='none'",
            "<geom type='capsule' size='.01'/><joint kind='main' damping='.1' stiffness='2'/>"));
}

TEST(Cable, OnAHelixWithAFreeFirstBody) {  // judge: oracle
  expect_same_model(world(
      "<composite prefix='P' type='cable' curve='cos(s) sin(s) s' count='9 1 1' size='1 .3 3' "
      "initial='free' quat='1 .2 .3 .4'><geom type='cylinder' size='.01'/><site size='.1'/></composite>"));
}

TEST(Cable, OfGivenVertices) {  // judge: oracle
  expect_same_model(cable("vertex='0 0 0  .3 0 0  .5 .2 0  .6 .5 .1  .6 .6 .6'",
                          "<geom type='capsule' size='.01' rgba='1 0 0 1'/>"));
}

TEST(Cable, OfBoxesHasASkin) {  // judge: oracle
  expect_same_model(
      cable("curve='s' count='6 1 1' size='1'", "<geom type='box' size='.1 .02 .03'/><skin group='2'/>"));
}

TEST(Cable, OfTwoBodiesIsRefused) {  // judge: oracle
  EXPECT_FALSE(
      oracle::load_string(cable("curve='s' count='3 1 1' size='1'", "<geom type='capsule' size='.01'/>")));
  Diagnostics diagnostics;
  EXPECT_FALSE(load_text(cable("curve='s' count='3 1 1' size='1'", "<geom type='capsule' size='.01'/>"), {},
                         diagnostics));
}

const std::string kLinks =
    "<link name='base'><collision><geometry><box size='1 2 3'/></geometry></collision></link>"
    "<link name='arm'><inertial><origin xyz='0 0 1' rpy='.1 .2 .3'/><mass value='2'/>"
    "<inertia ixx='1' iyy='2' izz='2.5' ixy='0' ixz='0' iyz='0'/></inertial>"
    "<visual name='v'><geometry><sphere radius='.1'/></geometry><material name='red'/></visual>"
    "<collision name='c'><origin xyz='0 0 .5'/><geometry><cylinder radius='.1' "
    "length='.4'/></geometry></collision></link>";

std::string robot(const std::string& joint, const std::string& settings = "") {
  return "<robot name='r'>" + settings + kLinks + "<material name='red'><color rgba='1 0 0 1'/></material>" +
         "<joint name='j' " + joint + "</joint></robot>";
}
const std::string kEnds = "<parent link='base'/><child link='arm'/>";

TEST(Urdf, RevoluteJointWithLimitsAndDynamics) {  // judge: oracle
  expect_same_model(
      robot("type='revolute'>" + kEnds +
            "<origin xyz='1 0 0' rpy='.1 .2 .3'/><axis xyz='0 1 0'/>"
            "<limit lower='-1' upper='2' effort='5' velocity='3'/><dynamics damping='.1' friction='.2'/>"));
}

TEST(Urdf, EveryJointType) {  // judge: oracle
  for (const char* type : {"revolute", "continuous", "prismatic", "fixed", "spherical", "planar"}) {
    expect_same_model(robot("type='" + std::string(type) + "'>" + kEnds + "<axis xyz='0 1 0'/>"));
  }
}

TEST(Urdf, SettingsOfTheEmbeddedMujocoElement) {  // judge: oracle
  expect_same_model(
      robot("type='continuous'>" + kEnds,
            "<mujoco><compiler discardvisual='false' fusestatic='false'/><option timestep='.01'/></mujoco>"));
}

TEST(Urdf, MalformedTreesAreRefused) {  // judge: oracle
  const std::string self = "type='continuous'><parent link='arm'/><child link='arm'/>";
  const std::string unknown = "type='continuous'><parent link='base'/><child link='leg'/>";
  const std::string odd = "type='odd'>" + kEnds;
  for (const std::string& joint : {self, unknown, odd}) {
    EXPECT_FALSE(oracle::load_string(robot(joint)));
    Diagnostics diagnostics;
    EXPECT_FALSE(load_text(robot(joint), {}, diagnostics));
  }
}

// Includes, seed item 18.
const std::string kBodies = "<any><worldbody>" + kBall + "</worldbody></any>";

TEST(Seed_Compiler_AC15, IncludeGivesTheModelOfInlineText) {  // judge: oracle
  expect_same_files({{"main.xml", "<mujoco><include file='bodies.xml'/></mujoco>"}, {"bodies.xml", kBodies}});
}
TEST(Seed_Compiler_AC16, IncludesNest) {  // judge: oracle
  expect_same_files({{"main.xml", "<mujoco><include file='a.xml'/></mujoco>"},
                     {"a.xml", "<m><include file='bodies.xml'/></m>"},
                     {"bodies.xml", kBodies}});
}
TEST(Seed_Compiler_AC17, TheSameFileTwiceIsRefused) {  // judge: oracle
  expect_both_refuse(
      {{"main.xml", "<mujoco><include file='bodies.xml'/><include file='bodies.xml'/></mujoco>"},
       {"bodies.xml", kBodies}});
}
TEST(Seed_Compiler_AC18, IncludeWorksInEverySection) {  // judge: oracle
  expect_same_files(
      {{"main.xml",
        "<mujoco><default><include file='d.xml'/></default><asset><include file='m.xml'/></asset>"
        "<worldbody><include file='w.xml'/></worldbody><actuator><include "
        "file='u.xml'/></actuator></mujoco>"},
       {"d.xml", "<m><joint damping='2'/></m>"},
       {"m.xml", "<m><material name='a'/></m>"},
       {"w.xml", "<m>" + kBall + "</m>"},
       {"u.xml", "<m><motor joint='j'/></m>"}});
}
TEST(Seed_Compiler_AC19, MalformedIncludedTextIsRefusedWithItsFileAndLine) {  // judge: oracle
  const LoadedFiles loaded = load_files(
      {{"main.xml", "<mujoco><include file='a.xml'/></mujoco>"}, {"a.xml", "<m>\n<worldbody>\n</m>"}});
  EXPECT_FALSE(loaded.theirs);
  EXPECT_FALSE(loaded.ours);
  EXPECT_NE(loaded.message.find("a.xml:2"), std::string::npos) << loaded.message;
}
TEST(Seed_Compiler_AC20,
     IncludePathsStartAtTheMainFilesFolder) {  // judge: oracle; the including file's folder comes second
  expect_same_files({{"main.xml", "<mujoco><include file='sub/a.xml'/></mujoco>"},
                     {"sub/a.xml", "<m><include file='sub/bodies.xml'/></m>"},
                     {"sub/bodies.xml", kBodies}});
}

const std::string kObj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

TEST(Seed_Compiler_AC6, MeshdirIsTheFolderOfMeshes) {  // judge: oracle
  expect_same_files({{"main.xml",
                      "<mujoco><compiler meshdir='assets/'/><asset><mesh file='box.obj'/></asset><worldbody>"
                      "<geom type='mesh' mesh='box'/></worldbody></mujoco>"},
                     {"assets/box.obj", kObj}});
}
TEST(Seed_Compiler_AC7, MeshdirWinsOverAssetdir) {  // judge: oracle
  expect_same_files(
      {{"main.xml",
        "<mujoco><compiler assetdir='data/' meshdir='meshes/'/><asset><mesh file='box.obj'/></asset>"
        "<worldbody><geom type='mesh' mesh='box'/></worldbody></mujoco>"},
       {"meshes/box.obj", kObj}});
}
TEST(Seed_Compiler_AC22, UrdfHasItsOwnCompilerDefaults) {  // judge: oracle
  expect_same_model(robot("type='fixed'>" + kEnds));       // fused, visuals dropped
}

}  // namespace
}  // namespace corten
