#include "plugins/builtin.h"

#include "corten/model/plugin_class.h"
#include "plugins/cable.h"
#include "plugins/pid.h"
#include "plugins/sdf_gear.h"
#include "plugins/sdf_round.h"
#include "plugins/sdf_screw.h"
#include "plugins/touch_grid.h"

namespace corten {
namespace {

template <class... Classes>
std::shared_ptr<const PluginTable> table_of() {
  auto table = std::make_shared<PluginTable>();
  (table->add(plugin_of_class<Classes>()), ...);
  return table;
}

}  // namespace

std::shared_ptr<const PluginTable> builtin_plugins() {
  using namespace plugins;
  static const auto kTable = table_of<Pid, Cable, TouchGrid, SdfPlugin<Bolt>, SdfPlugin<Bowl>,
                                      SdfPlugin<Gear>, SdfPlugin<Nut>, SdfPlugin<Torus>>();
  return kTable;
}

}  // namespace corten
