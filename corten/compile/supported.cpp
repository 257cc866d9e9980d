// Refuses what can be written but not be compiled yet: deformables, plugins and signed distance fields.
#include "corten/compile/passes.h"
#include "corten/compile/refuse.h"

namespace corten {
namespace {

void refuse_plugin(const char* tag, const spec::Node& node, const spec::PluginUse& use,
                   Diagnostics& diagnostics) {
  if (use.active) refuse(diagnostics, tag, node, "plugins are not supported yet");
}

void check_body(const spec::Body& body, Diagnostics& diagnostics) {
  refuse_plugin("body", body, body.plugin, diagnostics);
  for (const spec::FlexComp& flexcomp : body.flexcomps)
    refuse(diagnostics, "flexcomp", flexcomp, "flexcomp is not supported yet");
  for (const spec::Geom& geom : body.geoms) {
    refuse_plugin("geom", geom, geom.plugin, diagnostics);
    if (*geom.type == mjGEOM_SDF)
      refuse(diagnostics, "geom", geom, "geoms of type sdf are not supported yet");
  }
}

}  // namespace

void check_supported(const Spec& spec, Draft&, Diagnostics& diagnostics) {
  spec::for_each_nested(spec.world, [&](const spec::Body& body) { check_body(body, diagnostics); });
  for (const spec::Flex& flex : spec.flexes) refuse(diagnostics, "flex", flex, "flex is not supported yet");
  for (const spec::PluginInstance& instance : spec.plugins)
    refuse(diagnostics, "instance", instance, "plugins are not supported yet");
  for (const spec::Mesh& mesh : spec.meshes) refuse_plugin("mesh", mesh, mesh.plugin, diagnostics);
  for (const spec::Actuator& actuator : spec.actuators)
    refuse_plugin("actuator", actuator, actuator.plugin, diagnostics);
  for (const spec::Sensor& sensor : spec.sensors)
    if (sensor.plugin.active || sensor.type == mjSENS_PLUGIN)
      refuse(diagnostics, "sensor", sensor, "plugins are not supported yet");
}

}  // namespace corten
