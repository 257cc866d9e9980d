// <replicate>: copies of its contents along a path, and of everything that refers to them.
#include <unordered_set>

#include "corten/mjcf/reader.h"
#include "corten/spec/graft.h"
#include "corten/spec/keyframes.h"
#include "corten/spec/names.h"
#include "corten/spec/orientation.h"

namespace corten::mjcf {

namespace {

constexpr int kMaxSensors = 1 << 20;
constexpr std::int64_t kMaxVisits = 5'000'000;  // about a second of looking

struct Replicas {
  int count = 0;
  spec::Real3 offset{};
  spec::Real3 euler{};
  std::string separator;
};

Replicas read_replicas(const XmlElement& element, Context& context) {
  Replicas replicas;
  const auto copy = [&](const char* name, spec::Real3& target) {
    if (const auto values = read_reals(element, name, 3, context.issues))
      std::copy(values->begin(), values->end(), target.begin());
  };
  copy("offset", replicas.offset);
  copy("euler", replicas.euler);
  if (const std::string* text = element.find("sep")) replicas.separator = *text;
  const auto count = read_integers(element, "count", context.issues);
  if (count && count->size() == 1) {
    replicas.count = count->front();
  } else if (!element.find("count") || is_blank(*element.find("count"))) {
    context.issues.error(element, missing("count"));
  } else if (count) {
    context.issues.error(element, "attribute 'count': expected one integer");
  }
  return replicas;
}

// sep + i, padded with zeros to the digits of count
std::string suffix_of(const Replicas& replicas, int i) {
  std::string digits = std::to_string(i);
  const std::size_t width = std::to_string(replicas.count).size();
  return replicas.separator + std::string(width - digits.size(), '0') + digits;
}

// The rotation of replica i; a bad euler sequence gives none, as in the oracle.
Quat<Real> rotation_of(const Replicas& replicas, int i, const spec::Compiler& compiler) {
  spec::Real3 angles{};
  for (int k = 0; k < 3; ++k) {
    angles[k] = spec::orientation_angle(i * replicas.euler[k], *compiler.degree != 0);
  }
  Quat<Real> quat = Quat<Real>::identity();
  if (spec::resolve_euler(angles, *compiler.eulerseq, quat)) return Quat<Real>::identity();
  return quat;
}

int add_frame(spec::Body& body, int outer, const spec::Real3& pos, const Quat<Real>& quat,
              const spec::Default& active, const XmlElement& element) {
  spec::Frame& frame = body.frames.add();
  frame.frame = outer;
  frame.pos = pos;
  frame.quat = quat;
  frame.childclass = frame.classname = active.name;
  frame.place = element.place();
  return body.frames.size() - 1;
}

spec::NameSets names_outside(const Context& context) {
  spec::NameSets names;
  for (const spec::Body* root : context.roots) {
    names.add_tree(*root);
    spec::for_each_body(*root, [&](const spec::Body& body) {
      if (body.name.empty() && &body != &context.spec.world) names.add_unnamed(mjOBJ_BODY);
    });
  }
  names.add_lists(context.spec);
  return names;
}

// Keys that wait for the model to be complete count, too.
bool has_keys(const Spec& spec) { return !spec.keys.empty() || !spec.pending_keys.empty(); }

// Actuators that were copied keep no values of keys.
void forget_copied(const spec::Copies& copies, spec::List<spec::Actuator>& actuators) {
  std::unordered_set<const spec::Node*> originals;
  for (const auto& [original, replica] : copies) originals.insert(original);
  for (spec::Actuator& actuator : actuators)
    if (originals.contains(&actuator)) spec::forget_keys(actuator);
}

// One copy of the contents, in a frame of its own, and of what refers to them.
void place_replica(const XmlElement& element, const std::string& suffix, int frame, spec::Body& contents,
                   spec::Body& body, const spec::NameSets& outside, Context& context) {
  spec::Graft graft{context.spec, {{}, suffix}, {}, outside};
  spec::Body copy = contents;
  for (spec::Body& inner : contents.bodies)
    spec::forget_keys(inner);  // but joints of the contents keep theirs
  spec::rename_tree(copy, graft.rename);
  graft.inside.add_tree(copy);
  spec::move_contents(std::move(copy), body, frame);
  context.visits += spec::list_elements(context.spec);
  if (context.visits > kMaxVisits)
    throw OverBudget(element.place(), describe(element),
                     "too many replicas among too many elements that may refer to them", {});
  spec::graft_lists(context.spec, graft);
  constexpr double kBytesPerElement = 1000;
  const auto copied = static_cast<std::int64_t>(graft.copies.size());
  context.draw(1, {0, copied, kBytesPerElement * static_cast<double>(copied)}, element);
  if (has_keys(context.spec)) forget_copied(graft.copies, context.spec.actuators);
}

// The contents of a replicate while it is expanded. For keys they stand in the tree, before their replicas.
struct Contents {
  std::unique_ptr<spec::Body> tree;
  spec::Body& holder;
  int index;  // among the bodies of the holder

  template <class Fn>
  void in_place(const Spec& spec, Fn&& fn) {
    if (!has_keys(spec)) return;
    holder.bodies.insert(index, std::move(tree));
    fn();
    tree = holder.bodies.take(index);
  }
};

// Values of keys that elements keep, and what this replica copied of the lists.
void draw_kept(const XmlElement& element, Context& context) {
  constexpr double kBytesPerValue = 100;  // of a map from the name of a key to numbers
  const double values = static_cast<double>(context.spec.keys.size()) *
                        static_cast<double>(context.bodies + context.spec.actuators.size());
  context.draw(1, {0, context.spec.keys.size(), kBytesPerValue * values}, element);
}

void place_replicas(const XmlElement& element, const Replicas& replicas, Contents& contents, int outer,
                    const spec::Default& active, Context& context) {
  // the contents are counted already: one copy takes their place
  const spec::Weight weight = spec::weight_of(*contents.tree, replicas.separator.size() + 10);
  context.draw(std::max(0.0, replicas.count - 1.0), weight, element);
  context.draw(std::max(0, replicas.count), {0, 1, sizeof(spec::Frame)}, element);
  const spec::NameSets outside = names_outside(context);
  spec::Real3 pos{};
  for (int i = 0; i < replicas.count; ++i) {
    const Quat<Real> quat = rotation_of(replicas, i, context.spec.compiler);
    const int frame = add_frame(contents.holder, outer, pos, quat, active, element);
    const std::string suffix = suffix_of(replicas, i);
    std::string wrong;
    contents.in_place(context.spec, [&] {
      wrong = keep_keys(context.spec, context.roots, {{}, suffix}, context.spec.pending_keys);
    });
    if (!wrong.empty()) return context.issues.error(element, wrong);
    draw_kept(element, context);
    place_replica(element, suffix, frame, *contents.tree, contents.holder, outside, context);
    contents.in_place(context.spec, [&] { lengthen_keys(context.spec, context.roots); });
    if (context.spec.sensors.size() > kMaxSensors) {
      return context.issues.error(element,
                                  "too many sensors: those that refer to nothing double with every replica");
    }
    pos = pos + to_mat(quat) * replicas.offset;
  }
}

// The contents themselves go; from now on all keys wait for compilation.
void remove_contents(const XmlElement& element, Contents& contents, const spec::NameSets& present,
                     Context& context) {
  std::string wrong;
  contents.in_place(context.spec,
                    [&] { wrong = spec::suspend_keys(context.spec, context.roots, names_outside(context)); });
  if (!wrong.empty()) return context.issues.error(element, wrong);
  context.spec.keys.clear();
  spec::NameSets gone;
  gone.add_tree(*contents.tree);
  if (!present.contains(mjOBJ_BODY, "")) gone.add_unnamed(mjOBJ_BODY);  // the contents stand in such a body
  spec::remove_orphans(context.spec, gone, present);
}

}  // namespace

void read_replicate(const XmlElement& element, spec::Body& body, int frame, const spec::Default& active,
                    Context& context) {
  const Replicas replicas = read_replicas(element, context);
  Contents contents{std::make_unique<spec::Body>(), body, body.bodies.size()};
  context.roots.push_back(contents.tree.get());
  ++context.open_frames;
  read_body_children(element, *contents.tree, -1, active, context);
  --context.open_frames;
  context.roots.pop_back();
  if (&body == &context.spec.world && !contents.tree->joints.empty()) {
    return context.issues.error(element, "the world cannot have joints", "put them in a body");
  }
  const spec::NameSets present = names_outside(context);
  place_replicas(element, replicas, contents, frame, active, context);
  if (context.issues.diagnostics().ok()) remove_contents(element, contents, present, context);
}

}  // namespace corten::mjcf
