// Sensors, rays and watched fields of worlds on the GPU, in the emulator.
#include "corten/smooth/rne.h"
#include "tests/cuda/beside_cpu.h"

namespace corten::gpu {
namespace {

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

}  // namespace
}  // namespace corten::gpu
