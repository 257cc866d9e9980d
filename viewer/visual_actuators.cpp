// Symbols of joints and actuators.
#include <algorithm>
#include <cmath>

#include "viewer/visual_parts.h"

namespace corten::viewer {
namespace {

constexpr Real kLarger = 1.05;  // of what an actuator's symbol is laid over

Rgba between(const Rgba& from, const Rgba& to, float share) {
  Rgba rgba{0, 0, 0, 1};
  for (int i = 0; i < 3; ++i) rgba[i] = (1 - share) * from[i] + share * to[i];
  return rgba;
}

// An arrow along the axis of a scalar joint, a box or ball for the others.
VisualGeom joint_symbol(const VisualBuilder& b, int joint, Real length, Real width, Real radius) {
  const Vec3<Real>& anchor = b.d.xanchor[joint];
  const int type = b.m.jnt_type[joint];
  if (type == mjJNT_FREE || type == mjJNT_BALL)
    return visual_geom(type == mjJNT_FREE ? mjGEOM_BOX : mjGEOM_SPHERE, {radius, radius, radius}, anchor,
                       b.d.xmat[b.m.jnt_bodyid[joint]], {});
  return visual_connector(type == mjJNT_HINGE ? mjGEOM_ARROW1 : mjGEOM_ARROW, width, anchor,
                          anchor + b.d.xaxis[joint] * length, {});
}

// What moves the actuator, as a share of its range: its activation where asked for, else its control.
Real drive(const VisualBuilder& b, int actuator) {
  const Model& m = b.m;
  const int act = m.actuator_actadr[actuator] + m.actuator_actnum[actuator] - 1;
  const bool by_activation = b.shows(mjVIS_ACTIVATION) && m.actuator_actadr[actuator] >= 0;
  Real value = by_activation ? b.d.act[act] : b.d.ctrl[actuator];
  if (m.actuator_ctrllimited[actuator]) {
    const Vec<Real, 2>& range = m.actuator_ctrlrange[actuator];
    const Real rest = std::clamp<Real>(0, range[0], std::max(range[0], range[1]));
    value -= rest;
    const Real limit = value > 0 ? range[1] - rest : rest - range[0];
    if (limit > 0) value /= limit;
  }
  return std::clamp<Real>(value, -1, 1);
}

Rgba actuator_color(const VisualBuilder& b, int actuator) {
  const auto& rgba = b.m.vis.rgba;
  const auto value = static_cast<float>(drive(b, actuator));
  return between(rgba.actuator, value >= 0 ? rgba.actuatorpositive : rgba.actuatornegative, std::abs(value));
}

void add_symbol(VisualBuilder& b, int actuator, VisualGeom geom, bool labelled = true) {
  geom.rgba = actuator_color(b, actuator);
  if (labelled && b.option.label == mjLABEL_ACTUATOR)
    set_label(geom, label_of(b.m, mjOBJ_ACTUATOR, actuator));
  b.add(geom, mjOBJ_ACTUATOR, actuator);
}

void add_on_joint(VisualBuilder& b, int actuator, int joint) {
  const VisualScale& scale = b.m.vis.scale;
  const Real unit = b.m.stat.meansize;
  add_symbol(b, actuator,
             joint_symbol(b, joint, scale.actuatorlength * unit, scale.actuatorwidth * unit,
                          0.33 * scale.jointlength * unit));
}

void add_on_site(VisualBuilder& b, int actuator, int site) {
  add_symbol(b, actuator,
             visual_geom(b.m.site_type[site], b.m.site_size[site] * kLarger, b.d.site_xpos[site],
                         b.d.site_xmat[site], {}));
}

void add_on_body(VisualBuilder& b, int actuator, int body) {
  const Model& m = b.m;
  for (int i = m.body_geomadr[body]; i < m.body_geomadr[body] + m.body_geomnum[body]; ++i) {
    if (!in_group(b.option.geomgroup, m.geom_group[i])) continue;
    const bool mesh = m.geom_type[i] == mjGEOM_MESH || m.geom_type[i] == mjGEOM_SDF;
    VisualGeom geom = visual_geom(m.geom_type[i], m.geom_size[i] * (mesh ? 1 : kLarger), b.d.geom_xpos[i],
                                  b.d.geom_xmat[i], {});
    if (m.geom_dataid[i] >= 0) geom.dataid = mesh ? 2 * m.geom_dataid[i] : m.geom_dataid[i];
    add_symbol(b, actuator, geom, false);
  }
}

void add_on_tendon(VisualBuilder& b, int actuator, int tendon) {
  const int first = b.d.ten_wrapadr[tendon];
  for (int k = first; k + 1 < first + b.d.ten_wrapnum[tendon]; ++k) {
    const int from = wrap_object(b.d, k);
    const int to = wrap_object(b.d, k + 1);
    if (from == -2 || to == -2) continue;
    const Real width =
        b.m.tendon_width[tendon] * (from >= 0 && to >= 0 ? 0.5 : 1) * b.m.vis.map.actuatortendon;
    add_symbol(b, actuator,
               visual_connector(mjGEOM_CAPSULE, width, wrap_point(b.d, k), wrap_point(b.d, k + 1), {}),
               k == first);
  }
}

}  // namespace

void add_joints(VisualBuilder& b) {
  if (!b.shows(mjVIS_JOINT)) return;
  const Model& m = b.m;
  const Real length = m.vis.scale.jointlength * m.stat.meansize;
  const Real width = m.vis.scale.jointwidth * m.stat.meansize;
  for (int i = 0; i < m.njnt; ++i) {
    if (!in_group(b.option.jointgroup, m.jnt_group[i])) continue;
    VisualGeom geom = joint_symbol(b, i, length, width, 0.3 * length);
    geom.rgba = between(m.vis.rgba.joint, m.vis.rgba.constraint,
                        static_cast<float>(limit_impedance(b.d, mjCNSTR_LIMIT_JOINT, i)));
    if (b.option.label == mjLABEL_JOINT) set_label(geom, label_of(m, mjOBJ_JOINT, i));
    b.add(geom, mjOBJ_JOINT, i);
  }
}

void add_actuators(VisualBuilder& b) {
  if (!b.shows(mjVIS_ACTUATOR)) return;
  for (int i = 0; i < b.m.nu; ++i) {
    if (!in_group(b.option.actuatorgroup, b.m.actuator_group[i])) continue;
    const int target = b.m.actuator_trnid[i][0];
    switch (b.m.actuator_trntype[i]) {
      case mjTRN_JOINT:
      case mjTRN_JOINTINPARENT:
        add_on_joint(b, i, target);
        break;
      case mjTRN_SITE:
        add_on_site(b, i, target);
        break;
      case mjTRN_BODY:
        add_on_body(b, i, target);
        break;
      case mjTRN_TENDON:
        add_on_tendon(b, i, target);
        break;
      default:  // a slider-crank is drawn anyway
        break;
    }
  }
}

}  // namespace corten::viewer
