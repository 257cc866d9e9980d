// A step takes all its memory from Data.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "corten/sim/island_threads.h"
#include "tests/support/model_files.h"
#include "tests/support/scenes.h"
#include "tests/support/twin.h"

namespace {
std::atomic<long> allocations{0};

void* counted(std::size_t size) {
  ++allocations;
  if (void* p = std::malloc(size)) return p;
  throw std::bad_alloc();
}

void* counted(std::size_t size, std::align_val_t align) {
  ++allocations;
  const std::size_t unit = static_cast<std::size_t>(align);
  if (void* p = std::aligned_alloc(unit, (size + unit - 1) / unit * unit)) return p;
  throw std::bad_alloc();
}
}  // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new(std::size_t size, std::align_val_t align) { return counted(size, align); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }

namespace corten {
namespace {

long allocations_of_steps(oracle::Twin& t, int steps) {
  const long before = allocations;
  for (int i = 0; i < steps; ++i) step(t.m, t.d);
  return allocations - before;
}

TEST(NoAllocation, StepsWithEverySolverAllocateNothing) {  // judge: definition
  for (const oracle::Scene& scene : oracle::small_scenes())
    for (int combination = 0; combination < oracle::kCombinations; ++combination) {
      oracle::Twin t(scene.xml);
      const std::string options = oracle::set_options(t.om.get(), combination);
      t.om->opt.noslip_iterations = combination % 2;
      t.take_options();
      EXPECT_EQ(allocations_of_steps(t, 5), 0) << scene.name << options;
    }
}

TEST(NoAllocation, StepsWithThreadsOverIslandsAllocateNothing) {  // judge: definition
  std::string xml = "<mujoco><worldbody><geom type='plane' size='9 9 1'/>";
  for (int i = 0; i < 100; ++i)
    xml += "<body pos='" + std::to_string(.3 * (i % 10)) + " " + std::to_string(.3 * (i / 10)) +
           " .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>";
  oracle::Twin t(xml + "</worldbody></mujoco>");
  IslandThreads islands(t.m, 3);
  Hooks hooks;
  hooks.islands = &islands;
  const long before = allocations;
  for (int i = 0; i < 30; ++i) step(t.m, t.d, hooks);
  EXPECT_EQ(allocations - before, 0);
  EXPECT_GT(t.d.nisland, 1);
  EXPECT_GE(t.d.nefc, IslandThreads::kFewestRows);
}

TEST(NoAllocation, StepsWithEveryIntegratorAllocateNothing) {  // judge: definition
  for (const std::string& file : found({"scenes/humanoid.xml", "mjx/tendon/tendon.xml"}))
    for (const int integrator :
         {corten::mjINT_EULER, corten::mjINT_RK4, corten::mjINT_IMPLICIT, corten::mjINT_IMPLICITFAST}) {
      oracle::Twin t(oracle::load_file(file));
      t.m.opt.integrator = integrator;
      EXPECT_EQ(allocations_of_steps(t, 3), 0) << file << " " << integrator;
    }
}

TEST(NoAllocation, EqualStatesGiveEqualBits) {  // judge: definition
  for (const oracle::Scene& scene : oracle::small_scenes()) {
    oracle::Twin a(scene.xml), b(scene.xml);
    for (int i = 0; i < 20; ++i) step(a.m, a.d), step(b.m, b.d);
    for (int i = 0; i < a.m.nq; ++i) EXPECT_EQ(a.d.qpos[i], b.d.qpos[i]) << scene.name;
  }
}

}  // namespace
}  // namespace corten
