// The collision stage of both engines at the same settled states: free boxes in a pile, developer models.
#include <benchmark/benchmark.h>

#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "corten/collide/collision.h"
#include "corten/model/step_arena.h"
#include "tests/support/contacts.h"
#include "tests/support/model_files.h"

namespace corten {
namespace {

using oracle::ContactScene;

// n free boxes on a square grid, in layers, falling onto a plane
std::string boxes(int n) {
  const int side = std::max(1, static_cast<int>(std::sqrt(n / 4.0)));
  std::string xml = "<mujoco><size memory='400M'/><worldbody><geom type='plane' size='50 50 1'/>";
  for (int i = 0; i < n; ++i) {
    const double x = 0.21 * (i % side), y = 0.21 * (i / side % side),
                 z = 0.0995 + 0.199 * (i / (side * side));
    xml += "<body pos='" + std::to_string(x) + " " + std::to_string(y) + " " + std::to_string(z) +
           "'><freejoint/><geom type='box' size='.1 .1 .1'/></body>";
  }
  return xml + "</worldbody></mujoco>";
}

ContactScene& pile(int n) {
  static std::map<int, std::unique_ptr<ContactScene>> scenes;
  std::unique_ptr<ContactScene>& scene = scenes[n];
  if (!scene) {
    scene = std::make_unique<ContactScene>(boxes(n));
    const int steps = n <= 100 ? 100 : 0;  // the grid overlaps a little from the start
    for (int i = 0; i < steps; ++i) mj_step(scene->om.get(), scene->od.get());
    scene->run();
  }
  return *scene;
}

ContactScene& model(const std::string& file) {
  static std::map<std::string, std::unique_ptr<ContactScene>> scenes;
  std::unique_ptr<ContactScene>& scene = scenes[file];
  if (!scene) {
    scene = std::make_unique<ContactScene>(oracle::load_file(file));
    if (scene->om->nkey > 0) mj_resetDataKeyframe(scene->om.get(), scene->od.get(), 0);
    for (int i = 0; i < 200; ++i) mj_step(scene->om.get(), scene->od.get());
    scene->run();
  }
  return *scene;
}

void run_ours(benchmark::State& state, ContactScene& s) {
  for (auto _ : state) {
    empty_step_arena(s.m, s.d);
    collision(s.m, s.d);
  }
  state.counters["ncon"] = s.d.ncon;
}
void run_oracle(benchmark::State& state, ContactScene& s) {
  for (auto _ : state) mj_collision(s.om.get(), s.od.get());
  state.counters["ncon"] = s.od->ncon;
}

void BM_collision_corten(benchmark::State& state) { run_ours(state, pile(static_cast<int>(state.range(0)))); }
void BM_collision_oracle(benchmark::State& state) {
  run_oracle(state, pile(static_cast<int>(state.range(0))));
}
BENCHMARK(BM_collision_corten)
    ->ArgName("boxes")
    ->Arg(10)
    ->Arg(100)
    ->Arg(300)
    ->Arg(1000)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_collision_oracle)
    ->ArgName("boxes")
    ->Arg(10)
    ->Arg(100)
    ->Arg(300)
    ->Arg(1000)
    ->Unit(benchmark::kMicrosecond);

const std::vector<std::string> kModels = {"mjx/humanoid/humanoid.xml",
                                          "mjx/humanoid/10_humanoids.xml",
                                          "mujoco_warp/aloha_pot/scene.xml",
                                          "menagerie/franka_emika_panda/scene.xml",
                                          "menagerie/unitree_g1/scene.xml",
                                          "menagerie/shadow_hand/scene_right.xml",
                                          "menagerie/google_barkour_vb/scene.xml"};

const bool kRegistered = [] {
  for (const std::string& name : found(kModels)) {
    benchmark::RegisterBenchmark(("BM_collision/" + name + "/engine:corten").c_str(),
                                 [name](benchmark::State& s) { run_ours(s, model(name)); })
        ->Unit(benchmark::kMicrosecond);
    benchmark::RegisterBenchmark(("BM_collision/" + name + "/engine:oracle").c_str(),
                                 [name](benchmark::State& s) { run_oracle(s, model(name)); })
        ->Unit(benchmark::kMicrosecond);
  }
  return true;
}();

}  // namespace
}  // namespace corten
