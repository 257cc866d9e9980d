// The kinds of elements as types: which list of a body or a Spec holds them, what their default class is,
// what MuJoCo calls them. Code that treats all kinds alike is written once with it.
#pragma once

#include <type_traits>

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
template <auto List, int Object>
struct KindEntry {
  static constexpr auto kList = List;     // where elements of the kind are kept
  static constexpr int kObject = Object;  // mjtObj
};
template <>
struct KindOf<Body> : KindEntry<&Body::bodies, mjOBJ_BODY> {
  static constexpr const char* kWord = "body";
};
template <>
struct KindOf<Joint> : KindEntry<&Body::joints, mjOBJ_JOINT> {
  static constexpr const char* kWord = "joint";
};
template <>
struct KindOf<Geom> : KindEntry<&Body::geoms, mjOBJ_GEOM> {
  static constexpr const char* kWord = "geom";
};
template <>
struct KindOf<Site> : KindEntry<&Body::sites, mjOBJ_SITE> {
  static constexpr const char* kWord = "site";
};
template <>
struct KindOf<Camera> : KindEntry<&Body::cameras, mjOBJ_CAMERA> {
  static constexpr const char* kWord = "camera";
};
template <>
struct KindOf<Light> : KindEntry<&Body::lights, mjOBJ_LIGHT> {
  static constexpr const char* kWord = "light";
};
template <>
struct KindOf<Frame> : KindEntry<&Body::frames, mjOBJ_FRAME> {
  static constexpr const char* kWord = "frame";
};
template <>
struct KindOf<Flex> : KindEntry<&Spec::flexes, mjOBJ_FLEX> {
  static constexpr const char* kWord = "flex";
};
template <>
struct KindOf<Mesh> : KindEntry<&Spec::meshes, mjOBJ_MESH> {
  static constexpr const char* kWord = "mesh";
};
template <>
struct KindOf<Skin> : KindEntry<&Spec::skins, mjOBJ_SKIN> {
  static constexpr const char* kWord = "skin";
};
template <>
struct KindOf<HField> : KindEntry<&Spec::hfields, mjOBJ_HFIELD> {
  static constexpr const char* kWord = "hfield";
};
template <>
struct KindOf<Texture> : KindEntry<&Spec::textures, mjOBJ_TEXTURE> {
  static constexpr const char* kWord = "texture";
};
template <>
struct KindOf<Material> : KindEntry<&Spec::materials, mjOBJ_MATERIAL> {
  static constexpr const char* kWord = "material";
};
template <>
struct KindOf<Pair> : KindEntry<&Spec::pairs, mjOBJ_PAIR> {
  static constexpr const char* kWord = "pair";
};
template <>
struct KindOf<Exclude> : KindEntry<&Spec::excludes, mjOBJ_EXCLUDE> {
  static constexpr const char* kWord = "exclude";
};
template <>
struct KindOf<Equality> : KindEntry<&Spec::equalities, mjOBJ_EQUALITY> {
  static constexpr const char* kWord = "equality";
};
template <>
struct KindOf<Tendon> : KindEntry<&Spec::tendons, mjOBJ_TENDON> {
  static constexpr const char* kWord = "tendon";
};
template <>
struct KindOf<Actuator> : KindEntry<&Spec::actuators, mjOBJ_ACTUATOR> {
  static constexpr const char* kWord = "actuator";
};
template <>
struct KindOf<Sensor> : KindEntry<&Spec::sensors, mjOBJ_SENSOR> {
  static constexpr const char* kWord = "sensor";
};
template <>
struct KindOf<Numeric> : KindEntry<&Spec::numerics, mjOBJ_NUMERIC> {
  static constexpr const char* kWord = "numeric";
};
template <>
struct KindOf<Text> : KindEntry<&Spec::texts, mjOBJ_TEXT> {
  static constexpr const char* kWord = "text";
};
template <>
struct KindOf<Tuple> : KindEntry<&Spec::tuples, mjOBJ_TUPLE> {
  static constexpr const char* kWord = "tuple";
};
template <>
struct KindOf<Key> : KindEntry<&Spec::keys, mjOBJ_KEY> {
  static constexpr const char* kWord = "key";
};
template <>
struct KindOf<PluginInstance> : KindEntry<&Spec::plugins, mjOBJ_PLUGIN> {
  static constexpr const char* kWord = "plugin";
};

template <class N>
inline constexpr bool kInBody = std::is_base_of_v<BodyNode, N>;

// The record of an element's kind in a default class; null for kinds without defaults.
template <class N>
N* class_record(Default& c) {
  if constexpr (std::is_same_v<N, Flex>) return &c.flex;
  if constexpr (std::is_same_v<N, Mesh>) return &c.mesh;
  if constexpr (std::is_same_v<N, Material>) return &c.material;
  if constexpr (std::is_same_v<N, Joint>) return &c.joint;
  if constexpr (std::is_same_v<N, Geom>) return &c.geom;
  if constexpr (std::is_same_v<N, Site>) return &c.site;
  if constexpr (std::is_same_v<N, Camera>) return &c.camera;
  if constexpr (std::is_same_v<N, Light>) return &c.light;
  if constexpr (std::is_same_v<N, Pair>) return &c.pair;
  if constexpr (std::is_same_v<N, Equality>) return &c.equality;
  if constexpr (std::is_same_v<N, Tendon>) return &c.tendon;
  if constexpr (std::is_same_v<N, Actuator>) return &c.actuator;
  return nullptr;
}

}  // namespace corten::spec
