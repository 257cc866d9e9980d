// Indexes the names of all objects and refuses a name given twice to objects of one type.
#include <unordered_set>

#include "corten/compile/passes.h"
#include "corten/compile/refuse.h"
#include "corten/spec/kinds.h"

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

template <class N, class Elements>
void index(const Elements& elements, Draft& draft, Diagnostics& diagnostics) {
  const char* tag = std::is_same_v<N, spec::PluginInstance> ? "instance" : spec::KindOf<N>::kWord;
  std::vector<std::string> names = names_of(elements);
  std::unordered_set<std::string_view> seen;
  for (int i = 0; i < static_cast<int>(names.size()); ++i) {
    const std::string& name = names[i];
    if (!name.empty() && !seen.insert(name).second)
      refuse(diagnostics, tag, node_of(elements, i), "repeated name " + quoted(name) + " in " + tag);
  }
  draft.names.assign(spec::KindOf<N>::kObject, std::move(names));
}

}  // namespace

void index_names(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  index<spec::Body>(draft.bodies, draft, diagnostics);
  index<spec::Joint>(draft.joints, draft, diagnostics);
  index<spec::Geom>(draft.geoms, draft, diagnostics);
  index<spec::Site>(draft.sites, draft, diagnostics);
  index<spec::Camera>(draft.cameras, draft, diagnostics);
  index<spec::Light>(draft.lights, draft, diagnostics);
  index<spec::Mesh>(draft.assets.meshes, draft, diagnostics);
  index<spec::Skin>(draft.assets.skins, draft, diagnostics);
  index<spec::HField>(draft.assets.hfields, draft, diagnostics);
  index<spec::Texture>(draft.assets.textures, draft, diagnostics);
  index<spec::Material>(draft.assets.materials, draft, diagnostics);
  index<spec::PluginInstance>(draft.plugins, draft, diagnostics);
  // the ids of the rest follow the specification
  spec::Kinds<spec::Flex, spec::Pair, spec::Exclude, spec::Equality, spec::Tendon, spec::Actuator,
              spec::Sensor, spec::Numeric, spec::Text, spec::Tuple,
              spec::Key>::for_each([&]<class N>(std::type_identity<N>) {
    index<N>(spec::list_of<N>(spec), draft, diagnostics);
  });
}

}  // namespace corten
