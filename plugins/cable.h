// mujoco.elasticity.cable: resistance of a chain of bodies against bending and twisting. The bodies of an
// instance have consecutive ids; neighbours are neighbours by id.
#pragma once

#include <array>
#include <vector>

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten::plugins {

class Cable {
 public:
  static constexpr const char* kName = "mujoco.elasticity.cable";
  static constexpr auto kAttributes = std::to_array({"twist", "bend", "flat", "vmax"});
  static constexpr int kCapabilities = mjPLUGIN_PASSIVE;

  Cable(const Model& m, Data& d, int instance);
  void compute(const PluginCall& call, mjtPluginCapabilityBit) const;

 private:
  // Between a body and the one before it.
  struct Link {
    Vec3<Real> stiffness{};  // torsion, bending about y and about z [N m²]
    Real length = 0;         // distance of the two bodies at qpos0 [m]
    Vec3<Real> rest{};       // rotation vector without stress
    int qpos = 0;            // quaternion of the joint between them
  };
  Vec3<Real> moment(const Model& m, const Data& d, int k, Quat<Real>& relative) const;

  int first_ = 0;  // body
  std::vector<Link> links_;
};

}  // namespace corten::plugins
