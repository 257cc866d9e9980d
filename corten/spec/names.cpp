// The check that no two objects of a kind share a name.
#include "corten/spec/names.h"

#include <set>

namespace corten::spec {

namespace {

// The names of one kind of object.
class NameSpace {
 public:
  NameSpace(const char* kind, Diagnostics& diagnostics) : kind_(kind), diagnostics_(diagnostics) {}

  void add(const Node& node) {
    if (node.name.empty() || names_.insert(node.name).second) return;
    diagnostics_.error(node.place, "<" + std::string(kind_) + " name=\"" + node.name + "\">", "repeated name",
                       "names of a kind must be different");
  }
  template <class N>
  void add_all(const List<N>& nodes) {
    for (const N& node : nodes) add(node);
  }

 private:
  const char* kind_;
  Diagnostics& diagnostics_;
  std::set<std::string> names_;
};

template <class N>
void check_list(const char* kind, const List<N>& nodes, Diagnostics& diagnostics) {
  NameSpace(kind, diagnostics).add_all(nodes);
}

void check_tree(const Spec& spec, Diagnostics& diagnostics) {
  NameSpace bodies("body", diagnostics), frames("frame", diagnostics), joints("joint", diagnostics),
      geoms("geom", diagnostics), sites("site", diagnostics), cameras("camera", diagnostics),
      lights("light", diagnostics);
  for_each_body(spec.world, [&](const Body& body) {
    bodies.add(body);
    frames.add_all(body.frames);
    joints.add_all(body.joints);
    geoms.add_all(body.geoms);
    sites.add_all(body.sites);
    cameras.add_all(body.cameras);
    lights.add_all(body.lights);
  });
}

}  // namespace

std::uint64_t structure_signature(const Spec& spec) {
  std::uint64_t hash = 14695981039346656037U;  // FNV-1a
  const auto add = [&](std::uint64_t value) { hash = (hash ^ value) * 1099511628211U; };
  for_each_body(spec.world, [&](const Body& body) {
    for (const int count : {body.bodies.size(), body.joints.size(), body.geoms.size(), body.sites.size(),
                            body.cameras.size(), body.lights.size()})
      add(static_cast<std::uint64_t>(count));
    for (const Joint& joint : body.joints) add(static_cast<std::uint64_t>(*joint.type));
  });
  for (const int count :
       {spec.meshes.size(), spec.hfields.size(), spec.skins.size(), spec.textures.size(),
        spec.materials.size(), spec.pairs.size(), spec.excludes.size(), spec.flexes.size(),
        spec.equalities.size(), spec.tendons.size(), spec.actuators.size(), spec.sensors.size(),
        spec.numerics.size(), spec.texts.size(), spec.tuples.size(), spec.keys.size(), spec.plugins.size()})
    add(static_cast<std::uint64_t>(count));
  return hash;
}

void check_names(const Spec& spec, Diagnostics& diagnostics) {
  check_tree(spec, diagnostics);
  check_list("mesh", spec.meshes, diagnostics);
  check_list("hfield", spec.hfields, diagnostics);
  check_list("skin", spec.skins, diagnostics);
  check_list("texture", spec.textures, diagnostics);
  check_list("material", spec.materials, diagnostics);
  check_list("pair", spec.pairs, diagnostics);
  check_list("exclude", spec.excludes, diagnostics);
  check_list("flex", spec.flexes, diagnostics);
  check_list("equality", spec.equalities, diagnostics);
  check_list("tendon", spec.tendons, diagnostics);
  check_list("actuator", spec.actuators, diagnostics);
  check_list("sensor", spec.sensors, diagnostics);
  check_list("numeric", spec.numerics, diagnostics);
  check_list("text", spec.texts, diagnostics);
  check_list("tuple", spec.tuples, diagnostics);
  NameSpace keys("key", diagnostics);
  keys.add_all(spec.keys);
  keys.add_all(spec.pending_keys);
  check_list("instance", spec.plugins, diagnostics);
}

}  // namespace corten::spec
