// Pairs, equalities, tendons, actuators, sensors, keyframes and custom data of a compiled model.
#include "tests/compile/same_model.h"

namespace corten {
namespace {

const std::string kArm =
    R"(<worldbody><geom name="g0" type="plane" size="1 1 1"/><site name="w" pos="1 0 0"/><camera name="cam" resolution="4 3"/>
  <body name="a" pos="1 2 3" euler="0 0 90"><joint name="h" axis="0 1 0" range="-1 2" ref="5" springref="3"/><geom name="ga" size=".1" pos=".3 0 0"/>
  <geom name="ga2" size=".05"/><site name="sa"/><site name="sb" pos=".5 0 0"/>
   <body name="a1" pos=".5 0 0"><joint name="s" type="slide" axis="1 0 0" range="-1 2"/><geom size=".1" mass="1"/></body></body>
  <body name="b" pos="-1 0 1" euler="90 0 0"><joint name="ball" type="ball" range="0 40"/><geom name="gb" type="cylinder" size=".1 .2"/><site name="sc" pos=".1 0 .3"/></body>
  <body name="c"><freejoint name="f"/><geom name="gc" size=".1"/></body><body name="mo" mocap="true" pos="1 2 3" quat="0 2 0 0"/></worldbody>)";

std::string arm(const std::string& rest) { return "<mujoco>\n" + kArm + "\n" + rest + "\n</mujoco>"; }
void same(const std::string& rest) { expect_same_model(arm(rest)); }
void refused(const std::string& rest, const std::string& text) { expect_refused(arm(rest), text); }

TEST(CompilePairs, AreSortedBySignature) {  // judge: oracle
  same(
      R"(<contact><pair name="p0" geom1="gc" geom2="ga"/><pair name="p1" geom1="gb" geom2="ga2" condim="6" friction="2 3" margin=".1" gap=".05"/>
      <pair geom1="ga2" geom2="ga" solref=".1 .2" solreffriction=".3 .4" solimp=".1 .2 .3"/><pair geom1="gb" geom2="g0"/>
      <pair geom1="ga" geom2="gb"/><exclude name="e" body1="c" body2="b"/><exclude body1="b" body2="world"/><exclude body1="b" body2="a"/></contact>)");
  refused(R"(<contact><pair geom1="none" geom2="ga"/></contact>)", "none");
  refused(R"(<contact><pair geom1="gb" geom2="ga" condim="2"/></contact>)", "condim");
  refused(R"(<contact><exclude body1="none" body2="a"/></contact>)", "none");
}

TEST(CompilePairs,
     UndefinedParametersAreCombinedFromTheGeoms) {  // judge: oracle, where solref is the smaller one
  const auto pair = [](const std::string& geom, const std::string& other) {
    expect_same_model(
        "<mujoco><worldbody><geom name='a' size='.1' margin='.3' gap='.2' friction='2 .1 .2' solref='.1 2' "
        "solimp='.5 .6 .7 .1 3' " +
        geom + "/><body><joint/><geom name='b' size='.1' margin='.1' friction='1 .5 .3' solref='.04 .5' " +
        other +
        "/></body></worldbody><contact><pair geom1='a' geom2='b' margin='nan' gap='nan' friction='nan' "
        "solref='nan' solimp='nan'/>"
        "</contact></mujoco>");
  };
  pair("solmix='3'", "");
  pair("solmix='0'", "");
  pair("priority='1'", "");
  pair("", "priority='2' solmix='0'");
  pair("solmix='0'", "solmix='0'");
}

TEST(CompileEqualities, EveryFormHasItsData) {  // judge: oracle
  same(
      R"(<equality><connect body1="a" body2="b" anchor=".1 .2 .3"/><connect body1="a" anchor=".1 .2 .3"/><connect site1="sa" site2="sc"/>
      <weld body1="a" body2="b" anchor=".1 .2 .3" torquescale="3"/><weld body1="a" body2="b" relpose="1 2 3 2 0 0 0"/>
      <weld body1="a" body2="b" relpose="1 2 3 0 0 0 0" anchor="1 0 0"/><weld site1="sa" site2="sc" torquescale="2"/>
      <weld body1="a"/><joint joint1="h" polycoef="1 2 3"/><joint joint1="h" joint2="s" active="false" solref=".1 1"/></equality>)");
  refused(R"(<equality><weld body1="world"/></equality>)", "same");
  refused(R"(<equality><joint joint1="ball"/></equality>)", "hinge");
  refused(R"(<equality><connect body1="none" anchor="0 0 0"/></equality>)", "none");
}

TEST(CompileTendons, PathsAndParametersAreTheOracles) {  // judge: oracle
  same(
      R"(<tendon><spatial name="t0" actuatorfrcrange="-1 1" range="0 2" springlength="0.5" user="1 2"><site site="sb"/><geom geom="gb" sidesite="w"/>
      <site site="w"/><pulley divisor="2"/><site site="sa"/><site site="sc"/></spatial>
      <fixed name="t1" actuatorfrclimited="auto" actuatorfrcrange="-1 1" armature=".2"><joint joint="h" coef="-1.5"/><joint joint="s" coef="2"/></fixed>
      <fixed><joint joint="ball" coef="2"/></fixed><spatial armature=".1" width=".01"><site site="sa"/><site site="sc"/></spatial></tendon>)");
}

TEST(CompileTendons, RefusesBrokenPaths) {  // judge: oracle
  const auto spatial = [](const std::string& path, const std::string& attributes = "") {
    return "<tendon>\n<spatial " + attributes + ">" + path + "</spatial></tendon>";
  };
  const std::string a = "<site site='sa'/>", b = "<site site='sb'/>", g = "<geom geom='ga'/>",
                    p = "<pulley divisor='2'/>";
  refused(spatial(a), "two sites");
  refused(spatial(a + a), "twice");
  refused(spatial(a + b + p), "pulley");
  refused(spatial(a + b + p + p + a + b), "pulleys");
  refused(spatial(a + p + b), "site");
  refused(spatial(g + a), "geom");
  refused(spatial(a + g + g + b), "geom");
  refused(spatial(a + "<geom geom='g0'/>" + b), "spheres or cylinders");
  refused(spatial(a + b, "width='0'"), "width");
  refused(spatial(a + b, "armature='-1'"), "armature");
  refused(spatial(a + g + b, "armature='1'"), "armature");
  refused(spatial(a + b, "limited='true'"), "range");
  refused(spatial(a + "<site site='none'/>"), "none");
  refused(spatial(a + "<pulley divisor='-1'/>" + a + b), "divisor");
  refused(spatial(a + b, "springlength='2 1'"), "springlength");
  refused(spatial(a + b, "actuatorfrclimited='true' actuatorfrcrange='1 2'"), "actuatorfrcrange");
  refused("<tendon>\n<fixed/></tendon>", "empty");
}

TEST(CompileActuators, ShortcutsAreTheOracles) {  // judge: oracle
  same(
      R"(<tendon><fixed name="t" range="-2 3"><joint joint="h" coef="2"/><joint joint="s" coef="-3"/></fixed></tendon><actuator>
      <motor joint="h" gear="2" ctrlrange="-1 1"/><position joint="s" kp="50" dampratio=".5"/><position joint="s" kp="50" kv="3" timeconst=".1"/>
      <intvelocity joint="s" kp="50" inheritrange="2"/><position joint="h" inheritrange=".5"/><position tendon="t" inheritrange="1" dampratio="1"/>
      <velocity joint="s" kv="7"/><damper joint="s" kv="4" ctrlrange="0 2"/><cylinder joint="s" diameter="2" bias="1 2 3" timeconst=".3"/>
      <adhesion body="a" gain="3" ctrlrange="0 1"/><general site="sa" refsite="sc" gear="1 2 3 4 5 6"/><general site="sa"/>
      <general cranksite="sa" slidersite="sc" cranklength="1"/><general jointinparent="ball" gear="1 2 3"/><motor joint="f" gear="1 2 3 4 5 6"/>
      <general joint="h" dyntype="user" actdim="3" actrange="-1 1" forcerange="-2 2" actearly="true" user="1 2 3" group="2"/>
      <motor joint="h" nsample="4" delay=".015" interp="linear"/><general joint="h" gainprm="10" biasprm="0 -10 2"/></actuator>)");
}

TEST(CompileActuators, RefusesWhatTheOracleRefuses) {  // judge: oracle
  const auto actuator = [](const std::string& a) { return "<actuator>\n<" + a + "/></actuator>"; };
  refused(actuator("motor"), "transmission");
  refused(actuator("motor joint='none'"), "unknown");
  refused(actuator("motor joint='h' ctrlrange='1 -1' ctrllimited='true'"), "control range");
  refused(actuator("general joint='h' actrange='-1 1'"), "actrange");
  refused(actuator("general joint='h' actdim='1'"), "actdim");
  refused(actuator("general joint='h' dyntype='filter' actdim='0'"), "actdim");
  refused(actuator("general joint='h' dyntype='filter' actdim='2'"), "actdim");
  refused(actuator("general cranksite='sa' slidersite='sc'"), "crank");
  refused(actuator("general cranksite='sa' cranklength='1'"), "site");
  refused(actuator("position joint='ball' inheritrange='1'"), "inheritrange");
  refused(actuator("position jointinparent='h' inheritrange='1'"), "inheritrange");
  refused(actuator("motor joint='h' delay='1'"), "delay");
  refused(actuator("muscle joint='h' range='2 1' lengthrange='0 1'"), "muscle");
  refused(actuator("muscle joint='h' lmin='1.1' lengthrange='0 1'"), "muscle");
  refused(actuator("muscle joint='h' vmax='0' lengthrange='0 1'"), "muscle");
}

TEST(CompileActuators, MusclesWithALengthRangeAreTheOracles) {  // judge: oracle
  same(
      "<actuator><muscle joint='h' lengthrange='0 1'/><muscle joint='s' force='3' lengthrange='0 "
      "2'/></actuator>");
}

TEST(CompileSensors, EveryTypeHasItsShape) {  // judge: oracle
  std::string sensors;
  for (const char* type :
       {"touch", "accelerometer", "velocimeter", "gyro", "force", "torque", "magnetometer", "rangefinder"})
    sensors += std::string("<") + type + " site='sa'/>";
  for (const char* type :
       {"jointpos", "jointvel", "jointactuatorfrc", "jointlimitpos", "jointlimitvel", "jointlimitfrc"})
    sensors += std::string("<") + type + " joint='h' cutoff='3' noise='.1'/>";
  for (const char* type :
       {"tendonpos", "tendonvel", "tendonactuatorfrc", "tendonlimitpos", "tendonlimitvel", "tendonlimitfrc"})
    sensors += std::string("<") + type + " tendon='t'/>";
  for (const char* type : {"actuatorpos", "actuatorvel", "actuatorfrc"})
    sensors += std::string("<") + type + " actuator='m'/>";
  for (const char* type :
       {"framepos", "framequat", "framexaxis", "frameyaxis", "framezaxis", "framelinvel", "frameangvel"})
    sensors += std::string("<") + type + " objtype='geom' objname='ga'/><" + type +
               " objtype='xbody' objname='a' reftype='camera' refname='cam'/>";
  for (const char* type : {"framelinacc", "frameangacc"})
    sensors += std::string("<") + type + " objtype='site' objname='sa'/>";
  for (const char* type : {"subtreecom", "subtreelinvel", "subtreeangmom"})
    sensors += std::string("<") + type + " body='a'/>";
  for (const char* type : {"distance", "normal", "fromto"})
    sensors += std::string("<") + type + " geom1='ga' body2='b' cutoff='1'/>";
  sensors +=
      R"(<ballquat joint="ball"/><ballangvel joint="ball"/><jointlimitpos joint="ball"/><camprojection site="sa" camera="cam"/>
      <rangefinder camera="cam" data="dist normal"/><rangefinder site="sa" data="dist point depth"/><insidesite site="sa" objtype="body" objname="b"/>
      <contact/><contact geom1="ga" data="found force torque dist pos normal tangent" reduce="netforce" num="3"/>
      <contact site="sa" subtree2="b" data="force pos" reduce="maxforce"/><e_potential/><e_kinetic/><clock user="1 2"/>
      <user dim="4" datatype="quaternion" needstage="vel"/><user dim="2" objtype="body" objname="a"/>
      <jointpos joint="h" nsample="3" interval=".025 -.01" delay=".1" interp="cubic"/>)";
  same(
      "<tendon><fixed name='t' range='-1 1'><joint joint='h' coef='1'/></fixed></tendon><actuator><motor "
      "name='m' joint='h' nsample='2'/>"
      "</actuator><sensor>" +
      sensors + "</sensor>");
}

TEST(CompileSensors, RefusesWhatTheOracleRefuses) {  // judge: oracle
  const auto sensor = [](const std::string& s) { return "<sensor>\n<" + s + "/></sensor>"; };
  refused(sensor("touch site='none'"), "none");
  refused(sensor("jointpos joint='ball'"), "hinge");
  refused(sensor("ballquat joint='h'"), "ball");
  refused(sensor("jointlimitpos joint='f'"), "limits");
  refused(sensor("framequat objtype='body' objname='a' cutoff='1'"), "cutoff");
  refused(sensor("clock cutoff='-1'"), "cutoff");
  refused(sensor("clock noise='-1'"), "noise");
  refused(sensor("framepos objtype='joint' objname='h'"), "object");
  refused(sensor("distance geom1='ga' geom2='ga'"), "itself");
  refused(sensor("user dim='2' datatype='axis'"), "axis");
  refused(sensor("user dim='-1'"), "dim");
  refused(sensor("jointpos joint='h' delay='1'"), "delay");
  refused(sensor("jointpos joint='h' interval='-1 0'"), "interval");
  refused(sensor("jointpos joint='h' interval='1 1'"), "phase");
  refused(sensor("jointpos joint='h' interval='1 -1'"), "phase");
}

TEST(CompileKeys, ShortKeysArePaddedWithRawReferences) {  // judge: oracle
  expect_same_model(
      R"(<mujoco><size nkey="4"/><worldbody><body pos="-1 0 1" quat="0 1 0 0"><freejoint/><geom size=".1"/></body>
      <body pos="1 2 3"><joint ref="28"/><geom size=".1" pos=".1 0 0"/></body><body mocap="true" pos="1 2 3" quat="0 2 0 0"/></worldbody>
      <keyframe><key name="p" qpos="5" qvel="1" time="2"/><key name="q" mpos="9 8 7" mquat="0 0 0 4"/>
      <key qpos="1 2 3 0 3 0 0 4" ctrl=""/></keyframe></mujoco>)");
  same(
      R"(<actuator><motor joint="h"/><general joint="h" dyntype="integrator"/></actuator><keyframe><key qpos="1 2" qvel="1 2 3" act="5" ctrl="7"/>
      <key qpos="1 2 0 0 0 0 3 3 3 0 0 0 0"/><key mpos="1 2" mquat="1 2 3"/></keyframe>)");
  refused("<keyframe>\n<key ctrl='1'/></keyframe>", "ctrl");
}

TEST(CompileKeys, JointTypesFromAClassPadDifferently) {  // judge: oracle
  expect_same_model(
      R"(<mujoco><default><default class="ball"><joint type="ball"/></default><default class="free"><joint type="free"/></default></default>
      <worldbody><body><joint ref="3"/><geom size=".1"/></body><body><joint class="ball"/><geom size=".1"/></body>
      <body pos="1 2 3" quat="0 2 0 0"><joint class="free"/><geom size=".1"/></body></worldbody><keyframe><key qpos="1"/></keyframe></mujoco>)");
}

TEST(CompileCustom, NumbersTextsAndTuples) {  // judge: oracle
  same(
      R"(<custom><numeric name="n" data="1 2 3" size="5"/><numeric name="k" size="2"/><text name="t" data="hello world"/>
      <tuple name="u"><element objtype="body" objname="a" prm="3"/><element objtype="xbody" objname="b"/><element objtype="geom" objname="ga"/>
      <element objtype="tuple" objname="u"/></tuple></custom>)");
  refused("<custom>\n<tuple name='u'><element objtype='body' objname='none'/></tuple></custom>", "none");
  refused("<custom>\n<tuple name='u'/></custom>", "empty");
}

TEST(CompileSizes, ArenaIsAsGivenOrComputed) {  // judge: oracle
  for (const char* size :
       {"", "memory='12345'", "njmax='10' nconmax='5'", "nstack='1000'", "memory='2M'", "nuserdata='7'"})
    expect_same_model(std::string("<mujoco><size ") + size +
                      "/><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
}

TEST(CompileSettings, OptionsVisualAndStatistics) {  // judge: oracle
  expect_same_model(
      R"(<mujoco model="settings"><option timestep=".01" integrator="RK4" cone="elliptic" gravity="1 2 3" solver="CG" iterations="7"
      actuatorgroupdisable="1 3"><flag contact="disable" energy="enable"/></option><visual><global fovy="30"/><map znear=".02"/><rgba fog="1 1 0 1"/></visual>
      <statistic extent="3" meaninertia="7" center="1 2 3"/><worldbody><body><joint/><geom size=".1" pos="1 0 0"/></body></worldbody></mujoco>)");
}

TEST(CompileNames, HashMapIsTheOracles) {  // judge: oracle
  expect_same_model(
      R"(<mujoco model="x"><worldbody><body name="foo"/><body name="bar"/><body/><body name="äöü"/></worldbody></mujoco>)");
}

}  // namespace
}  // namespace corten
