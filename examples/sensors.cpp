// Sensors by name: a touch pad feels a box arrive, an accelerometer feels gravity when everything rests.
#include <cstdio>

#include "corten/corten.h"

int main() {
  const corten::Model model = corten::load("scenes/stack.xml").value();
  corten::Data data = corten::make_data(model);
  const auto reading = [&](const char* name, int component) {
    return data.sensordata[model.sensor_adr[corten::name2id(model, corten::mjOBJ_SENSOR, name)] + component];
  };

  std::puts("time [s]   load [N]   vertical acceleration [m/s²]");
  for (int step = 0; step <= 1000; ++step) {
    corten::step(model, data);
    if (step % 100 == 0)
      std::printf("%8.3f %10.1f %12.2f\n", data.time, reading("load", 0), reading("shock", 2));
  }
  const double weight = 3 * 9.81;  // of the two boxes above
  std::printf("at rest the pad carries %.2f N of %.2f N\n", reading("load", 0), weight);
}
