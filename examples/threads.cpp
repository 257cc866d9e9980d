// One immutable model, many simulations: four threads let eight pendulums swing from different angles.
#include <cmath>
#include <cstdio>
#include <thread>
#include <vector>

#include "corten/corten.h"

int main() {
  const corten::Model model = corten::load("scenes/pendulum.xml").value();
  std::vector<corten::Data> worlds(8, corten::make_data(model));
  for (std::size_t i = 0; i < worlds.size(); ++i) worlds[i].qpos[0] = 0.2 * static_cast<double>(i);

  std::vector<std::thread> threads;
  for (std::size_t first = 0; first < 4; ++first)
    threads.emplace_back([&, first] {
      for (std::size_t i = first; i < worlds.size(); i += 4)
        while (worlds[i].time < 1) corten::step(model, worlds[i]);
    });
  for (std::thread& thread : threads) thread.join();

  for (const corten::Data& world : worlds) std::printf("%.6f\n", world.qpos[0]);
}
