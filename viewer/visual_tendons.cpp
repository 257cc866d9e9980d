// Tendons as capsules along their paths, slack ones as hanging ropes, and slider-cranks.
#include <algorithm>
#include <cmath>

#include "viewer/catenary.h"
#include "viewer/visual_parts.h"

namespace corten::viewer {
namespace {

// A plain grey tendon turns to the colour of constraints when its limit acts.
Rgba tendon_color(const VisualBuilder& b, int i) {
  Rgba rgba = b.m.tendon_rgba[i];
  if (b.m.tendon_matid[i] >= 0 || rgba != Rgba{0.5F, 0.5F, 0.5F, 1}) return rgba;
  const auto impedance = static_cast<float>(limit_impedance(b.d, mjCNSTR_LIMIT_TENDON, i));
  for (int k = 0; k < 3; ++k) rgba[k] = (1 - impedance) * rgba[k] + impedance * b.m.vis.rgba.constraint[k];
  return rgba;
}

void add_segment(VisualBuilder& b, int i, Real width, const Vec3<Real>& from, const Vec3<Real>& to,
                 const Rgba& rgba, bool labelled) {
  VisualGeom geom = visual_connector(mjGEOM_CAPSULE, width, from, to, rgba);
  set_material(b, b.m.tendon_matid[i], rgba, mjCAT_DYNAMIC, geom);
  if (labelled && b.option.label == mjLABEL_TENDON) set_label(geom, label_of(b.m, mjOBJ_TENDON, i));
  b.add(geom, mjOBJ_TENDON, i, mjCAT_DYNAMIC);
}

// Of the island where its limit or friction acts.
Rgba island_color_of_tendon(const VisualBuilder& b, int i) {
  if (b.d.nisland == 0) return kNoIsland;
  const int row = b.d.tendon_efcadr[i];
  if (row < 0 || b.d.efc_island[row] < 0) return kNoIsland;
  return island_color(b.d, b.d.efc_island[row]);
}

bool is_driven(const Model& m, int tendon) {
  for (int i = 0; i < m.nu; ++i)
    if (m.actuator_trntype[i] == mjTRN_TENDON && m.actuator_trnid[i][0] == tendon) return true;
  return false;
}

// Length of a tendon that is a mere rope between two sites and may hang; 0 for all others.
Real rope_length(const VisualBuilder& b, int i) {
  const Model& m = b.m;
  const bool gravity = !(m.opt.disableflags & mjDSBL_GRAVITY) && norm(m.opt.gravity) > kMinVal<Real>;
  if (!gravity || m.tendon_num[i] != 2 || m.tendon_damping[i] != 0 || m.tendon_frictionloss[i] != 0) return 0;
  const bool spring =
      m.tendon_stiffness[i] > 0 && m.tendon_lengthspring[i][0] == 0 && m.tendon_lengthspring[i][1] > 0;
  const bool limit = m.tendon_stiffness[i] == 0 && m.tendon_limited[i] && m.tendon_range[i][0] == 0 &&
                     b.d.ten_length[i] < m.tendon_range[i][1];
  if (spring == limit || is_driven(m, i)) return 0;
  return limit ? m.tendon_range[i][1] : m.tendon_lengthspring[i][1];
}

void add_path(VisualBuilder& b, int i) {
  const Rgba rgba = tendon_color(b, i);
  const int first = b.d.ten_wrapadr[i];
  for (int k = first; k + 1 < first + b.d.ten_wrapnum[i]; ++k) {
    const int from = wrap_object(b.d, k);
    const int to = wrap_object(b.d, k + 1);
    if (from == -2 || to == -2) continue;                                       // a pulley parts the path
    const Real width = b.m.tendon_width[i] * (from >= 0 && to >= 0 ? 0.5 : 1);  // thinner on a geom
    add_segment(b, i, width, wrap_point(b.d, k), wrap_point(b.d, k + 1), rgba, k == first);
    if (b.shows(mjVIS_ISLAND) && b.option.catmask & mjCAT_DYNAMIC)
      b.geoms.back().rgba = island_color_of_tendon(b, i);
  }
}

void add_rope(VisualBuilder& b, int i, Real length) {
  const int first = b.d.ten_wrapadr[i];
  const int points = std::clamp(b.m.vis.quality.numslices, 2, 100);
  const auto rope =
      catenary(wrap_point(b.d, first), wrap_point(b.d, first + 1), b.m.opt.gravity, length, points);
  for (std::size_t k = 0; k + 1 < rope.size(); ++k)
    add_segment(b, i, b.m.tendon_width[i], rope[k], rope[k + 1], b.m.tendon_rgba[i], true);
}

}  // namespace

Vec3<Real> wrap_point(const Data& d, int k) {
  const auto& pair = d.wrap_xpos[k / 2];  // two are stored per element
  const int first = 3 * (k % 2);
  return {pair[first], pair[first + 1], pair[first + 2]};
}

int wrap_object(const Data& d, int k) { return d.wrap_obj[k / 2][k % 2]; }

void add_tendons(VisualBuilder& b) {
  if (!b.shows(mjVIS_TENDON)) return;
  for (int i = 0; i < b.m.ntendon; ++i) {
    if (!in_group(b.option.tendongroup, b.m.tendon_group[i])) continue;
    const Real rope = rope_length(b, i);
    if (rope > 0)
      add_rope(b, i, rope);
    else
      add_path(b, i);
  }
}

void add_slider_cranks(VisualBuilder& b) {
  const Model& m = b.m;
  const Real width = m.stat.meansize * m.vis.scale.slidercrank;
  for (int i = 0; i < m.nu; ++i) {
    if (m.actuator_trntype[i] != mjTRN_SLIDERCRANK) continue;
    const Vec3<Real>& crank = b.d.site_xpos[m.actuator_trnid[i][0]];
    const Vec3<Real>& slider = b.d.site_xpos[m.actuator_trnid[i][1]];
    const Vec3<Real> axis = b.d.site_xmat[m.actuator_trnid[i][1]].col(2);
    const Vec3<Real> apart = crank - slider;
    const Real along = dot(apart, axis);
    const Real rod = m.actuator_cranklength[i];
    const Real det = along * along + rod * rod - dot(apart, apart);
    const Vec3<Real> end = slider + axis * (along - std::sqrt(std::max<Real>(det, 0)));
    b.add(visual_connector(mjGEOM_CYLINDER, width, slider, end, m.vis.rgba.slidercrank), mjOBJ_ACTUATOR, i,
          mjCAT_DYNAMIC);
    b.add(visual_connector(mjGEOM_CAPSULE, width / 2, end, crank,
                           det < 0 ? m.vis.rgba.crankbroken : m.vis.rgba.slidercrank),
          mjOBJ_ACTUATOR, i, mjCAT_DYNAMIC);
  }
}

}  // namespace corten::viewer
