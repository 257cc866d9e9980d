#include "plugins/touch_grid.h"

#include <algorithm>
#include <cmath>

#include "corten/smooth/contact_force.h"
#include "plugins/numbers.h"

namespace corten::plugins {
namespace {

constexpr Real kPi = 3.14159265358979323846;
constexpr int kMaxChannels = 6;
constexpr Real kMaxNumbers = 1 << 22;  // more is a slip of the pen

struct Grid {
  Real channels, columns, rows;
  Real numbers() const { return channels * columns * rows; }
};

// Sizes are cut to whole numbers; a text without both has no bins.
Grid grid_of(const std::vector<std::string>& text) {
  const Real channels = std::trunc(leading_number(text[0]));
  const std::vector<Real> size = number_list(text[1]);
  if (size.size() != 2) return {channels == 0 ? 1 : channels, 0, 0};
  return {channels == 0 ? 1 : channels, std::trunc(size[0]), std::trunc(size[1])};
}

Vec2<Real> field_of_view(const std::string& text) {
  const std::vector<Real> fov = number_list(text);
  if (fov.size() != 2) throw PluginError("fov must be two angles");
  if (!(fov[0] > 0 && fov[0] <= 180)) throw PluginError("the first angle of fov must be in (0, 180] degrees");
  if (!(fov[1] > 0 && fov[1] <= 90)) throw PluginError("the second angle of fov must be in (0, 90] degrees");
  return {fov[0], fov[1]};
}

// From −fov to fov; with gamma the bins are finer in the middle: x → γ x⁵ + (1 − γ) x.
std::vector<Real> bin_edges(int bins, Real fov, Real gamma) {
  std::vector<Real> edges(static_cast<std::size_t>(bins) + 1);
  Real x = -1;
  for (Real& edge : edges) {
    edge = gamma == 0 ? x : gamma * std::pow(x, 5) + (1 - gamma) * x;
    edge *= fov * kPi / 180;
    x += Real(2) / bins;
  }
  return edges;
}

// bin i holds edge_i < value ≤ edge_{i+1}; −1: none does
int bin_of(const std::vector<Real>& edges, Real value) {
  const auto at = std::lower_bound(edges.begin(), edges.end(), value) - edges.begin();
  return at == static_cast<std::ptrdiff_t>(edges.size()) ? -1 : static_cast<int>(at) - 1;
}

// A flex counts as part of the world: the oracle reads what stands before the bodies of geoms, mostly 0.
int body_of(const Model& m, int geom) { return geom < 0 ? 0 : m.geom_bodyid[geom]; }
int weld_of(const Model& m, int geom) { return m.body_weldid[body_of(m, geom)]; }

}  // namespace

TouchGrid::TouchGrid(const Model& m, Data&, int instance) {
  const std::vector<std::string> text = plugin_values(m, instance);
  if (!is_one_number(text[0]) || !is_one_number(text[3]))
    throw PluginError("nchannel and gamma must each be one number");
  const Grid grid = grid_of(text);
  if (!(grid.channels >= 1 && grid.channels <= kMaxChannels))
    throw PluginError("nchannel counts force and torque: give it 1 to 6");
  if (!(grid.columns > 0 && grid.rows > 0))
    throw PluginError("size must be two positive numbers with one blank between them");
  if (!(grid.numbers() <= kMaxNumbers)) throw PluginError("size asks for more than four million numbers");
  const Vec2<Real> fov = field_of_view(text[2]);
  const Real gamma = leading_number(text[3]);
  if (!(gamma >= 0 && gamma <= 1)) throw PluginError("gamma must be between 0 and 1");
  for (int i = m.nsensor - 1; i >= 0; --i) {
    if (m.sensor_plugin[i] != instance) continue;
    if (m.sensor_objtype[i] != mjOBJ_SITE) throw PluginError("its sensor must be attached to a site");
    if (m.sensor_dim[i] != grid.numbers())
      throw PluginError("its configuration was changed after compilation");
    sensor_ = i;
  }
  channels_ = static_cast<int>(grid.channels);
  azimuths_ = bin_edges(static_cast<int>(grid.columns), fov[0], gamma);
  elevations_ = bin_edges(static_cast<int>(grid.rows), fov[1], gamma);
}

int TouchGrid::nsensordata(const Model& m, int instance, int) {
  const Real numbers = grid_of(plugin_values(m, instance)).numbers();
  if (numbers < 0) return -1;
  return numbers <= kMaxNumbers ? static_cast<int>(numbers) : 0;
}

void TouchGrid::compute(const PluginCall& call, mjtPluginCapabilityBit) const {
  const Model& m = call.m;
  Data& d = call.d;
  if (sensor_ < 0) return;
  Real* out = d.sensordata.data() + m.sensor_adr[sensor_];
  std::fill_n(out, m.sensor_dim[sensor_], Real(0));
  const int site = m.sensor_objid[sensor_], weld = m.body_weldid[m.site_bodyid[site]];
  for (int i = 0; i < d.ncon; ++i) {
    const Contact& con = d.contact[i];
    if (weld_of(m, con.geom1) == weld || weld_of(m, con.geom2) == weld) add_contact(m, d, i, site, out);
  }
}

void TouchGrid::add_contact(const Model& m, const Data& d, int contact, int site, Real* out) const {
  const Contact& con = d.contact[contact];
  const Mat3<Real>& axes = d.site_xmat[site];
  const Vec3<Real> p = transpose_mul(axes, con.pos - d.site_xpos[site]);
  const int column = bin_of(azimuths_, std::atan2(p[0], -p[2]));
  const int row = bin_of(elevations_, std::atan2(p[1], std::sqrt(p[0] * p[0] + p[2] * p[2])));
  if (column < 0 || row < 0) return;
  const Wrench<Real> wrench = contact_force(m, d, contact);
  const auto in_site = [&](const Vec3<Real>& v) { return transpose_mul(axes, transpose_mul(con.frame, v)); };
  Vec3<Real> force = in_site(wrench.force), torque = in_site(wrench.torque);
  // Forces point from the smaller body to the larger; compared are the weld body and the bodies of the geoms,
  // so a geom of a welded child has the wrong sign.
  const int weld = m.body_weldid[m.site_bodyid[site]];
  if (weld < std::max(body_of(m, con.geom1), body_of(m, con.geom2))) {
    force = force * Real(-1);
    torque = torque * Real(-1);
  }
  const Real channel[kMaxChannels] = {force[2], force[0], force[1], torque[2], torque[0], torque[1]};
  const std::size_t columns = azimuths_.size() - 1, cells = columns * (elevations_.size() - 1);
  const std::size_t cell = static_cast<std::size_t>(row) * columns + static_cast<std::size_t>(column);
  for (int c = 0; c < channels_; ++c) out[static_cast<std::size_t>(c) * cells + cell] += channel[c];
}

}  // namespace corten::plugins
