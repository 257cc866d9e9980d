// Attaching one model to another.
#include "corten/spec/attach.h"

#include <algorithm>
#include <unordered_set>

#include "corten/spec/edit.h"
#include "corten/spec/graft.h"
#include "corten/spec/keyframes.h"
#include "corten/spec/kinds.h"
#include "corten/spec/names.h"
#include "corten/spec/orientation.h"

namespace corten::spec {

namespace {

// "dir/bunny.obj" -> "bunny": the name of an asset that was given none
std::string name_of_file(const std::string& file) {
  const std::size_t slash = file.find_last_of("/\\");
  const std::string base = slash == std::string::npos ? file : file.substr(slash + 1);
  return base.substr(0, base.rfind('.'));
}

template <class N>
std::string asset_name(const N& asset) {
  if constexpr (requires { asset.file; }) {
    if (asset.name.empty()) return name_of_file(asset.file);
  }
  return asset.name;
}

// Of a child to a target. A model that is attached to itself keeps its assets, classes and settings: only the
// tree and what refers to it get new names.
class Attachment {
 public:
  Attachment(Spec& target, Spec& child, const Renaming& rename)
      : child_(child), graft_{target, rename, {}, {}, &target == &child ? -1 : add_origin(target, child)} {}

  Copies& copies() { return graft_.copies; }

  // Keys that wait in the child come along once, under the names they have.
  std::string keep_keys() {
    List<PendingKey>& pending = graft_.target.pending_keys;
    std::string wrong = spec::keep_keys(child_, {&child_.world}, graft_.rename, pending);
    if (to_itself()) return wrong;
    pending.append(child_.pending_keys);
    child_.pending_keys.clear();
    return wrong;
  }

  // A copy of a subtree gets new names, classes, asset references and origins.
  void adopt_tree(Body& copy) {
    rename_tree(copy, graft_.rename);
    graft_.inside.add_tree(copy);
    for_each_body(copy, [&](Body& body) { adopt(body); });
  }

  void copy_assets() {
    if (to_itself()) return;
    Kinds<Mesh, HField, Texture, Material, Numeric, Text>::for_each(
        [&]<class N>(std::type_identity<N>) { copy_list(list_of<N>(child_)); });
    for (const PluginInstance& instance : child_.plugins)  // copies may refer to it
      graft_.inside.add(mjOBJ_PLUGIN, graft_.rename(instance.name));
    auto& active = graft_.target.active_plugins;
    for (const std::string& plugin : child_.active_plugins) {
      if (std::find(active.begin(), active.end(), plugin) == active.end()) active.push_back(plugin);
    }
  }

  // What refers to the tree, which is in one of the target's trees now.
  void copy_lists(const std::vector<Body*>& roots) {
    for (const Body* root : roots) graft_.outside.add_tree(*root);
    // a renamed reference finds whatever has the name, be it of the target
    for (const Body* root : roots) graft_.inside.add_tree(*root);
    graft_.inside.add_lists(graft_.target);
    graft_lists(child_, graft_);
    for (Actuator& actuator : child_.actuators)
      if (was_copied(actuator)) forget_keys(actuator);
    lengthen_keys(graft_.target, roots);
    copy_plugins(roots);
  }

  void copy_classes() {
    if (to_itself()) return;
    const bool renamed = !graft_.rename.prefix.empty() || !graft_.rename.suffix.empty();
    if (renamed && graft_.target.defaults.find(graft_.rename(child_.defaults.name))) return;
    rename_classes(graft_.target.defaults.children.add(child_.defaults));
  }

 private:
  // Instances that something copied uses, once each.
  void copy_plugins(const std::vector<Body*>& roots) {
    if (to_itself()) return;
    Spec& target = graft_.target;
    const std::set<std::string> used = used_instances(target, {roots.begin(), roots.end()});
    std::set<std::string> known;
    for (const PluginInstance& instance : target.plugins) known.insert(instance.name);
    const auto wanted = [&](const PluginInstance& instance) {
      const std::string name = graft_.rename(instance.name);
      return !name.empty() && used.contains(name) && known.insert(name).second;
    };
    for (const PluginInstance& instance : child_.plugins)
      if (wanted(instance)) copy_one(instance);
  }

  bool to_itself() const { return graft_.origin < 0; }

  static int add_origin(Spec& target, const Spec& child) {
    target.origins.push_back({child.compiler, child.modelfiledir});
    const int origin = static_cast<int>(target.origins.size());
    target.origins.insert(target.origins.end(), child.origins.begin(), child.origins.end());
    return origin;
  }

  bool was_copied(const Node& node) const {
    return std::any_of(graft_.copies.begin(), graft_.copies.end(),
                       [&](const auto& copy) { return copy.first == &node; });
  }

  // of classes and assets
  void rename(std::string& name) const {
    if (!to_itself()) name = graft_.rename(name);
  }

  void adopt(Node& node) const {
    if (to_itself()) return;
    rename(node.classname);
    node.origin = graft_.origin + node.origin;
  }

  // an instance of its own was counted in the other text
  void adopt(PluginUse& use) const {
    rename(use.name);
    use.order = PluginUse::kLast;
  }

  void adopt(Body& body) const {
    adopt(static_cast<Node&>(body));
    rename(body.childclass);
    adopt(body.plugin);
    for_each_list(body, [&]<class N>(std::type_identity<N>, List<N>& nodes) {
      if constexpr (!std::is_same_v<N, Body>)
        for (N& node : nodes) adopt(static_cast<Node&>(node));
    });
    for (Frame& frame : body.frames) rename(frame.childclass);
    for (Site& site : body.sites) rename(site.material);
    for (Geom& geom : body.geoms) {
      rename(geom.material);
      rename(geom.meshname);
      rename(geom.hfieldname);
      adopt(geom.plugin);
    }
  }

  void rename_references(Node&) const {}
  void rename_references(Mesh& mesh) const {
    rename(mesh.material);
    adopt(mesh.plugin);
  }
  void rename_references(Material& material) const {
    for (std::string& texture : material.textures) rename(texture);
  }

  template <class N>
  void copy_one(const N& original) {
    N& copy = list_of<N>(graft_.target).add(original);
    copy.name = graft_.rename(asset_name(original));
    adopt(static_cast<Node&>(copy));
    rename_references(copy);
    graft_.copies.emplace_back(&original, &copy);
    graft_.inside.add(KindOf<N>::kObject, copy.name);
  }
  template <class N>
  void copy_list(const List<N>& source) {
    for (const N& original : source) copy_one(original);
  }

  void rename_classes(Default& record) const {
    for_each_nested(record, [&](Default& inner) { rename(inner.name); });
  }

  Spec& child_;
  Graft graft_;
};

// Every element of a tree with its counterpart in a copy of it.
void pair_trees(const Body& original, Body& copy, Copies& copies) {
  std::vector<const Body*> originals;
  for_each_body(original, [&](const Body& body) { originals.push_back(&body); });
  std::size_t next = 0;
  for_each_body(copy, [&](Body& body) {
    const Body& from = *originals[next++];
    copies.emplace_back(&from, &body);
    BodyKinds::for_each([&]<class N>(std::type_identity<N>) {
      if constexpr (!std::is_same_v<N, Body>)
        for (int i = 0; i < (from.*KindOf<N>::kList).size(); ++i)
          copies.emplace_back(&(from.*KindOf<N>::kList)[i], &(body.*KindOf<N>::kList)[i]);
    });
  });
}

// A copy of a frame and all that stands in it, as contents of a body. The originals lose what they kept of
// keys.
std::unique_ptr<Body> copy_frame(Body& holder, int frame, Copies& copies) {
  Body whole = holder;
  Copies all;
  pair_trees(holder, whole, all);
  std::unique_ptr<Body> part = whole.bodies.take(whole.bodies.index_of(separate_frame(whole, frame)));
  std::unordered_set<const Node*> inside;
  for_each_body(*part, [&](const Body& body) {
    inside.insert(&body);
    BodyKinds::for_each([&]<class N>(std::type_identity<N>) {
      for (const N& node : body.*KindOf<N>::kList) inside.insert(&node);
    });
  });
  std::unordered_set<const Node*> originals;
  for (const auto& [original, copy] : all)
    if (inside.contains(copy)) copies.emplace_back(original, copy), originals.insert(original);
  for_each_body(holder, [&](Body& body) {
    if (originals.contains(&body)) body.kept = {};
    for (Joint& joint : body.joints)
      if (originals.contains(&joint)) joint.kept = {};
  });
  return part;
}

// A body that was attached before is only put into the frame. Empty, or what is wrong.
std::string move_existing(Body& parent, int frame, const std::string& name) {
  for (Body& body : parent.bodies) {
    if (body.name != name) continue;
    body.frame = frame;
    return {};
  }
  return "body '" + name + "' exists already, with mismatched parents";
}

}  // namespace

Body* find_body(Body& root, const std::string& name) {
  Body* found = nullptr;
  for_each_body(root, [&](Body& body) {
    if (!found && body.name == name) found = &body;
  });
  return found;
}

std::string attach(Spec& target, Body& parent, int frame, Spec& child, const std::string& body_name,
                   const std::string& prefix, const std::vector<Body*>& roots) {
  Body* subtree = body_name.empty() ? &child.world : find_body(child.world, body_name);
  if (!subtree) return "model '" + child.modelname + "' has no body '" + body_name + "'";
  for (Body* root : roots) {
    if (!body_name.empty() && find_body(*root, prefix + body_name))
      return move_existing(parent, frame, prefix + body_name);
  }
  Attachment attachment(target, child, {prefix, {}});
  if (std::string wrong = attachment.keep_keys(); !wrong.empty()) return wrong;
  attachment.copy_assets();
  attachment.copy_classes();
  Body copy = *subtree;
  forget_keys(*subtree);
  if (body_name.empty()) copy.name.clear();
  attachment.adopt_tree(copy);
  if (body_name.empty()) {
    move_contents(std::move(copy), parent, frame);
  } else {
    copy.frame = frame;
    parent.bodies.add(std::move(copy));
  }
  attachment.copy_lists(roots);
  return {};
}

Copies attach_tree(Spec& target, Body& parent, int frame, Spec& child, Body& subtree, bool contents_only,
                   const Renaming& rename) {
  Attachment attachment(target, child, rename);
  (void)attachment.keep_keys();  // sizes were checked
  attachment.copy_assets();
  attachment.copy_classes();
  Copies& copies = attachment.copies();
  auto copy = std::make_unique<Body>(subtree);
  pair_trees(subtree, *copy, copies);
  forget_keys(subtree);
  if (contents_only) copy->name.clear();
  attachment.adopt_tree(*copy);
  if (contents_only) {
    move_contents(std::move(*copy), parent, frame);
    copies.erase(
        std::find_if(copies.begin(), copies.end(), [&](const auto& p) { return p.first == &subtree; }));
  } else {
    copy->frame = frame;
    parent.bodies.adopt(std::move(copy));
  }
  attachment.copy_lists({&target.world});
  return copies;
}

AttachedFrame attach_frame(Spec& target, Body& parent, int frame, Spec& child, Frame& moving,
                           const Renaming& rename) {
  Body& holder = *holder_of(child.world, moving);
  build::Pose outer;  // of the frame around it, which stays behind
  AttachedFrame result;
  if (const char* wrong = frame_pose(child, holder, moving.frame, outer)) {
    result.wrong = wrong;
    return result;
  }
  Attachment attachment(target, child, rename);
  (void)attachment.keep_keys();  // sizes were checked
  attachment.copy_assets();
  attachment.copy_classes();
  const std::unique_ptr<Body> part = copy_frame(holder, holder.frames.index_of(moving), attachment.copies());
  attachment.adopt_tree(*part);
  if (moving.frame >= 0) {
    Frame& kept = parent.frames.add();
    kept.frame = frame, kept.pos = outer.pos, kept.quat = outer.quat;
    frame = parent.frames.size() - 1;
  }
  const int made = parent.frames.size();
  move_contents(std::move(*part), parent, frame);
  attachment.copy_lists({&target.world});
  result.copies = std::move(attachment.copies());
  result.made = &parent.frames[made];
  return result;
}

}  // namespace corten::spec
