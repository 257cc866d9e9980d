#include "bench/side_by_side/many_worlds.h"

#include <algorithm>
#include <atomic>
#include <ctime>
#include <string_view>
#include <thread>

#include "corten/base/stage_timer.h"
#include "corten/batch/rollout.h"
#include "corten/model/state.h"
#include "corten/sim/reset.h"

namespace corten::bench {
namespace {

constexpr int kWorlds = 64;

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// The same trajectories for both engines: the initial state, then nstep steps without control.
class Work {
 public:
  Work(Both& both, int threads, int nstep) : both_(both), threads_(threads), nstep_(nstep), crew_(threads) {
    const int nstate = state_size(both.m, mjSTATE_FULLPHYSICS);
    std::vector<Real> row(static_cast<std::size_t>(nstate));
    get_state(both.m, both.d, row, mjSTATE_FULLPHYSICS);
    for (int w = 0; w < kWorlds; ++w) initial_.insert(initial_.end(), row.begin(), row.end());
    for (int t = 0; t < threads; ++t) {
      data_.push_back(make_data(both.m));
      oracle_data_.push_back(oracle::make_data(both.om.get()));
    }
  }

  void ours() {
    std::vector<Data*> data;
    for (Data& d : data_) data.push_back(&d);
    const Model* const model[] = {&both_.m};
    RolloutArrays arrays{kWorlds, nstep_, 0, initial_, {}, {}, {}, {}};
    rollout(crew_, model, data, arrays, default_chunk(kWorlds, threads_));
  }

  void oracle() {
    std::atomic<int> next{0};
    std::vector<std::thread> others;
    for (int t = 1; t < threads_; ++t) others.emplace_back([&, t] { oracle_worker(next, t); });
    oracle_worker(next, 0);
    for (std::thread& thread : others) thread.join();
  }

 private:
  void oracle_worker(std::atomic<int>& next, int thread) {
    mjData* d = oracle_data_[static_cast<std::size_t>(thread)].get();
    const std::size_t nstate = initial_.size() / kWorlds;
    for (int w = next++; w < kWorlds; w = next++) {
      mj_setState(both_.om.get(), d, initial_.data() + static_cast<std::size_t>(w) * nstate,
                  mjSTATE_FULLPHYSICS);
      mju_zero(d->qacc_warmstart, both_.om->nv);
      for (int i = 0; i < nstep_; ++i) mj_step(both_.om.get(), d);
    }
  }

  Both& both_;
  int threads_, nstep_;
  Crew crew_;
  std::vector<Real> initial_;
  std::vector<Data> data_;
  std::vector<oracle::DataPtr> oracle_data_;
};

template <class Run>
void time_run(Run&& run, std::vector<double>& wall, std::vector<double>& cpu) {
  const double wall_before = steady_seconds(), cpu_before = cpu_seconds();
  run();
  wall.push_back(steady_seconds() - wall_before);
  cpu.push_back(cpu_seconds() - cpu_before);
}

ManyWorlds measure(const BenchModel& model, int threads, double block_seconds, int pairs) {
  Both both(model);
  const double one = std::max(1e-7, time_block(50, [&] { both.step_oracle(); }) / 50);
  const int nstep = std::max(2, static_cast<int>(block_seconds / one / kWorlds));
  Work work(both, threads, nstep);
  work.ours();
  std::vector<double> ours, theirs, ours_cpu, theirs_cpu;
  for (int i = 0; i < pairs; ++i) {
    time_run([&] { work.ours(); }, ours, ours_cpu);
    time_run([&] { work.oracle(); }, theirs, theirs_cpu);
  }
  const double steps = static_cast<double>(kWorlds) * nstep;
  return {model.name,
          threads,
          {steps / median(ours), steps / median(theirs)},
          {1e6 * median(ours_cpu) / steps, 1e6 * median(theirs_cpu) / steps}};
}

}  // namespace

bool runs_in_many_worlds(const BenchModel& model) {
  constexpr std::string_view kNames[] = {"cart-pole", "half cheetah", "ant", "humanoid", "g1"};
  return std::ranges::find(kNames, model.name) != std::end(kNames);
}

std::vector<ManyWorlds> measure_many_worlds(const std::vector<BenchModel>& models, double block_seconds,
                                            int pairs) {
  const int processors = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  std::vector<ManyWorlds> result;
  for (const BenchModel& model : models)
    for (int threads = 1; threads <= processors; threads *= 2)
      result.push_back(measure(model, threads, block_seconds, pairs));
  return result;
}

}  // namespace corten::bench
