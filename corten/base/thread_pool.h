// A fixed set of threads for loops over independent items. Item ranges depend on the count and the number of
// threads only, so a loop whose items do not touch each other gives the same bits on any number of threads.
#pragma once

#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace corten {

class ThreadPool {
 public:
  // Threads that work, the caller among them; 0 takes one per processor.
  explicit ThreadPool(int threads = 0);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int size() const { return static_cast<int>(threads_.size()) + 1; }

  // Calls fn(first, last, worker) once per worker that has items, the ranges being contiguous and in the
  // order of the workers, and returns when all have ended. In a forked process, which has none of the
  // threads, the caller does the work of all. Allocates nothing. Called from inside a loop of
  // the same pool it runs on the calling thread. The first exception of an item range is passed on.
  template <class Fn>
  void parallel_ranges(int count, Fn&& fn) {
    using F = std::remove_reference_t<Fn>;
    run({[](void* context, int first, int last, int worker) {
           (*static_cast<F*>(context))(first, last, worker);
         },
         const_cast<void*>(static_cast<const void*>(std::addressof(fn))), count});
  }

  // fn(item) for every item of [0, count).
  template <class Fn>
  void parallel_for(int count, Fn&& fn) {
    parallel_ranges(count, [&fn](int first, int last, int) {
      for (int item = first; item < last; ++item) fn(item);
    });
  }

 private:
  struct Job {
    void (*run)(void* context, int first, int last, int worker) = nullptr;
    void* context = nullptr;
    int count = 0;
  };

  bool is_forked() const;  // the process is a child of the one whose threads these are
  void run(const Job& job);
  void run_range(int worker);
  void serve(int worker);

  std::mutex one_loop_at_a_time_;
  Job job_;
  std::atomic<unsigned> loops_{0};  // loops begun so far; workers wait for it to change
  std::atomic<int> busy_{0};        // workers that have not ended their range
  std::atomic<bool> stop_{false};
  std::mutex error_mutex_;
  std::exception_ptr error_;
  std::vector<std::thread> threads_;
  unsigned process_;  // forks between the first process and the one that made the threads
};

}  // namespace corten
