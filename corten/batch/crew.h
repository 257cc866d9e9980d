// Threads that share a loop over worlds: each begins with a part of its own, so a world tends to stay with
// the thread whose caches know it, and when done takes chunks from the parts of the others.
#pragma once

#include <algorithm>
#include <atomic>
#include <memory>

#include "corten/base/thread_pool.h"

namespace corten {

class Crew {
 public:
  // Threads that work, the caller among them; 0 takes one per processor.
  explicit Crew(int threads = 0)
      : pool_(threads), parts_(std::make_unique<Part[]>(static_cast<std::size_t>(pool_.size()))) {}

  int size() const { return pool_.size(); }

  // Calls fn(first, last, worker) for chunks of at most `chunk` items that cover [0, count). Which worker
  // gets which chunk is chance: fn may use the worker's number for scratch only, then results do not depend
  // on the number of threads. One loop at a time. Allocates nothing.
  template <class Fn>
  void for_chunks(int count, int chunk, Fn&& fn) {
    share_out(count);
    pool_.parallel_ranges(size(), [&](int first, int last, int) {
      for (int worker = first; worker < last; ++worker) work(worker, std::max(1, chunk), fn);
    });
  }

 private:
  static constexpr std::size_t kCacheLine = 64;
  struct alignas(kCacheLine) Part {
    std::atomic<int> next{0};  // first item not taken; beyond `last` when all are
    int last = 0;
  };

  void share_out(int count) {
    const auto begin = [&](int worker) {
      return static_cast<int>(static_cast<long long>(count) * worker / size());
    };
    for (int worker = 0; worker < size(); ++worker) {
      part(worker).next = begin(worker);
      part(worker).last = begin(worker + 1);
    }
  }

  template <class Fn>
  void work(int worker, int chunk, Fn& fn) {
    for (int i = 0; i < size(); ++i) {
      Part& source = part((worker + i) % size());
      for (int first = take(source, chunk); first < source.last; first = take(source, chunk))
        fn(first, std::min(first + chunk, source.last), worker);
    }
  }

  // looks before it takes, so that idle workers never push `next` far beyond the end
  static int take(Part& source, int chunk) {
    return source.next.load(std::memory_order_relaxed) < source.last ? source.next.fetch_add(chunk)
                                                                     : source.last;
  }

  Part& part(int worker) { return parts_[worker]; }

  ThreadPool pool_;
  std::unique_ptr<Part[]> parts_;
};

}  // namespace corten
