// Edges of flexes: lengths, their Jacobian and rate of change.
#include <algorithm>

#include "corten/linalg/vector_kernels.h"
#include "corten/smooth/com.h"
#include "corten/smooth/flex.h"
#include "corten/smooth/jacobian.h"

namespace corten {
namespace {

// Row of an edge: along · (J_end − J_start), on the union of both chains, from the last dof to the first.
void edge_row(const Model& m, const Data& d, const Vec<int, 2>& body, const Vec3<Real>* end[2],
              const Vec3<Real>& along, int entries, Real* row) {
  int dof[2];
  Vec3<Real> offset[2];
  for (int k = 0; k < 2; ++k) {
    dof[k] = last_dof(m, body[k]);
    offset[k] = *end[k] - reference_point(m, d, body[k]);
  }
  for (int i = entries - 1; i >= 0; --i) {
    const int at = std::max(dof[0], dof[1]);
    if (at < 0) return;
    Vec3<Real> column{};
    if (dof[1] == at) {
      column += point_column(d.cdof[at], offset[1]);
      dof[1] = m.dof_parentid[at];
    }
    if (dof[0] == at) {
      column -= point_column(d.cdof[at], offset[0]);
      dof[0] = m.dof_parentid[at];
    }
    row[i] = dot(along, column);
  }
}

// A body that three slides carry and nothing else, as those of a flexcomp in the world.
bool only_slides(const Model& m, int body) {
  return m.body_simple[body] == 2 && m.body_dofnum[body] == 3 && m.dof_parentid[m.body_dofadr[body]] < 0;
}

// edge_row() of two such bodies: their columns are the axes of the slides.
void sliding_edge_row(const Model& m, const Data& d, const Vec<int, 2>& body, const Vec3<Real>& along,
                      Real* row) {
  const int start = m.body_dofadr[body[0]], end = m.body_dofadr[body[1]];
  for (int i = 0; i < 3; ++i) {
    row[(start > end ? 3 : 0) + i] = dot(along, Vec3<Real>{} - d.cdof[start + i].lin);
    row[(start > end ? 0 : 3) + i] = dot(along, Vec3<Real>{} + d.cdof[end + i].lin);
  }
}

// number of dofs that move one of two bodies
int union_size(const Model& m, const Vec<int, 2>& body) {
  int dof[2] = {last_dof(m, body[0]), last_dof(m, body[1])}, count = 0;
  for (; dof[0] >= 0 || dof[1] >= 0; ++count) {
    const int at = std::max(dof[0], dof[1]);
    for (int& d : dof)
      if (d == at) d = m.dof_parentid[at];
  }
  return count;
}

// A rigid flex, measured at rest as if it were not, has no place for its rows. The oracle writes them over
// the first rows of all, and what finds no room there over the lengths, the next array of its memory after a
// gap up to a multiple of 64 bytes: rest lengths of rigid flexes show it.
void homeless_edge_row(const Model& m, Data& d, const Vec<int, 2>& body, const Vec3<Real>* end[2],
                       const Vec3<Real>& along) {
  Arena::Frame frame(d.arena);
  const int entries = union_size(m, body), lengths = (m.nJfe + 7) / 8 * 8;
  const auto row = frame.alloc<Real>(entries);
  edge_row(m, d, body, end, along, entries, row.data());
  for (int i = 0; i < entries; ++i) {
    const Real value = row[i];
    if (i < m.nJfe) {
      d.flexedge_J[i] = value;
    } else if (i >= lengths && i < lengths + m.nflexedge) {
      d.flexedge_length[i - lengths] = value;
    }
  }
}

void measure_edges(const Model& m, Data& d, int flex) {
  const Vec3<Real>* x = d.flexvert_xpos.data() + m.flex_vertadr[flex];
  const int* body = m.flex_vertbodyid.data() + m.flex_vertadr[flex];
  const bool rows = has_edge_jacobian(m, flex);
  const int first = m.flex_edgeadr[flex], last = first + m.flex_edgenum[flex];
  for (int e = first; e < last; ++e) {
    const Vec<int, 2>& ends = m.flex_edge[e];
    Vec3<Real> along = x[ends[1]] - x[ends[0]];
    d.flexedge_length[e] = normalize(along);
    if (!rows) continue;
    const Vec3<Real>* end[2] = {&x[ends[0]], &x[ends[1]]};
    const Vec<int, 2> bodies{body[ends[0]], body[ends[1]]};
    const int entries = m.flexedge_J_rownnz[e];
    Real* row = d.flexedge_J.data() + m.flexedge_J_rowadr[e];
    if (entries == 0) {
      homeless_edge_row(m, d, bodies, end, along);
    } else if (entries == 6 && only_slides(m, bodies[0]) && only_slides(m, bodies[1])) {
      sliding_edge_row(m, d, bodies, along, row);
    } else {
      edge_row(m, d, bodies, end, along, entries, row);
    }
  }
}

}  // namespace

void flex_edges(const Model& m, Data& d) {
  std::fill(d.flexedge_J.begin(), d.flexedge_J.end(), Real(0));
  for (int f = 0; f < m.nflex; ++f)
    if (!m.flex_rigid[f] && !m.flex_interp[f]) measure_edges(m, d, f);
}

void flex_velocity(const Model& m, Data& d) {
  for (int e = 0; e < m.nflexedge; ++e) {
    const int adr = m.flexedge_J_rowadr[e];
    d.flexedge_velocity[e] = dot_sparse(d.flexedge_J.data() + adr, m.flexedge_J_colind.data() + adr,
                                        m.flexedge_J_rownnz[e], d.qvel.data());
  }
}

}  // namespace corten
