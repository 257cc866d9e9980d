// The kinds of elements as types: which list of a body or a Spec holds them, what their default class is,
// what MuJoCo calls them. Code that treats all kinds alike is written once with it.
#pragma once

#include <cstddef>
#include <type_traits>

#include "corten/model/object_kinds.h"
#include "corten/spec/spec.h"

namespace corten::spec {

template <class... N>
struct Kinds {
  template <class Fn>
  static void for_each(Fn&& fn) {
    (fn(std::type_identity<N>{}), ...);
  }
};
// in the order of mjtObj; bodies carry the first, the Spec the others
using BodyKinds = Kinds<Body, Joint, Geom, Site, Camera, Light, Frame>;
using ListKinds = Kinds<Flex, Mesh, Skin, HField, Texture, Material, Pair, Exclude, Equality, Tendon,
                        Actuator, Sensor, Numeric, Text, Tuple, Key, PluginInstance>;

template <class N>
struct KindOf;
template <auto List, mjtObj Object, auto Record = nullptr>
struct KindEntry {
  static constexpr auto kList = List;  // where elements of the kind are kept
  static constexpr mjtObj kObject = Object;
  static constexpr const char* kWord = object_word(Object);
  static constexpr auto kRecord = Record;  // its record in a default class; null for kinds without defaults
};
// clang-format off
template <> struct KindOf<Body> : KindEntry<&Body::bodies, mjOBJ_BODY> {};
template <> struct KindOf<Joint> : KindEntry<&Body::joints, mjOBJ_JOINT, &Default::joint> {};
template <> struct KindOf<Geom> : KindEntry<&Body::geoms, mjOBJ_GEOM, &Default::geom> {};
template <> struct KindOf<Site> : KindEntry<&Body::sites, mjOBJ_SITE, &Default::site> {};
template <> struct KindOf<Camera> : KindEntry<&Body::cameras, mjOBJ_CAMERA, &Default::camera> {};
template <> struct KindOf<Light> : KindEntry<&Body::lights, mjOBJ_LIGHT, &Default::light> {};
template <> struct KindOf<Frame> : KindEntry<&Body::frames, mjOBJ_FRAME> {};
template <> struct KindOf<Flex> : KindEntry<&Spec::flexes, mjOBJ_FLEX, &Default::flex> {};
template <> struct KindOf<Mesh> : KindEntry<&Spec::meshes, mjOBJ_MESH, &Default::mesh> {};
template <> struct KindOf<Skin> : KindEntry<&Spec::skins, mjOBJ_SKIN> {};
template <> struct KindOf<HField> : KindEntry<&Spec::hfields, mjOBJ_HFIELD> {};
template <> struct KindOf<Texture> : KindEntry<&Spec::textures, mjOBJ_TEXTURE> {};
template <> struct KindOf<Material> : KindEntry<&Spec::materials, mjOBJ_MATERIAL, &Default::material> {};
template <> struct KindOf<Pair> : KindEntry<&Spec::pairs, mjOBJ_PAIR, &Default::pair> {};
template <> struct KindOf<Exclude> : KindEntry<&Spec::excludes, mjOBJ_EXCLUDE> {};
template <> struct KindOf<Equality> : KindEntry<&Spec::equalities, mjOBJ_EQUALITY, &Default::equality> {};
template <> struct KindOf<Tendon> : KindEntry<&Spec::tendons, mjOBJ_TENDON, &Default::tendon> {};
template <> struct KindOf<Actuator> : KindEntry<&Spec::actuators, mjOBJ_ACTUATOR, &Default::actuator> {};
template <> struct KindOf<Sensor> : KindEntry<&Spec::sensors, mjOBJ_SENSOR> {};
template <> struct KindOf<Numeric> : KindEntry<&Spec::numerics, mjOBJ_NUMERIC> {};
template <> struct KindOf<Text> : KindEntry<&Spec::texts, mjOBJ_TEXT> {};
template <> struct KindOf<Tuple> : KindEntry<&Spec::tuples, mjOBJ_TUPLE> {};
template <> struct KindOf<Key> : KindEntry<&Spec::keys, mjOBJ_KEY> {};
template <> struct KindOf<PluginInstance> : KindEntry<&Spec::plugins, mjOBJ_PLUGIN> {};
// clang-format on

template <class N>
inline constexpr bool kInBody = std::is_base_of_v<BodyNode, N>;

// The list of a kind in its body or Spec, const or not.
template <class N, class Owner>
auto& list_of(Owner& owner) {
  return owner.*KindOf<N>::kList;
}

// Calls fn<N>(list) with every list of a body, or of a Spec.
template <class Fn>
void for_each_list(const Body& body, Fn&& fn) {
  BodyKinds::for_each([&]<class N>(std::type_identity<N> kind) { fn(kind, list_of<N>(body)); });
}
template <class Fn>
void for_each_list(Body& body, Fn&& fn) {
  BodyKinds::for_each([&]<class N>(std::type_identity<N> kind) { fn(kind, list_of<N>(body)); });
}
template <class Fn>
void for_each_list(const Spec& spec, Fn&& fn) {
  ListKinds::for_each([&]<class N>(std::type_identity<N> kind) { fn(kind, list_of<N>(spec)); });
}

// The record of an element's kind in a default class; null for kinds without defaults.
template <class N>
N* class_record(Default& c) {
  if constexpr (std::is_same_v<decltype(KindOf<N>::kRecord), const std::nullptr_t>)
    return nullptr;
  else
    return &(c.*KindOf<N>::kRecord);
}

}  // namespace corten::spec
