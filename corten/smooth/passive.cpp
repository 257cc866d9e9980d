#include "corten/smooth/passive.h"

#include "corten/model/awake.h"
#include "corten/model/for_each_plugin.h"
#include "corten/smooth/flex.h"
#include "corten/smooth/fluid.h"

namespace corten {
namespace {

// What a Data has beside springs: flexes, a medium, sleepers.
struct AllPassive : OwnPassive {
  const Model& m;
  Data& d;
  const bool sleepers = some_asleep(m, d);

  AllPassive(const Model& model, Data& data) : m(model), d(data) {}

  bool tendon_rests(int tendon) const {
    return sleepers && sleep_state(m, d, mjOBJ_TENDON, tendon) != mjS_AWAKE;
  }
  void flexes() const {
    if (m.nflex) flex_forces(m, d);
  }
  bool fluid() const {
    const bool medium = m.opt.viscosity != 0 || m.opt.density != 0;
    if (medium) fluid_forces(m, d);
    return medium;
  }
  void flex_contacts() const {
    if (m.nflex) flex_contact_forces(m, d);
  }
};

}  // namespace

void passive(const Model& m, Data& d, const Hooks& hooks) {
  among_awake(m, d, [&](auto who) { passive_core(m, d, who, AllPassive(m, d)); });
  if (passive_switched_off(m)) return;
  if (hooks.passive) hooks.passive(m, d, hooks.user);
  if (m.nplugin) compute_plugins(m, d, mjPLUGIN_PASSIVE);
}

}  // namespace corten
