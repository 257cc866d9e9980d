// Orientation as written to a quaternion, and poses of frames.
#include "corten/spec/orientation.h"

namespace corten::spec {

namespace {

Quat<Real> about(const Real3& axis, Real angle) {
  const Real s = std::sin(angle / 2);
  return {std::cos(angle / 2), s * axis[0], s * axis[1], s * axis[2]};
}

const char* resolve_axisangle(const Vec<Real, 4>& given, bool degree, Quat<Real>& quat) {
  Real3 axis{given[0], given[1], given[2]};
  if (build::normalize(axis) == 0) return "the axis of axisangle has no direction: its length is zero";
  quat = about(axis, orientation_angle(given[3], degree));
  return nullptr;
}

const char* resolve_xyaxes(const Vec<Real, 6>& given, Quat<Real>& quat) {
  Real3 x{given[0], given[1], given[2]};
  Real3 y{given[3], given[4], given[5]};
  if (build::normalize(x) == 0) return "the x axis of xyaxes has no direction: its length is zero";
  const Real along = dot(x, y);
  y -= x * along;
  if (build::normalize(y) == 0) return "the y axis of xyaxes is zero or parallel to the x axis";
  Real3 z = cross(x, y);
  if (build::normalize(z) == 0) return "the two axes of xyaxes are parallel";
  quat = build::frame_to_quat(x, y, z);
  return nullptr;
}

}  // namespace

const char* resolve_euler(const Real3& angles, std::string_view sequence, Quat<Real>& quat) {
  Quat<Real> total = Quat<Real>::identity();
  for (int i = 0; i < 3; ++i) {
    const std::size_t letter = std::string_view("xyzXYZ").find(sequence[static_cast<std::size_t>(i)]);
    if (letter == std::string_view::npos) return "eulerseq is three of the letters x y z X Y Z";
    Real3 axis{};
    axis[static_cast<int>(letter % 3)] = 1;
    const Quat<Real> turn = about(axis, angles[i]);
    total = letter < 3 ? build::mul(total, turn) : build::mul(turn, total);
  }
  quat = total;
  return nullptr;
}

const char* resolve_orientation(const Orientation& alt, const Compiler& compiler, Quat<Real>& quat) {
  const bool degree = compiler.degree.value != 0;
  switch (alt.type()) {
    case mjORIENTATION_AXISANGLE:
      return resolve_axisangle(*alt.axisangle, degree, quat);
    case mjORIENTATION_XYAXES:
      return resolve_xyaxes(*alt.xyaxes, quat);
    case mjORIENTATION_ZAXIS: {
      Real3 z = *alt.zaxis;
      if (build::normalize(z) == 0) return "zaxis has no direction: its length is zero";
      quat = build::z_to_vec(z);
      return nullptr;
    }
    case mjORIENTATION_EULER: {
      Real3 angles = *alt.euler;
      for (Real& angle : angles) angle = orientation_angle(angle, degree);
      return resolve_euler(angles, *compiler.eulerseq, quat);
    }
    default:
      return nullptr;
  }
}

const char* frame_pose(const Spec& spec, const Frame& node, const build::Pose* outer, build::Pose& pose) {
  build::Pose own{*node.pos, *node.quat};
  if (const char* wrong = resolve_orientation(node.alt, spec.compiler_of(node), own.quat)) return wrong;
  if (outer) own = build::compose(*outer, own);
  build::normalize(own.quat);
  pose = own;
  return nullptr;
}

const char* frame_pose(const Spec& spec, const Body& body, int frame, build::Pose& pose) {
  pose = {};
  std::vector<const Frame*> chain;  // from the inside
  for (; frame >= 0; frame = body.frames[frame].frame) chain.push_back(&body.frames[frame]);
  for (std::size_t i = chain.size(); i-- > 0;) {
    const build::Pose outer = pose;
    if (const char* wrong = frame_pose(spec, *chain[i], i + 1 < chain.size() ? &outer : nullptr, pose))
      return wrong;
  }
  return nullptr;
}

}  // namespace corten::spec
