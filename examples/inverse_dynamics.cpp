// The torque that makes a pendulum follow a sine: inverse dynamics, then a proof by simulation.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "corten/corten.h"

namespace {

double angle(double t) { return std::sin(2 * t); }
double speed(double t) { return 2 * std::cos(2 * t); }
double acceleration(double t) { return -4 * std::sin(2 * t); }

}  // namespace

int main() {
  corten::Model model = corten::load("scenes/pendulum.xml").value();
  model.opt.timestep = 0.001;
  corten::Data data = corten::make_data(model);

  std::vector<double> torques;
  for (int i = 0; i < 2000; ++i) {
    const double t = i * model.opt.timestep;
    data.qpos[0] = angle(t);
    data.qvel[0] = speed(t);
    data.qacc[0] = acceleration(t);
    corten::inverse(model, data);
    torques.push_back(data.qfrc_inverse[0]);
  }
  const auto [least, most] = std::minmax_element(torques.begin(), torques.end());
  std::printf("torque between %.3f and %.3f N m\n", *least, *most);

  corten::reset_data(model, data);
  data.qpos[0] = angle(0);
  data.qvel[0] = speed(0);
  double worst = 0;
  for (std::size_t i = 0; i < torques.size(); ++i) {
    worst = std::max(worst, std::abs(data.qpos[0] - angle(static_cast<double>(i) * model.opt.timestep)));
    data.qfrc_applied[0] = torques[i];
    corten::step(model, data);
  }
  std::printf("largest error of the angle over 2 s: %.4f rad\n", worst);
}
