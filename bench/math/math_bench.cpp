// Lanes against plain numbers on forward kinematics: time per body and world.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "bench/math/body_chain.h"
#include "bench/math/body_chain_avx2.h"
#include "corten/base/cpu.h"
#include "corten/math/eig3.h"
#include "corten/math/pack.h"

namespace corten::bench {
namespace {

void count_bodies(benchmark::State& state, int lanes) {
  state.counters["time_per_body_and_world"] =
      benchmark::Counter(static_cast<double>(state.iterations()) * kBodies * lanes,
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

template <class T>
void BM_PlaceBodies(benchmark::State& state, int lanes) {
  const auto chain = std::make_unique<BodyChain<T>>();
  fill(*chain);
  for (auto _ : state) {
    place_bodies(*chain);
    benchmark::ClobberMemory();
  }
  count_bodies(state, lanes);
}

void BM_PlaceBodiesAvx2(benchmark::State& state, ChainOfLanes (*make)(), int lanes) {
  if (!has(Isa::avx2)) return state.SkipWithError("no AVX2 here");
  const ChainOfLanes chain = make();
  for (auto _ : state) {
    chain.place(chain.chain);
    benchmark::ClobberMemory();
  }
  chain.destroy(chain.chain);
  count_bodies(state, lanes);
}

[[maybe_unused]] const bool registered = [] {
  const auto add = [](const char* name, auto&&... fn) {
    benchmark::RegisterBenchmark(("BM_PlaceBodies/" + std::string(name)).c_str(), fn...);
  };
  add("scalar:double", BM_PlaceBodies<double>, 1);
  add("scalar:float", BM_PlaceBodies<float>, 1);
  add("scalar:baseline_double_x2", BM_PlaceBodies<NativePack<double>>, NativePack<double>::kLanes);
  add("scalar:baseline_float_x4", BM_PlaceBodies<NativePack<float>>, NativePack<float>::kLanes);
  add("scalar:baseline_double_x4", BM_PlaceBodies<Pack<double, 4>>, 4);
  add("scalar:avx2_double_x4", BM_PlaceBodiesAvx2, make_avx2_doubles, 4);
  add("scalar:avx2_float_x8", BM_PlaceBodiesAvx2, make_avx2_floats, 8);
  return true;
}();

void BM_Eig3(benchmark::State& state) {
  Mat3<double> m{3, .5, -.2, .5, 2, .7, -.2, .7, 4};
  for (auto _ : state) {
    benchmark::DoNotOptimize(m);
    benchmark::DoNotOptimize(eig3(m));
  }
}
BENCHMARK(BM_Eig3);

}  // namespace
}  // namespace corten::bench
