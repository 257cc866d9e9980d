// Many worlds in one loop, as learning needs it: 256 carts take random pushes, their poles are watched in one
// matrix.
#include <cmath>
#include <cstdio>
#include <random>
#include <span>
#include <vector>

#include "corten/corten.h"

int main() {
  constexpr int kWorlds = 256;
  const corten::Model model = corten::load("scenes/cartpole.xml").value();
  corten::Worlds worlds(model, kWorlds);
  const std::span<const double> angles = worlds.watch({{"qpos", 1, 2}});  // one row per world

  std::mt19937 random(1);
  std::uniform_real_distribution<double> push(-1, 1);
  std::vector<double> control(kWorlds);
  for (int i = 0; i < 100; ++i) {
    for (double& u : control) u = push(random);
    worlds.step(control, 1);
  }
  int upright = 0;
  for (const double angle : angles) upright += std::abs(angle) < 0.2;
  std::printf("%d of %d poles are still upright after 1 s\n", upright, kWorlds);
}
