// Changes of a Spec that concern more than one element: lookup, default classes, frames, deletion with all
// that depends on it.
#pragma once

#include <memory>

#include "corten/spec/graft.h"
#include "corten/spec/kinds.h"

namespace corten::spec {

// The body that holds an element; null if none below `root` does.
template <class N>
Body* holder_of(Body& root, const N& node) {
  std::vector<Body*> open{&root};
  while (!open.empty()) {
    Body& body = *open.back();
    open.pop_back();
    if ((body.*KindOf<N>::kList).index_of(node) >= 0) return &body;
    for (int i = body.bodies.size(); i-- > 0;) open.push_back(&body.bodies[i]);
  }
  return nullptr;
}

// Class that a new element takes its values from: that of the frame, else that of the body.
const std::string& class_in(const Body& body, int frame);

// A new element at the end of a list, with the values of a class.
template <class N>
N& add_of_class(List<N>& list, Default& from) {
  N& node = list.add();
  if (const N* record = class_record<N>(from)) node = *record;
  node.classname = from.name;
  return node;
}

// Class of the name below `parent`, a copy of it; null if the name is taken.
Default* add_class(Spec& spec, const std::string& name, Default& parent);
// The class out of the tree, with its children; null if it is the root.
std::unique_ptr<Default> take_class(Spec& spec, Default& record);

// Puts a frame of a body into another one of it (-1: into the body); false if that is inside the frame
// itself.
bool nest_frame(Body& body, int frame, int into);
// The frame out of its body; what stood in it stands in the frame around it.
std::unique_ptr<Frame> take_frame(Body& body, int frame);

// Moves a frame and all that stands in it to a new body, the last child of its own.
Body& separate_frame(Body& body, int frame);

// The body out of the tree, with pairs, excludes, tendons, equalities, actuators and sensors that refer to
// what it carried, and named plugin instances that nothing uses, which are added to `orphans`; keys lose its
// joints.
std::unique_ptr<Body> take_body(Spec& spec, Body& parent, int index, Orphans& orphans);

// The mass given with a body becomes part of its parent's, unless that is the world. MuJoCo's way:
// neither centre nor inertia turn with the body, the offset of the body turns with the inertia.
void join_mass(const Body& body, Body& parent);
// Replaces a body by a frame of its parent with the same pose and contents. The emptied body is returned.
std::unique_ptr<Body> body_to_frame(Body& parent, int index, Frame*& made);

}  // namespace corten::spec
