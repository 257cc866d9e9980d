// A library of plugins: a thruster that pushes its body along its own z axis.
//   corten run rocket.xml --plugin libthruster.so
#include <array>

#include "corten/model/data.h"
#include "corten/model/model.h"
#include "corten/model/plugin_class.h"
#include "corten/smooth/jacobian.h"
#include "plugins/library.h"

namespace {

class Thruster {
 public:
  static constexpr const char* kName = "example.thruster";
  static constexpr auto kAttributes = std::to_array({"thrust"});
  static constexpr int kCapabilities = corten::mjPLUGIN_PASSIVE;

  Thruster(const corten::Model& m, corten::Data&, int instance) {
    thrust_ = std::stod(*corten::plugin_config(m, instance, "thrust"));
    for (int body = 0; body < m.nbody; ++body)
      if (m.body_plugin[body] == instance) body_ = body;
  }

  void compute(const corten::PluginCall& call, corten::mjtPluginCapabilityBit) const {
    corten::Data& d = call.d;
    const corten::Vec3<double> force = d.xmat[body_].col(2) * thrust_;
    corten::apply_ft(call.m, d, force, {}, d.xipos[body_], body_, d.qfrc_passive.span());
  }

 private:
  double thrust_ = 0;
  int body_ = 0;
};

void add(corten::PluginTable& table) { table.add(corten::plugin_of_class<Thruster>()); }

}  // namespace

extern "C" corten::PluginLibrary corten_plugin_library() { return {.add = add}; }
