// Attaching one model to another.
#include "corten/spec/attach.h"

#include <algorithm>

#include "corten/spec/graft.h"
#include "corten/spec/keyframes.h"
#include "corten/spec/kinds.h"
#include "corten/spec/names.h"

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

class Attachment {
 public:
  Attachment(Spec& target, Spec& child, const Renaming& rename)
      : child_(child), graft_{target, rename, {}, {}, add_origin(target, child)} {}

  Copies& copies() { return graft_.copies; }

  // Keys that wait in the child come along once, under the names they have.
  std::string keep_keys() {
    List<PendingKey>& pending = graft_.target.pending_keys;
    std::string wrong = spec::keep_keys(child_, {&child_.world}, graft_.rename, pending);
    pending.append(child_.pending_keys);
    child_.pending_keys.clear();
    return wrong;
  }

  // The subtree with new names, classes, asset references and origins.
  Body copy_tree(Body& subtree, bool contents_only) {
    Body copy = subtree;
    forget_keys(subtree);
    if (contents_only) copy.name.clear();
    rename_tree(copy, graft_.rename);
    graft_.inside.add_tree(copy);
    for_each_body(copy, [&](Body& body) { adopt(body); });
    return copy;
  }

  void copy_assets() {
    Kinds<Mesh, Skin, HField, Texture, Material, Numeric, Text, PluginInstance>::for_each(
        [&]<class N>(std::type_identity<N>) { copy_list(list_of<N>(child_)); });
    auto& active = graft_.target.active_plugins;
    for (const std::string& plugin : child_.active_plugins) {
      if (std::find(active.begin(), active.end(), plugin) == active.end()) active.push_back(plugin);
    }
  }

  // What refers to the tree, which is in one of the target's trees now.
  void copy_lists(const std::vector<Body*>& roots) {
    for (const Body* root : roots) graft_.outside.add_tree(*root);
    graft_lists(child_, graft_);
    for (Actuator& actuator : child_.actuators)
      if (was_copied(actuator)) forget_keys(actuator);
    lengthen_keys(graft_.target, roots);
  }

  void copy_classes() {
    const bool renamed = !graft_.rename.prefix.empty() || !graft_.rename.suffix.empty();
    if (renamed && graft_.target.defaults.find(graft_.rename(child_.defaults.name))) return;
    rename_classes(graft_.target.defaults.children.add(child_.defaults));
  }

 private:
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

  void rename(std::string& name) const { name = graft_.rename(name); }

  void adopt(Node& node) const {
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
  void rename_references(Skin& skin) const {
    rename(skin.material);
    for (std::string& name : skin.bodyname) rename(name);
  }
  void rename_references(Material& material) const {
    for (std::string& texture : material.textures) rename(texture);
  }

  template <class N>
  void copy_list(const List<N>& source) {
    for (const N& original : source) {
      N& copy = list_of<N>(graft_.target).add(original);
      copy.name = graft_.rename(asset_name(original));
      adopt(static_cast<Node&>(copy));
      rename_references(copy);
      graft_.copies.emplace_back(&original, &copy);
      graft_.inside.add(KindOf<N>::kObject, copy.name);
    }
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

// A body that was attached before is only put into the frame. Empty, or what is wrong.
std::string move_existing(Body& parent, int frame, const std::string& name) {
  for (Body& body : parent.bodies) {
    if (body.name != name) continue;
    body.frame = frame;
    return {};
  }
  return "body '" + name + "' exists already under another parent";
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
  Body copy = attachment.copy_tree(*subtree, body_name.empty());
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
  auto copy = std::make_unique<Body>(attachment.copy_tree(subtree, contents_only));
  Copies& copies = attachment.copies();
  pair_trees(subtree, *copy, copies);
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

}  // namespace corten::spec
