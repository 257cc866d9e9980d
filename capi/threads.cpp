// mjThreadPool: threads of a program that take tasks from a queue.
#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "capi/boxes.h"

namespace corten::capi {

struct mjThreadPool {
  int nworker;
};

struct mjTask {
  void* (*func)(void*);
  void* args;
  volatile int status;
};

namespace {

enum TaskStatus { kNew = 0, kQueued = 1, kCompleted = 2 };

std::atomic_ref<int> status_of(mjTask& task) { return std::atomic_ref<int>(const_cast<int&>(task.status)); }

thread_local std::size_t worker_id = 0;  // 0: no worker

class Pool : public mjThreadPool {
 public:
  explicit Pool(std::size_t threads) : mjThreadPool{static_cast<int>(threads)} {
    for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this, i] { serve(i + 1); });
  }
  ~Pool() {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  void add(mjTask& task) {
    status_of(task) = kQueued;
    {
      const std::lock_guard lock(mutex_);
      tasks_.push_back(&task);
    }
    wake_.notify_one();
  }
  std::mutex& allocations() { return allocations_; }

 private:
  void serve(std::size_t id) {
    worker_id = id;
    std::unique_lock lock(mutex_);
    for (;;) {
      wake_.wait(lock, [this] { return ended_ || !tasks_.empty(); });
      if (tasks_.empty()) return;
      mjTask& task = *tasks_.front();
      tasks_.pop_front();
      lock.unlock();
      if (task.func) task.func(task.args);
      status_of(task) = kCompleted;
      status_of(task).notify_all();
      lock.lock();
    }
  }

  std::mutex mutex_, allocations_;
  std::condition_variable wake_;
  std::deque<mjTask*> tasks_;
  bool ended_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace

CORTEN_API mjThreadPool* mju_threadPoolCreate(std::size_t number_of_threads) {
  return answer("mju_threadPoolCreate", [=]() -> mjThreadPool* {
    if (number_of_threads > kMaxThread)
      throw Problem("there are at most " + std::to_string(kMaxThread) + " threads");
    return new Pool(number_of_threads);
  });
}
CORTEN_API void mju_threadPoolDestroy(mjThreadPool* pool) { delete static_cast<Pool*>(pool); }
CORTEN_API void mju_threadPoolEnqueue(mjThreadPool* pool, mjTask* task) {
  perform("mju_threadPoolEnqueue",
          [=] { static_cast<Pool*>(given(pool, "thread_pool"))->add(*given(task, "task")); });
}
CORTEN_API void mju_defaultTask(mjTask* task) {
  perform("mju_defaultTask", [=] {
    given(task, "task")->func = nullptr, task->args = nullptr;
    status_of(*task) = kNew;
  });
}
CORTEN_API void mju_taskJoin(mjTask* task) {
  perform("mju_taskJoin", [=] {
    if (status_of(*given(task, "task")) == kNew) throw Problem("the task is in no queue");
    for (int now = kQueued; (now = status_of(*task)) != kCompleted;) status_of(*task).wait(now);
  });
}
// The pool is remembered; one step runs on the thread that calls it.
CORTEN_API void mju_bindThreadPool(mjData* d, void* pool) {
  perform("mju_bindThreadPool", [=] { box_of(d).view->threadpool = reinterpret_cast<std::uintptr_t>(pool); });
}
CORTEN_API std::size_t mju_threadPoolNumberOfThreads(mjThreadPool* pool) {
  return pool ? static_cast<std::size_t>(pool->nworker) : 0;
}
CORTEN_API std::size_t mju_threadPoolCurrentWorkerId(mjThreadPool*) { return worker_id; }
CORTEN_API void mju_threadPoolLockAllocMutex(mjThreadPool* pool) {
  if (pool) static_cast<Pool*>(pool)->allocations().lock();
}
CORTEN_API void mju_threadPoolUnlockAllocMutex(mjThreadPool* pool) {
  if (pool) static_cast<Pool*>(pool)->allocations().unlock();
}
CORTEN_API std::size_t mju_getDestructiveInterferenceSize() { return 64; }

}  // namespace corten::capi
