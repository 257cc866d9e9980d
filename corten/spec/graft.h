// Grafting: copies of a subtree under new names, together with the elements of other lists that refer to it.
// Replicate and attach are both made of it.
#pragma once

#include <array>
#include <set>
#include <tuple>

#include "corten/spec/kinds.h"

namespace corten::spec {

// prefix + name + suffix; the empty name stays empty
struct Renaming {
  std::string prefix;
  std::string suffix;

  std::string operator()(const std::string& name) const {
    return name.empty() ? name : prefix + name + suffix;
  }
};

// Names by kind of object (mjtObj).
class NameSets {
 public:
  void add(int objtype, const std::string& name);  // nothing if empty
  void add_unnamed(int objtype);                   // then "" is contained
  void add_tree(const Body& root);
  void add_lists(const Spec& spec);  // assets, tendons, actuators, sensors, …
  bool contains(int objtype, const std::string& name) const;

 private:
  std::array<std::set<std::string, std::less<>>, mjNOBJECT> names_;
};

// Renames every object of a subtree, and what its cameras and lights refer to.
void rename_tree(Body& root, const Renaming& rename);

// Moves the contents of `from` (its children of every kind, not itself) to `to`, all in frame `frame` of
// `to`.
void move_contents(Body&& from, Body& to, int frame);

// What was copied to what.
using Copies = std::vector<std::pair<const Node*, Node*>>;

struct Graft {
  Spec& target;
  Renaming rename;
  NameSets inside;   // names that a renamed reference may find: those of the copies, and of the target
  NameSets outside;  // names that exist without renaming
  int origin = -1;   // first origin of a foreign source; -1: the source is the target
  Copies copies{};
};

// Copies those pairs, excludes, tendons, equalities, actuators, sensors, tuples, flexes and skins of `source`
// that refer to copied objects (or to nothing) to the end of the target's lists. `source` may be the target.
void graft_lists(const Spec& source, Graft& graft);

// The kinds whose elements go when what they refer to goes.
using DependentKinds = Kinds<Pair, Exclude, Tendon, Equality, Actuator, Sensor>;
// Elements that lost what they referred to, and instances of plugins that nothing uses; keys wait for
// compilation.
using Orphans = std::tuple<List<Pair>, List<Exclude>, List<Tendon>, List<Equality>, List<Actuator>,
                           List<Sensor>, List<Key>, List<PluginInstance>>;
// Moves every element that refers to a `gone` object out of the lists.
void take_orphans(Spec& spec, NameSets gone, Orphans& orphans);

// Names of the plugin instances that elements use, those of the trees among them.
std::set<std::string> used_instances(const Spec& spec, const std::vector<const Body*>& roots);

// Whether everything an actuator refers to exists.
bool is_resolved(const Actuator& actuator, const NameSets& present);

// Removes elements that refer to `gone` objects, provided everything else they refer to exists in `present`.
void remove_orphans(Spec& spec, NameSets gone, const NameSets& present);

}  // namespace corten::spec
