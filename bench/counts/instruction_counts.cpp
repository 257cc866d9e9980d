// Runs a fixed set of kernels and steps under callgrind, which writes one profile per entry named after it.
// tools/bench_check.py adds them up and compares them with bench/counts.toml.
#include <valgrind/callgrind.h>

#include <cstdio>
#include <exception>
#include <string>

#include "corten/batch/rollout.h"
#include "corten/collide/collision.h"
#include "corten/constraint/make_constraint.h"
#include "corten/load.h"
#include "corten/model/state.h"
#include "corten/model/step_arena.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"
#include "corten/smooth/com.h"
#include "corten/smooth/inertia.h"
#include "corten/smooth/kinematics.h"
#include "corten/smooth/rne.h"

namespace corten {
namespace {

// What callgrind writes next is the profile of `run` alone.
template <class Run>
void count(const std::string& name, Run&& run) {
  CALLGRIND_TOGGLE_COLLECT;
  run();
  CALLGRIND_TOGGLE_COLLECT;
  CALLGRIND_DUMP_STATS_AT(name.c_str());
}

// Settled in its scene, every actuator at a tenth of its range.
Data settled(const Model& m, int steps) {
  Data d = make_data(m);
  for (int i = 0; i < m.nu; ++i)
    d.ctrl[i] = 0.1 * (m.actuator_ctrllimited[i] ? m.actuator_ctrlrange[i][1] : 1.0);
  for (int i = 0; i < steps; ++i) step(m, d);
  return d;
}

void count_steps(const std::string& folder, const char* scene) {
  const Model m = load(folder + "/" + scene + ".xml").value();
  Data d = settled(m, 100);
  count(std::string("step ") + scene, [&] {
    for (int i = 0; i < 10; ++i) step(m, d);
  });
}

void count_stages(const Model& m) {
  Data d = settled(m, 100);
  forward(m, d);
  count("kinematics", [&] { kinematics(m, d); });
  count("com_pos", [&] { com_pos(m, d); });
  count("make_m", [&] { make_m(m, d); });
  count("factor_m", [&] { factor_m(m, d); });
  count("collision", [&] {
    empty_step_arena(m, d);
    collision(m, d);
  });
  count("make_constraint", [&] { make_constraint(m, d); });
  forward(m, d);
  count("com_vel", [&] { com_vel(m, d); });
  count("rne", [&] { rne(m, d, false, d.qfrc_bias.span()); });
  count("fwd_constraint", [&] { fwd_constraint(m, d); });
}

// What a sleeper costs. As slow as this tolerance everything is: it sleeps after ten steps.
void count_asleep(Model m) {
  m.opt.enableflags |= mjENBL_SLEEP;
  m.opt.sleep_tolerance = 1e5;
  m.tree_sleep_policy[0] = mjSLEEP_ALLOWED;
  Data d = settled(m, 20);
  count("step asleep", [&] {
    for (int i = 0; i < 10; ++i) step(m, d);
  });
}

void count_rollout(const char* name, const Model& m) {
  constexpr int kWorlds = 4;
  Data d = settled(m, 0);
  std::vector<Real> row(static_cast<std::size_t>(state_size(m, mjSTATE_FULLPHYSICS))), initial;
  get_state(m, d, row, mjSTATE_FULLPHYSICS);
  for (int world = 0; world < kWorlds; ++world) initial.insert(initial.end(), row.begin(), row.end());
  Crew crew(1);
  const Model* const models[] = {&m};
  Data* const data[] = {&d};
  const RolloutArrays arrays{kWorlds, 5, 0, initial, {}, {}, {}, {}};
  count(name, [&] { rollout(crew, models, data, arrays, 1); });
}

void count_all(const std::string& folder) {
  for (const char* scene : {"cartpole", "double_pendulum", "arm", "ball_chain", "humanoid", "stack", "rope",
                            "cloth", "terrain", "plugins/tori"})
    count_steps(folder, scene);
  const std::string humanoid = folder + "/humanoid.xml";
  count("load", [&] { load(humanoid).value(); });
  const Model m = load(humanoid).value();
  count_stages(m);
  count_asleep(load(humanoid).value());
  count_rollout("rollout", m);
  Model smooth = load(humanoid).value();  // fits lanes without constraints
  smooth.opt.disableflags |= mjDSBL_CONSTRAINT;
  smooth.opt.integrator = mjINT_EULER;
  count_rollout("rollout in lanes", smooth);
}

}  // namespace
}  // namespace corten

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "use: instruction_counts <folder of scenes>\n");
    return 2;
  }
  try {
    corten::count_all(argv[1]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "instruction_counts: %s\n", error.what());
    return 1;
  }
}
