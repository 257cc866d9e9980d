#include "corten/base/thread_pool.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "corten/base/system.h"

namespace corten {
namespace {

// the loop this thread is inside of
struct Inside {
  const ThreadPool* pool = nullptr;
  int worker = 0;
};
thread_local Inside inside;

int range_begin(int count, int worker, int workers) {
  return static_cast<int>(static_cast<long long>(count) * worker / workers);
}

int threads_or_processors(int threads) {
  return threads > 0 ? threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace

ThreadPool::ThreadPool(int threads) : process_(forks()) {
  const int workers = threads_or_processors(threads);
  threads_.reserve(static_cast<std::size_t>(workers - 1));
  try {
    for (int worker = 1; worker < workers; ++worker) threads_.emplace_back([this, worker] { serve(worker); });
  } catch (const std::system_error&) {
    // the system gives no more threads: those there are do the work
  }
}

bool ThreadPool::is_forked() const { return process_ != forks(); }

ThreadPool::~ThreadPool() {
  if (is_forked()) {
    for (std::thread& thread : threads_) thread.detach();  // there is nothing to wait for
    return;
  }
  stop_ = true;
  ++loops_;
  loops_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void ThreadPool::run(const Job& job) {
  if (job.count <= 0) return;
  if (inside.pool == this) return job.run(job.context, 0, job.count, inside.worker);
  if (is_forked()) {  // and the mutex may have been held when the process was copied
    job_ = job;
    for (int worker = 0; worker < size(); ++worker) run_range(worker);
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
    return;
  }
  const std::lock_guard lock(one_loop_at_a_time_);
  job_ = job;
  busy_ = static_cast<int>(threads_.size());
  ++loops_;
  loops_.notify_all();
  run_range(0);
  for (int busy = busy_; busy > 0; busy = busy_) busy_.wait(busy);
  if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
}

void ThreadPool::run_range(int worker) {
  const int first = range_begin(job_.count, worker, size());
  const int last = range_begin(job_.count, worker + 1, size());
  if (first == last) return;
  const Inside outer = std::exchange(inside, {this, worker});
  try {
    job_.run(job_.context, first, last, worker);
  } catch (...) {
    const std::lock_guard lock(error_mutex_);
    if (!error_) error_ = std::current_exception();
  }
  inside = outer;
}

void ThreadPool::serve(int worker) {
  for (unsigned seen = 0;;) {
    loops_.wait(seen);
    seen = loops_;
    if (stop_) return;
    run_range(worker);
    if (--busy_ == 0) busy_.notify_one();
  }
}

}  // namespace corten
