// mujoco.sensor.touch_grid: contact forces on a body, collected in a grid over azimuth and elevation as seen
// from a site.
#pragma once

#include <array>
#include <vector>

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten::plugins {

class TouchGrid {
 public:
  static constexpr const char* kName = "mujoco.sensor.touch_grid";
  static constexpr auto kAttributes = std::to_array({"nchannel", "size", "fov", "gamma"});
  static constexpr int kCapabilities = mjPLUGIN_SENSOR;
  static constexpr mjtStage kNeedstage = mjSTAGE_ACC;

  TouchGrid(const Model& m, Data& d, int instance);
  static int nsensordata(const Model& m, int instance, int sensor);
  void compute(const PluginCall& call, mjtPluginCapabilityBit) const;

 private:
  void add_contact(const Model& m, const Data& d, int contact, int site, Real* out) const;

  int sensor_ = -1;  // the first that uses the instance
  int channels_ = 1;
  std::vector<Real> azimuths_, elevations_;  // edges of the bins, increasing [rad]
};

}  // namespace corten::plugins
