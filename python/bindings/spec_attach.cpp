// Attaching one specification to another, as MuJoCo does it: by reference unless asked for a copy.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include "corten/spec/attach.h"
#include "corten/spec/edit.h"
#include "corten/spec/keyframes.h"
#include "python/bindings/spec_tree.h"

namespace corten::python {
namespace {

namespace nb = nanobind;
using spec::Body;
using spec::Frame;

// Where something is attached: a body and one of its frames.
struct Place {
  Tree tree;
  Body& body;
  int frame;
};

Frame& add_frame(Place& place) {
  Frame& frame = place.body.frames.add();
  frame.frame = place.frame;
  place.frame = place.body.frames.size() - 1;
  return frame;
}

// A frame, a body, or a site, for which a frame of the same pose is made.
Place place_of_ref(const Ref& ref) {
  if (ref->is<Body>()) return {ref->tree, ref->as<Body>(), -1};
  Body& world = ref->tree->spec.world;
  if (ref->is<Frame>()) {
    Body& body = *spec::holder_of(world, ref->as<Frame>());
    return {ref->tree, body, body.frames.index_of(ref->as<Frame>())};
  }
  const spec::Site& site = ref->as<spec::Site>();
  Place place{ref->tree, *spec::holder_of(world, site), site.frame};
  Frame& frame = add_frame(place);
  frame.pos = site.pos;
  frame.quat = site.quat;
  frame.alt = site.alt;
  return place;
}

void check_child(const Tree& target, const Tree& child) {
  if (target == child && !target->copy_during_attach)
    throw nb::value_error(
        "Error: a specification is attached to itself only as a copy: set copy_during_attach");
  if (!child->lent.empty()) throw nb::value_error("Error: the child specification is attached already");
  if (const std::string wrong = check_key_sizes(child->spec); !wrong.empty())
    throw nb::value_error(wrong.c_str());
}

// From now on the elements live in the target: what Python holds or asks of the child is what is there.
void lend(SpecTree& child, SpecTree& target, const spec::Copies& copies) {
  std::unordered_map<const spec::Node*, spec::Node*> moved(copies.begin(), copies.end());
  const auto visit = [&]<class N>(std::type_identity<N>) {
    for_each_element<N>(child.spec, [&](N& node) {
      const auto found = moved.find(&node);
      if (found == moved.end()) return;
      N& copy = static_cast<N&>(*found->second);
      if (const Ref held = child.refs[&node].lock()) {
        held->tree = target.shared_from_this();
        held->node = &copy;
        target.refs[&copy] = held;
      }
      child.lent[&node] = target.ref(copy);
      node.name = copy.name;
    });
  };
  spec::BodyKinds::for_each(visit);
  spec::ListKinds::for_each(visit);
  for (auto& [node, ref] : child.refs)  // parts of elements that moved
    if (const Ref part = ref.lock(); part && part->owner && part->owner->tree.get() == &target)
      part->gone = true;
}

// After what `attach` did: elements of the child are those of the target unless copies were asked for.
void settle(const Place& place, const Tree& child, const spec::Copies& copies) {
  place.tree->restructured();
  if (!place.tree->copy_during_attach) lend(*child, *place.tree, copies);
}

Ref attach_body(const Ref& to, const Ref& body, const std::string& prefix, const std::string& suffix) {
  check_child(to->tree, body->tree);
  const Place place = place_of_ref(to);
  const Tree child = body->tree;  // the body itself moves on
  settle(place, child,
         attach_tree(place.tree->spec, place.body, place.frame, child->spec, body->as<Body>(), false,
                     {prefix, suffix}));
  return place.tree->ref(place.body.bodies.back());
}

// A frame with all that stands in it goes into a body.
Ref attach_frame(const Ref& to, const Ref& frame, const std::string& prefix, const std::string& suffix) {
  check_child(to->tree, frame->tree);
  const Place place = place_of_ref(to);
  const Tree child = frame->tree;  // the frame itself moves on
  const spec::AttachedFrame attached = spec::attach_frame(place.tree->spec, place.body, place.frame,
                                                          child->spec, frame->as<Frame>(), {prefix, suffix});
  if (attached.wrong) throw nb::value_error(attached.wrong);
  settle(place, child, attached.copies);
  return place.tree->ref(*attached.made);
}

// Everything in the child's world goes into a new frame.
Ref attach_spec(const Ref& to, const Tree& child, const std::string& prefix, const std::string& suffix) {
  check_child(to->tree, child);
  Place place = place_of_ref(to);
  Frame& frame = add_frame(place);
  settle(place, child,
         attach_tree(place.tree->spec, place.body, place.frame, child->spec, child->spec.world, true,
                     {prefix, suffix}));
  return place.tree->ref(frame);
}

}  // namespace

void bind_spec_attach(nb::module_& m) {
  m.def("spec_attach_body", attach_body);
  m.def("spec_attach_frame", attach_frame);
  m.def("spec_attach", attach_spec);
}

}  // namespace corten::python
