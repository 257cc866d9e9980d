// Indexes the names of all objects and refuses a name given twice to objects of one type.
#include <unordered_set>

#include "corten/compile/passes.h"
#include "corten/compile/refuse.h"

namespace corten {
namespace {

template <class Drafts>
std::vector<std::string> names_of(const Drafts& drafts) {
  std::vector<std::string> names;
  names.reserve(drafts.size());
  for (const auto& element : drafts) {
    if constexpr (requires { element.name; })
      names.push_back(element.name);
    else if constexpr (requires { element.spec; })
      names.push_back(element.spec->name);
  }
  return names;
}

template <class Node>
std::vector<std::string> names_of(const spec::List<Node>& nodes) {
  std::vector<std::string> names;
  for (const Node& node : nodes) names.push_back(node.name);
  return names;
}

template <class Node>
const spec::Node& node_of(const spec::List<Node>& nodes, int i) {
  return nodes[i];
}
template <class Drafts>
const spec::Node& node_of(const Drafts& drafts, int i) {
  return *drafts[i].spec;
}

template <class Elements>
void index(mjtObj type, const char* tag, const Elements& elements, Draft& draft, Diagnostics& diagnostics) {
  std::vector<std::string> names = names_of(elements);
  std::unordered_set<std::string_view> seen;
  for (int i = 0; i < static_cast<int>(names.size()); ++i) {
    const std::string& name = names[i];
    if (!name.empty() && !seen.insert(name).second)
      refuse(diagnostics, tag, node_of(elements, i),
             "the name " + quoted(name) + " is taken by another " + tag);
  }
  draft.names.assign(type, std::move(names));
}

}  // namespace

void index_names(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  index(mjOBJ_BODY, "body", draft.bodies, draft, diagnostics);
  index(mjOBJ_JOINT, "joint", draft.joints, draft, diagnostics);
  index(mjOBJ_GEOM, "geom", draft.geoms, draft, diagnostics);
  index(mjOBJ_SITE, "site", draft.sites, draft, diagnostics);
  index(mjOBJ_CAMERA, "camera", draft.cameras, draft, diagnostics);
  index(mjOBJ_LIGHT, "light", draft.lights, draft, diagnostics);
  index(mjOBJ_FLEX, "flex", spec.flexes, draft, diagnostics);
  index(mjOBJ_MESH, "mesh", draft.assets.meshes, draft, diagnostics);
  index(mjOBJ_SKIN, "skin", draft.assets.skins, draft, diagnostics);
  index(mjOBJ_HFIELD, "hfield", draft.assets.hfields, draft, diagnostics);
  index(mjOBJ_TEXTURE, "texture", draft.assets.textures, draft, diagnostics);
  index(mjOBJ_MATERIAL, "material", draft.assets.materials, draft, diagnostics);
  index(mjOBJ_PAIR, "pair", spec.pairs, draft, diagnostics);
  index(mjOBJ_EXCLUDE, "exclude", spec.excludes, draft, diagnostics);
  index(mjOBJ_EQUALITY, "equality", spec.equalities, draft, diagnostics);
  index(mjOBJ_TENDON, "tendon", spec.tendons, draft, diagnostics);
  index(mjOBJ_ACTUATOR, "actuator", spec.actuators, draft, diagnostics);
  index(mjOBJ_SENSOR, "sensor", spec.sensors, draft, diagnostics);
  index(mjOBJ_NUMERIC, "numeric", spec.numerics, draft, diagnostics);
  index(mjOBJ_TEXT, "text", spec.texts, draft, diagnostics);
  index(mjOBJ_TUPLE, "tuple", spec.tuples, draft, diagnostics);
  index(mjOBJ_KEY, "key", spec.keys, draft, diagnostics);
  index(mjOBJ_PLUGIN, "instance", draft.plugins, draft, diagnostics);
}

}  // namespace corten
