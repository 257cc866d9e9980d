// Changes of a Spec that concern more than one element.
#include "corten/spec/edit.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "corten/math/mat3.h"
#include "corten/spec/graft.h"
#include "corten/spec/keyframes.h"
#include "corten/spec/names.h"

namespace corten::spec {

namespace {

// Gives frame i the number `number[i]`, in the list and in everything that stands in frames.
void renumber_frames(Body& body, const std::vector<int>& number) {
  BodyKinds::for_each([&]<class N>(std::type_identity<N>) {
    for (N& node : body.*KindOf<N>::kList)
      if (node.frame >= 0) node.frame = number[static_cast<std::size_t>(node.frame)];
  });
}

int depth_of(const Body& body, int frame) {
  int depth = 0;
  for (; frame >= 0; frame = body.frames[frame].frame) ++depth;
  return depth;
}

// Outer frames come first.
void sort_frames(Body& body) {
  const int count = body.frames.size();
  std::vector<int> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return depth_of(body, a) < depth_of(body, b); });
  std::vector<int> number(order.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    number[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
  renumber_frames(body, number);
  body.frames.permute(order);
}

Default* parent_of(Default& root, const Default& record) {
  Default* found = nullptr;
  for_each_nested(root, [&](Default& candidate) {
    if (!found && candidate.children.index_of(record) >= 0) found = &candidate;
  });
  return found;
}

}  // namespace

const std::string& class_in(const Body& body, int frame) {
  for (; frame >= 0; frame = body.frames[frame].frame)
    if (!body.frames[frame].childclass.empty()) return body.frames[frame].childclass;
  return body.childclass;
}

Default* add_class(Spec& spec, const std::string& name, Default& parent) {
  if (spec.defaults.find(name)) return nullptr;
  Default copy = parent;
  copy.children.clear();
  copy.name = name;
  return &parent.children.add(std::move(copy));
}

std::unique_ptr<Default> take_class(Spec& spec, Default& record) {
  Default* parent = parent_of(spec.defaults, record);
  return parent ? parent->children.take(parent->children.index_of(record)) : nullptr;
}

bool nest_frame(Body& body, int frame, int into) {
  for (int outer = into; outer >= 0; outer = body.frames[outer].frame)
    if (outer == frame) return false;
  body.frames[frame].frame = into;
  sort_frames(body);
  return true;
}

std::unique_ptr<Frame> take_frame(Body& body, int frame) {
  const int outer = body.frames[frame].frame;
  std::vector<int> number;
  for (int i = 0; i < body.frames.size(); ++i) number.push_back(i == frame ? outer : i < frame ? i : i - 1);
  renumber_frames(body, number);
  return body.frames.take(frame);
}

Body& separate_frame(Body& body, int frame) {
  const auto inside = [&](int number) {
    while (number >= 0 && number != frame) number = body.frames[number].frame;
    return number == frame;
  };
  std::vector<int> number;  // of the frames that move
  int count = 0;
  for (int i = 0; i < body.frames.size(); ++i) number.push_back(inside(i) ? count++ : -1);
  auto moved = std::make_unique<Body>();
  const auto move = [&](auto& from, auto& to, auto&& is_inside) {
    for (int i = 0; i < from.size();) {
      if (!is_inside(from[i])) {
        ++i;
        continue;
      }
      auto& node = to.adopt(from.take(i));
      node.frame = node.frame < 0 ? -1 : number[static_cast<std::size_t>(node.frame)];
    }
  };
  const auto stands_inside = [&](const auto& node) { return inside(node.frame); };
  BodyKinds::for_each([&]<class N>(std::type_identity<N>) {
    if constexpr (!std::is_same_v<N, Frame>) move(list_of<N>(body), list_of<N>(*moved), stands_inside);
  });
  std::vector<int> left;  // new numbers of the frames that stay
  for (int i = 0, next = 0; i < body.frames.size(); ++i)
    left.push_back(number[static_cast<std::size_t>(i)] < 0 ? next++ : -1);
  int i = 0;
  move(body.frames, moved->frames, [&](const Frame&) { return number[static_cast<std::size_t>(i++)] >= 0; });
  renumber_frames(body, left);
  return body.bodies.adopt(std::move(moved));
}

std::unique_ptr<Body> take_body(Spec& spec, Body& parent, int index, Orphans& orphans) {
  NameSets present;
  present.add_tree(spec.world);
  present.add_lists(spec);
  (void)suspend_keys(spec, {&spec.world}, present);  // the caller checked the sizes
  std::get<List<Key>>(orphans) = std::move(spec.keys);
  std::unique_ptr<Body> body = parent.bodies.take(index);
  NameSets gone;
  gone.add_tree(*body);
  take_orphans(spec, gone, orphans);
  const std::set<std::string> used = used_instances(spec, {&spec.world});
  for (int i = spec.plugins.size(); i-- > 0;)
    if (!spec.plugins[i].name.empty() && !used.contains(spec.plugins[i].name))
      std::get<List<PluginInstance>>(orphans).adopt(spec.plugins.take(i));
  return body;
}

namespace {

// Mass, centre and inertia about it, along the axes of the body.
struct MassOf {
  Real mass = 0;
  Vec3<Real> center{};
  Mat3<Real> inertia{};

  explicit MassOf(const Inertial& given) {
    if (!given.present) return;
    mass = *given.mass;
    if (!std::isnan((*given.pos)[0])) center = *given.pos;
    if (const auto& full = *given.fullinertia; !std::isnan(full[0])) {
      inertia = {full[0], full[3], full[4], full[3], full[1], full[5], full[4], full[5], full[2]};
    } else {
      const auto& diagonal = *given.diaginertia;
      const Mat3<Real> axes = to_mat(*given.quat);
      inertia =
          axes * mul_transpose(Mat3<Real>{diagonal[0], 0, 0, 0, diagonal[1], 0, 0, 0, diagonal[2]}, axes);
    }
  }
  // about another point: I + m (r² 1 − r rᵀ)
  Mat3<Real> about(const Vec3<Real>& point) const {
    const Vec3<Real> r = center - point;
    Mat3<Real> sum = inertia;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) sum(i, j) += mass * ((i == j ? dot(r, r) : 0) - r[i] * r[j]);
    return sum;
  }
};

}  // namespace

void join_mass(const Body& body, Body& parent) {
  if (!body.inertial.present || parent.name == "world") return;
  MassOf own(parent.inertial), other(body.inertial);
  other.center += rotate(*body.inertial.quat, *body.pos);
  Inertial joined;
  joined.present = true;
  joined.mass = own.mass + other.mass;
  Vec3<Real> center{};
  if (*joined.mass >= kMinVal<Real>)
    center = (own.center * own.mass + other.center * other.mass) * (1 / *joined.mass);
  joined.pos = center;
  const Mat3<Real> a = own.about(center), b = other.about(center);
  const auto entry = [&](int i, int j) { return a(i, j) + b(i, j); };
  joined.fullinertia = {entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2)};
  parent.inertial = joined;
}

std::unique_ptr<Body> body_to_frame(Body& parent, int index, Frame*& made) {
  std::unique_ptr<Body> body = parent.bodies.take(index);
  made = &parent.frames.add();
  made->frame = body->frame;
  made->childclass = body->childclass;
  made->pos = body->pos;
  made->quat = body->quat;
  move_contents(std::move(*body), parent, parent.frames.index_of(*made));
  sort_frames(parent);
  return body;
}

}  // namespace corten::spec
