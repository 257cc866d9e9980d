// Islands solved by 1 and 2 threads: heaps of boxes that lie apart, and 22 humanoids.
#include <benchmark/benchmark.h>

#include <string>

#include "corten/load.h"
#include "corten/sim/forward.h"
#include "corten/sim/island_threads.h"
#include "corten/sim/reset.h"
#include "tests/support/model_files.h"

namespace corten {
namespace {

constexpr int kHeap = 5;

std::string heaps(int boxes) {
  std::string xml =
      "<mujoco><size memory='200M'/><option cone='elliptic'/><worldbody><geom type='plane' size='50 50 1'/>";
  for (int i = 0; i < boxes; ++i) {
    const int heap = i / kHeap;
    xml += "<body pos='" + std::to_string(0.5 * (heap % 20)) + " " + std::to_string(0.5 * (heap / 20)) + " " +
           std::to_string(0.1 + 0.21 * (i % kHeap)) +
           "'><freejoint/><geom type='box' size='.1 .1 .1'/></body>";
  }
  return xml + "</worldbody></mujoco>";
}

// the same forward pass again and again
void run(benchmark::State& state, const Model& m) {
  Data d = make_data(m);
  IslandThreads islands(m, static_cast<int>(state.range(0)));
  Hooks hooks;
  hooks.islands = state.range(0) > 1 ? &islands : nullptr;
  for (int i = 0; i < 50; ++i) step(m, d);
  for (auto _ : state) forward(m, d, hooks);
  state.counters["islands"] = d.nisland;
  state.counters["rows"] = d.nefc;
  state.counters["iterations"] = d.solver_niter[0];
}

void BM_IslandThreads_boxes(benchmark::State& state) {
  run(state, load_text(heaps(static_cast<int>(state.range(1)))).value());
}

void BM_IslandThreads_humanoids(benchmark::State& state) {
  run(state, load(model_file("mjx/humanoid/10_humanoids.xml")).value());
}

BENCHMARK(BM_IslandThreads_boxes)
    ->ArgNames({"threads", "boxes"})
    ->ArgsProduct({{1, 2}, {10, 100, 1000}})
    ->UseRealTime()
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_IslandThreads_humanoids)
    ->ArgName("threads")
    ->Arg(1)
    ->Arg(2)
    ->UseRealTime()
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace corten
