// Strain of a flat flex at its vertices: F = (Σ w dy dxᵀ) B⁻¹ fits the edges dy to their rest dx, C = FᵀF,
// and the two measures are √mass (tr C − 2) and √mass (det C − 1).
#include "corten/smooth/flex_strain.h"

#include <algorithm>
#include <cmath>

#include "corten/smooth/com.h"
#include "corten/smooth/flex.h"
#include "corten/smooth/jacobian.h"

namespace corten {
namespace {

// Two columns times a 2×2 matrix.
struct Columns {
  Vec3<Real> c[2];

  Columns times(Real m00, Real m01, Real m10, Real m11) const {
    return {{c[0] * m00 + c[1] * m10, c[0] * m01 + c[1] * m11}};
  }
  Columns times(const Vec<Real, 4>& m) const { return times(m[0], m[1], m[2], m[3]); }
};

Columns deformation(const Model& m, const Data& d, int flex, int vert) {
  const Vec3<Real>* x = d.flexvert_xpos.data() + m.flex_vertadr[flex];
  Columns sum{};
  for_vertex_edges(m, flex, vert, [&](const VertexEdge& e) {
    const Vec<int, 2>& ends = m.flex_edge[m.flex_edgeadr[flex] + e.edge];
    const Vec3<Real> now = x[ends[1]] - x[ends[0]];
    for (int k = 0; k < 2; ++k) sum.c[k] += now * e.weight * e.rest[k];
  });
  return sum.times(m.flex_vertmetric[m.flex_vertadr[flex] + vert]);
}

// row += force · (J_end − J_start), on the vertex's columns, of which those of the edge are a part
void add_edge(const Model& m, const Data& d, int flex, const Vec<int, 2>& ends, const Vec3<Real>& force,
              std::span<const int> columns, Real* row) {
  for (int k = 0; k < 2; ++k) {
    const int v = m.flex_vertadr[flex] + ends[k], body = m.flex_vertbodyid[v];
    const Vec3<Real> offset = d.flexvert_xpos[v] - reference_point(m, d, body);
    std::size_t i = columns.size();
    for (int dof = last_dof(m, body); dof >= 0; dof = m.dof_parentid[dof]) {
      while (i > 0 && columns[i - 1] > dof) --i;
      if (i == 0 || columns[i - 1] != dof) return;  // columns of another flex: see fill_vertex_rows
      const Real value = dot(force, point_column(d.cdof[dof], offset));
      row[i - 1] += k ? value : -value;
    }
  }
}

// scratch: room for a row, all zero before and after
void measure_vertex(const Model& m, Data& d, int flex, int vert, std::span<Real> scratch) {
  const int v = m.flex_vertadr[flex] + vert;
  const Columns f = deformation(m, d, flex, vert);
  const Real c00 = dot(f.c[0], f.c[0]), c01 = dot(f.c[0], f.c[1]), c11 = dot(f.c[1], f.c[1]);
  const Real mass = m.body_mass[m.flex_vertbodyid[v]];
  const Real sigma = mass > kMinVal<Real> ? std::sqrt(mass) : 1;
  d.flexvert_length[v] = {sigma * (c00 + c11 - 2), sigma * (c00 * c11 - c01 * c01 - 1)};
  const Vec<Real, 4>& metric = m.flex_vertmetric[v];
  const Columns slope[2] = {f.times(metric),
                            f.times(c11, -c01, -c01, c00).times(metric)};  // the second by adj(C)
  for (int k = 0; k < 2; ++k) {
    const int adr = m.flexvert_J_rowadr[v][k], count = m.flexvert_J_rownnz[v][k];
    const std::span<const int> columns{m.flexvert_J_colind[0].data() + adr, static_cast<std::size_t>(count)};
    for_vertex_edges(m, flex, vert, [&](const VertexEdge& e) {
      const Vec3<Real> force = (slope[k].c[0] * e.rest[0] + slope[k].c[1] * e.rest[1]) * (2 * e.weight);
      add_edge(m, d, flex, m.flex_edge[m.flex_edgeadr[flex] + e.edge], force, columns, scratch.data());
    });
    Real* row = d.flexvert_J[0].data() + adr;
    for (int i = 0; i < count; ++i) {
      row[i] += scratch[i] * sigma;
      scratch[i] = 0;
    }
  }
}

}  // namespace

void flex_strains(const Model& m, Data& d) {
  if (m.nJfv == 0) return;
  std::fill(d.flexvert_J.begin(), d.flexvert_J.end(), Vec<Real, 2>{});
  Arena::Frame frame(d.arena);
  const std::span<Real> scratch = frame.zeros<Real>(m.nv);
  for (int f = 0; f < m.nflex; ++f)
    if (measures_strain(m, f))
      for (int v = 0; v < m.flex_vertnum[f]; ++v) measure_vertex(m, d, f, v, scratch);
}

}  // namespace corten
