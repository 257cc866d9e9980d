// Mistakes of the calling program at the doors of the engine.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "corten/base/thread_pool.h"
#include "corten/load.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"

namespace corten {
namespace {

TEST(Misuse, ADataOfAnotherModelIsRefused) {  // judge: definition
  const Model one =
      load_text("<mujoco><worldbody><body><freejoint/><geom size='1'/></body></worldbody></mujoco>").value();
  const Model other =
      load_text("<mujoco><worldbody><body><joint/><geom size='1'/></body></worldbody></mujoco>").value();
  Data d = make_data(other);
  EXPECT_THROW(step(one, d), std::invalid_argument);
  EXPECT_THROW(forward(one, d), std::invalid_argument);
  EXPECT_THROW(reset_data(one, d), std::invalid_argument);
  step(other, d);
}

TEST(Misuse, AForkedProcessUsesThePoolOfItsParent) {  // judge: arithmetic
  ThreadPool pool(3);
  std::vector<int> squares(100);
  const auto square = [&](int i) { squares[static_cast<std::size_t>(i)] = i * i; };
  pool.parallel_for(100, square);
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);
    std::fill(squares.begin(), squares.end(), 0);
    pool.parallel_for(100, square);
    _exit(squares[99] == 99 * 99 && squares[1] == 1 ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace corten
