#include "bench/side_by_side/growth.h"

#include <algorithm>
#include <cmath>

namespace corten::bench {
namespace {

struct Curve {
  const char* name;
  std::string (*xml)(int n);
  std::vector<int> sizes;
};

std::vector<Curve> curves() {
  return {{"bodies", pendulums_xml, {10, 30, 100, 300, 1000, 3000}},
          {"boxes", box_field_xml, {10, 30, 100, 300, 1000, 3000}},
          {"dofs", long_chain_xml, {9, 30, 99, 300, 999}}};
}

GrowthPoint measure(const Curve& curve, int size, double block_seconds, int pairs) {
  Both both({curve.name, "", curve.xml(size)});
  time_block(5, [&] { both.step_ours(); });
  const double one = time_block(5, [&] { both.step_oracle(); }) / 5;
  const int steps = std::clamp(static_cast<int>(block_seconds / one), 2, 20000);
  std::vector<double> ours, theirs;
  for (int i = 0; i < pairs; ++i) {
    ours.push_back(time_block(steps, [&] { both.step_ours(); }) / steps);
    theirs.push_back(time_block(steps, [&] { both.step_oracle(); }) / steps);
  }
  GrowthPoint point{size, {median(ours), median(theirs)}, {}};
  for (const StageTimes& stage : time_stages(both, steps))
    if (std::string(stage.name) == "collision") point.collision = {1e-6 * stage.ours, 1e-6 * stage.oracle};
  return point;
}

// Slope of log(seconds) against log(size) by least squares over the larger half of the sizes.
template <class Seconds>
double exponent(const std::vector<GrowthPoint>& points, Seconds&& seconds) {
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (std::size_t i = points.size() / 2 - 1; i < points.size(); ++i) {
    const double x = std::log(points[i].size), y = std::log(std::max(1e-9, seconds(points[i])));
    n += 1, sx += x, sy += y, sxx += x * x, sxy += x * y;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

void fit(Growth& g) {
  g.step_exponent = {exponent(g.points, [](const GrowthPoint& p) { return p.step.ours; }),
                     exponent(g.points, [](const GrowthPoint& p) { return p.step.oracle; })};
  g.collision_exponent = {exponent(g.points, [](const GrowthPoint& p) { return p.collision.ours; }),
                          exponent(g.points, [](const GrowthPoint& p) { return p.collision.oracle; })};
}

}  // namespace

std::vector<Growth> measure_growth(double block_seconds, int pairs) {
  std::vector<Growth> result;
  for (const Curve& curve : curves()) {
    Growth growth{curve.name, {}, {}, {}};
    for (const int size : curve.sizes) growth.points.push_back(measure(curve, size, block_seconds, pairs));
    fit(growth);
    result.push_back(std::move(growth));
  }
  return result;
}

}  // namespace corten::bench
