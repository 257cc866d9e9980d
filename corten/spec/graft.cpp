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

// An actuator without a target resolves nowhere: it is neither copied nor removed.
template <class N>
bool is_complete(const N&) {
  return true;
}
bool is_complete(const Actuator& actuator) { return actuator.trntype != mjTRN_UNDEFINED; }

// How many of the names of an element must be those of copies.
enum class Demand { kAll, kOne };

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

template <class N>
void graft_list(const List<N>& source, List<N>& target, int objtype, Demand demand, Graft& graft) {
  const int count = source.size();  // the source may be the target
  for (int i = 0; i < count; ++i) {
    N copy = source[i];
    if (!is_complete(copy) || !resolve(references(copy), demand, graft)) continue;
    copy.name = graft.rename(copy.name);
    if (graft.origin >= 0) copy.classname = graft.rename(copy.classname);
    rename_assets(copy, graft);
    if (graft.origin >= 0) copy.origin += graft.origin;
    graft.inside.add(objtype, copy.name);
    graft.copies.emplace_back(&source[i], &target.add(std::move(copy)));
  }
}

template <class N>
void remove_from(List<N>& list, int objtype, NameSets& gone, const NameSets& present) {
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
    if (orphan) gone.add(objtype, node.name);
    return orphan;
  });
}

template <class N>
void take_from(List<N>& list, int objtype, NameSets& gone, List<N>& orphans) {
  for (int i = 0; i < list.size();) {
    bool orphan = false;
    for (const Reference& reference : references(list[i]))
      orphan = orphan || gone.contains(reference.objtype, *reference.name);
    if (!orphan) {
      ++i;
      continue;
    }
    gone.add(objtype, list[i].name);
    orphans.adopt(list.take(i));
  }
}

template <class N>
void move_list(List<N>& from, List<N>& to, int frame, int first_frame) {
  while (!from.empty()) {
    N& node = to.adopt(from.take(0));
    node.frame = node.frame < 0 ? frame : node.frame + first_frame;
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
  const auto add_all = [&](int objtype, const auto& nodes) {
    for (const auto& node : nodes) add(objtype, node.name);
  };
  for_each_body(root, [&](const Body& body) {
    add(mjOBJ_BODY, body.name);
    add_all(mjOBJ_JOINT, body.joints);
    add_all(mjOBJ_GEOM, body.geoms);
    add_all(mjOBJ_SITE, body.sites);
    add_all(mjOBJ_CAMERA, body.cameras);
    add_all(mjOBJ_LIGHT, body.lights);
  });
}

void NameSets::add_lists(const Spec& spec) {
  const auto add_all = [&](int objtype, const auto& nodes) {
    for (const auto& node : nodes) add(objtype, node.name);
  };
  add_all(mjOBJ_MESH, spec.meshes);
  add_all(mjOBJ_HFIELD, spec.hfields);
  add_all(mjOBJ_SKIN, spec.skins);
  add_all(mjOBJ_TEXTURE, spec.textures);
  add_all(mjOBJ_MATERIAL, spec.materials);
  add_all(mjOBJ_PAIR, spec.pairs);
  add_all(mjOBJ_EXCLUDE, spec.excludes);
  add_all(mjOBJ_FLEX, spec.flexes);
  add_all(mjOBJ_EQUALITY, spec.equalities);
  add_all(mjOBJ_TENDON, spec.tendons);
  add_all(mjOBJ_ACTUATOR, spec.actuators);
  add_all(mjOBJ_SENSOR, spec.sensors);
  add_all(mjOBJ_NUMERIC, spec.numerics);
  add_all(mjOBJ_TEXT, spec.texts);
  add_all(mjOBJ_TUPLE, spec.tuples);
  add_all(mjOBJ_PLUGIN, spec.plugins);
}

void rename_tree(Body& root, const Renaming& rename) {
  const auto rename_all = [&](auto& nodes) {
    for (auto& node : nodes) node.name = rename(node.name);
  };
  for_each_body(root, [&](Body& body) {
    body.name = rename(body.name);
    rename_all(body.frames);
    rename_all(body.joints);
    rename_all(body.geoms);
    rename_all(body.sites);
    rename_all(body.cameras);
    rename_all(body.lights);
    for (Camera& camera : body.cameras) camera.targetbody = rename(camera.targetbody);
    for (Light& light : body.lights) {
      light.targetbody = rename(light.targetbody);
      light.texture = rename(light.texture);
    }
  });
}

void move_contents(Body&& from, Body& to, int frame) {
  const int first_frame = to.frames.size();
  move_list(from.frames, to.frames, frame, first_frame);
  move_list(from.joints, to.joints, frame, first_frame);
  move_list(from.geoms, to.geoms, frame, first_frame);
  move_list(from.sites, to.sites, frame, first_frame);
  move_list(from.cameras, to.cameras, frame, first_frame);
  move_list(from.lights, to.lights, frame, first_frame);
  move_list(from.bodies, to.bodies, frame, first_frame);
}

void graft_lists(const Spec& source, Graft& graft) {
  Spec& target = graft.target;
  graft_list(source.flexes, target.flexes, mjOBJ_FLEX, Demand::kAll, graft);
  graft_list(source.pairs, target.pairs, mjOBJ_PAIR, Demand::kOne, graft);
  graft_list(source.excludes, target.excludes, mjOBJ_EXCLUDE, Demand::kOne, graft);
  graft_list(source.tendons, target.tendons, mjOBJ_TENDON, Demand::kOne, graft);
  graft_list(source.equalities, target.equalities, mjOBJ_EQUALITY, Demand::kAll, graft);
  graft_list(source.actuators, target.actuators, mjOBJ_ACTUATOR, Demand::kAll, graft);
  graft_list(source.sensors, target.sensors, mjOBJ_SENSOR, Demand::kOne, graft);
  graft_list(source.tuples, target.tuples, mjOBJ_TUPLE, Demand::kAll, graft);
}

void take_orphans(Spec& spec, NameSets gone, Orphans& orphans) {
  take_from(spec.pairs, mjOBJ_PAIR, gone, orphans.pairs);
  take_from(spec.excludes, mjOBJ_EXCLUDE, gone, orphans.excludes);
  take_from(spec.tendons, mjOBJ_TENDON, gone, orphans.tendons);
  take_from(spec.equalities, mjOBJ_EQUALITY, gone, orphans.equalities);
  take_from(spec.actuators, mjOBJ_ACTUATOR, gone, orphans.actuators);
  take_from(spec.sensors, mjOBJ_SENSOR, gone, orphans.sensors);
}

bool is_resolved(const Actuator& actuator, const NameSets& present) {
  Actuator copy = actuator;
  if (!is_complete(copy)) return false;
  for (const Reference& reference : references(copy))
    if (reference.is_given() && !present.contains(reference.objtype, *reference.name)) return false;
  return true;
}

void remove_orphans(Spec& spec, NameSets gone, const NameSets& present) {
  remove_from(spec.pairs, mjOBJ_PAIR, gone, present);
  remove_from(spec.excludes, mjOBJ_EXCLUDE, gone, present);
  remove_from(spec.tendons, mjOBJ_TENDON, gone, present);
  remove_from(spec.equalities, mjOBJ_EQUALITY, gone, present);
  remove_from(spec.actuators, mjOBJ_ACTUATOR, gone, present);
  remove_from(spec.sensors, mjOBJ_SENSOR, gone, present);
}

}  // namespace corten::spec
