// Loops shared by threads.
#include "corten/batch/crew.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <set>
#include <stdexcept>
#include <vector>

namespace corten {
namespace {

TEST(Crew, VisitsEveryItemOnceForAnyNumberOfThreadsAndChunk) {  // judge: definition
  for (const int threads : {1, 2, 3, 7})
    for (const int chunk : {1, 3, 100})
      for (const int count : {0, 1, 2, 10, 97}) {
        Crew crew(threads);
        std::vector<std::atomic<int>> visits(static_cast<std::size_t>(count));
        crew.for_chunks(count, chunk, [&](int first, int last, int worker) {
          EXPECT_LE(last - first, chunk);
          EXPECT_LT(worker, threads);
          for (int i = first; i < last; ++i) ++visits[static_cast<std::size_t>(i)];
        });
        for (const auto& v : visits) EXPECT_EQ(v, 1);
      }
}

TEST(Crew, IdleThreadsTakeChunksOfABusyOne) {  // judge: definition
  Crew crew(2);
  std::atomic<int> done{0};
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  crew.for_chunks(20, 1, [&](int first, int, int) {
    // the first item waits until all others are done: its worker's own part must have been taken by the other
    if (first == 0)
      while (done < 19 && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
    ++done;
    if (first == 0) {
      EXPECT_EQ(done, 20);
    }
  });
}

TEST(Crew, PassesOnAnException) {  // judge: definition
  Crew crew(2);
  EXPECT_THROW(crew.for_chunks(4, 1, [](int, int, int) { throw std::runtime_error("broken"); }),
               std::runtime_error);
  int items = 0;
  crew.for_chunks(1, 1, [&](int, int, int) { ++items; });
  EXPECT_EQ(items, 1);
}

}  // namespace
}  // namespace corten
