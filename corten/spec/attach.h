// Attaching one model to another.
#pragma once

#include "corten/spec/graft.h"
#include "corten/spec/spec.h"

namespace corten::spec {

// The first body of that name in a tree; null if there is none.
Body* find_body(Body& root, const std::string& name);

// Copies body `body_name` of `child` (empty: the contents of its world) to `parent`, in frame `frame` of it,
// with all assets and every element that refers only to what is copied, names prefixed. `roots` are the trees
// already read. Kept values of keys move out of the child. Empty, or what is wrong.
[[nodiscard]] std::string attach(Spec& target, Body& parent, int frame, Spec& child,
                                 const std::string& body_name, const std::string& prefix,
                                 const std::vector<Body*>& roots);

// The same for programs: a body of `child`, or only its contents, goes to the end of `parent`; keys of the
// child come along. Returns what became of each element. `child` may be the target: then assets, classes and
// settings are the same for the copy.
Copies attach_tree(Spec& target, Body& parent, int frame, Spec& child, Body& subtree, bool contents_only,
                   const Renaming& rename);

// The same for a frame of `child` with all that stands in it; a frame around it stays behind, its pose does
// not.
struct AttachedFrame {
  Copies copies{};
  Frame* made = nullptr;
  const char* wrong = nullptr;  // with the pose of a frame around it; then nothing happened
};
AttachedFrame attach_frame(Spec& target, Body& parent, int frame, Spec& child, Frame& moving,
                           const Renaming& rename);

}  // namespace corten::spec
