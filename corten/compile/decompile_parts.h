// The parts of decompile, by kind of element.
#pragma once

#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "corten/model/names.h"
#include "corten/spec/spec.h"

namespace corten {

// Who uses the plugin instances of a model.
struct PluginUsers {
  explicit PluginUsers(const Model& m);
  std::vector<int> of_mesh;  // the instance whose surface each mesh is, −1 if none
  std::vector<int> count;    // users of each instance
};

// Names for text: what is referred to by others must have one, what has none gets one then.
class Namer {
 public:
  explicit Namer(const Model& m) : m_(m), plugin_users_(m) {}

  // The name of an object that something refers to; empty for id −1.
  std::string refer(int type, int id);
  // Its own name: what the model says, or what refer invented.
  std::string own(int type, int id) const;
  // How an element says that it uses an instance; nothing for −1.
  spec::PluginUse plugin(int instance);
  spec::PluginUse plugin_of_mesh(int mesh);

 private:
  std::string invented(int type, int id) const;

  const Model& m_;
  PluginUsers plugin_users_;
  std::set<std::pair<int, int>> referred_;
};

// The keyword of a compiled limit: never automatic.
inline int limited(byte flag) { return flag ? mjLIMITED_TRUE : mjLIMITED_FALSE; }

// The user numbers of one element.
inline std::vector<Real> user_numbers(const Array2<Real>& user, int row) {
  if (user.cols() == 0) return {};
  const std::span<const Real> numbers = user[row];
  return {numbers.begin(), numbers.end()};
}

void decompile_settings(const Model& m, Spec& spec);
void decompile_assets(const Model& m, Namer& names, Spec& spec);
void decompile_contacts(const Model& m, Namer& names, Spec& spec);
void decompile_flexes(const Model& m, Namer& names, Spec& spec);
// MJCF has no words for the places of nodes in their bodies, which pinned nodes have.
bool can_write_flex(const Model& m, int flex);
void decompile_equalities(const Model& m, Namer& names, Spec& spec);
void decompile_tendons(const Model& m, Namer& names, Spec& spec);
void decompile_actuators(const Model& m, Namer& names, Spec& spec);
void decompile_sensors(const Model& m, Namer& names, Spec& spec);
void decompile_custom(const Model& m, Namer& names, Spec& spec);
void decompile_plugins(const Model& m, const Namer& names, Spec& spec);
void decompile_tree(const Model& m, Namer& names, Spec& spec);

}  // namespace corten
