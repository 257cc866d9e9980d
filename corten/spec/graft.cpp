// Grafting: copies of a subtree under new names, together with the elements that refer to it.
#include "corten/spec/graft.h"

#include "corten/spec/names.h"

namespace corten::spec {

namespace {

int kind_of(int objtype) { return objtype == mjOBJ_XBODY ? int{mjOBJ_BODY} : objtype; }

// A name held by an element, with the kind of object it names.
struct Reference {
  int objtype;
  std::string* name;
  bool required = false;  // the empty name then names an object without one

  bool is_given() const { return required || !name->empty(); }
};
using References = std::vector<Reference>;

int wrap_object(int wrap_type) {
  return wrap_type == mjWRAP_JOINT ? mjOBJ_JOINT : wrap_type == mjWRAP_SITE ? mjOBJ_SITE : mjOBJ_GEOM;
}

int target_object(int trntype) {
  switch (trntype) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT:
      return mjOBJ_JOINT;
    case mjTRN_TENDON:
      return mjOBJ_TENDON;
    case mjTRN_BODY:
      return mjOBJ_BODY;
    default:
      return mjOBJ_SITE;
  }
}

References references(Pair& pair) { return {{mjOBJ_GEOM, &pair.geomname1}, {mjOBJ_GEOM, &pair.geomname2}}; }
References references(Exclude& exclude) {
  return {{mjOBJ_BODY, &exclude.bodyname1, true}, {mjOBJ_BODY, &exclude.bodyname2, true}};
}
References references(Equality& equality) {
  return {{equality.named_objects(), &equality.name1}, {equality.named_objects(), &equality.name2}};
}
References references(Actuator& a) {
  return {{target_object(a.trntype), &a.target}, {mjOBJ_SITE, &a.refsite}, {mjOBJ_SITE, &a.slidersite}};
}
References references(Sensor& s) {
  return {{kind_of(s.objtype), &s.objname}, {kind_of(s.reftype), &s.refname}};
}
References references(Tendon& tendon) {
  References all;
  for (Wrap& wrap : tendon.path) {
    if (wrap.type == mjWRAP_PULLEY) continue;
    all.push_back({wrap_object(wrap.type), &wrap.target});
    all.push_back({mjOBJ_SITE, &wrap.sidesite});
  }
  return all;
}
References references(Tuple& tuple) {
  References all;
  for (std::size_t i = 0; i < tuple.objname.size(); ++i)
    all.push_back({kind_of(tuple.objtype[i]), &tuple.objname[i]});
  return all;
}
References references(Flex& flex) {
  References all;
  for (std::string& name : flex.vertbody) all.push_back({mjOBJ_BODY, &name});
  for (std::string& name : flex.nodebody) all.push_back({mjOBJ_BODY, &name});
  return all;
}
References references(Skin& skin) {
  References all;
  for (std::string& name : skin.bodyname) all.push_back({mjOBJ_BODY, &name});
  return all;
}

// An actuator without a target resolves nowhere: it is neither copied nor removed.
template <class N>
bool is_complete(const N&) {
  return true;
}
bool is_complete(const Actuator& actuator) { return actuator.trntype != mjTRN_UNDEFINED; }

// How many of the names of an element must be those of copies.
enum class Demand { kAll, kOne };
template <class N>
constexpr Demand kDemand = Demand::kAll;
template <>
constexpr Demand kDemand<Pair> = Demand::kOne;
template <>
constexpr Demand kDemand<Exclude> = Demand::kOne;
template <>
constexpr Demand kDemand<Tendon> = Demand::kOne;
template <>
constexpr Demand kDemand<Sensor> = Demand::kOne;

// Renames the references; false if the element does not belong to the copy.
bool resolve(const References& all, Demand demand, const Graft& graft) {
  int given = 0;
  int renamed = 0;
  for (const Reference& reference : all) {
    if (!reference.is_given()) continue;
    ++given;
    const std::string name = graft.rename(*reference.name);
    if (graft.inside.contains(reference.objtype, name)) {
      *reference.name = name;
      ++renamed;
    } else if (demand == Demand::kAll || !graft.outside.contains(reference.objtype, *reference.name)) {
      return false;
    }
  }
  return given == 0 || renamed > 0;
}

void rename_asset(std::string& name, const Graft& graft, int objtype) {
  const std::string renamed = graft.rename(name);
  if (graft.inside.contains(objtype, renamed)) name = renamed;
}

void rename_assets(Node&, const Graft&) {}
void rename_assets(Tendon& tendon, const Graft& graft) {
  rename_asset(tendon.material, graft, mjOBJ_MATERIAL);
}
void rename_assets(Flex& flex, const Graft& graft) { rename_asset(flex.material, graft, mjOBJ_MATERIAL); }
// a copy has an instance of its own where the original had one
void rename_plugin(PluginUse& use, const Graft& graft) {
  rename_asset(use.name, graft, mjOBJ_PLUGIN);
  use.order = PluginUse::kLast;
}
void rename_assets(Actuator& a, const Graft& graft) { rename_plugin(a.plugin, graft); }
void rename_assets(Sensor& s, const Graft& graft) { rename_plugin(s.plugin, graft); }

// Flexes and skins keep their names, whatever the prefix; skins also the name of their material.
template <class N>
constexpr bool kKeepsName = std::is_same_v<N, Flex> || std::is_same_v<N, Skin>;

template <class N>
void graft_list(const List<N>& source, Graft& graft) {
  const int count = source.size();  // the source may be the target
  for (int i = 0; i < count; ++i) {
    N copy = source[i];
    if (!is_complete(copy) || !resolve(references(copy), kDemand<N>, graft)) continue;
    if constexpr (!kKeepsName<N>) copy.name = graft.rename(copy.name);
    if (graft.origin >= 0) copy.classname = graft.rename(copy.classname);
    rename_assets(copy, graft);
    if (graft.origin >= 0) copy.origin += graft.origin;
    graft.inside.add(KindOf<N>::kObject, copy.name);
    graft.copies.emplace_back(&source[i], &list_of<N>(graft.target).add(std::move(copy)));
  }
}

template <class N>
void remove_from(List<N>& list, NameSets& gone, const NameSets& present) {
  list.erase_if([&](N& node) {
    if (!is_complete(node)) return false;
    bool orphan = false;
    for (const Reference& reference : references(node)) {
      if (!reference.is_given()) continue;
      if (gone.contains(reference.objtype, *reference.name)) {
        orphan = true;
      } else if (!present.contains(reference.objtype, *reference.name)) {
        return false;
      }
    }
    if (orphan) gone.add(KindOf<N>::kObject, node.name);
    return orphan;
  });
}

template <class N>
void take_from(List<N>& list, NameSets& gone, List<N>& orphans) {
  for (int i = 0; i < list.size();) {
    bool orphan = false;
    for (const Reference& reference : references(list[i]))
      orphan = orphan || gone.contains(reference.objtype, *reference.name);
    if (!orphan) {
      ++i;
      continue;
    }
    gone.add(KindOf<N>::kObject, list[i].name);
    orphans.adopt(list.take(i));
  }
}

template <class N>
void move_list(List<N>& from, List<N>& to, int frame, int first_frame) {
  std::vector<std::unique_ptr<N>> last_first;  // from the end, where taking is cheap
  while (!from.empty()) last_first.push_back(from.take(from.size() - 1));
  for (auto node = last_first.rbegin(); node != last_first.rend(); ++node) {
    int& own = to.adopt(std::move(*node)).frame;
    own = own < 0 ? frame : own + first_frame;
  }
}

}  // namespace

void NameSets::add(int objtype, const std::string& name) {
  if (!name.empty()) names_[static_cast<std::size_t>(objtype)].insert(name);
}

bool NameSets::contains(int objtype, const std::string& name) const {
  return objtype >= 0 && objtype < mjNOBJECT && names_[static_cast<std::size_t>(objtype)].contains(name);
}

void NameSets::add_unnamed(int objtype) { names_[static_cast<std::size_t>(objtype)].insert(""); }

void NameSets::add_tree(const Body& root) {
  add(mjOBJ_BODY, root.name);
  for_each_body(root, [&](const Body& body) {
    for_each_list(body, [&]<class N>(std::type_identity<N>, const List<N>& nodes) {
      if constexpr (!std::is_same_v<N, Frame>)  // nothing refers to frames
        for (const N& node : nodes) add(KindOf<N>::kObject, node.name);
    });
  });
}

void NameSets::add_lists(const Spec& spec) {
  for_each_list(spec, [&]<class N>(std::type_identity<N>, const List<N>& nodes) {
    if constexpr (!std::is_same_v<N, Key>)  // keys have their own ways to come along
      for (const N& node : nodes) add(KindOf<N>::kObject, node.name);
  });
}

void rename_tree(Body& root, const Renaming& rename) {
  root.name = rename(root.name);
  for_each_body(root, [&](Body& body) {
    for_each_list(body, [&](auto, auto& nodes) {
      for (auto& node : nodes) node.name = rename(node.name);
    });
    for (Camera& camera : body.cameras) camera.targetbody = rename(camera.targetbody);
    for (Light& light : body.lights) {
      light.targetbody = rename(light.targetbody);
      light.texture = rename(light.texture);
    }
  });
}

void move_contents(Body&& from, Body& to, int frame) {
  const int first_frame = to.frames.size();
  BodyKinds::for_each([&]<class N>(std::type_identity<N>) {
    move_list(list_of<N>(from), list_of<N>(to), frame, first_frame);
  });
}

void graft_lists(const Spec& source, Graft& graft) {
  Kinds<Flex, Skin, Pair, Exclude, Tendon, Equality, Actuator, Sensor, Tuple>::for_each(
      [&]<class N>(std::type_identity<N>) { graft_list<N>(list_of<N>(source), graft); });
}

std::set<std::string> used_instances(const Spec& spec, const std::vector<const Body*>& roots) {
  std::set<std::string> used;
  const auto use = [&](const auto& nodes) {
    for (const auto& node : nodes) used.insert(node.plugin.name);
  };
  use(spec.meshes), use(spec.actuators), use(spec.sensors);
  for (const Body* root : roots)
    for_each_body(*root, [&](const Body& body) {
      used.insert(body.plugin.name);
      use(body.geoms);
    });
  return used;
}

void take_orphans(Spec& spec, NameSets gone, Orphans& orphans) {
  DependentKinds::for_each(
      [&]<class N>(std::type_identity<N>) { take_from(list_of<N>(spec), gone, std::get<List<N>>(orphans)); });
}

bool is_resolved(const Actuator& actuator, const NameSets& present) {
  Actuator copy = actuator;
  if (!is_complete(copy)) return false;
  for (const Reference& reference : references(copy))
    if (reference.is_given() && !present.contains(reference.objtype, *reference.name)) return false;
  return true;
}

void remove_orphans(Spec& spec, NameSets gone, const NameSets& present) {
  DependentKinds::for_each(
      [&]<class N>(std::type_identity<N>) { remove_from(list_of<N>(spec), gone, present); });
}

}  // namespace corten::spec
