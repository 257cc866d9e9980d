// Every sensor on every legal object and reference against the oracle, from the oracle's own stages.
#include "corten/sense/sensors.h"

#include <gtest/gtest.h>

#include "corten/model/sensor_kinds.h"
#include "corten/sense/sensor_functions.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"
#include "tests/support/model_files.h"
#include "tests/support/oracle.h"

namespace corten {
namespace {

constexpr const char* kScene = R"(
<mujoco>
  <option magnetic="0.1 -0.5 0.3" energy="enable"/>
  <default><geom friction="0.8"/></default>
  <worldbody>
    <geom name="floor" type="plane" size="3 3 .1"/>
    <site name="ws" pos=".1 .2 .05" size=".3"/>
    <camera name="wcam" pos="0 -2 1" xyaxes="1 0 0 0 .5 1" resolution="7 5"/>
    <camera name="ocam" projection="orthographic" fovy="1.5" pos="0 0 3" resolution="4 3"/>
    <camera name="pcam" pos="0 -2 1" xyaxes="1 0 0 0 .5 1" resolution="6 4" sensorsize=".02 .015" focal=".02 .02" principal=".01 .0075"/>
    <body name="a" pos="0 0 .15">
      <freejoint name="fa"/>
      <geom name="ga" type="box" size=".1 .1 .1" euler="5 10 15"/>
      <site name="sa" pos=".02 .03 -.1" size=".08" euler="10 20 30"/>
      <site name="sbox" type="box" pos="0 0 -.1" size=".12 .12 .05"/>
      <site name="scyl" type="cylinder" pos="0 0 -.1" size=".12 .05"/>
      <site name="scap" type="capsule" pos="0 0 -.1" size=".05 .05" euler="0 90 0"/>
      <site name="sell" type="ellipsoid" pos="0 0 -.1" size=".12 .1 .05"/>
      <camera name="ca" pos=".1 0 .2" euler="20 0 10" mode="track"/>
      <body name="b" pos=".2 0 .1">
        <joint name="jb" axis="0 1 .2" range="-20 20" limited="true" margin=".2"/>
        <geom name="gb" type="capsule" size=".04 .1" euler="0 70 0"/>
        <site name="sb" pos=".1 0 0" euler="0 0 45"/>
        <body name="c" pos=".2 0 0">
          <joint name="jc" type="ball" range="0 40" limited="true"/>
          <geom name="gc" type="ellipsoid" size=".05 .06 .07"/>
          <site name="sc"/>
        </body>
      </body>
    </body>
    <body name="d" pos="-.4 0 .1"><freejoint/><geom name="gd" size=".1"/><geom name="gd2" type="cylinder" size=".05 .1" pos=".1 .1 0"/></body>
    <body name="fixed" pos=".5 .5 .2"><geom name="gf" type="box" size=".1 .1 .1"/><site name="sf"/></body>
  </worldbody>
  <tendon>
    <spatial name="t" limited="true" range=".1 .5" margin=".1"><site site="ws"/><site site="sb"/></spatial>
    <fixed name="tf"><joint joint="jb" coef="2"/></fixed>
  </tendon>
  <actuator>
    <motor name="ma" joint="jb" gear="3"/><motor name="mt" tendon="t" gear="2"/><position name="mp" joint="jb" kp="5"/>
  </actuator>
  <sensor>%SENSORS%</sensor>
</mujoco>)";

std::string frame_sensors() {
  const char* types[] = {"body", "xbody", "geom", "site", "camera"};
  const char* names[] = {"b", "b", "gb", "sb", "ca"};
  const char* refs[] = {"c", "a", "gd", "sa", "wcam"};
  std::string xml;
  for (const char* kind :
       {"framepos", "framequat", "framexaxis", "frameyaxis", "framezaxis", "framelinvel", "frameangvel"})
    for (int i = 0; i < 5; ++i) {
      const std::string object =
          std::string("<") + kind + " objtype='" + types[i] + "' objname='" + names[i] + "'";
      xml += object + "/>";
      for (int j = 0; j < 5; ++j) xml += object + " reftype='" + types[j] + "' refname='" + refs[j] + "'/>";
    }
  for (const char* kind : {"framelinacc", "frameangacc"})
    for (int i = 0; i < 5; ++i)
      xml += std::string("<") + kind + " objtype='" + types[i] + "' objname='" + names[i] + "'/>";
  for (const char* site : {"sa", "sbox", "scyl", "scap", "sell", "ws"})
    for (int i = 0; i < 5; ++i)
      xml += std::string("<insidesite site='") + site + "' objtype='" + types[i] + "' objname='" + names[i] +
             "'/>";
  return xml;
}

std::string contact_sensors() {
  const char* first[] = {"", "geom1='ga'", "body1='a'", "subtree1='a'", "site='sbox'", "site='sa'"};
  const char* second[] = {"", "geom2='floor'", "body2='d'", "subtree2='a'", "geom2='gd'"};
  std::string xml;
  for (const char* a : first)
    for (const char* b : second)
      for (const char* reduce : {"none", "mindist", "maxforce", "netforce"})
        xml += std::string("<contact ") + a + " " + b + " num='3' reduce='" + reduce +
               "' data='found force torque dist pos normal tangent'/>";
  return xml;
}

std::string other_sensors() {
  std::string xml;
  for (const char* site : {"sa", "sb", "sc", "sf", "ws"})
    for (const char* kind : {"accelerometer", "velocimeter", "gyro", "force", "torque", "magnetometer"})
      xml += std::string("<") + kind + " site='" + site + "'/>";
  for (const char* site : {"sa", "sbox", "scyl", "scap", "sell"})
    xml += std::string("<touch site='") + site + "'/><touch cutoff='2' site='" + site + "'/>";
  for (const char* target :
       {"site='sa'", "site='sb'", "site='ws'", "camera='wcam'", "camera='ocam'", "camera='pcam'"})
    xml += std::string("<rangefinder ") + target + "/><rangefinder cutoff='.4' " + target +
           "/><rangefinder data='dist dir origin point normal depth' " + target + "/>";
  xml += "<camprojection site='sb' camera='wcam'/><camprojection site='sb' camera='pcam'/>";
  xml +=
      "<jointpos joint='jb'/><jointvel joint='jb'/><tendonpos tendon='t'/><tendonvel "
      "tendon='t'/><actuatorpos actuator='mt'/>"
      "<actuatorvel actuator='mt'/><actuatorfrc actuator='mp'/><jointactuatorfrc "
      "joint='jb'/><tendonactuatorfrc tendon='t'/>"
      "<ballquat joint='jc'/><ballangvel joint='jc'/>";
  for (const char* kind : {"pos", "vel", "frc"})
    xml += std::string("<jointlimit") + kind + " joint='jb'/><jointlimit" + kind +
           " joint='jc'/><tendonlimit" + kind + " tendon='t'/>";
  for (const char* body : {"world", "a", "b", "d"})
    xml += std::string("<subtreecom body='") + body + "'/><subtreelinvel body='" + body +
           "'/><subtreeangmom body='" + body + "'/>";
  for (const char* kind : {"distance", "normal", "fromto"})
    for (const char* pair :
         {"geom1='ga' geom2='gd'", "body1='a' body2='d'", "geom1='gc' body2='d'", "body1='fixed' geom2='gb'"})
      xml += std::string("<") + kind + " cutoff='1' " + pair + "/>";
  return xml + "<e_potential/><e_kinetic/><clock/>";
}

std::string scene_with(const std::string& sensors) {
  std::string xml = kScene;
  xml.replace(xml.find(" energy=\"enable\""), 16, "");
  xml.replace(xml.find("%SENSORS%"), 9, sensors);
  return xml;
}

// Runs our sensors on the oracle's stages and compares the readings.
void expect_equal_readings(const mjModel* om, mjData* od, const std::string& what) {
  const Model m = oracle::to_model(om);
  Data d = oracle::to_data(om, od, m);
  std::fill(d.sensordata.begin(), d.sensordata.end(), Real(0));
  d.energy = {od->energy[0], od->energy[1]};
  sensor_pos(m, d);
  sensor_vel(m, d);
  sensor_acc(m, d);
  for (int i = 0; i < m.nsensor; ++i) {
    if (m.sensor_type[i] == mjSENS_PLUGIN || m.sensor_type[i] == mjSENS_USER) continue;
    for (int k = 0; k < m.sensor_dim[i]; ++k) {
      const double ours = d.sensordata[m.sensor_adr[i] + k], theirs = od->sensordata[m.sensor_adr[i] + k];
      EXPECT_NEAR(ours, theirs, 1e-10 * std::max(1.0, std::abs(theirs)))
          << what << ": sensor " << i << " of type " << m.sensor_type[i] << " object " << m.sensor_objtype[i]
          << " reference " << m.sensor_reftype[i] << " number " << k << " parameters "
          << m.sensor_intprm[i][0] << " " << m.sensor_intprm[i][1];
      if (testing::Test::HasFailure()) return;
    }
  }
}

void compare_over_states(const std::string& xml) {
  std::string error;
  const auto om = oracle::load_string(xml, &error);
  ASSERT_TRUE(om) << error;
  const auto od = oracle::make_data(om.get());
  for (int state = 0; state < 30 && !testing::Test::HasFailure(); ++state) {
    for (int i = 0; i < 5 * state; ++i) mj_step(om.get(), od.get());
    for (int i = 0; i < om->nu; ++i) od->ctrl[i] = 0.3 * (state % 5) - 0.5;
    mj_forward(om.get(), od.get());
    expect_equal_readings(om.get(), od.get(), "state " + std::to_string(state));
  }
}

TEST(Sensors, FramesOnEveryObjectAndReference) {
  compare_over_states(scene_with(frame_sensors()));
}  // judge: oracle
TEST(Sensors, ContactsByEveryCriterionAndReduction) {
  compare_over_states(scene_with(contact_sensors()));
}  // judge: oracle
TEST(Sensors, InstrumentsJointsLimitsDistances) {
  compare_over_states(scene_with(other_sensors()));
}  // judge: oracle

// Both engines step side by side from the same model; 1e-6: contacts amplify rounding along the way.
void compare_along_steps(const std::string& xml, int steps) {
  std::string error;
  const auto om = oracle::load_string(xml, &error);
  ASSERT_TRUE(om) << error;
  const auto od = oracle::make_data(om.get());
  const Model m = oracle::to_model(om.get());
  Data d = Data::zeros(m);
  reset_data(m, d);
  for (int i = 0; i < steps; ++i) {
    for (int k = 0; k < m.nu; ++k) od->ctrl[k] = d.ctrl[k] = 0.1 * (i % 7);
    mj_step(om.get(), od.get());
    step(m, d);
    ASSERT_LT(oracle::field_error(om.get(), od.get(), d, m, "sensordata"), 1e-6) << "step " << i;
    ASSERT_LT(oracle::field_error(om.get(), od.get(), d, m, "history"), 1e-6) << "step " << i;
  }
}

TEST(Sensors, FollowTheOracleAlongSteps) {
  compare_along_steps(scene_with(other_sensors()), 60);
}  // judge: oracle

TEST(Sensors, DelaysAndIntervalsReadTheHistory) {  // judge: oracle
  std::string sensors;
  for (const char* timing : {"nsample='4'", "nsample='4' delay='.005'", "nsample='5' interval='.005'",
                             "nsample='3' interval='.005 -.002'", "nsample='6' delay='.007' interval='.004'"})
    for (const char* interp : {"zoh", "linear", "cubic"})
      sensors += std::string("<jointpos joint='jb' interp='") + interp + "' " + timing +
                 "/><accelerometer site='sb' interp='" + interp + "' " + timing +
                 "/><framequat objtype='body' objname='b' interp='" + interp + "' " + timing + "/>";
  compare_along_steps(scene_with(sensors), 40);
}

TEST(Sensors, ReadingsOfEveryDeveloperModel) {  // judge: oracle
  for (const std::string& path : model_files()) {
    if (path.find("plugin") != std::string::npos) continue;
    std::string text;
    if (std::FILE* file = std::fopen(path.c_str(), "r")) {
      char buffer[4096];
      while (std::size_t n = std::fread(buffer, 1, sizeof buffer, file)) text.append(buffer, n);
      std::fclose(file);
    }
    if (text.find("<sensor") == std::string::npos) continue;
    const auto om = oracle::load_file(path);
    if (!om || om->nsensor == 0 || om->nflex || om->nplugin) continue;
    const auto od = oracle::make_data(om.get());
    for (int i = 0; i < 10; ++i) mj_step(om.get(), od.get());
    if (om->nhistory) continue;  // a reading may be older than the pass: compared along whole steps elsewhere
    mj_forward(om.get(), od.get());
    expect_equal_readings(om.get(), od.get(), path);
  }
}

TEST(Sensors, EveryTypeHasAFunctionButThoseThatOthersCompute) {  // judge: the enumeration
  for (const SensorKind& kind : sensor_kinds()) {
    const bool others = kind.type == mjSENS_PLUGIN || kind.type == mjSENS_USER;
    EXPECT_EQ(sense::sensor_function(kind.type) == nullptr, others) << kind.word;
  }
}

}  // namespace
}  // namespace corten
