// Threads that solve the islands of one step side by side. Islands do not touch each other, so the bits are
// those of one thread.
#pragma once

#include <atomic>
#include <vector>

#include "corten/base/arena.h"
#include "corten/base/thread_pool.h"
#include "corten/model/model.h"

namespace corten {

// Handed to a step as Hooks::islands; several Data may share one, and then take turns.
class IslandThreads {
 public:
  // With fewer rows a step does not use them: waking threads takes longer than solving a few small islands.
  static constexpr int kFewestRows = 1000;

  // Threads that work, the caller among them; 0 takes one per processor.
  explicit IslandThreads(const Model& m, int threads = 0)
      : pool_(threads), scratch_(static_cast<std::size_t>(pool_.size() - 1)) {
    for (Arena& arena : scratch_) arena = Arena(static_cast<std::size_t>(m.narena));
  }

  int size() const { return pool_.size(); }

  // fn(item, scratch) for every item of [0, count), the calling thread with its own scratch. Allocates
  // nothing.
  template <class Fn>
  void for_each(int count, Arena& own, Fn&& fn) {
    std::atomic<int> next{0};  // items differ in size: who is free takes the next one
    pool_.parallel_ranges(size(), [&](int, int, int worker) {
      Arena& scratch = worker == 0 ? own : scratch_[worker - 1];
      for (int item = next++; item < count; item = next++) fn(item, scratch);
    });
  }

 private:
  ThreadPool pool_;
  std::vector<Arena> scratch_;  // one per worker but the caller
};

}  // namespace corten
