// What worlds on the GPU promise as a whole and refuse, in the emulator.
#include <limits>

#include "corten/sim/set_const.h"
#include "tests/cuda/beside_cpu.h"

namespace corten::gpu {
namespace {

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
