// Statistics: centre, extent and mean sizes, for viewers and for scaling tolerances.
#include <algorithm>

#include "corten/sim/set_const_parts.h"

namespace corten {
namespace {

constexpr Real kMinSize = 1e-5;

// With NaN the second argument counts, as in the oracle: a bound starts again after an undefined point.
Real lesser(Real a, Real b) { return a <= b ? a : b; }
Real greater(Real a, Real b) { return a >= b ? a : b; }

struct Bounds {
  Vec3<Real> low{1e10, 1e10, 1e10}, high{-1e10, -1e10, -1e10};

  void add(const Vec3<Real>& point, Real radius = 0) {
    for (int k = 0; k < 3; ++k) {
      low[k] = lesser(low[k], point[k] - radius);
      high[k] = greater(high[k], point[k] + radius);
    }
  }
};

// radius a geom counts with; planes and height fields have none of their own
Real geom_radius(const Model& m, int geom) {
  if (m.geom_rbound[geom] > 0) return m.geom_rbound[geom];
  const Vec3<Real>& size = m.geom_size[geom];
  if (m.geom_type[geom] == mjGEOM_PLANE) {
    if (size[0] != 0 || size[1] != 0) return std::max(size[0], size[1]) * Real(0.1);
    return 1;
  }
  if (m.geom_type[geom] == mjGEOM_HFIELD) {
    const Vec<Real, 4>& s = m.hfield_size[m.geom_dataid[geom]];
    return *std::max_element(s.begin(), s.end()) * Real(0.1);
  }
  return 0;
}

Bounds model_bounds(const Model& m, const Data& d) {
  Bounds box;
  for (int body = 1; body < m.nbody; ++body) {
    box.add(d.xpos[body]);
    box.add(d.xipos[body]);
  }
  for (int jnt = 0; jnt < m.njnt; ++jnt) box.add(d.xanchor[jnt]);
  for (int site = 0; site < m.nsite; ++site) box.add(d.site_xpos[site]);
  for (int geom = 0; geom < m.ngeom; ++geom) box.add(d.geom_xpos[geom], geom_radius(m, geom));
  return box;
}

// Along the edges of flexes, or between all bodies that carry nodes of an interpolated one.
template <class Widen>
void widen_by_flexes(const Model& m, const Data& d, Widen&& widen) {
  for (int f = 0; f < m.nflex; ++f) {
    const int node = m.flex_nodeadr[f], vert = m.flex_vertadr[f];
    for (int i = 0; i < m.flex_nodenum[f]; ++i)
      for (int j = i + 1; j < m.flex_nodenum[f]; ++j) {
        const int body1 = m.flex_nodebodyid[node + i], body2 = m.flex_nodebodyid[node + j];
        const Real reach = distance(d.xpos[body1], d.xpos[body2]);
        widen(body1, reach);
        widen(body2, reach);
      }
    if (m.flex_interp[f]) continue;
    for (int e = m.flex_edgeadr[f]; e < m.flex_edgeadr[f] + m.flex_edgenum[f]; ++e)
      for (const int v : m.flex_edge[e]) widen(m.flex_vertbodyid[vert + v], m.flexedge_length0[e]);
  }
}

// How far a body reaches: to its joints, those of its children, and over its geoms.
void body_sizes(const Model& m, const Data& d, std::span<Real> size) {
  const auto widen = [&](int body, Real reach) {
    Real& s = size[body];
    s = greater(s, reach);
  };
  for (int jnt = 0; jnt < m.njnt; ++jnt)
    for (const int body : {m.jnt_bodyid[jnt], m.body_parentid[m.jnt_bodyid[jnt]]})
      widen(body, distance(d.xipos[body], d.xanchor[jnt]));
  size[0] = 0;
  for (int geom = 0; geom < m.ngeom; ++geom) {
    const int body = m.geom_bodyid[geom];
    if (body > 0 && m.geom_rbound[geom] > 0)
      widen(body, m.geom_rbound[geom] + distance(d.xipos[body], d.geom_xpos[geom]));
  }
  widen_by_flexes(m, d, widen);
  for (Real& s : size) s = greater(s, kMinSize);
}

void set_dof_lengths(Model& m, std::span<const Real> size) {
  for (int dof = 0; dof < m.nv; ++dof) {
    const int jnt = m.dof_jntid[dof], type = m.jnt_type[jnt];
    const bool linear = type == mjJNT_SLIDE || (type == mjJNT_FREE && dof < m.jnt_dofadr[jnt] + 3);
    m.dof_length[dof] = linear ? 1 : size[m.dof_bodyid[dof]];
  }
}

Real mean_inertia(const Model& m, const Data& d) {
  Real sum = 0;
  for (int dof = 0; dof < m.nv; ++dof) sum += d.M[m.M_rowadr[dof] + m.M_rownnz[dof] - 1];
  return sum / m.nv;
}

}  // namespace

void set_statistic(Model& m, Data& d) {
  m.stat = {.meaninertia = 1, .meanmass = 1, .meansize = 0.2, .extent = 2, .center = {}};
  if (m.nv > 0) m.stat.meaninertia = mean_inertia(m, d);
  const Bounds box = model_bounds(m, d);
  for (int k = 0; k < 3; ++k) m.stat.center[k] = (box.low[k] + box.high[k]) / 2;
  if (box.high[0] > box.low[0]) {
    const Vec3<Real> side = box.high - box.low;
    m.stat.extent = greater(kMinSize, greater(side[0], greater(side[1], side[2])));
  }
  Arena::Frame frame(d.arena);
  const auto size = frame.zeros<Real>(m.nbody);
  body_sizes(m, d, size);
  set_dof_lengths(m, size);
  if (m.nbody > 1) {
    Real mean_size = 0, total_mass = 0;
    for (int body = 1; body < m.nbody; ++body) {
      mean_size += size[body] / (m.nbody - 1);
      total_mass += m.body_mass[body];
    }
    m.stat.meansize = mean_size;
    m.stat.meanmass = total_mass / (m.nbody - 1);
  }
  m.stat.extent = greater(m.stat.extent, 2 * m.stat.meansize);
}

}  // namespace corten
