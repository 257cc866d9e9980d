// Long runs: soak STEPS MODEL... steps the models in turns under random controls, with resets, copies,
// restored states and models written and read again in the middle. Memory must stay as it is after the first
// round, a Data that went through a file, a copy or a state vector must go on with the same bits, and numbers
// break down only where the oracle's do.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "corten/load.h"
#include "corten/model/binary.h"
#include "corten/model/state.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"
#include "tests/support/oracle.h"

namespace corten {
namespace {

constexpr int kBlock = 1000;  // steps of a model before the next has its turn
constexpr int kHeld = 20;     // steps under the same controls

long resident_kb() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmRSS:")) return std::atol(line.c_str() + 6);
  return 0;
}

struct Runner {
  std::string name;
  Model m;
  Data d;
  oracle::ModelPtr theirs;
  long breakdowns = 0;
};

int breakdowns(const Data& d) {
  return d.warning[mjWARN_BADQPOS].number + d.warning[mjWARN_BADQVEL].number +
         d.warning[mjWARN_BADQACC].number;
}

std::vector<Real> state_of(const Model& m, const Data& d) {
  std::vector<Real> state(static_cast<std::size_t>(state_size(m, mjSTATE_INTEGRATION)));
  get_state(m, d, state, mjSTATE_INTEGRATION);
  return state;
}

void steer(const Model& m, Data& d, std::mt19937_64& random) {
  std::uniform_real_distribution<Real> control(-1, 1);
  for (Real& u : d.ctrl) u = control(random);
  (void)m;
}

void run(const Model& m, Data& d, std::mt19937_64& random, int steps) {
  for (int i = 0; i < steps; ++i) {
    if (i % kHeld == 0) steer(m, d, random);
    step(m, d);
  }
}

bool same(const Model& m, const Data& a, const Data& b) {
  const std::vector<Real> x = state_of(m, a), y = state_of(m, b);
  return std::memcmp(x.data(), y.data(), x.size() * sizeof(Real)) == 0;
}

// A copy, a restored state and a model and data that went through bytes go on as the original.
bool goes_on_alike(const Runner& r, unsigned seed) {
  Data original = r.d, restored = make_data(r.m);
  set_state(r.m, restored, state_of(r.m, r.d), mjSTATE_INTEGRATION);
  const Model m = model_from_bytes(model_to_bytes(r.m), "", r.m.plugins);
  Data read = data_from_bytes(m, data_to_bytes(r.m, r.d));
  std::mt19937_64 a(seed), b(seed), c(seed);
  run(r.m, original, a, 50), run(r.m, restored, b, 50), run(m, read, c, 50);
  return same(r.m, original, restored) && same(r.m, original, read);
}

// Whether the oracle breaks down in the same block.
bool oracle_breaks(const Runner& r, const std::vector<Real>& start, unsigned seed) {
  const oracle::DataPtr d = oracle::make_data(r.theirs.get());
  mj_setState(r.theirs.get(), d.get(), start.data(), mjSTATE_INTEGRATION);
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<Real> control(-1, 1);
  for (int i = 0; i < kBlock; ++i) {
    if (i % kHeld == 0)
      for (int u = 0; u < r.theirs->nu; ++u) d->ctrl[u] = control(random);
    mj_step(r.theirs.get(), d.get());
  }
  return d->warning[mjWARN_BADQPOS].number + d->warning[mjWARN_BADQVEL].number +
             d->warning[mjWARN_BADQACC].number >
         0;
}

bool block(Runner& r, unsigned seed) {
  if (seed % 3 == 0) reset_data(r.m, r.d);
  const std::vector<Real> start = state_of(r.m, r.d);
  const int before = breakdowns(r.d);
  std::mt19937_64 random(seed);
  run(r.m, r.d, random, kBlock);
  if (breakdowns(r.d) > before) {
    ++r.breakdowns;
    if (!oracle_breaks(r, start, seed)) {
      std::printf("%s: numbers broke down, the oracle's do not (seed %u)\n", r.name.c_str(), seed);
      return false;
    }
    reset_data(r.m, r.d);
  }
  if (seed % 7 != 0 || goes_on_alike(r, seed)) return true;
  std::printf("%s: a copy, a restored state or a file goes on otherwise (seed %u)\n", r.name.c_str(), seed);
  return false;
}

int soak(int argc, char** argv) {
  if (argc < 3) return std::puts("usage: soak STEPS MODEL..."), 2;
  std::vector<std::unique_ptr<Runner>> runners;
  for (int i = 2; i < argc; ++i) {
    auto m = load(argv[i]).value();
    Data d = make_data(m);
    runners.push_back(
        std::unique_ptr<Runner>(new Runner{argv[i], std::move(m), std::move(d), oracle::load_file(argv[i])}));
  }
  const auto rounds =
      static_cast<long>(std::strtod(argv[1], nullptr) / kBlock / static_cast<double>(runners.size()));
  long settled = 0, most = 0;
  bool sound = true;
  for (long round = 0; round < rounds && sound; ++round) {
    for (const auto& r : runners) sound = block(*r, static_cast<unsigned>(round)) && sound;
    const long now = resident_kb();
    if (round <= rounds / 10) settled = std::max(settled, now);
    most = std::max(most, now);
  }
  constexpr long kSlack = 2048;  // kB: of the C library's heaps
  const bool flat = most <= settled + kSlack;
  std::printf("%zu models, %ld steps, resident %ld kB after a tenth, %ld kB at most: %s\n", runners.size(),
              rounds * kBlock * static_cast<long>(runners.size()), settled, most,
              !sound ? "unsound"
              : flat ? "sound, memory flat"
                     : "memory grows");
  for (const auto& r : runners)
    if (r->breakdowns)
      std::printf("  %s: %ld blocks broke down, as the oracle's\n", r->name.c_str(), r->breakdowns);
  return sound && flat ? 0 : 1;
}

}  // namespace
}  // namespace corten

int main(int argc, char** argv) { return corten::soak(argc, argv); }
