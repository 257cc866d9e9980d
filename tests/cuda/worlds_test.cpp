// Worlds in the emulator beside the CPU engine.
#include "cuda/worlds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "corten/load.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"
#include "corten/sim/set_const.h"
#include "corten/smooth/rne.h"

namespace corten::gpu {
namespace {

constexpr WorldsOptions kDouble{Precision::float64, 0, true}, kSingle{Precision::float32, 0, true};

std::string joined(const std::string& options, const std::string& bodies, const std::string& rest = "") {
  return "<mujoco><option timestep='.003' " + options + "/><worldbody>" + bodies + "</worldbody>" + rest +
         "</mujoco>";
}

double error(std::span<const Real> theirs, const std::vector<Real>& ours) {
  double worst = 0;
  for (std::size_t i = 0; i < theirs.size(); ++i) {
    const double e = std::abs(ours[i] - theirs[i]) / std::max(1.0, std::abs(theirs[i]));
    worst = std::max(worst, e == e ? e : 1e9);
  }
  return worst;
}

void set_state(const Data& d, Worlds& worlds) {
  worlds.set("qpos", d.qpos.span());
  worlds.set("qvel", d.qvel.span());
  worlds.set("act", d.act.span());
  worlds.set("ctrl", d.ctrl.span());
  worlds.set("qacc_warmstart", d.qacc_warmstart.span());
}

// Every step from the CPU's state: contacts and rows are as many, accelerations and the next state the same.
// Returns the steps that found no room in shared memory.
int expect_equal(const std::string& xml, int steps = 4, double bar = 1e-8,
                 const WorldsOptions& options = kDouble) {
  const Model m = load_text(xml).value();
  Worlds worlds(m, 1, options);
  Data d = make_data(m);
  std::mt19937 random(3);
  std::normal_distribution<Real> noise(0, 0.3);
  for (Real& v : d.qvel) v = noise(random);
  for (Real& a : d.act) a = std::abs(noise(random));
  for (int k = 0; k < steps; ++k) {
    for (Real& u : d.ctrl) u = noise(random);
    set_state(d, worlds);
    worlds.step();
    step(m, d);
    EXPECT_EQ(worlds.get("ncon")[0], d.ncon);
    EXPECT_EQ(worlds.get("nefc")[0], d.nefc);
    EXPECT_LT(error(d.qacc.span(), worlds.get("qacc")), bar);
    EXPECT_LT(error(d.qvel.span(), worlds.get("qvel")), bar * 0.1);
    EXPECT_LT(error(d.qpos.span(), worlds.get("qpos")), bar * 0.01);
    EXPECT_LT(error(d.act.span(), worlds.get("act")), bar * 0.01);
  }
  return static_cast<int>(worlds.get("spilled")[0]);
}

const std::string kFloor = "<geom type='plane' size='5 5 1'/>";

TEST(GpuWorlds, MoveEveryJoint) {  // judge: step
  expect_equal(joined("", R"(<body><freejoint/><geom size='.1' pos='.02 0 .01'/>
    <body pos='.2 0 0'><joint type='ball' stiffness='3' damping='.2'/><geom type='capsule' size='.03 .1'/>
      <body pos='0 .1 .1'><joint axis='1 2 0' armature='.1' stiffness='2' springref='10'/><joint type='slide' axis='0 1 1' pos='.1 0 0'/>
        <geom type='box' size='.05 .04 .03'/></body></body></body>
    <body pos='2 0 0'><joint axis='0 1 0' damping='1'/><geom size='.1' pos='.3 0 0'/></body>)"));
}

TEST(GpuWorlds, TouchWithEveryPairOfPrimitives) {  // judge: step
  const char* shapes[] = {"type='sphere' size='.1'", "type='capsule' size='.08 .12'",
                          "type='cylinder' size='.1 .05'", "type='box' size='.1 .08 .06'",
                          "type='ellipsoid' size='.1 .07 .05'"};
  for (const std::string shape : shapes)
    expect_equal(
        joined("", kFloor + "<body pos='0 0 .05' euler='10 20 0'><freejoint/><geom " + shape + "/></body>"));
  for (std::size_t a = 0; a < 5; ++a)
    for (std::size_t b = a; b < 5; ++b)
      expect_equal(joined("", std::string("<body euler='15 0 5'><freejoint/><geom ") + shapes[a] +
                                  "/></body><body pos='.02 .01 .12' euler='0 25 10'><freejoint/><geom " +
                                  shapes[b] + "/></body>"),
                   2);
}

// Two meshes, one small enough to be searched vertex by vertex, and a height field.
TEST(GpuWorlds, TouchMeshesAndHeightFields) {  // judge: step
  std::string ball =
      "<asset><mesh name='wedge' vertex='-.1 -.1 0 .1 -.1 0 .1 .1 0 -.1 .1 0 0 0 .12'/><mesh name='ball' "
      "vertex='";
  for (int i = 0; i < 5; ++i)
    for (int k = 0; k < 6; ++k) {
      const double z = .1 * std::cos(.3 + .6 * i), r = .1 * std::sin(.3 + .6 * i);
      ball += std::to_string(r * std::cos(1.0472 * k + .1 * i)) + " " +
              std::to_string(r * std::sin(1.0472 * k + .1 * i)) + " " + std::to_string(z) + " ";
    }
  ball += "'/><hfield name='hills' nrow='5' ncol='6' size='.5 .4 .1 .1' elevation='";
  for (int i = 0; i < 30; ++i) ball += std::to_string(i * 7 % 5) + " ";
  ball += "'/></asset>";
  const auto body = [](const std::string& pos, const std::string& geom) {
    return "<body pos='" + pos + "' euler='10 25 10'><freejoint/><geom " + geom + "/></body>";
  };
  const std::string wedge = "type='mesh' mesh='wedge'", round = "type='mesh' mesh='ball'";
  const std::string others[] = {wedge,
                                round,
                                "type='sphere' size='.1'",
                                "type='capsule' size='.08 .12'",
                                "type='cylinder' size='.1 .05'",
                                "type='box' size='.1 .08 .06'",
                                "type='ellipsoid' size='.1 .07 .05'"};
  for (const std::string& mesh : {wedge, round}) {
    expect_equal(joined("", kFloor + body("0 0 .08", mesh), ball));
    for (const std::string& other : others)
      expect_equal(joined("", body("0 0 0", mesh) + body(".02 .01 .12", other), ball), 2);
  }
  for (const std::string& other : others)
    expect_equal(joined("",
                        "<geom type='hfield' hfield='hills'/>" + body("0 0 .14", other) +
                            body(".3 .1 .5", "size='.1'"),
                        ball),
                 2);
}

TEST(GpuWorlds, FeelFrictionOfEveryDimension) {  // judge: step
  for (const char* cone : {"pyramidal", "elliptic"})
    for (const char* dim : {"1", "3", "4", "6"})
      expect_equal(joined("impratio='3' cone='" + std::string(cone) + "'",
                          kFloor +
                              "<body pos='0 0 .09' euler='10 20 0'><freejoint/><geom type='box' size='.2 .15 "
                              ".1' friction='.8 .02 .01' condim='" +
                              dim + "'/></body><body pos='.1 0 .25'><freejoint/><geom size='.1'/></body>"));
}

TEST(GpuWorlds, KeepLimitsAndFrictionLoss) {  // judge: step
  expect_equal(
      joined(
          "",
          R"(<body><joint axis='0 1 0' range='-1 -.001' limited='true' frictionloss='.3'/><geom size='.1' pos='.3 0 0'/>
      <body pos='.5 0 0'><joint type='ball' range='0 .01' limited='true'/><geom size='.1' pos='.1 .1 0'/>
        <body pos='.2 0 0'><joint type='slide' range='.001 1' limited='true' margin='.01' frictionloss='2'/><geom size='.05'/></body></body></body>)"),
      8);
}

TEST(GpuWorlds, FollowEveryEquality) {  // judge: step
  expect_equal(joined(
      "", R"(<body name='a'><joint name='j1' axis='0 1 0'/><geom size='.1' pos='.3 0 0'/>
      <body name='b' pos='.5 0 0'><joint name='j2' axis='0 1 0'/><geom size='.1' pos='.2 0 0'/></body></body>
      <body name='c' pos='0 1 0'><freejoint/><geom size='.1'/><site name='s1' pos='.1 0 0'/></body>
      <body name='d' pos='0 1.3 0'><freejoint/><geom size='.1'/><site name='s2' pos='-.1 0 .1' euler='10 0 0'/></body>)",
      R"(<tendon><fixed name='t'><joint joint='j1' coef='1'/><joint joint='j2' coef='-2'/></fixed></tendon>
      <equality><connect body1='b' body2='world' anchor='.2 0 .1'/><joint joint1='j1' joint2='j2' polycoef='.1 .5 .2 0 0'/>
      <weld body1='c' body2='d' relpose='.02 -.3 0 1 .1 0 0' torquescale='.7'/><weld site1='s1' site2='s2'/>
      <connect body1='c' body2='a' anchor='.1 .1 .1' active='false'/><tendon tendon1='t' polycoef='.1 0 0 0 0'/></equality>)"));
}

// Through sites, over a sphere, a cylinder with a side and from within, and a pulley.
TEST(GpuWorlds, PullTendonsThroughSpace) {  // judge: step
  const std::string bodies =
      R"(<site name='w' pos='0 0 .6'/><body><freejoint/><geom size='.1' pos='.02 0 0'/><site name='a' pos='0 -.2 .1'/><geom name='ball' size='.08' pos='0 0 .15'/>
      <body pos='.3 0 0'><joint name='h' axis='0 1 0'/><geom name='rod' type='cylinder' size='.05 .2' euler='90 0 0'/><site name='b' pos='-.2 .1 .25'/><site name='side' pos='0 0 .3'/><site name='in' pos='0 0 .01'/>
        <body pos='.2 0 0'><joint axis='0 0 1'/><geom size='.05' pos='.05 0 0'/><site name='c' pos='.1 0 .1'/></body></body></body>)";
  const std::string tendons =
      R"(<tendon><spatial name='t' stiffness='3' damping='.4' springlength='.1 .2' range='0 .3' limited='true'><site site='a'/><geom geom='ball'/><site site='b'/>
      <geom geom='rod' sidesite='side'/><site site='c'/></spatial>
      <spatial name='p' frictionloss='.1'><site site='w'/><site site='a'/><pulley divisor='2'/><site site='a'/><geom geom='rod' sidesite='in'/><site site='c'/></spatial></tendon>
      <actuator><motor tendon='t' gear='2'/><position tendon='p' kp='3'/></actuator><sensor><tendonpos tendon='t'/></sensor>)";
  for (const char* integrator : {"Euler", "implicitfast"})
    expect_equal(joined("integrator='" + std::string(integrator) + "'", bodies, tendons), 4, 1e-7);
}

TEST(GpuWorlds, PushSitesAndCranks) {  // judge: step
  expect_equal(joined(
      "",
      R"(<body><joint axis='0 1 0'/><geom size='.1' pos='.2 0 0'/><site name='crank' pos='.2 0 0'/><site name='s' pos='.1 0 .1' euler='20 0 0'/>
      <body pos='.3 0 0'><joint type='ball'/><geom size='.05' pos='.1 0 0'/><site name='r' pos='.1 .1 0' euler='0 30 0'/></body></body>
      <body pos='.8 0 0'><joint type='slide' axis='1 0 0'/><geom size='.05'/><site name='slider' euler='0 -90 0'/></body>)",
      R"(<actuator><motor cranksite='crank' slidersite='slider' cranklength='.5' gear='2'/>
      <position site='r' refsite='s' kp='3' gear='1 .5 .2 .1 .2 .3'/><motor site='r' refsite='s' gear='0 0 0 1 0 0'/></actuator>)"));
}

// Free bodies have no entries beside the diagonal of M, and implicitfast none in its derivative.
TEST(GpuWorlds, DampSitesOfSimpleBodies) {  // judge: step
  expect_equal(joined(
      "integrator='implicitfast'",
      R"(<body><freejoint/><geom type='box' size='.1 .1 .1'/><site name='s'/></body>
      <body pos='.5 0 0'><freejoint/><geom type='box' size='.1 .2 .1'/><site name='r'/></body>)",
      R"(<actuator><general site='s' refsite='r' gear='1 2 3 .1 .2 .3' biastype='affine' biasprm='0 0 -3'/></actuator>)"));
}

TEST(GpuWorlds, DriveEveryActuator) {  // judge: step
  const std::string bodies = R"(<body><freejoint name='f'/><geom size='.1' pos='.02 0 0'/>
      <body pos='.3 0 0'><joint name='h' axis='0 1 0' range='-60 60' actuatorfrcrange='-1 1'/><geom type='capsule' size='.03 .1'/><site name='s' pos='0 0 .1' euler='20 0 0'/>
        <body pos='0 0 .2'><joint name='b' type='ball'/><geom size='.05' pos='.05 0 0'/></body></body></body>)";
  const std::string actuators =
      R"(<tendon><fixed name='t' stiffness='2' damping='.3' springlength='.1 .2' range='-.1 .1' limited='true' frictionloss='.1'><joint joint='h' coef='1.5'/></fixed></tendon><actuator>
      <motor joint='h' gear='2' ctrllimited='true' ctrlrange='-.1 .1'/><position joint='h' kp='5' kv='.5'/>
      <velocity joint='h' kv='.3' forcelimited='true' forcerange='-.02 .02'/><intvelocity joint='h' kp='2' actrange='-1 1'/>
      <damper joint='h' kv='.2' ctrlrange='0 1'/><general joint='b' gear='1 2 3'/><motor jointinparent='b' gear='.3 .2 .1'/>
      <motor joint='f' gear='1 0 0 0 .2 .1'/><motor site='s' gear='0 0 1 .1 0 0'/><position tendon='t' kp='3'/>
      <general joint='h' dyntype='filter' dynprm='.1' gainprm='2'/><general joint='h' dyntype='filterexact' dynprm='.1' actearly='true'/>
      <muscle joint='h' lengthrange='-1 1'/></actuator>)";
  for (const char* integrator : {"Euler", "implicitfast", "RK4"})
    expect_equal(joined("integrator='" + std::string(integrator) + "'", bodies, actuators), 4, 1e-7);
}

// Bodies that adhere to whatever they touch, also within the gap of a contact.
TEST(GpuWorlds, Adhere) {  // judge: step
  const std::string bodies = R"(<geom type='plane' size='2 2 .1' margin='.04' gap='.04'/>
      <body pos='0 0 .15'><freejoint/><geom type='box' size='.1 .1 .1'/>
        <body name='hand' pos='.25 0 -.04'><joint axis='0 1 0' damping='.1' actuatorfrcrange='-1 1'/><geom size='.1' margin='.02' gap='.02'/></body></body>
      <body name='block' pos='.5 0 .1'><freejoint/><geom type='box' size='.1 .1 .1' margin='.03' gap='.01'/></body>)";
  const std::string actuators = R"(<actuator><adhesion body='hand' ctrlrange='0 1' gain='20'/>
      <adhesion body='block' ctrlrange='0 1' gain='5'/><general body='block' gainprm='1' biastype='affine' biasprm='0 0 -3'/></actuator>)";
  for (const char* options : {"", "cone='elliptic' integrator='implicitfast'", "integrator='RK4'"})
    expect_equal(joined(options, bodies, actuators), 6, 1e-7);
}

// The derivative of the bias force makes the matrix lopsided: trees alone in a warp, several, and apart.
TEST(GpuWorlds, IntegrateImplicitly) {  // judge: step
  const std::string floor = "<geom type='plane' size='3 3 .1'/>", options = "integrator='implicit'";
  const auto robot = [](double x, int links) {
    std::string legs;
    for (int k = 0; k < links; ++k)
      legs += "<body pos='.15 .1 0'><joint axis='0 1 " + std::to_string(k) +
              "' damping='.2'/><geom type='capsule' size='.03 .06'/>";
    for (int k = 0; k < links; ++k) legs += "</body>";
    return "<body pos='" + std::to_string(x) +
           " 0 .2'><freejoint/><geom type='box' size='.1 .05 .08' pos='.02 0 0'/>" + legs +
           "<body pos='0 -.2 .1'><joint type='ball'/><geom size='.05' pos='.1 0 0'/><body pos='.2 0 "
           "0'><joint type='slide' axis='0 1 1'/>"
           "<joint axis='1 0 0'/><geom size='.04'/></body></body></body>";
  };
  const std::string actuators =
      R"(<actuator><general site='s' refsite='r' gear='1 2 3 .1 .2 .3' biastype='affine' biasprm='0 0 -3'/></actuator>)";
  expect_equal(joined(options, floor + robot(0, 2)), 4, 1e-7);
  expect_equal(joined(options, floor + robot(0, 1) + robot(1, 3)), 4, 1e-7);
  expect_equal(joined(options, floor + robot(0, 8) + robot(1.5, 9)), 4, 1e-7);
  expect_equal(joined(options, R"(<body><freejoint/><geom type='box' size='.1 .1 .1'/><site name='s'/></body>
      <body pos='.5 0 0'><freejoint/><geom type='box' size='.1 .2 .1'/><site name='r'/></body>)",
                      actuators),
               4, 1e-7);
}

// Sensors of every stage; forces applied to dofs and bodies.
TEST(GpuWorlds, ReadSensors) {  // judge: step
  const std::string bodies =
      kFloor +
      R"(<body name='a' pos='0 0 .09'><freejoint/><geom name='g' size='.1' pos='.02 0 0'/><site name='pad' type='box' size='.1 .1 .1' pos='0 0 -.1'/><site name='s' pos='.03 .02 .1' euler='20 10 5'/>
      <body name='b' pos='.3 0 0'><joint name='h' axis='0 1 0' stiffness='2' range='.1 60'/><geom type='capsule' size='.03 .1' pos='0 .05 0' euler='30 0 0'/><camera name='eye' pos='.1 0 .3' euler='20 30 0' resolution='20 10'/>
        <site name='r' pos='0 0 .1' euler='0 40 0'/><body pos='0 0 .2'><joint name='q' type='ball'/><geom size='.05' pos='.05 0 0'/></body></body></body>
      <body name='c' pos='.3 .4 .4'><freejoint/><geom size='.05'/></body>)";
  std::string sensors = "<sensor>";
  for (const char* frame :
       {"framepos", "framequat", "framexaxis", "frameyaxis", "framezaxis", "framelinvel", "frameangvel"})
    for (const char* object :
         {"objtype='site' objname='r'", "objtype='body' objname='b'", "objtype='xbody' objname='b'",
          "objtype='geom' objname='g'", "objtype='site' objname='r' reftype='site' refname='s'",
          "objtype='body' objname='b' reftype='xbody' refname='c'"})
      sensors += "<" + std::string(frame) + " " + object + "/>";
  sensors +=
      R"(<accelerometer site='s'/><accelerometer site='r' cutoff='3'/><velocimeter site='r'/><gyro site='r'/><force site='r'/><torque site='r'/>
      <force site='s'/><touch site='pad'/><touch site='s'/><magnetometer site='s'/><jointpos joint='h'/><jointvel joint='h'/><tendonpos tendon='t'/><tendonvel tendon='t'/><actuatorpos actuator='m'/>
      <actuatorvel actuator='m'/><actuatorfrc actuator='m'/><jointactuatorfrc joint='h'/><tendonactuatorfrc tendon='t'/><ballquat joint='q'/><ballangvel joint='q'/>
      <framelinacc objtype='geom' objname='g'/><frameangacc objtype='body' objname='b'/><subtreecom body='b'/><subtreelinvel body='a'/><clock/>
      <subtreeangmom body='a'/><subtreeangmom body='b'/><insidesite site='pad' objtype='geom' objname='g'/><e_potential/><e_kinetic/>
      <jointlimitpos joint='h'/><jointlimitvel joint='h'/><jointlimitfrc joint='h'/><tendonlimitpos tendon='t'/><tendonlimitvel tendon='t'/><tendonlimitfrc tendon='t'/>
      <framepos objtype='camera' objname='eye'/><framequat objtype='camera' objname='eye'/><framelinvel objtype='site' objname='r' reftype='camera' refname='eye'/>
      <camprojection site='r' camera='eye'/></sensor>)";
  const std::string rest =
      R"(<tendon><fixed name='t' range='-1 -.01' stiffness='3' springlength='.1'><joint joint='h' coef='1.5'/></fixed></tendon>
      <equality><weld body1='b' body2='c'/></equality><actuator><motor name='m' joint='h' gear='2'/><position name='p' tendon='t' kp='3'/></actuator>)";
  for (const char* cone : {"pyramidal", "elliptic"}) {
    const Model m = load_text(joined("cone='" + std::string(cone) + "'", bodies, rest + sensors)).value();
    Worlds worlds(m, 1, kDouble);
    Data d = make_data(m);
    std::mt19937 random(3);
    std::normal_distribution<Real> noise(0, 0.3);
    for (Real& v : d.qvel) v = noise(random);
    for (Real& f : d.qfrc_applied) f = noise(random);
    std::vector<Real> xfrc;
    for (int b = 0; b < m.nbody; ++b)
      for (int k = 0; k < 6; ++k) {
        xfrc.push_back(b ? noise(random) : 0);
        (k < 3 ? d.xfrc_applied[b].force[k] : d.xfrc_applied[b].torque[k - 3]) = xfrc.back();
      }
    worlds.set("qfrc_applied", d.qfrc_applied.span());
    worlds.set("xfrc_applied", xfrc);
    for (int k = 0; k < 3; ++k) {
      for (Real& u : d.ctrl) u = noise(random);
      set_state(d, worlds);
      worlds.set("time", {&d.time, 1});
      worlds.step();
      step(m, d);
      EXPECT_LT(error(d.qacc.span(), worlds.get("qacc")), 1e-8);
      EXPECT_LT(error(d.sensordata.span(), worlds.get("sensordata")), 1e-8);
      EXPECT_GT(d.ncon, 0);
    }
  }
}

// Range finders of sites and of both kinds of cameras, over every geom that rays meet.
TEST(GpuWorlds, LookAlongRays) {  // judge: step
  const std::string assets =
      "<asset><hfield name='hills' nrow='3' ncol='4' size='1 1 .2 .1' elevation='0 1 0 2 1 0 3 1 0 2 1 0'/>"
      "<mesh name='wedge' vertex='-.1 -.1 0 .1 -.1 0 .1 .1 0 -.1 .1 0 0 0 .12'/></asset>";
  const std::string bodies =
      R"(<geom type='hfield' hfield='hills' pos='0 0 -.5'/><geom type='plane' size='5 5 1' pos='0 0 -.6'/><geom size='.2' pos='0 0 .1' rgba='1 1 1 0'/>
      <body pos='0 0 1'><freejoint/><geom size='.1'/><site name='down' euler='180 10 0'/><site name='side' euler='0 90 0'/>
        <camera name='wide' resolution='5 4' euler='0 20 0' fovy='60'/><camera name='flat' resolution='4 3' projection='orthographic' fovy='1'/></body>
      <body pos='.3 .1 .4' euler='10 20 30'><freejoint/><geom type='box' size='.2 .1 .05'/></body>
      <body pos='-.2 .1 .4' euler='40 20 30'><freejoint/><geom type='mesh' mesh='wedge'/><geom type='cylinder' size='.05 .1' pos='0 .3 0'/></body>
      <body pos='.5 0 .95'><freejoint/><geom type='ellipsoid' size='.1 .2 .15'/></body><body pos='0 -.4 .3'><freejoint/><geom type='capsule' size='.1 .2'/></body>)";
  const std::string sensors =
      R"(<sensor><rangefinder site='down'/><rangefinder site='side' data='dist dir origin point normal depth'/><rangefinder site='down' cutoff='.4'/>
      <rangefinder camera='wide' data='dist normal depth'/><rangefinder camera='flat' data='dist point depth'/></sensor>)";
  const Model m = load_text(joined("", bodies, assets + sensors)).value();
  Worlds worlds(m, 1, kDouble);
  Data d = make_data(m);
  for (int k = 0; k < 3; ++k) {
    set_state(d, worlds);
    worlds.step();
    step(m, d);
    EXPECT_LT(error(d.sensordata.span(), worlds.get("sensordata")), 1e-9);
  }
  EXPECT_GT(d.sensordata[0], 0);
}

// Forces of tendons on their rotors, straight ones between moving sites too.
TEST(GpuWorlds, TurnRotorsOfTendons) {  // judge: step
  expect_equal(joined(
      "",
      R"(<site name='w' pos='0 0 .6'/><body><freejoint/><geom size='.1' pos='.02 0 0'/><site name='a' pos='0 -.2 .1'/>
      <body pos='.3 0 0'><joint name='h' axis='0 1 0'/><geom size='.1'/><site name='b' pos='-.2 .1 .25'/>
        <body pos='.2 0 0'><joint name='i' axis='0 0 1'/><geom size='.05' pos='.05 0 0'/><site name='c' pos='.1 0 .1'/></body></body></body>)",
      R"(<tendon><spatial armature='.3'><site site='a'/><site site='b'/><site site='c'/><pulley divisor='2'/><site site='w'/><site site='a'/></spatial>
      <fixed armature='.1'><joint joint='h' coef='1.5'/><joint joint='i' coef='-1'/></fixed></tendon>)"));
}

TEST(GpuWorlds, SolveByConjugateGradients) {  // judge: step
  const std::string bodies =
      kFloor + R"(<body pos='0 0 .09' euler='10 20 0'><freejoint/><geom type='box' size='.2 .15 .1'/>
      <body pos='.3 0 .1'><joint axis='0 1 0' range='-1 -.001' limited='true' frictionloss='.1'/><geom type='capsule' size='.03 .1'/></body></body>)";
  for (const char* cone : {"pyramidal", "elliptic"})
    expect_equal(joined("solver='CG' cone='" + std::string(cone) + "'", bodies), 6, 1e-6);
  std::string many = kFloor;
  for (int i = 0; i < 7; ++i)
    many += "<body pos='0 0 " + std::to_string(.09 + .19 * i) +
            "'><freejoint/><geom type='box' size='.1 .1 .1'/></body>";
  expect_equal(joined("solver='CG'", many), 2, 1e-6);
}

// What is asked for is written by steps from then on, and by forward without a step.
TEST(GpuWorlds, ShowWhatIsWatched) {  // judge: step
  const std::string bodies =
      kFloor +
      R"(<body pos='0 0 .09'><freejoint/><geom size='.1' pos='.02 0 0'/><site pos='.03 .02 .1' euler='20 10 5'/>
      <body pos='.3 0 0'><joint name='h' axis='0 1 0'/><geom type='capsule' size='.03 .1' euler='30 0 0'/></body></body>)";
  const Model m =
      load_text(joined("", bodies,
                       "<tendon><fixed name='t'><joint joint='h' coef='2'/></fixed></tendon><actuator><motor "
                       "joint='h' gear='2'/></actuator>"))
          .value();
  Worlds worlds(m, 1, kDouble);
  Data d = make_data(m);
  for (Real& v : d.qvel) v = .3;
  d.ctrl[0] = .2;
  const auto expect_same = [&] {
    forward(m, d);
    rne_post_constraint(m, d);
    const auto same = [&](const char* name, const auto& array) {
      const auto* first = reinterpret_cast<const Real*>(array.data());
      const std::vector<Real> ours = worlds.get(name);
      EXPECT_EQ(ours.size() * sizeof(Real), static_cast<std::size_t>(array.size()) * sizeof(array[0]))
          << name;
      EXPECT_LT(error({first, ours.size()}, ours), 1e-8) << name;
    };
    same("xpos", d.xpos), same("xquat", d.xquat), same("xmat", d.xmat), same("xipos", d.xipos);
    same("ximat", d.ximat), same("geom_xpos", d.geom_xpos), same("geom_xmat", d.geom_xmat);
    same("site_xpos", d.site_xpos), same("site_xmat", d.site_xmat), same("cinert", d.cinert);
    same("cvel", d.cvel), same("cacc", d.cacc), same("cfrc_ext", d.cfrc_ext),
        same("subtree_com", d.subtree_com);
    same("qfrc_actuator", d.qfrc_actuator), same("qfrc_constraint", d.qfrc_constraint);
    same("actuator_length", d.actuator_length), same("actuator_velocity", d.actuator_velocity);
    same("actuator_force", d.actuator_force), same("ten_length", d.ten_length),
        same("ten_velocity", d.ten_velocity);
  };
  set_state(d, worlds);
  for (const DeviceField& f : worlds.fields()) worlds.field(f.name);
  worlds.step();  // shows where it began
  expect_same();
  step(m, d);
  set_state(d, worlds);
  worlds.forward();
  expect_same();
  EXPECT_EQ(worlds.get("qpos"), std::vector<Real>(d.qpos.begin(), d.qpos.end()));
}

// Contacts of geoms, bodies, subtrees and within sites, by every way to reduce them.
TEST(GpuWorlds, FeelContacts) {  // judge: step
  const std::string bodies =
      kFloor +
      R"(<body name='a' pos='0 0 .09' euler='3 2 0'><freejoint/><geom name='box' type='box' size='.2 .15 .1'/><site name='all' type='sphere' size='.5'/>
      <body name='b' pos='.3 0 0'><joint axis='0 1 0'/><geom name='arm' type='capsule' size='.1 .1'/></body></body>
      <body name='c' pos='.1 0 .28'><freejoint/><geom size='.1'/></body>)";
  std::string sensors = "<sensor>";
  for (const char* objects : {"geom1='box'", "body1='a'", "subtree1='a'", "body1='a' body2='c'",
                              "body1='c' subtree2='a'", "site='all'"})
    for (const char* reduce : {"none", "mindist", "maxforce", "netforce"})
      sensors += "<contact " + std::string(objects) +
                 " num='3' data='found force torque dist pos normal tangent' reduce='" + reduce + "'/>";
  const Model m = load_text(joined("", bodies, sensors + "</sensor>")).value();
  Worlds worlds(m, 1, kDouble);
  Data d = make_data(m);
  for (int k = 0; k < 4; ++k) {
    set_state(d, worlds);
    worlds.step();
    step(m, d);
    EXPECT_GT(d.ncon, 3);
    EXPECT_LT(error(d.sensordata.span(), worlds.get("sensordata")), 1e-7);
  }
}

TEST(GpuWorlds, FeelAMedium) {  // judge: step
  expect_equal(joined("density='1000' viscosity='.1' wind='1 .5 -.3'",
                      R"(<body><freejoint/><geom type='box' size='.1 .2 .05' pos='.02 0 .01'/>
      <body pos='.3 0 0'><joint type='ball'/><geom type='ellipsoid' size='.1 .05 .2' fluidshape='ellipsoid' euler='20 0 0'/>
        <geom type='capsule' size='.03 .1' pos='0 .1 0' fluidshape='ellipsoid' fluidcoef='.4 .3 1.2 .9 .8'/></body></body>)"));
}

TEST(GpuWorlds, CompensateGravity) {  // judge: step
  const std::string bodies =
      R"(<body gravcomp='1'><joint name='j' axis='0 1 0' actuatorgravcomp='true'/><geom size='.1' pos='.3 0 0'/>
      <body gravcomp='.5' pos='.5 0 0'><joint axis='0 1 0'/><geom size='.1' pos='.2 0 0'/></body></body>)";
  expect_equal(joined("", bodies));
  expect_equal(joined("", bodies, "<actuator><motor joint='j'/></actuator>"));
}

TEST(GpuWorlds, WithMoreDofsThanAWarpHasLanes) {  // judge: step
  std::string bodies = kFloor;
  for (int i = 0; i < 7; ++i)
    bodies += "<body pos='0 0 " + std::to_string(.09 + .19 * i) + "' euler='0 " + std::to_string(i) +
              " 0'><freejoint/><geom type='box' size='.1 .1 .1'/></body>";
  expect_equal(joined("", bodies), 2);
}

// Three chains: none touches another, two do in one place, or each lies on the next in many.
TEST(GpuWorlds, OfSeveralTreesTouchEachOther) {  // judge: step
  const auto chain = [](const std::string& pos, const std::string& euler) {
    std::string open = "<body pos='" + pos + "' euler='" + euler +
                       "'><freejoint/><geom type='capsule' size='.04' fromto='0 0 0 .15 0 0'/>",
                close = "</body>";
    for (int i = 0; i < 6; ++i) {
      open += "<body pos='.2 0 0'><joint axis='0 1 " + std::to_string(i % 2) +
              "'/><geom type='capsule' size='.04' fromto='0 0 0 .15 0 0'/>";
      close += "</body>";
    }
    return open + close;
  };
  const std::string low = kFloor + chain("0 0 .035", "0 0 0");
  EXPECT_EQ(expect_equal(joined("", low + chain("0 1 .5", "0 0 0") + chain("0 2 .5", "0 0 0")), 2), 0);
  EXPECT_EQ(expect_equal(joined("", low + chain(".3 -.2 .11", "0 0 70") + chain("0 2 .5", "0 0 0")), 3), 0);
  EXPECT_EQ(expect_equal(joined("", low + chain(".3 -.2 .11", "0 0 70") + chain(".5 -.2 .11", "0 0 70")), 3),
            0);
  expect_equal(joined("", low + chain("0 0 .105", "0 0 1") + chain("0 0 .175", "0 0 2")), 2);
}

TEST(GpuWorlds, InSinglePrecisionAreNear) {  // judge: step
  expect_equal(joined("", kFloor + "<body pos='0 0 .095'><freejoint/><geom size='.1'/></body>"), 4, 1e-3,
               kSingle);
}

TEST(GpuWorlds, DoNotDependOnTheirNumber) {  // judge: definition
  const Model m =
      load_text(
          joined("", kFloor + "<body pos='0 0 .09'><freejoint/><geom type='box' size='.1 .2 .1'/></body>"))
          .value();
  Worlds alone(m, 1, kSingle), many(m, 3, kSingle);
  std::vector<Real> qvel(static_cast<std::size_t>(3 * m.nv));
  for (std::size_t i = 0; i < qvel.size(); ++i) qvel[i] = 0.1 * static_cast<Real>(i % 7);
  many.set("qvel", qvel);
  alone.set("qvel", std::span(qvel).subspan(static_cast<std::size_t>(m.nv), static_cast<std::size_t>(m.nv)));
  alone.step(5), many.step(5);
  const std::vector<Real> a = alone.get("qpos"), b = many.get("qpos");
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i], b[static_cast<std::size_t>(m.nq) + i]);
}

TEST(GpuWorlds, WithBadNumbersStartAgainAndTheOthersDoNotNotice) {  // judge: definition
  const Model m = load_text(joined("", "<body pos='0 0 1'><freejoint/><geom size='.1'/></body>")).value();
  Worlds worlds(m, 2, kDouble);
  std::vector<Real> qpos = worlds.get("qpos");
  qpos[1] = std::numeric_limits<Real>::quiet_NaN();
  worlds.set("qpos", qpos);
  worlds.step(2);
  EXPECT_EQ(worlds.get("warning"), (std::vector<Real>{1, 0}));
  const std::vector<Real> after = worlds.get("qpos");
  for (int i = 0; i < m.nq; ++i)
    EXPECT_EQ(after[static_cast<std::size_t>(i)], after[static_cast<std::size_t>(m.nq + i)]);
}

TEST(GpuWorlds, StayWhereTheyAreNotActiveAndStartAgainWhereTheyAreTold) {  // judge: definition
  const Model m = load_text(joined("", "<body pos='0 0 1'><freejoint/><geom size='.1'/></body>")).value();
  Worlds worlds(m, 3, kDouble);
  const unsigned char active[] = {1, 0, 1}, mask[] = {1, 0, 0};
  worlds.step(4, nullptr, nullptr, active);
  worlds.reset(mask);
  const std::vector<Real> time = worlds.get("time");
  EXPECT_EQ(time[0], 0);
  EXPECT_EQ(time[1], 0);
  EXPECT_DOUBLE_EQ(time[2], .012);
}

// Masses, sizes, friction, gains, damping and gravity of their own; constants follow as by set_const.
TEST(GpuWorlds, HaveModelsOfTheirOwn) {  // judge: step
  const Model m =
      load_text(joined("", kFloor + R"(<body pos='0 0 .09'><freejoint/><geom type='box' size='.1 .2 .1'/>
      <body pos='.2 0 .1'><joint name='j' axis='0 1 0' damping='.1'/><geom type='capsule' size='.03 .1'/></body></body>)",
                       "<actuator><position joint='j' kp='3'/></actuator>"))
          .value();
  constexpr int kCount = 3;
  Worlds worlds(m, kCount, kDouble);
  std::vector<Model> models(kCount, m);
  std::vector<Real> mass, size, friction, gain, gravity;
  for (int w = 0; w < kCount; ++w) {
    Model& own = models[static_cast<std::size_t>(w)];
    own.body_mass[1] *= 1 + w, own.geom_size[1][2] = .1 + .01 * w, own.geom_friction[1][0] = .2 + .3 * w;
    own.actuator_gainprm[0][0] = 3 + w, own.opt.gravity = {0.1 * w, 0, -9};
    Data scratch = make_data(own);
    EXPECT_EQ(set_const(own, scratch), "");
    const auto put = [&](std::vector<Real>& to, const Real* from, int n) {
      to.insert(to.end(), from, from + n);
    };
    put(mass, own.body_mass.data(), m.nbody), put(size, own.geom_size[0].data(), 3 * m.ngeom);
    put(friction, own.geom_friction[0].data(), 3 * m.ngeom), put(gain, own.actuator_gainprm[0].data(), 10);
    put(gravity, own.opt.gravity.data(), 3);
  }
  const VariedField fields[] = {{"body_mass", mass}, {"geom_size", size}, {"geom_friction", friction}};
  const VariedField more[] = {{"actuator_gainprm", gain}, {"opt.gravity", gravity}};
  worlds.vary(fields);
  worlds.vary(more);
  worlds.set("ctrl", std::vector<Real>{.3, .3, .3});
  worlds.set("qvel", std::vector<Real>(static_cast<std::size_t>(kCount * m.nv), .4));
  worlds.step(5);
  for (int w = 0; w < kCount; ++w) {
    const Model& own = models[static_cast<std::size_t>(w)];
    Data d = make_data(own);
    d.ctrl[0] = .3;
    for (Real& v : d.qvel) v = .4;
    for (int k = 0; k < 5; ++k) step(own, d);
    EXPECT_GT(d.ncon, 0);
    const std::vector<Real> qpos = worlds.get("qpos");
    const auto first = qpos.begin() + static_cast<std::ptrdiff_t>(w * m.nq);
    EXPECT_LT(error(d.qpos.span(), {first, first + m.nq}), 1e-10);
  }
}

TEST(GpuWorlds, RefuseModelsOfTheirOwnThatCannotBe) {  // judge: definition
  const Model m = load_text(joined("", "<body><freejoint/><geom size='.1'/></body>")).value();
  Worlds worlds(m, 2, kDouble);
  const auto vary = [&](const std::string& name, std::vector<Real> values) {
    const VariedField fields[] = {{name, values}};
    worlds.vary(fields);
  };
  EXPECT_THROW(vary("body_weight", {1, 2}), std::invalid_argument);
  EXPECT_THROW(vary("body_parentid", {0, 0, 0, 0}), std::invalid_argument);
  EXPECT_THROW(vary("body_mass", {1, 2}), std::invalid_argument);
  EXPECT_THROW(vary("body_mass", {0, 1, 0, std::nan("")}), std::invalid_argument);
  EXPECT_THROW(vary("dof_frictionloss", std::vector<Real>(12, 1)), std::invalid_argument);
  worlds.step();
  EXPECT_EQ(worlds.get("warning"), (std::vector<Real>{0, 0}));
}

TEST(GpuWorlds, RefuseWhatTheyLackByName) {  // judge: definition
  const auto reason = [](const std::string& xml) {
    try {
      Worlds(load_text(xml).value(), 1, kDouble);
    } catch (const std::invalid_argument& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  const std::string ball = "<geom name='g' size='.1'/><body name='b'><freejoint/><geom size='.1'/></body>";
  EXPECT_NE(reason(joined("solver='PGS'", ball)).find("solver PGS"), std::string::npos);
  std::string chain;
  for (int k = 0; k < 33; ++k) chain += "<body pos='.1 0 0'><joint axis='0 1 0'/><geom size='.01'/>";
  for (int k = 0; k < 33; ++k) chain += "</body>";
  EXPECT_NE(reason(joined("integrator='implicit'", chain)).find("integrator implicit"), std::string::npos);
  EXPECT_NE(reason(joined("density='1' integrator='implicitfast'", ball)).find("density"), std::string::npos);
  EXPECT_NE(reason("<mujoco><option><flag multiccd='enable'/></option><worldbody><body><freejoint/><geom "
                   "type='ellipsoid' "
                   "size='.1 .2 .1'/></body><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>")
                .find("multiccd"),
            std::string::npos);
  EXPECT_NE(
      reason(joined("", ball, "<sensor><distance geom1='g' body2='b'/></sensor>")).find("mjSENS_GEOMDIST"),
      std::string::npos);
  EXPECT_THROW(Worlds(load_text(joined("", ball)).value(), 0, kDouble), std::invalid_argument);
}

TEST(GpuWorlds, TakeRowsOfTheRightLengthOnly) {  // judge: definition
  Worlds worlds(load_text(joined("", "<body><freejoint/><geom size='.1'/></body>")).value(), 2, kDouble);
  EXPECT_THROW(worlds.set("qpos", std::vector<Real>(3)), std::invalid_argument);
  EXPECT_THROW(worlds.get("xvel"), std::out_of_range);
  EXPECT_THROW(worlds.reset(std::vector<unsigned char>(5)), std::invalid_argument);
  EXPECT_THROW(worlds.reset({}, 3), std::out_of_range);
}

}  // namespace
}  // namespace corten::gpu
