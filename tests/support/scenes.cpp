#include "tests/support/scenes.h"

#include <random>

#include "tests/support/model_files.h"

namespace corten::oracle {
namespace {

constexpr const char* kDice = R"(<mujoco><option impratio="3"/><worldbody>
  <geom type="plane" size="3 3 1" friction=".8"/>
  <body pos="0 0 .098"><freejoint/><geom type="box" size=".1 .1 .1" mass="2"/></body>
  <body pos=".05 .02 .295" euler="0 0 20"><freejoint/><geom type="box" size=".1 .1 .1" condim="4" friction=".5 .02 .003"/></body>
  <body pos=".6 0 .099"><freejoint/><geom type="sphere" size=".1" condim="6" friction=".7 .02 .003"/></body>
  <body pos="-.6 0 .099"><freejoint/><geom type="sphere" size=".1" condim="1"/></body>
  <body pos="-.6 .6 .09" euler="90 0 0"><freejoint/><geom type="capsule" size=".1 .2" solref="-500 -20"/></body>
  <body pos=".6 .6 .09"><joint type="slide" axis="0 0 1" frictionloss="2"/><geom type="ellipsoid" size=".1 .12 .1"/></body>
</worldbody></mujoco>)";

constexpr const char* kMechanism = R"(<mujoco><compiler angle="radian"/><worldbody>
  <geom type="plane" size="3 3 1" pos="0 0 -1"/>
  <site name="w" pos=".69 0 1"/>
  <body name="a" pos="0 0 1"><joint name="a" axis="0 1 0" limited="true" range="-.1 .15" frictionloss=".3"/>
    <geom type="capsule" size=".04" fromto="0 0 0 .4 0 0"/><site name="a" pos=".4 0 0"/>
    <body name="b" pos=".4 0 0"><joint name="b" type="ball" range="0 .1" limited="true" damping=".1"/>
      <geom type="capsule" size=".04" fromto="0 0 0 .3 0 0"/><site name="b" pos=".3 0 0"/></body>
    <body name="b2" pos=".4 0 .1"><joint name="b2" type="slide" axis="1 0 0" limited="true" range="-.01 .02" margin=".03"/>
      <geom type="sphere" size=".05" pos=".2 0 0"/></body></body>
  <body name="c" pos="0 1 1"><joint name="c" axis="1 0 0" frictionloss=".1"/><joint name="c2" axis="0 1 0"/>
    <geom type="box" size=".1 .2 .05" pos=".1 0 0"/><site name="c" pos=".1 .2 0"/></body>
  <body name="d" pos="0 1.5 1"><freejoint/><geom type="box" size=".1 .2 .05"/><site name="d" pos="0 .2 0" quat=".9 .1 .2 .3"/></body>
  <body name="e" pos="1 1.5 1"><freejoint/><geom type="box" size=".1 .1 .1"/><site name="e"/></body>
  <body name="f" pos="-.2 1.2 1"><joint name="f" axis="0 0 1" range="-.02 .02" limited="true"/><geom size=".1" pos=".2 0 0" contype="0" conaffinity="0"/><site name="f" pos=".3 0 0"/></body>
  <body name="mocap" mocap="true" pos="1 2.5 1"><geom type="sphere" size=".05" contype="0" conaffinity="0"/></body>
</worldbody>
<tendon>
  <spatial name="s" limited="true" range="0 1.25" frictionloss=".2" margin=".05"><site site="a"/><site site="c"/></spatial>
  <spatial name="s2"><site site="w"/><site site="b"/></spatial>
  <fixed name="t" limited="true" range="-.01 .01" frictionloss=".1"><joint joint="c" coef="1"/><joint joint="f" coef="-.5"/></fixed>
  <fixed name="u"><joint joint="c2" coef="2"/></fixed>
</tendon>
<equality>
  <connect body1="a" body2="c" anchor=".2 .1 0"/>
  <weld body1="d" body2="e" torquescale=".5" anchor="0 .1 0"/>
  <joint joint1="c" joint2="f" polycoef=".1 .5 .2 .1 .05"/>
  <tendon tendon1="t" tendon2="u" polycoef="0 .4 .1 0 0"/>
  <connect site1="b" site2="w"/>
  <weld site1="f" site2="c"/>
  <joint joint1="b2" polycoef=".01 0 0 0 0"/>
  <weld body1="e" body2="mocap" active="false"/>
</equality></mujoco>)";

constexpr const char* kWalker = R"(<mujoco><option timestep=".005"/><worldbody>
  <geom type="plane" size="5 5 1"/>
  <body name="torso" pos="0 0 .45"><freejoint/><geom type="box" size=".2 .1 .05"/>
    <body pos=".2 .1 0"><joint axis="0 1 0" range="-40 40" limited="true" damping="1"/><joint axis="1 0 0" range="-20 20" limited="true"/>
      <geom type="capsule" size=".03" fromto="0 0 0 0 0 -.2"/>
      <body pos="0 0 -.2"><joint axis="0 1 0" range="0 60" limited="true" frictionloss=".05"/><geom type="capsule" size=".03" fromto="0 0 0 0 0 -.22"/></body></body>
    <body pos=".2 -.1 0"><joint axis="0 1 0" range="-40 40" limited="true"/><geom type="capsule" size=".03" fromto="0 0 0 0 0 -.2"/>
      <body pos="0 0 -.2"><joint axis="0 1 0" range="0 60" limited="true"/><geom type="capsule" size=".03" fromto="0 0 0 0 0 -.22"/></body></body>
    <body pos="-.2 .1 0"><joint axis="0 1 0" range="-40 40" limited="true"/><geom type="capsule" size=".03" fromto="0 0 0 0 0 -.2"/>
      <body pos="0 0 -.2"><joint axis="0 1 0" range="0 60" limited="true"/><geom type="capsule" size=".03" fromto="0 0 0 0 0 -.22"/></body></body>
    <body pos="-.2 -.1 0"><joint axis="0 1 0" range="-40 40" limited="true"/><geom type="capsule" size=".03" fromto="0 0 0 0 0 -.2"/>
      <body pos="0 0 -.2"><joint axis="0 1 0" range="0 60" limited="true"/><geom type="capsule" size=".03" fromto="0 0 0 0 0 -.22" condim="4"/></body></body>
  </body>
  <body pos="1 0 .1"><freejoint/><geom type="cylinder" size=".1 .1" mass=".5"/></body>
</worldbody></mujoco>)";

// numbers in [-1, 1]
class Noise {
 public:
  explicit Noise(int seed) : rng_(static_cast<unsigned>(seed)) {}
  double operator()() { return 2.0 * static_cast<double>(rng_()) / static_cast<double>(rng_.max()) - 1; }

 private:
  std::mt19937 rng_;
};

const char* const kSolver[] = {" PGS", " CG", " Newton"};
const char* const kCone[] = {" pyramidal", " elliptic"};
const char* const kJacobian[] = {" dense", " sparse"};

}  // namespace

const std::vector<Scene>& small_scenes() {
  static const std::vector<Scene> scenes = {{"dice", kDice}, {"mechanism", kMechanism}, {"walker", kWalker}};
  return scenes;
}

std::vector<std::string> constraint_models() {
  return found({
      "scenes/humanoid.xml",
      "scenes/stack.xml",
      "mjx/humanoid/05_humanoids.xml",
      "mjx/constraints.xml",
      "mjx/quadratic_frictionloss.xml",
      "mjx/actuator/arm26.xml",
      "mjx/tendon/tendon.xml",
      "mujoco_warp/constraints.xml",
      "mujoco_warp/collision.xml",
      "mujoco_warp/flex/floppy.xml",
      "mujoco_warp/actuation/adhesion.xml",
      "mujoco_warp/actuation/slidercrank.xml",
      "mujoco_warp/tendon/tendon_limit.xml",
      "dm_control/suite/ball_in_cup.xml",
      "dm_control/suite/stacker.xml",
      "gymnasium/ant.xml",
      "mujoco/model/humanoid/humanoid.xml",
      "mujoco/model/humanoid/22_humanoids.xml",
      "mujoco/model/car/car.xml",
      "mujoco/model/cube/cube_3x3x3.xml",
      "mujoco/model/adhesion/active_adhesion.xml",
      "mujoco/model/slider_crank/slider_crank.xml",
      "mujoco/model/tendon_arm/arm26.xml",
      "mujoco/model/hammock/hammock.xml",
      "mujoco/test/testdata/flex.xml",
      "mujoco/test/engine/testdata/solver/model.xml",
      "mujoco/test/engine/testdata/catenary.xml",
      "mujoco/test/engine/testdata/collisions.xml",
      "mujoco/test/engine/testdata/equality_site.xml",
      "mujoco/test/engine/testdata/weld.xml",
      "mujoco/test/engine/testdata/connect.xml",
      "mujoco/test/engine/testdata/island/tendon_wrap.xml",
      "mujoco/test/engine/testdata/island/2humanoid100.xml",
      "mujoco/test/engine/testdata/core_constraint/tendon_limited_bilateral_margin.xml",
      "mujoco/test/engine/testdata/core_constraint/dofless_tendon_frictional.xml",
      "mujoco/test/engine/testdata/core_constraint/dofless_tendon_limited.xml",
      "mujoco/test/engine/testdata/core_smooth/ten_armature_1.xml",
      "mujoco/test/engine/testdata/core_smooth/rne_post/weld/tfratio0_multiple_constraints.xml",
      "mujoco/test/engine/testdata/core_smooth/rne_post/connect/multiple_constraints.xml",
  });
}

DataPtr random_state(const mjModel* m, int seed) {
  DataPtr d = make_data(m);
  Noise noise(seed);
  if (m->nkey && seed % 2) mj_resetDataKeyframe(m, d.get(), seed / 2 % m->nkey);
  std::vector<mjtNum> velocity(static_cast<std::size_t>(m->nv));
  for (mjtNum& v : velocity) v = 0.03 * noise();
  mj_integratePos(m, d->qpos, velocity.data(), 1);
  for (int i = 0; i < m->nv; ++i) d->qvel[i] = 0.3 * noise();
  for (int i = 0; i < m->nu; ++i) d->ctrl[i] = 0.3 * noise();
  mj_step(m, d.get());
  mj_step(m, d.get());
  return d;
}

std::string set_options(mjModel* m, int combination) {
  const int solver = combination % 3, cone = combination / 3 % 2, jacobian = combination / 6 % 2;
  m->opt.solver = solver;
  m->opt.cone = cone;
  m->opt.jacobian = jacobian;
  return std::string(kSolver[solver]) + kCone[cone] + kJacobian[jacobian];
}

void for_options(mjModel* m, const std::function<void(const std::string&)>& test) {
  const mjOption saved = m->opt;
  for (int combination = 0; combination < kCombinations; ++combination) test(set_options(m, combination));
  m->opt = saved;
}

void on_small_scenes(const Check& check) {
  for (const Scene& scene : small_scenes()) {
    const ModelPtr m = load_string(scene.xml);
    for_options(m.get(), [&](const std::string& options) {
      for (int seed = 0; seed < 4; ++seed) {
        const DataPtr d = random_state(m.get(), seed);
        mj_forward(m.get(), d.get());
        check(m.get(), d.get(), scene.name + options + " seed " + std::to_string(seed));
      }
    });
  }
}

}  // namespace corten::oracle
