// Spec: a model before compilation, as a plain tree that can be read, edited, compiled and written again.
#pragma once

#include "corten/model/option.h"
#include "corten/model/visual.h"
#include "corten/spec/asset.h"
#include "corten/spec/body.h"
#include "corten/spec/flex.h"
#include "corten/spec/mechanism.h"
#include "corten/spec/settings.h"

namespace corten::spec {

// A default class: one record per kind of element. A child class starts as a copy of its parent's records.
struct Default {
  std::string name = "main";
  Place place;
  Flex flex;  // for programs; MJCF has no defaults for flexes
  Mesh mesh;
  Material material;
  Joint joint;
  Geom geom;
  Site site;
  Camera camera;
  Light light;
  Pair pair;
  Equality equality;
  Tendon tendon;
  Actuator actuator;  // shared by all actuator kinds
  List<Default> children;

  // long, so compiled once
  Default();
  Default(const Default&);
  Default(Default&&) noexcept;
  ~Default();
  Default& operator=(const Default&);
  Default& operator=(Default&&) noexcept;

  List<Default>& nested() { return children; }
  const List<Default>& nested() const { return children; }

  // This class or a descendant of that name; null if there is none.
  const Default* find(std::string_view class_name) const;
  Default* find(std::string_view class_name);
};

struct Numeric : Node {
  int size = 0;  // at least data.size(); 0: as many
  std::vector<Real> data;

  int count() const { return size == 0 ? static_cast<int>(data.size()) : size; }

  template <class Self, class Fn>
  static void visit(Self& n, Fn&& fn) {
    fn(n.name, in_text("name", kRequired | kByHand));
    fn(n.data, both("data", kByHand));
    fn(n.size, both("size", kByHand));
  }
};

struct Text : Node {
  std::string data;

  template <class Self, class Fn>
  static void visit(Self& n, Fn&& fn) {
    fn(n.name, in_text("name", kRequired));
    fn(n.data, both("data", kRequired));
  }
};

// Elements side by side; the three lists have the same length in a tuple that compiles.
struct Tuple : Node {
  std::vector<int> objtype;
  std::vector<std::string> objname;
  std::vector<Real> objprm;

  template <class Self, class Fn>
  static void visit(Self& n, Fn&& fn) {
    fn(n.name, in_text("name", kRequired));
    fn(n.objtype, in_program("objtype"));
    fn(n.objname, in_program("objname"));
    fn(n.objprm, in_program("objprm"));
  }
};

// Arrays are as written: empty means absent, shorter than the model's means padded by the compiler.
struct Key : Node {
  Set<Real> time = 0;
  std::vector<Real> qpos, qvel, act, mpos, mquat, ctrl;

  template <class Self, class Fn>
  static void visit(Self& n, Fn&& fn) {
    fn(n.name, in_text("name"));
    fn(n.time, both("time"));
    fn(n.qpos, both("qpos"));
    fn(n.qvel, both("qvel"));
    fn(n.act, both("act"));
    fn(n.mpos, both("mpos"));
    fn(n.mquat, both("mquat"));
    fn(n.ctrl, both("ctrl"));
  }
};

// A key whose values are kept with the elements they belong to (KeptState), because the tree changed after it
// was written. It becomes a key when the model is compiled, with the compiled reference where nothing is
// kept.
struct PendingKey : Node {
  Real time = 0;
  bool qpos = false, qvel = false, act = false, mpos = false, mquat = false, ctrl = false;  // given
};

// An explicit plugin instance of <extension>.
struct PluginInstance : Node {
  std::string plugin_name;
  bool active = false;
  PluginConfig config;
  int order = 0;  // 0: of <extension>, before all others; else as PluginUse::order

  template <class Self, class Fn>
  static void visit(Self& n, Fn&& fn) {
    fn(n.plugin_name, in_program("plugin_name"));
    fn(n.active, in_program("active"));
    fn(n.config, in_program("config"));
  }
};

// Settings that an attached model brings along for its elements.
struct Origin {
  Compiler compiler;
  std::string modelfiledir;
};

struct Spec {
  std::string modelname = "MuJoCo Model";
  std::string comment;       // text of a comment that was the first child of the root
  std::string modelfiledir;  // folder of the model file with a final '/', empty for text from memory
  Compiler compiler;
  Option option;
  Size size;
  Visual visual;
  Statistic statistic;
  Default defaults;                         // the tree of classes; its root is main
  std::vector<std::string> active_plugins;  // plugins named in <extension>, in document order
  List<PluginInstance> plugins;
  List<Numeric> numerics;
  List<Text> texts;
  List<Tuple> tuples;
  List<Mesh> meshes;
  List<HField> hfields;
  List<Skin> skins;
  List<Texture> textures;
  List<Material> materials;
  List<Spec> models;  // <asset><model>: parsed, for attach; the modelname is the name to attach by
  List<Pair> pairs;
  List<Exclude> excludes;
  List<Flex> flexes;
  List<Equality> equalities;
  List<Tendon> tendons;
  List<Actuator> actuators;
  List<Sensor> sensors;
  List<Key> keys;
  List<PendingKey> pending_keys;  // follow the others
  Body world;                     // named "world"
  std::vector<Origin> origins;

  // long, so compiled once
  Spec();
  Spec(const Spec&);
  Spec(Spec&&) noexcept;
  ~Spec();
  Spec& operator=(const Spec&);
  Spec& operator=(Spec&&) noexcept;

  // Settings under which an element was written.
  const Compiler& compiler_of(const Node& node) const;
  const std::string& modelfiledir_of(const Node& node) const;

  template <class Self, class Fn>
  static void visit(Self& n, Fn&& fn) {
    fn(n.modelname, in_program("modelname"));
    fn(n.comment, in_program("comment"));
    fn(n.modelfiledir, in_program("modelfiledir"));
    fn(n.compiler.strippath, in_program("strippath"));
    fn(n.compiler.meshdir, in_program("meshdir"));
    fn(n.compiler.texturedir, in_program("texturedir"));
    fn.program_of(n.size);
  }
};

}  // namespace corten::spec

namespace corten {
using spec::Spec;
}
