// Loops over a pool of threads visit every item once, in ranges that depend on nothing else.
#include "corten/base/thread_pool.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <utility>
#include <vector>

namespace corten {
namespace {

TEST(ThreadPool, VisitsEveryItemOnce) {  // judge: count
  for (int threads : {1, 2, 3, 8}) {
    ThreadPool pool(threads);
    EXPECT_EQ(pool.size(), threads);
    for (int count : {0, 1, 2, 7, 1000}) {
      std::vector<int> visits(static_cast<std::size_t>(count));
      pool.parallel_for(count, [&](int i) { ++visits[static_cast<std::size_t>(i)]; });
      EXPECT_EQ(visits, std::vector<int>(static_cast<std::size_t>(count), 1));
    }
  }
}

TEST(ThreadPool, DividesItemsIntoTheSameRangesEveryTime) {  // judge: hand value, ⌊count · worker / workers⌋
  ThreadPool pool(3);
  for (int repeat = 0; repeat < 50; ++repeat) {
    std::vector<std::pair<int, int>> ranges(3);
    pool.parallel_ranges(10, [&](int first, int last, int worker) {
      ranges[static_cast<std::size_t>(worker)] = {first, last};
    });
    EXPECT_EQ(ranges, (std::vector<std::pair<int, int>>{{0, 3}, {3, 6}, {6, 10}}));
  }
}

TEST(ThreadPool, RunsANestedLoopOnTheCallingWorker) {  // judge: the worker's number
  ThreadPool pool(2);
  int sums[2]{};
  bool same_worker = true;
  pool.parallel_ranges(2, [&](int, int, int outer) {
    pool.parallel_ranges(100, [&](int first, int last, int inner) {
      if (inner != outer || first != 0 || last != 100) same_worker = false;
      sums[inner] += last - first;
    });
  });
  EXPECT_TRUE(same_worker);
  EXPECT_EQ(sums[0], 100);
  EXPECT_EQ(sums[1], 100);
}

TEST(ThreadPool, ServesSeveralCallersOneAfterTheOther) {  // judge: sums of disjoint slots
  ThreadPool pool(2);
  std::vector<long> sums(4);
  std::vector<std::thread> callers;
  for (std::size_t caller = 0; caller < sums.size(); ++caller)
    callers.emplace_back([&, caller] {
      for (int repeat = 0; repeat < 100; ++repeat) {
        int items[64]{};
        pool.parallel_for(64, [&](int i) { items[i] = i; });
        for (int item : items) sums[caller] += item;
      }
    });
  for (std::thread& caller : callers) caller.join();
  for (long sum : sums) EXPECT_EQ(sum, 100 * 64 * 63 / 2);
}

TEST(ThreadPool, PassesAnExceptionToTheCallerAndWorksOn) {  // judge: the exception thrown
  ThreadPool pool(2);
  EXPECT_THROW(pool.parallel_for(10,
                                 [](int i) {
                                   if (i == 7) throw std::runtime_error("item 7");
                                 }),
               std::runtime_error);
  int visits[10]{};
  pool.parallel_for(10, [&](int i) { ++visits[i]; });
  for (int visit : visits) EXPECT_EQ(visit, 1);
}

}  // namespace
}  // namespace corten
