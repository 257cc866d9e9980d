// Constants of flexes at qpos0: rest lengths and inverse weights of edges, rest shapes around vertices.
#include <algorithm>
#include <cmath>
#include <vector>

#include "corten/linalg/vector_kernels.h"
#include "corten/math/quat.h"
#include "corten/sim/set_const_parts.h"
#include "corten/smooth/flex.h"
#include "corten/smooth/flex_strain.h"
#include "corten/smooth/inertia.h"

namespace corten {
namespace {

// Rows of flexedge_J through M⁻¹; bodies that only slide have half the sum of their inverse masses instead.
void set_edge_weights(Model& m, Data& d, int flex) {
  Arena::Frame frame(d.arena);
  const auto row = frame.zeros<Real>(m.nv), work = frame.alloc<Real>(m.nv);
  const int first = m.flex_edgeadr[flex], last = first + m.flex_edgenum[flex];
  for (int e = first; e < last; ++e) {
    m.flexedge_invweight0[e] = 0;
    if (m.flexedge_rigid[e] || m.flex_interp[flex]) continue;
    int body[2];
    for (int k = 0; k < 2; ++k) body[k] = m.flex_vertbodyid[m.flex_vertadr[flex] + m.flex_edge[e][k]];
    if (m.body_simple[body[0]] == 2 && m.body_simple[body[1]] == 2) {
      m.flexedge_invweight0[e] = Real(0.5) * (1 / m.body_mass[body[0]] + 1 / m.body_mass[body[1]]);
      continue;
    }
    const int adr = m.flexedge_J_rowadr[e], count = m.flexedge_J_rownnz[e];
    for (int k = adr; k < adr + count; ++k) row[m.flexedge_J_colind[k]] = d.flexedge_J[k];
    std::copy(row.begin(), row.end(), work.begin());
    solve_m(m, d, work);
    m.flexedge_invweight0[e] = dot(row.data(), work.data(), m.nv);
    std::fill(row.begin(), row.end(), Real(0));
  }
}

// Inverse of Σ w dx dxᵀ over the edges of each vertex; the flex must lie flat in a horizontal plane. Products
// are (w dx_r) dx_c, so that rounding makes the two entries off the diagonal differ: the oracle's bits.
std::string set_vertex_metric(Model& m, int flex) {
  for (int v = 0; v < m.flex_vertnum[flex]; ++v) {
    Real b[2][2] = {};
    for_vertex_edges(m, flex, v, [&](const VertexEdge& e) {
      for (int r = 0; r < 2; ++r)
        for (int c = 0; c < 2; ++c) b[r][c] += e.weight * e.rest[r] * e.rest[c];
    });
    const Real det = b[0][0] * b[1][1] - b[0][1] * b[1][0];
    Vec<Real, 4>& metric = m.flex_vertmetric[m.flex_vertadr[flex] + v];
    metric = {};
    const Real inverse = 1 / det;
    if (std::abs(det) >= kMinVal<Real>)
      metric = {b[1][1] * inverse, -b[0][1] * inverse, -b[1][0] * inverse, b[0][0] * inverse};
  }
  if (m.flex_interp[flex]) return {};  // has no rows
  for (int e = 0; e < m.flex_edgenum[flex]; ++e)
    if (std::abs(rest_edge(m, flex, m.flex_edge[m.flex_edgeadr[flex] + e])[2]) > kMinVal<Real>)
      return "flex " + std::to_string(flex) +
             ": an equality of its vertices needs a flex that lies horizontally at rest";
  return {};
}

// Turns vert0 so that the first element looks up. Elements wound clockwise are turned over after their metric
// was taken, which shows as strain at rest until the constants are set again: the oracle's bits.
void turn_up(Model& m, int flex) {
  Vec3<Real>* v = m.flex_vert0.data() + m.flex_vertadr[flex];
  const int* corner = m.flex_elem.data() + m.flex_elemdataadr[flex];
  const Vec3<Real> normal = unit(cross(v[corner[1]] - v[corner[0]], v[corner[2]] - v[corner[0]]));
  const Quat<Real> back = conjugate(quat_z_to_vec(normal));
  for (int i = 0; i < m.flex_vertnum[flex]; ++i) v[i] = rotate(back, v[i]);
}

}  // namespace

void measure_flexes_at_rest(Model& m, Data& d) {
  if (m.nflex == 0) return;
  const std::vector<byte> rigid(m.flex_rigid.begin(), m.flex_rigid.end());
  std::fill(m.flex_rigid.begin(), m.flex_rigid.end(), byte(0));
  flex(m, d);
  std::copy(rigid.begin(), rigid.end(), m.flex_rigid.begin());
  std::copy(d.flexedge_length.begin(), d.flexedge_length.end(), m.flexedge_length0.begin());
}

std::string set_flex_constants(Model& m, Data& d) {
  for (int f = 0; f < m.nflex; ++f) {
    set_edge_weights(m, d, f);
    if (!measures_strain(m, f)) continue;
    const std::string error = set_vertex_metric(m, f);
    if (!error.empty()) return error;
    turn_up(m, f);
  }
  return {};
}

}  // namespace corten
