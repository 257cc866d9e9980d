// A step of worlds at rest, all asleep, in both engines: boxes on the floor, and ragdolls that lie on it.
#include <benchmark/benchmark.h>

#include <cmath>
#include <string>

#include "tests/support/twin.h"

namespace corten {
namespace {

std::string world(double tolerance, const std::string& bodies) {
  return "<mujoco><option timestep='.004' sleep_tolerance='" + std::to_string(tolerance) +
         "'><flag sleep='enable'/></option><default><joint damping='1' armature='.01'/></default><worldbody>"
         "<geom type='plane' size='50 50 1'/>" +
         bodies + "</worldbody></mujoco>";
}

// in rows, so far apart that they do not touch
std::string place(int i, int count, double distance, double height) {
  const int side = static_cast<int>(std::ceil(std::sqrt(count)));
  return std::to_string(distance * (i % side)) + " " + std::to_string(distance * (i / side)) + " " +
         std::to_string(height);
}

std::string boxes(int count) {
  std::string bodies;
  for (int i = 0; i < count; ++i)
    bodies +=
        "<body pos='" + place(i, count, 0.5, 0.1) + "'><freejoint/><geom type='box' size='.1 .1 .1'/></body>";
  return world(5e-3, bodies);
}

// a trunk with four limbs of three bodies and five joints each
std::string ragdoll(const std::string& pos) {
  std::string text =
      "<body pos='" + pos + "'><freejoint/><geom type='capsule' fromto='-.2 0 0 .2 0 0' size='.1'/>";
  for (const char* limb : {".25 .12 0", ".25 -.12 0", "-.25 .12 0", "-.25 -.12 0"}) {
    const std::string end = limb[0] == '-' ? "-.3 0 0" : ".3 0 0";
    const std::string bone =
        "<geom type='capsule' fromto='0 0 0 " + end + "' size='.05'/><body pos='" + end + "'>";
    text += std::string("<body pos='") + limb +
            "'><joint axis='0 1 0'/><joint axis='0 0 1'/><joint axis='1 0 0'/>" + bone +
            "<joint axis='0 1 0'/>" + bone + "<joint axis='0 1 0'/><geom size='.05'/></body></body></body>";
  }
  return text + "</body>";
}

std::string ragdolls(int count) {
  std::string bodies;
  for (int i = 0; i < count; ++i) bodies += ragdoll(place(i, count, 2, 0.12));
  return world(5e-2, bodies);
}

oracle::Twin asleep(const std::string& xml) {
  oracle::Twin t(xml);
  for (int i = 0; i < 3000 && t.d.ntree_awake > 0; ++i) step(t.m, t.d);
  for (int i = 0; i < 3000 && t.od->ntree_awake > 0; ++i) mj_step(t.om.get(), t.od.get());
  return t;
}

template <std::string (*text)(int)>
void ours(benchmark::State& state) {
  oracle::Twin t = asleep(text(static_cast<int>(state.range(0))));
  for (auto _ : state) step(t.m, t.d);
}

template <std::string (*text)(int)>
void theirs(benchmark::State& state) {
  oracle::Twin t = asleep(text(static_cast<int>(state.range(0))));
  for (auto _ : state) mj_step(t.om.get(), t.od.get());
}

BENCHMARK(ours<boxes>)->Name("boxes/ours")->Arg(100)->Arg(1000);
BENCHMARK(theirs<boxes>)->Name("boxes/mujoco")->Arg(100)->Arg(1000);
BENCHMARK(ours<ragdolls>)->Name("ragdolls/ours")->Arg(10)->Arg(100);
BENCHMARK(theirs<ragdolls>)->Name("ragdolls/mujoco")->Arg(10)->Arg(100);

}  // namespace
}  // namespace corten
