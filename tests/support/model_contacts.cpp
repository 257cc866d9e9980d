#include "tests/support/model_contacts.h"

#include <algorithm>

#include "corten/collide/pair_table.h"
#include "tests/support/contacts.h"
#include "tests/support/random_state.h"

namespace corten::oracle {
namespace {

constexpr int kRandomStates = 5;

// Contacts of pairs of types without a function are taken out of the oracle's list.
int drop_uncovered(const mjModel* m, mjData* d) {
  const int before = d->ncon;
  const auto uncovered = [&](const mjContact& c) {
    if (c.geom[0] < 0 || c.geom[1] < 0) return false;  // flexes
    return pair_function(static_cast<ShapeType>(m->geom_type[c.geom[0]]),
                         static_cast<ShapeType>(m->geom_type[c.geom[1]])) == nullptr;
  };
  d->ncon = static_cast<int>(std::remove_if(d->contact, d->contact + d->ncon, uncovered) - d->contact);
  return before - d->ncon;
}

void compare_state(ContactScene& scene, const std::string& state, ModelContacts& result) {
  scene.run();
  ++result.states;
  result.contacts += scene.od->ncon;
  result.uncovered += drop_uncovered(scene.om.get(), scene.od.get());
  const std::string difference = contact_difference(scene.od.get(), scene.d);
  // contacts of flexes are held to the bar of contacts, all others to the bit
  const bool close = scene.m.nflex > 0 && contact_error(scene.od.get(), scene.d) <= 1e-10;
  if (!difference.empty() && !close) result.differences.push_back(state + ": " + difference);
}

}  // namespace

ModelContacts compare_model_contacts(const std::string& file) {
  ModelContacts result;
  ModelPtr model = load_file(file);
  if (!model) return result;
  result.loaded = true;
  // the solver of older releases is not ours (docs/oracle_quirks.md): both use the native one
  model->opt.disableflags &= ~mjDSBL_NATIVECCD;
  ContactScene scene(std::move(model));
  for (int i = 0; i < kRandomStates; ++i) {
    randomize(scene.om.get(), scene.od.get(), static_cast<unsigned>(i));
    compare_state(scene, "random state " + std::to_string(i), result);
  }
  for (int i = 0; i < scene.om->nkey; ++i) {
    mj_resetDataKeyframe(scene.om.get(), scene.od.get(), i);
    compare_state(scene, "keyframe " + std::to_string(i), result);
  }
  return result;
}

}  // namespace corten::oracle
