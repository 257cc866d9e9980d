// Rollouts on one core: four worlds per instruction beside one at a time.
#include <benchmark/benchmark.h>

#include <filesystem>
#include <random>
#include <string>

#include "corten/batch/lane_step.h"
#include "corten/batch/rollout.h"
#include "corten/load.h"
#include "corten/model/state.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"

namespace corten {
namespace {

constexpr int kWorlds = 64;
constexpr int kSteps = 20;

std::string chain(int links) {
  std::string open, close;
  for (int i = 0; i < links; ++i) {
    open +=
        "<body pos='0 0 .1'><joint axis='" + std::string(i % 2 ? "1 0 0" : "0 1 0") +
        "' damping='.01' armature='.001'/><geom type='capsule' size='.01' fromto='0 0 0 0 0 .1' contype='0' "
        "conaffinity='0'/>";
    close += "</body>";
  }
  return "<mujoco><worldbody>" + open + close + "</worldbody></mujoco>";
}

std::string free_bodies(int n) {
  std::string xml = "<mujoco><worldbody>";
  for (int i = 0; i < n; ++i)
    xml += "<body><freejoint/><geom type='box' size='.1 .2 .3' contype='0' conaffinity='0'/></body>";
  return xml + "</worldbody></mujoco>";
}

void nothing(const Model&, Data&, void*) {}

void run(benchmark::State& state, const Model& m) {
  Data d = make_data(m);
  Hooks hooks;
  if (!state.range(0)) hooks.control = nothing;  // a callback wants one world at a time
  std::vector<Real> row(static_cast<std::size_t>(state_size(m, mjSTATE_FULLPHYSICS))), initial;
  for (int w = 0; w < kWorlds; ++w) {
    d.qvel[0] = 0.01 * w;
    get_state(m, d, row, mjSTATE_FULLPHYSICS);
    initial.insert(initial.end(), row.begin(), row.end());
  }
  Crew crew(1);
  const Model* const models[] = {&m};
  Data* const data[] = {&d};
  const RolloutArrays arrays{kWorlds, kSteps, 0, initial, {}, {}, {}, {}};
  for (auto _ : state) rollout(crew, models, data, arrays, 8, {&hooks, 1});
  state.counters["step"] =
      benchmark::Counter(1e-6 * kWorlds * kSteps, benchmark::Counter::kIsIterationInvariantRate |
                                                      benchmark::Counter::kInvert);  // [µs of a world's step]
}

void BM_rollout(benchmark::State& state, const std::string& xml) { run(state, load_text(xml).value()); }

// What lanes would give the smooth stages of a model with contacts: the model with its constraints switched
// off.
void BM_smooth_part(benchmark::State& state, const std::string& path) {
  Model m = load(path).value();
  m.opt.disableflags |= mjDSBL_CONSTRAINT;
  m.opt.integrator = mjINT_EULER;
  if (!lane_plan(m).fits) return state.SkipWithError("needs more than smooth dynamics");
  run(state, m);
}

// Worlds that fell and lie or walk about under controls of their own, as in learning loops.
void BM_contacts(benchmark::State& state, const std::string& path) {
  if (!std::filesystem::exists(path)) return state.SkipWithError("no such model");
  const Model m = load(path).value();
  Data d = make_data(m);
  Hooks hooks;
  if (!state.range(0)) hooks.control = nothing;
  std::mt19937 random(1);
  std::uniform_real_distribution<Real> uniform(-1, 1);
  std::vector<Real> row(static_cast<std::size_t>(state_size(m, mjSTATE_FULLPHYSICS))), initial, warmstart;
  std::vector<Real> control(static_cast<std::size_t>(kWorlds * kSteps * m.nu));
  for (Real& u : control) u = uniform(random);
  for (int w = 0; w < kWorlds; ++w) {
    reset_data(m, d);
    for (int i = 0; i < 200; ++i) {
      for (Real& u : d.ctrl) u = uniform(random);
      step(m, d);
    }
    get_state(m, d, row, mjSTATE_FULLPHYSICS);
    initial.insert(initial.end(), row.begin(), row.end());
    warmstart.insert(warmstart.end(), d.qacc_warmstart.begin(), d.qacc_warmstart.end());
  }
  Crew crew(1);
  const Model* const models[] = {&m};
  Data* const data[] = {&d};
  const RolloutArrays arrays{kWorlds, kSteps, mjSTATE_CTRL, initial, warmstart, control, {}, {}};
  for (auto _ : state) rollout(crew, models, data, arrays, 64, {&hooks, 1});
  state.counters["step"] = benchmark::Counter(
      1e-6 * kWorlds * kSteps,
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);  // [µs of a world's step]
}

constexpr const char* kCartPole = R"(<mujoco><option timestep="0.01"/><worldbody>
<body name="cart"><joint name="slide" type="slide" axis="1 0 0" damping="0.1"/><geom type="box" size=".2 .1 .1" mass="1"/>
<body name="pole"><joint axis="0 1 0"/><geom type="capsule" size=".03" fromto="0 0 0 0 0 .8" mass=".1"/></body></body>
</worldbody><actuator><motor joint="slide" gear="10"/></actuator></mujoco>)";

BENCHMARK_CAPTURE(BM_rollout, cart_pole, kCartPole)->ArgName("lanes")->Arg(0)->Arg(1);
BENCHMARK_CAPTURE(BM_rollout, chain_6, chain(6))->ArgName("lanes")->Arg(0)->Arg(1);
BENCHMARK_CAPTURE(BM_rollout, chain_30, chain(30))->ArgName("lanes")->Arg(0)->Arg(1);
BENCHMARK_CAPTURE(BM_rollout, free_bodies_10, free_bodies(10))->ArgName("lanes")->Arg(0)->Arg(1);
BENCHMARK_CAPTURE(BM_smooth_part, humanoid, "scenes/humanoid.xml")->ArgName("lanes")->Arg(0)->Arg(1);

#define CORTEN_CONTACTS(name, path) \
  BENCHMARK_CAPTURE(BM_contacts, name, path)->ArgName("lanes")->Arg(0)->Arg(1)
CORTEN_CONTACTS(half_cheetah, ".venv/models/gymnasium/half_cheetah.xml");
CORTEN_CONTACTS(hopper, ".venv/models/gymnasium/hopper.xml");
CORTEN_CONTACTS(walker, ".venv/models/gymnasium/walker2d_v5.xml");
CORTEN_CONTACTS(ant, ".venv/models/gymnasium/ant.xml");
CORTEN_CONTACTS(gymnasium_humanoid, ".venv/models/gymnasium/humanoid.xml");
CORTEN_CONTACTS(humanoid, "scenes/humanoid.xml");

}  // namespace
}  // namespace corten
