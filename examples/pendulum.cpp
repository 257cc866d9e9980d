#include <cstdio>

#include "corten/load.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"

int main() {
  const corten::Model model = corten::load("scenes/pendulum.xml").value();
  corten::Data data = corten::make_data(model);
  while (data.time < 1) corten::step(model, data);
  std::printf("angle after 1 s: %.6f rad\n", data.qpos[0]);
}
