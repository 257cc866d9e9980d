// Worlds in the emulator beside the CPU engine.
#include "tests/cuda/beside_cpu.h"

namespace corten::gpu {
namespace {

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

}  // namespace
}  // namespace corten::gpu
