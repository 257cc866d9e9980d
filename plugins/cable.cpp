#include "plugins/cable.h"

#include <algorithm>
#include <cmath>

#include "corten/smooth/jacobian.h"
#include "corten/smooth/kinematics.h"
#include "plugins/numbers.h"

namespace corten::plugins {
namespace {

constexpr Real kPi = 3.14159265358979323846;

// Torsion constant and second moments of area of the cross section [m⁴].
Vec3<Real> section(int type, const Vec3<Real>& size) {
  if (type == mjGEOM_CAPSULE || type == mjGEOM_CYLINDER) {
    const Real r4 = std::pow(size[0], 4);
    return {kPi * r4 / 2, kPi * r4 / 4, kPi * r4 / 4};
  }
  if (type != mjGEOM_BOX) return {};
  const Real h = size[1], w = size[2], a = std::max(h, w), b = std::min(h, w);
  const Real torsion =
      a * std::pow(b, 3) * (16. / 3. - 3.36 * b / a * (1 - std::pow(b, 4) / std::pow(a, 4) / 12));
  return {torsion, std::pow(2 * w, 3) * 2 * h / 12., std::pow(2 * h, 3) * 2 * w / 12.};
}

// The quaternion of the joint that turns a body: its last three dofs are a rotation.
int quaternion_address(const Model& m, int body) {
  const int joint = m.body_jntadr[body];
  const int adr = joint < 0 ? -1 : m.jnt_qposadr[joint] + m.body_dofnum[body] - 3;
  if (adr < 0 || adr + 4 > m.nq)
    throw PluginError("body " + std::to_string(body) + " needs a ball or free joint to be part of a cable");
  return adr;
}

Quat<Real> quaternion(std::span<const Real> qpos, int adr) {
  const Real* q = qpos.data() + adr;
  return {q[0], q[1], q[2], q[3]};
}

}  // namespace

Cable::Cable(const Model& m, Data& d, int instance) {
  const std::vector<std::string> text = plugin_values(m, instance);
  if (!is_one_number(text[0]) || !is_one_number(text[1]))
    throw PluginError("twist and bend must each be one number");
  const Real twist = leading_number(text[0]), bend = leading_number(text[1]);
  const bool flat = text[2] == "true";
  std::copy(m.qpos0.begin(), m.qpos0.end(), d.qpos.begin());
  kinematics(m, d);
  for (int body = 1; body < m.nbody; ++body) {
    if (m.body_plugin[body] != instance) continue;
    if (links_.empty()) first_ = body;
    const bool first = links_.empty();
    if (body != first_ + static_cast<int>(links_.size()))
      throw PluginError("its bodies must follow each other without others in between");
    const int geom = m.body_geomadr[body];
    if (geom < 0) throw PluginError("body " + std::to_string(body) + " needs a geom to be part of a cable");
    Link& link = links_.emplace_back();
    const Vec3<Real> shape = section(m.geom_type[geom], m.geom_size[geom]);
    link.stiffness = {shape[0] * twist, shape[1] * bend, shape[2] * bend};
    if (first) continue;
    link.qpos = quaternion_address(m, body);
    link.length = distance(d.xpos[body], d.xpos[body - 1]);
    if (!flat) link.rest = sub_quat(m.body_quat[body], quaternion(m.qpos0.span(), link.qpos));
  }
}

// −K (curvature − curvature at rest) / length, in the frame of the body before; `relative` turns into it.
Vec3<Real> Cable::moment(const Model& m, const Data& d, int k, Quat<Real>& relative) const {
  const Link& link = links_[static_cast<std::size_t>(k)];
  relative = m.body_quat[first_ + k] * quaternion(d.qpos.span(), link.qpos);
  const Vec3<Real> turn = quat_to_vel(relative, Real(1));
  Vec3<Real> result;
  for (int i = 0; i < 3; ++i) result[i] = -link.stiffness[i] * (turn[i] - link.rest[i]) / link.length;
  return result;
}

void Cable::compute(const PluginCall& call, mjtPluginCapabilityBit) const {
  const Model& m = call.m;
  Data& d = call.d;
  const int count = static_cast<int>(links_.size());
  for (int k = 0; k < count; ++k) {
    if (is_zero(links_[static_cast<std::size_t>(k)].stiffness)) continue;  // with the reaction on it
    Vec3<Real> torque{};
    Quat<Real> relative;
    if (k > 0) {
      const Vec3<Real> before = moment(m, d, k, relative);
      torque += rotate(conjugate(relative), before);
    }
    if (k + 1 < count) torque -= moment(m, d, k + 1, relative);
    const int body = first_ + k;
    apply_ft(m, d, {}, rotate(d.xquat[body], torque), d.xpos[body], body, d.qfrc_passive.span());
  }
}

}  // namespace corten::plugins
