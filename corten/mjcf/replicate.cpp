// <replicate>: copies of its contents along a path, and of everything that refers to them.
#include "corten/mjcf/reader.h"
#include "corten/spec/graft.h"
#include "corten/spec/keyframes.h"
#include "corten/spec/orientation.h"

namespace corten::mjcf {

namespace {

constexpr int kMaxSensors = 1 << 20;

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
    context.issues.error(element, "required attribute missing: 'count'");
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
  for (const spec::Body* root : context.roots) names.add_tree(*root);
  names.add_lists(context.spec);
  return names;
}

spec::StateSize size_outside(const Context& context) {
  spec::StateSize size;
  for (const spec::Body* root : context.roots) size = size + spec::tree_size(*root);
  return size;
}

bool check_keys(const XmlElement& element, const spec::Body& contents, Context& context) {
  const spec::StateSize size =
      size_outside(context) + spec::tree_size(contents) + spec::actuator_size(context.spec.actuators);
  for (const spec::Key& key : context.spec.keys) {
    if (key.sparse) continue;
    const std::string wrong = spec::check_key_sizes(key, size);
    if (!wrong.empty()) context.issues.error(element, wrong);
  }
  return context.issues.diagnostics().ok();
}

// Copies of the contents, each in a frame of its own, and of what refers to them.
std::vector<std::string> place_replicas(const XmlElement& element, const Replicas& replicas,
                                        const spec::Body& contents, spec::Body& body, int outer,
                                        const spec::Default& active, Context& context) {
  std::vector<std::string> suffixes;
  const spec::NameSets outside = names_outside(context);
  spec::Real3 pos{};
  for (int i = 0; i < replicas.count; ++i) {
    const Quat<Real> quat = rotation_of(replicas, i, context.spec.compiler);
    const int frame = add_frame(body, outer, pos, quat, active, element);
    spec::Graft graft{context.spec, {{}, suffix_of(replicas, i)}, {}, outside};
    spec::Body copy = contents;
    spec::rename_tree(copy, graft.rename);
    graft.inside.add_tree(copy);
    spec::move_contents(std::move(copy), body, frame);
    spec::graft_lists(context.spec, graft);
    suffixes.push_back(graft.rename.suffix);
    if (context.spec.sensors.size() > kMaxSensors) {
      context.issues.error(element,
                           "too many sensors: those that refer to nothing double with every replica");
      break;
    }
    pos = pos + to_mat(quat) * replicas.offset;
  }
  return suffixes;
}

}  // namespace

void read_replicate(const XmlElement& element, spec::Body& body, int frame, const spec::Default& active,
                    Context& context) {
  const Replicas replicas = read_replicas(element, context);
  spec::Body contents;
  context.roots.push_back(&contents);
  ++context.open_frames;
  read_body_children(element, contents, -1, active, context);
  --context.open_frames;
  context.roots.pop_back();
  if (&body == &context.spec.world && !contents.joints.empty()) {
    return context.issues.error(element, "the world cannot have joints", "put them in a body");
  }
  if (!check_keys(element, contents, context)) return;

  const spec::StateSize before = size_outside(context);
  const std::vector<spec::ActuatorSlot> actuators = spec::actuator_slots(context.spec.actuators);
  spec::NameSets gone;
  gone.add_tree(contents);
  const spec::NameSets present = names_outside(context);

  const std::vector<std::string> suffixes =
      place_replicas(element, replicas, contents, body, frame, active, context);
  spec::remove_orphans(context.spec, gone, present);
  for (spec::Key& key : context.spec.keys) spec::select_actuators(key, actuators, context.spec.actuators);
  spec::replicate_keys(context.spec, contents, before, suffixes);
}

}  // namespace corten::mjcf
