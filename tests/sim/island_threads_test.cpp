// Islands solved by several threads.
#include "corten/sim/island_threads.h"

#include <gtest/gtest.h>

#include <cstring>
#include <thread>

#include "tests/support/scenes.h"
#include "tests/support/twin.h"

namespace corten {
namespace {

constexpr int kHeaps = 32;

// Heaps of boxes of different heights, each an island, and one box in the air.
std::string heaps() {
  std::string xml = R"(<mujoco><size memory="60M"/><worldbody><geom type="plane" size="50 50 1"/>)";
  for (int heap = 0; heap < kHeaps; ++heap)
    for (int box = 0; box <= heap % 4; ++box)
      xml += R"(<body pos=")" + std::to_string(heap) + " " + std::to_string(0.02 * box) + " " +
             std::to_string(0.1 + 0.19 * box) +
             R"("><freejoint/><geom type="box" size=".1 .1 .1" condim="4"/></body>)";
  return xml + R"(<body pos="0 0 9"><freejoint/><geom type="sphere" size=".1"/></body></worldbody></mujoco>)";
}

template <class T>
bool same_bits(const Array<T>& a, const Array<T>& b) {
  const auto bytes = [](const Array<T>& x) { return sizeof(T) * static_cast<std::size_t>(x.size()); };
  return bytes(a) == bytes(b) && std::memcmp(a.data(), b.data(), bytes(a)) == 0;
}

// statistics: fixed arrays of numbers
template <class T>
bool same_bits(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

void expect_same(const Data& a, const Data& b, const std::string& what) {
  EXPECT_TRUE(same_bits(a.qpos, b.qpos)) << what;
  EXPECT_TRUE(same_bits(a.qacc, b.qacc)) << what;
  EXPECT_TRUE(same_bits(a.efc_force, b.efc_force)) << what;
  EXPECT_TRUE(same_bits(a.qfrc_constraint, b.qfrc_constraint)) << what;
  EXPECT_TRUE(same_bits(a.solver_niter, b.solver_niter)) << what;
  EXPECT_TRUE(same_bits(a.solver_nnz, b.solver_nnz)) << what;
  EXPECT_TRUE(same_bits(a.solver, b.solver)) << what;
}

TEST(IslandThreads, AnyNumberOfThreadsGivesTheSameBits) {  // judge: one thread
  oracle::Twin t(heaps());
  for (int combination = 0; combination < oracle::kCombinations; ++combination) {
    const std::string options = oracle::set_options(t.om.get(), combination);
    t.take_options();
    if (t.m.opt.solver == mjSOL_PGS) continue;  // solves the whole
    Data alone = make_data(t.m);
    for (int i = 0; i < 12; ++i) step(t.m, alone);
    for (const int threads : {1, 2, 5}) {
      IslandThreads islands(t.m, threads);
      Hooks hooks;
      hooks.islands = &islands;
      Data d = make_data(t.m);
      for (int i = 0; i < 12; ++i) step(t.m, d, hooks);
      EXPECT_EQ(d.nisland, kHeaps) << options;
      EXPECT_GE(d.nefc, IslandThreads::kFewestRows) << options;
      expect_same(d, alone, options);
    }
  }
}

TEST(IslandThreads, DataThatShareThreadsTakeTurns) {  // judge: one thread
  oracle::Twin t(heaps());
  Data alone = make_data(t.m), a = make_data(t.m), b = make_data(t.m);
  for (int i = 0; i < 12; ++i) step(t.m, alone);
  IslandThreads islands(t.m, 2);
  Hooks hooks;
  hooks.islands = &islands;
  const auto run = [&](Data& d) {
    for (int i = 0; i < 12; ++i) step(t.m, d, hooks);
  };
  std::thread other(run, std::ref(a));
  run(b);
  other.join();
  expect_same(a, alone, "other thread");
  expect_same(b, alone, "this thread");
}

TEST(IslandThreads, WorkersScratchGrowsForAModelWithALargerArena) {  // judge: one thread
  oracle::Twin small("<mujoco><size memory='1K'/></mujoco>"), t(heaps());
  IslandThreads islands(small.m, 3);
  Hooks hooks;
  hooks.islands = &islands;
  Data alone = make_data(t.m), d = make_data(t.m);
  for (int i = 0; i < 12; ++i) step(t.m, alone), step(t.m, d, hooks);
  expect_same(d, alone, "small scratch");
}

}  // namespace
}  // namespace corten
