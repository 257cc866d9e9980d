// Seed criteria: frames of sensor objects, touch in four layers, accelerations of geoms. Every model is read,
// compiled and run by both engines.
#include <gtest/gtest.h>

#include <cmath>

#include "corten/load.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"
#include "tests/support/oracle.h"

namespace corten {
namespace {

// Both engines after the same number of steps and one forward pass.
struct Both {
  oracle::ModelPtr om;
  oracle::DataPtr od;
  Model m;
  Data d;

  explicit Both(const std::string& xml, int steps = 0) {
    std::string error;
    om = oracle::load_string(xml, &error);
    Diagnostics diagnostics;
    auto ours = load_text(xml, {}, diagnostics);
    if (!om || !ours) throw std::runtime_error(error + diagnostics.text());
    od = oracle::make_data(om.get());
    m = std::move(*ours);
    d = make_data(m);
    run(steps);
  }

  void run(int steps) {
    for (int i = 0; i < steps; ++i) {
      mj_step(om.get(), od.get());
      step(m, d);
    }
    mj_forward(om.get(), od.get());
    forward(m, d);
  }

  void expect_same_sensors(double bar = 1e-8) const {  // with contacts: the bar of constraint forces
    ASSERT_EQ(m.nsensordata, om->nsensordata);
    for (int i = 0; i < m.nsensor; ++i) {
      EXPECT_EQ(m.sensor_objtype[i], om->sensor_objtype[i]);
      EXPECT_EQ(m.sensor_objid[i], om->sensor_objid[i]);
      EXPECT_EQ(m.sensor_adr[i], om->sensor_adr[i]);
    }
    for (int i = 0; i < m.nsensordata; ++i)
      EXPECT_NEAR(d.sensordata[i], od->sensordata[i], bar * std::max(1.0, std::abs(od->sensordata[i])))
          << "reading " << i;
  }

  Vec3<Real> vector(int sensor) const {
    const int adr = m.sensor_adr[sensor];
    return {d.sensordata[adr], d.sensordata[adr + 1], d.sensordata[adr + 2]};
  }
};

void expect_vector(const Vec3<Real>& ours, const Vec3<Real>& expected, double bar) {
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(ours[k], expected[k], bar) << "entry " << k;
}

std::string scene(const std::string& world, const std::string& sensors, const std::string& option = "") {
  return "<mujoco>" + option + "<worldbody>" + world + "</worldbody><sensor>" + sensors +
         "</sensor></mujoco>";
}

std::string frame(const char* kind, const char* type, const char* name) {
  return std::string("<") + kind + " objtype='" + type + "' objname='" + name + "'/>";
}

// a horizontal capsule of 0.3 m whose centre of mass is 0.15 m from the joint, and more to attach to
const char* const kArm = R"(<body name="b" pos="0 0 1"><joint axis="0 1 0"/>
   <geom name="g" type="capsule" size=".02" fromto="0 0 0 .3 0 0" mass="1"/>
   <site name="s" pos=".1 .2 .3" euler="10 20 30"/><camera name="c" pos=".3 .1 0" euler="5 6 7"/></body>)";

// three 1 kg spheres of one body on the floor, their touch site around all of them
std::string spheres(const std::string& floor = "", const std::string& site = "size='1'") {
  return R"(<geom name="floor" type="plane" size="5 5 .1" )" + floor +
         R"(/><body name="b" pos="0 0 .1"><freejoint/><geom size=".1" mass="1"/><geom size=".1" mass="1" pos=".5 0 0"/>
    <geom size=".1" mass="1" pos="0 .5 0"/><site name="s" )" +
         site + "/></body>";
}

const char* const kTouch = "<touch site='s'/>";

TEST(Seed_SensorRubric_EGT1, EveryObjectTypeHasItsFrame) {  // judge: oracle
  std::string sensors;
  for (const char* kind :
       {"framepos", "framequat", "framexaxis", "framezaxis", "framelinvel", "frameangvel"}) {
    sensors += frame(kind, "body", "b") + frame(kind, "xbody", "b") + frame(kind, "geom", "g");
    sensors += frame(kind, "site", "s") + frame(kind, "camera", "c");
  }
  const Both both(scene(kArm, sensors), 20);
  both.expect_same_sensors(1e-10);
  expect_vector(both.vector(0), both.d.xipos[1], 0);
  expect_vector(both.vector(1), both.d.xpos[1], 0);
}

TEST(Seed_SensorRubric_V3, BodyIsTheCentreOfMassXbodyTheJoint) {  // judge: closed form
  const Both both(scene(kArm, frame("framepos", "body", "b") + frame("framepos", "xbody", "b")));
  expect_vector(both.vector(0), {.15, 0, 1}, 1e-12);
  expect_vector(both.vector(1), {0, 0, 1}, 1e-15);
}

TEST(Seed_SensorRubric_EGT2, TouchAddsAllGeomsOfTheBody) {  // judge: oracle
  for (const char* option : {"<option cone='elliptic'/>", "<option cone='pyramidal'/>"}) {
    Both both(scene(spheres(), kTouch, option), 100);
    both.expect_same_sensors();
    EXPECT_EQ(both.m.sensor_objtype[0], mjOBJ_SITE);
    EXPECT_EQ(both.d.ncon, 3);
  }
}

TEST(Seed_SensorRubric_V1, ThreeSpheresOfOneKilogramPressTheirWeight) {  // judge: 3 · 9.81 N and oracle
  Both both(scene(spheres(), kTouch), 100);
  EXPECT_NEAR(both.d.sensordata[0], 29.43, 1e-2);  // still settling; the oracle reads 29.4293
  both.expect_same_sensors();
  both.run(900);
  EXPECT_NEAR(both.d.sensordata[0], 29.43, 1e-3);
}

TEST(Seed_SensorRubric_EGT2a, TheNormalForceIsTheSumOfThePyramidsEdges) {  // judge: oracle
  Both both(scene(spheres(), kTouch), 100);
  Real edges = 0;
  for (int row = 0; row < both.d.nefc; ++row) edges += both.d.efc_force[row];
  EXPECT_NEAR(both.d.sensordata[0], edges, 1e-10);
  // the seed finds 3/4 of the force in the rows; in the oracle they add up to it
  mjtNum force[6];
  mj_contactForce(both.om.get(), both.od.get(), 0, force);
  EXPECT_NEAR(both.d.sensordata[0], 3 * force[0], 1e-6);
}

TEST(Seed_SensorRubric_V2, EachSpherePressesItsWeight) {  // judge: 9.81 N
  // a site that encloses one sphere
  const std::string site = "pos='.5 0 0' size='.12'";
  Both both(scene(spheres("", site), kTouch), 1000);
  EXPECT_NEAR(both.d.sensordata[0], 9.81, 1e-3);
  both.expect_same_sensors();
}

TEST(Seed_SensorRubric_EGT3, AccelerationsOfAllObjectTypes) {  // judge: oracle
  std::string sensors;
  for (const char* kind : {"framelinacc", "frameangacc"})
    sensors += frame(kind, "body", "b") + frame(kind, "xbody", "b") + frame(kind, "geom", "g") +
               frame(kind, "site", "s") + frame(kind, "camera", "c");
  const Both both(scene(kArm, sensors), 50);
  both.expect_same_sensors(1e-9);
  EXPECT_GT(std::abs(both.vector(2)[0] - both.vector(1)[0]), 0.1);  // the geom turns about the joint
}

TEST(Seed_SensorRubric_EGT3, AccelerationsIgnoreReferences) {  // judge: oracle, whose schema has none
  const std::string xml = scene(kArm, "<framelinacc objtype='geom' objname='g' reftype='site' refname='s'/>");
  EXPECT_FALSE(oracle::load_string(xml));
  Diagnostics diagnostics;
  EXPECT_FALSE(load_text(xml, {}, diagnostics));
}

TEST(Seed_SensorRubric_V4, AtRestAGeomAcceleratesAgainstGravity) {  // judge: 9.81 m/s²
  const Both both(scene(spheres().replace(spheres().find("<geom size"), 5, "<geom name='g'"),
                        frame("framelinacc", "geom", "g") + frame("frameangacc", "geom", "g")),
                  1000);
  expect_vector(both.vector(0), {0, 0, 9.81}, 1e-3);
  expect_vector(both.vector(1), {0, 0, 0}, 1e-3);
  both.expect_same_sensors();
}

TEST(Seed_SensorRubric_P5, OnTheWorldBody) {  // judge: oracle
  const Both both(scene(std::string(kArm) + "<geom name='w' pos='1 2 3' size='.1'/>",
                        frame("framepos", "body", "world") + frame("framequat", "xbody", "world") +
                            frame("framelinacc", "geom", "w") + frame("frameangacc", "geom", "w")));
  both.expect_same_sensors(0);
  expect_vector(both.vector(0), {0, 0, 0}, 0);
  expect_vector(both.vector(2), {0, 0, 0}, 0);
}

TEST(Seed_SensorRubric_P5, ABodyWithoutGeomsFeelsNothing) {  // judge: oracle
  const Both both(scene(R"(<geom type="plane" size="1 1 1"/><body pos="0 0 .05"><freejoint/>
    <inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/><site name="s" size="1"/></body>)",
                        kTouch),
                  10);
  EXPECT_EQ(both.d.sensordata[0], 0);
  both.expect_same_sensors(0);
}

TEST(Seed_SensorRubric_P5, DisabledSensorsKeepTheirReadings) {  // judge: oracle
  Both both(scene(spheres(), kTouch, "<option><flag sensor='disable'/></option>"));
  both.d.sensordata[0] = both.od->sensordata[0] = 777;
  both.run(3);
  both.expect_same_sensors(0);
}

TEST(Seed_SensorRubric_P5, ABodyWithoutMassHasAFrameToo) {  // judge: oracle
  const Both both(scene(R"(<body name="b" pos="1 2 3" euler="10 20 30"><site name="s" pos=".1 0 0"/></body>)",
                        frame("framepos", "body", "b") + frame("framequat", "body", "b")));
  both.expect_same_sensors(1e-15);
  expect_vector(both.vector(0), both.d.xipos[1],
                0);  // the oracle puts it at body_pos in the body's own frame
  EXPECT_EQ(both.m.body_ipos[1], both.m.body_pos[1]);
}

TEST(Seed_SensorRubric_P5, AnObjectTypeIsRequired) {  // judge: oracle; the seed guesses
  const std::string xml = scene(kArm, "<framepos objname='b'/>");
  EXPECT_FALSE(oracle::load_string(xml));
  Diagnostics diagnostics;
  EXPECT_FALSE(load_text(xml, {}, diagnostics));
}

TEST(Seed_SensorRubric_P5, TouchHasNoObjectType) {  // judge: oracle; the seed ignores it
  const std::string xml = scene(spheres(), "<touch site='s' objtype='geom'/>");
  EXPECT_FALSE(oracle::load_string(xml));
  Diagnostics diagnostics;
  EXPECT_FALSE(load_text(xml, {}, diagnostics));
}

TEST(Seed_SensorRubric_P5, ContactsOfOtherBodiesAreNotFelt) {  // judge: oracle
  const Both both(scene(spheres() + R"(<body pos="0 0 2"><freejoint/><geom size=".1"/></body>
    <body pos=".3 .3 .1"><freejoint/><geom size=".1" mass="7"/></body>)",
                        kTouch),
                  100);
  EXPECT_EQ(both.d.ncon, 4);
  EXPECT_NEAR(both.d.sensordata[0], 29.43, 1e-2);
  both.expect_same_sensors();
}

TEST(Seed_SensorRubric_P9, FrictionlessAndAlmostFrictionlessContacts) {  // judge: oracle
  for (const char* floor : {"condim='1' friction='0 0 0'", "condim='3' friction='1e-9 0 0' priority='1'",
                            "condim='4' friction='1e-9 1e-9 0' priority='1'", "condim='6'"})
    for (const char* option : {"<option cone='elliptic'/>", "<option cone='pyramidal'/>"}) {
      const Both both(scene(spheres(floor), kTouch, option), 100);
      ASSERT_TRUE(std::isfinite(both.d.sensordata[0])) << floor;
      EXPECT_NEAR(both.d.sensordata[0], 29.43, 1e-2) << floor << option;
      both.expect_same_sensors();
    }
}

TEST(Seed_SensorRubric_P9, TheRayLeavesTheBodyWhicheverGeomComesFirst) {  // judge: oracle
  const auto upper = [](const std::string& z) {
    return R"(<body pos="0 0 .3"><freejoint/><geom type="box" size=".1 .1 .1" mass="1"/>
      <site name="s" pos="0 0 )" +
           z + R"(" type="box" size=".15 .15 .02"/></body>)";
  };
  const std::string lower = R"(<body pos="0 0 .1"><geom type="box" size=".2 .2 .1"/></body>)";
  for (const bool first : {true, false}) {
    const auto world = [&](const std::string& z) { return first ? upper(z) + lower : lower + upper(z); };
    const Both above(scene(world(".05"), kTouch), 100), below(scene(world("-.15"), kTouch), 100);
    EXPECT_EQ(above.d.sensordata[0], 0);
    EXPECT_NEAR(below.d.sensordata[0], 9.81, 1e-1);
    above.expect_same_sensors();
    below.expect_same_sensors();
  }
}

TEST(Seed_SensorRubric_P9, OnlyContactsWhoseRayMeetsTheSiteAreFelt) {  // judge: oracle
  for (const char* site :
       {"pos='0 0 2' size='.05'", "pos='0 0 .05' size='.05'", "pos='.5 0 -.1' type='box' size='.1 .1 .01'",
        "pos='0 .5 0' type='capsule' size='.05 .1'", "pos='.25 0 0' type='cylinder' size='.3 .2'",
        "pos='0 0 -.3' type='ellipsoid' size='.1 .2 .1'"}) {
    SCOPED_TRACE(site);
    const Both both(scene(spheres("", site), kTouch), 100);
    both.expect_same_sensors();
  }
}

}  // namespace
}  // namespace corten
