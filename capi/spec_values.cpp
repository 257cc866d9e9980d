// Values of elements: names, texts, lists, paths of tendons, shortcuts of actuators, what a program notes.
#include <sstream>

#include "capi/numbers.h"
#include "capi/spec_box.h"
#include "corten/asset/asset_error.h"
#include "corten/asset/builtin_mesh.h"
#include "corten/mjcf/actuator_shortcuts.h"
#include "corten/model/sensor_kinds.h"
#include "corten/spec/orientation.h"

namespace corten::capi {

// ---- names, texts, lists ----
CORTEN_API CString* mjs_getName(mjsElement* element) {
  return answer("mjs_getName", [=] { return &element_of(element).name; });
}

// −1 if another element of the kind has the name, which is taken over all the same.
CORTEN_API int mjs_setName(mjsElement* element, const char* name) {
  return answer("mjs_setName", [=] {
    Element& own = element_of(element);
    own.name.assign(given(name, "name"));
    if (own.node_name) *own.node_name = name;
    for (const auto& [node, other] : own.box->elements)
      if (*name && other.get() != &own && other->head.elemtype == own.head.elemtype &&
          other->name.view() == name) {
        own.box->error = std::string("two elements are called '") + name + "'";
        return -1;
      }
    return 0;
  });
}

CORTEN_API void mjs_setString(CString* dest, const char* text) {
  perform("mjs_setString", [=] { given(dest, "dest")->assign(given(text, "text")); });
}
CORTEN_API const char* mjs_getString(const CString* source) {
  return answer("mjs_getString", [=] { return given(source, "source")->c_str(); });
}
// words, apart by white space
CORTEN_API void mjs_setStringVec(CVector<CString>* dest, const char* text) {
  perform("mjs_setStringVec", [=] {
    given(dest, "dest")->resize(0);
    std::istringstream words(given(text, "text"));
    for (std::string word; words >> word;) {
      dest->resize(dest->span().size() + 1);
      dest->span().back().assign(word);
    }
  });
}
CORTEN_API byte mjs_setInStringVec(CVector<CString>* dest, int i, const char* text) {
  return answer("mjs_setInStringVec", [=]() -> byte {
    if (i < 0 || count(i) >= given(dest, "dest")->span().size()) return 0;
    dest->span()[count(i)].assign(given(text, "text"));
    return 1;
  });
}
CORTEN_API void mjs_appendString(CVector<CString>* dest, const char* text) {
  perform("mjs_appendString", [=] {
    given(text, "text");
    given(dest, "dest")->resize(dest->span().size() + 1);
    dest->span().back().assign(text);
  });
}

namespace {

template <class T>
void set_list(const char* function, CVector<T>* dest, const T* array, int size) {
  perform(function, [=] {
    given(dest, "dest")->assign({size > 0 ? given(array, "array") : array, count(size)});
  });
}
template <class T>
void append_list(const char* function, CVector<CVector<T>>* dest, const T* array, int size) {
  perform(function, [=] {
    given(dest, "dest")->resize(dest->span().size() + 1);
    dest->span().back().assign({size > 0 ? given(array, "array") : array, count(size)});
  });
}

}  // namespace

CORTEN_API void mjs_setInt(CVector<int>* dest, const int* array, int size) {
  set_list("mjs_setInt", dest, array, size);
}
CORTEN_API void mjs_setFloat(CVector<float>* dest, const float* array, int size) {
  set_list("mjs_setFloat", dest, array, size);
}
CORTEN_API void mjs_setDouble(CVector<double>* dest, const double* array, int size) {
  set_list("mjs_setDouble", dest, array, size);
}
CORTEN_API void mjs_setBuffer(CVector<std::uint8_t>* dest, const void* array, int size) {
  set_list("mjs_setBuffer", dest, static_cast<const std::uint8_t*>(array), size);
}
CORTEN_API void mjs_appendIntVec(CVector<CVector<int>>* dest, const int* array, int size) {
  append_list("mjs_appendIntVec", dest, array, size);
}
CORTEN_API void mjs_appendFloatVec(CVector<CVector<float>>* dest, const float* array, int size) {
  append_list("mjs_appendFloatVec", dest, array, size);
}
CORTEN_API const double* mjs_getDouble(const CVector<double>* source, int* size) {
  return answer("mjs_getDouble", [=]() -> const double* {
    const auto numbers = given(source, "source")->span();
    if (size) *size = static_cast<int>(numbers.size());
    return numbers.data();
  });
}

// ---- what a program notes ----
CORTEN_API void mjs_setUserValueWithCleanup(mjsElement* element, const char* key, const void* data,
                                            void (*cleanup)(const void*)) {
  perform("mjs_setUserValueWithCleanup", [=] {
    UserValue& value = element_of(element).user[given(key, "key")];
    if (value.cleanup) value.cleanup(value.data);
    value = {data, cleanup};
  });
}
CORTEN_API void mjs_setUserValue(mjsElement* element, const char* key, const void* data) {
  mjs_setUserValueWithCleanup(element, key, data, nullptr);
}
CORTEN_API const void* mjs_getUserValue(mjsElement* element, const char* key) {
  return answer("mjs_getUserValue", [=]() -> const void* {
    const auto& user = element_of(element).user;
    const auto found = user.find(given(key, "key"));
    return found == user.end() ? nullptr : found->second.data;
  });
}
CORTEN_API void mjs_deleteUserValue(mjsElement* element, const char* key) {
  perform("mjs_deleteUserValue", [=] {
    auto& user = element_of(element).user;
    const auto found = user.find(given(key, "key"));
    if (found == user.end()) return;
    if (found->second.cleanup) found->second.cleanup(found->second.data);
    user.erase(found);
  });
}

// ---- paths of tendons ----
namespace {

void* add_wrap(const char* function, void* tendon, int type, const char* target, const char* sidesite,
               Real prm) {
  return answer(function, [=]() -> void* {
    Element& element = element_of_record(tendon);
    auto& node = node_of<spec::Tendon>(element);
    if (node.path.empty()) node.spatial = type != mjWRAP_JOINT;
    spec::Wrap& wrap = node.path.add({type, target ? target : "", sidesite ? sidesite : "", prm, {}});
    return record_of(*element.box, &wrap);
  });
}

const spec::Wrap& wrap_of(const void* record) {
  return *static_cast<spec::Wrap*>(element_of_record(record).node);
}

template <class N>
N* named(Spec& s, const std::string& name) {
  N* found = nullptr;
  spec::for_each_nested(s.world, [&](spec::Body& body) {
    for (N& node : body.*spec::KindOf<N>::kList)
      if (!found && !name.empty() && node.name == name) found = &node;
  });
  return found;
}

}  // namespace

CORTEN_API void* mjs_wrapSite(void* tendon, const char* name) {
  return add_wrap("mjs_wrapSite", tendon, mjWRAP_SITE, name, nullptr, 0);
}
CORTEN_API void* mjs_wrapGeom(void* tendon, const char* name, const char* sidesite) {
  return add_wrap("mjs_wrapGeom", tendon, mjWRAP_SPHERE, name, sidesite, 0);
}
CORTEN_API void* mjs_wrapJoint(void* tendon, const char* name, double coef) {
  return add_wrap("mjs_wrapJoint", tendon, mjWRAP_JOINT, name, nullptr, coef);
}
CORTEN_API void* mjs_wrapPulley(void* tendon, double divisor) {
  return add_wrap("mjs_wrapPulley", tendon, mjWRAP_PULLEY, nullptr, nullptr, divisor);
}
CORTEN_API int mjs_getWrapNum(const void* tendon) {
  return answer("mjs_getWrapNum", [=] { return node_of_record<spec::Tendon>(tendon).path.size(); });
}
CORTEN_API void* mjs_getWrap(const void* tendon, int i) {
  return answer("mjs_getWrap", [=]() -> void* {
    auto& path = node_of_record<spec::Tendon>(tendon).path;
    if (i < 0 || i >= path.size()) throw Problem("the path has no part " + std::to_string(i));
    return record_of(*element_of_record(tendon).box, &path[i]);
  });
}
CORTEN_API double mjs_getWrapCoef(void* wrap) {
  return answer("mjs_getWrapCoef", [=] { return wrap_of(wrap).prm; });
}
CORTEN_API double mjs_getWrapDivisor(void* wrap) {
  return answer("mjs_getWrapDivisor", [=] { return wrap_of(wrap).prm; });
}
CORTEN_API mjsElement* mjs_getWrapTarget(void* wrap) {
  return answer("mjs_getWrapTarget", [=]() -> mjsElement* {
    SpecBox& box = *element_of_record(wrap).box;
    const spec::Wrap& part = wrap_of(wrap);
    const auto head = [&](auto* node) { return node ? &element_of(box, *node).head : nullptr; };
    switch (part.type) {
      case mjWRAP_JOINT:
        return head(named<spec::Joint>(box.spec, part.target));
      case mjWRAP_SITE:
        return head(named<spec::Site>(box.spec, part.target));
      case mjWRAP_PULLEY:
        return nullptr;
      default:
        return head(named<spec::Geom>(box.spec, part.target));
    }
  });
}
CORTEN_API void* mjs_getWrapSideSite(void* wrap) {
  return answer("mjs_getWrapSideSite", [=] {
    SpecBox& box = *element_of_record(wrap).box;
    return record_of(box, named<spec::Site>(box.spec, wrap_of(wrap).sidesite));
  });
}

// ---- shortcuts of actuators ----
namespace {

struct Parameter {
  const char* name;
  const double* values;  // null: not given
  int count = 1;
};

// "", or what is wrong; the text stays until the next call on the thread.
const char* set_shortcut(const char* function, void* actuator, const char* kind,
                         std::initializer_list<Parameter> parameters) {
  return answer(function, [&]() -> const char* {
    Element& element = element_of_record(actuator);
    auto& node = node_of<spec::Actuator>(element);
    element.exchange(element, Way::kTake);
    const mjcf::ActuatorKind& shortcut = *mjcf::find_actuator_kind(kind);
    mjcf::Shortcut values;
    for (const Parameter& parameter : parameters)
      for (const mjcf::Row& row : shortcut.shortcut)
        if (parameter.values && row.name == parameter.name) {
          const mjcf::Field field = row.field(&values);
          for (int i = 0; i < parameter.count; ++i)
            static_cast<double*>(field.value)[i] = parameter.values[i];
          *field.set = true;
        }
    thread_local char wrong[512];
    put_text(shortcut.apply(values, node), wrong, sizeof wrong);
    element.exchange(element, Way::kShow);
    return wrong;
  });
}

// parameters below zero are not given
const double* if_given(const double& value) { return value >= 0 ? &value : nullptr; }

}  // namespace

CORTEN_API const char* mjs_setToMotor(void* actuator) {
  return set_shortcut("mjs_setToMotor", actuator, "motor", {});
}
CORTEN_API const char* mjs_setToPosition(void* actuator, double kp, double* kv, double* dampratio,
                                         double* timeconst, double inheritrange) {
  return set_shortcut("mjs_setToPosition", actuator, "position",
                      {{"kp", &kp},
                       {"kv", kv},
                       {"dampratio", dampratio},
                       {"timeconst", timeconst},
                       {"inheritrange", inheritrange > 0 ? &inheritrange : nullptr}});
}
CORTEN_API const char* mjs_setToIntVelocity(void* actuator, double kp, double* kv, double* dampratio,
                                            double* timeconst, double inheritrange) {
  return set_shortcut("mjs_setToIntVelocity", actuator, "intvelocity",
                      {{"kp", &kp},
                       {"kv", kv},
                       {"dampratio", dampratio},
                       {"timeconst", timeconst},
                       {"inheritrange", inheritrange > 0 ? &inheritrange : nullptr}});
}
CORTEN_API const char* mjs_setToVelocity(void* actuator, double kv) {
  return set_shortcut("mjs_setToVelocity", actuator, "velocity", {{"kv", &kv}});
}
CORTEN_API const char* mjs_setToDamper(void* actuator, double kv) {
  return set_shortcut("mjs_setToDamper", actuator, "damper", {{"kv", &kv}});
}
CORTEN_API const char* mjs_setToCylinder(void* actuator, double timeconst, double bias, double area,
                                         double diameter) {
  return set_shortcut(
      "mjs_setToCylinder", actuator, "cylinder",
      {{"timeconst", &timeconst}, {"bias", &bias}, {"area", &area}, {"diameter", if_given(diameter)}});
}
CORTEN_API const char* mjs_setToMuscle(void* actuator, double timeconst[2], double tausmooth, double range[2],
                                       double force, double scale, double lmin, double lmax, double vmax,
                                       double fpmax, double fvmax) {
  return set_shortcut("mjs_setToMuscle", actuator, "muscle",
                      {{"timeconst", timeconst && timeconst[0] >= 0 ? timeconst : nullptr, 2},
                       {"tausmooth", if_given(tausmooth)},
                       {"range", range && range[0] >= 0 ? range : nullptr, 2},
                       {"force", if_given(force)},
                       {"scale", if_given(scale)},
                       {"lmin", if_given(lmin)},
                       {"lmax", if_given(lmax)},
                       {"vmax", if_given(vmax)},
                       {"fpmax", if_given(fpmax)},
                       {"fvmax", if_given(fvmax)}});
}
CORTEN_API const char* mjs_setToAdhesion(void* actuator, double gain) {
  return set_shortcut("mjs_setToAdhesion", actuator, "adhesion", {{"gain", &gain}});
}

// ---- single kinds ----
CORTEN_API int mjs_sensorDim(const void* sensor) {
  return answer("mjs_sensorDim", [=] {
    Element& element = element_of_record(sensor);
    element.exchange(element, Way::kTake);
    const auto& node = node_of<spec::Sensor>(element);
    if (node.type < 0 || static_cast<std::size_t>(node.type) >= sensor_kinds().size())
      throw Problem("there is no such type of sensor");
    const bool user = node.type == mjSENS_USER;
    return static_cast<int>(
        sensor_size(sensor_kind(node.type), {.intprm = node.intprm, .chosen = user ? *node.dim : 0}));
  });
}

CORTEN_API int mjs_makeMesh(void* mesh, int builtin, double* params, int nparams) {
  return answer("mjs_makeMesh", [=] {
    Element& element = element_of_record(mesh);
    auto& node = node_of<spec::Mesh>(element);
    const auto flatten = [](auto& to, const auto& rows) {
      using Number = typename std::remove_reference_t<decltype(to)>::value_type;
      const auto* numbers = reinterpret_cast<const Number*>(rows.data());
      to.assign(numbers, numbers + rows.size() * sizeof *rows.data() / sizeof(Number));
    };
    try {
      const MeshData data = make_builtin_mesh(static_cast<BuiltinMesh>(builtin),
                                              std::vector<double>(params, params + count(nparams)));
      flatten(node.uservert, data.vert), flatten(node.usernormal, data.normal),
          flatten(node.usertexcoord, data.texcoord);
      flatten(node.userface, data.face), flatten(node.userfacenormal, data.facenormal);
      flatten(node.userfacetexcoord, data.facetexcoord);
    } catch (const AssetError& refusal) {
      element.box->error = refusal.what();
      return -1;
    }
    if (static_cast<BuiltinMesh>(builtin) == BuiltinMesh::kPlate) node.inertia = int{mjMESH_INERTIA_SHELL};
    element.exchange(element, Way::kShow);
    return 0;
  });
}

// Null, or what is wrong.
CORTEN_API const char* mjs_resolveOrientation(double* q, byte degree, const char* sequence,
                                              const OrientationRecord* orientation) {
  return answer("mjs_resolveOrientation", [=] {
    const OrientationRecord& from = *given(orientation, "orientation");
    spec::Compiler compiler;
    compiler.degree = degree ? 1 : 0;
    compiler.eulerseq = std::string(sequence ? sequence : "xyz");
    spec::Orientation alt;
    alt.axisangle.value = value<Vec<Real, 4>>(from.axisangle),
    alt.xyaxes.value = value<Vec<Real, 6>>(from.xyaxes);
    alt.zaxis.value = vec3(from.zaxis), alt.euler.value = vec3(from.euler);
    set_orientation_type(alt, from.type);
    Quat<Real> result = quat(given(q, "quat"));
    const char* wrong = spec::resolve_orientation(alt, compiler, result);
    put(q, result);
    return wrong;
  });
}

// −1 if there is no such plugin.
CORTEN_API int mjs_activatePlugin(mjSpec* s, const char* name) {
  return answer("mjs_activatePlugin", [=] {
    SpecBox& box = box_of(s);
    if (known_plugins()->find(given(name, "name")) < 0) return -1;
    auto& active = box.spec.active_plugins;
    if (std::find(active.begin(), active.end(), name) == active.end()) active.emplace_back(name);
    return 0;
  });
}

// ---- plugins ----
namespace {

// std::map<std::string, std::string> of libc++: first node, root, size; nodes with left, right, parent,
// colour, key, value.
struct MapNode {
  const MapNode *left, *right;
  const void* parent;  // the root's is where the map keeps the root
  bool black;
  CString key, value;
};
struct Map {
  const MapNode* first;
  const MapNode* root;
  std::size_t size;
};

// A map that programs read: a balanced tree over the sorted keys.
struct ShownMap {
  std::vector<std::unique_ptr<MapNode>> nodes;
  Map map{};

  explicit ShownMap(const std::map<std::string, std::string>& entries) {
    for (const auto& [key, value] : entries) {
      nodes.push_back(std::make_unique<MapNode>());
      nodes.back()->black = true;
      nodes.back()->key.assign(key), nodes.back()->value.assign(value);
    }
    map.size = nodes.size();
    map.root = subtree(0, nodes.size(), &map.root);
    map.first = nodes.empty() ? reinterpret_cast<const MapNode*>(&map.root) : nodes.front().get();
  }

 private:
  MapNode* subtree(std::size_t begin, std::size_t end, const void* parent) {
    if (begin == end) return nullptr;
    const std::size_t middle = begin + (end - begin) / 2;
    MapNode& node = *nodes[middle];
    node.parent = parent;
    node.left = subtree(begin, middle, &node), node.right = subtree(middle + 1, end, &node);
    return &node;
  }
};

spec::PluginConfig config_of(const Map& map) {
  spec::PluginConfig config;
  std::vector<const MapNode*> open;
  for (const MapNode* node = map.root; node || !open.empty(); node = node->right) {
    for (; node; node = node->left) open.push_back(node);
    node = open.back();
    open.pop_back();
    config.emplace_back(node->key.view(), node->value.view());
  }
  return config;
}

}  // namespace

namespace {

// Of an instance, or of the plugin of the element whose struct holds it.
spec::PluginConfig& config_of(Element& element) {
  spec::PluginConfig* found = nullptr;
  with_kind(element.head.elemtype, [&]<class N>(std::type_identity<N>) {
    N& node = node_of<N>(element);
    if constexpr (requires { node.config; }) found = &node.config;
    if constexpr (requires { node.plugin.config; }) found = &node.plugin.config;
  });
  if (!found) throw Problem("the element has no plugin");
  return *found;
}

}  // namespace

CORTEN_API void mjs_setPluginAttributes(void* plugin, void* attributes) {
  perform("mjs_setPluginAttributes", [=] {
    config_of(element_of_record(plugin)) =
        config_of(*static_cast<const Map*>(given(attributes, "attributes")));
  });
}

// A std::map that lives until it is asked for again, or its element goes.
CORTEN_API const void* mjs_getPluginAttributes(const void* plugin) {
  return answer("mjs_getPluginAttributes", [=]() -> const void* {
    Element& element = element_of_record(plugin);
    const spec::PluginConfig& config = config_of(element);
    const auto shown =
        std::make_shared<ShownMap>(std::map<std::string, std::string>(config.begin(), config.end()));
    element.attributes = shown;
    return &shown->map;
  });
}

// ---- defaults of the structs: numbers as a new element has them; texts and lists stay ----
namespace {

template <class N>
void set_numbers(const char* function, void* record) {
  perform(function, [=] {
    N node;
    walk_record(Way::kNumbers, node, given(record, "the struct"), nullptr);
  });
}

}  // namespace

#define CORTEN_DEFAULT(name, kind) \
  CORTEN_API void name(void* record) { set_numbers<spec::kind>(#name, record); }
CORTEN_DEFAULT(mjs_defaultBody, Body)
CORTEN_DEFAULT(mjs_defaultFrame, Frame)
CORTEN_DEFAULT(mjs_defaultJoint, Joint)
CORTEN_DEFAULT(mjs_defaultGeom, Geom)
CORTEN_DEFAULT(mjs_defaultSite, Site)
CORTEN_DEFAULT(mjs_defaultCamera, Camera)
CORTEN_DEFAULT(mjs_defaultLight, Light)
CORTEN_DEFAULT(mjs_defaultFlex, Flex)
CORTEN_DEFAULT(mjs_defaultMesh, Mesh)
CORTEN_DEFAULT(mjs_defaultHField, HField)
CORTEN_DEFAULT(mjs_defaultSkin, Skin)
CORTEN_DEFAULT(mjs_defaultTexture, Texture)
CORTEN_DEFAULT(mjs_defaultMaterial, Material)
CORTEN_DEFAULT(mjs_defaultPair, Pair)
CORTEN_DEFAULT(mjs_defaultEquality, Equality)
CORTEN_DEFAULT(mjs_defaultTendon, Tendon)
CORTEN_DEFAULT(mjs_defaultActuator, Actuator)
CORTEN_DEFAULT(mjs_defaultSensor, Sensor)
CORTEN_DEFAULT(mjs_defaultNumeric, Numeric)
CORTEN_DEFAULT(mjs_defaultText, Text)
CORTEN_DEFAULT(mjs_defaultTuple, Tuple)
CORTEN_DEFAULT(mjs_defaultKey, Key)
CORTEN_DEFAULT(mjs_defaultPlugin, PluginInstance)
#undef CORTEN_DEFAULT

CORTEN_API void mjs_defaultOrientation(OrientationRecord* orientation) {
  perform("mjs_defaultOrientation", [=] { *given(orientation, "orient") = {}; });
}

}  // namespace corten::capi
