// Forces of deformed flexes: bending of hinges, elasticity of elements, springs and dampers along edges.
#include <algorithm>

#include "corten/smooth/flex.h"
#include "corten/smooth/flex_kernels.h"
#include "corten/smooth/jacobian.h"

namespace corten {
namespace {

// ---- elements ----

ElasticElements elastic_elements(const Model& m, const Data& d, int flex) {
  const int first = m.flex_edgeadr[flex];
  const Real h = m.opt.timestep;
  return {m.flex_elemnum[flex],
          m.flex_dim[flex],
          m.flex_elem.data() + m.flex_elemdataadr[flex],
          m.flex_elemedge.data() + m.flex_elemedgeadr[flex],
          m.flex_stiffness[m.flex_elemadr[flex]].data(),
          d.flexedge_length.data() + first,
          m.flexedge_length0.data() + first,
          d.flexedge_velocity.data() + first,
          h,
          h > 0 ? m.flex_damping[flex] / h : 0};
}

// ---- edges ----

void edge_springs(const Model& m, Data& d, int flex, bool springs, bool dampers) {
  const Real stiffness = springs ? m.flex_edgestiffness[flex] : 0,
             damping = dampers ? m.flex_edgedamping[flex] : 0;
  if (stiffness == 0 && damping == 0) return;
  const int first = m.flex_edgeadr[flex], last = first + m.flex_edgenum[flex];
  for (int e = first; e < last; ++e) {
    if (m.flexedge_rigid[e]) continue;
    const Real spring = stiffness * (m.flexedge_length0[e] - d.flexedge_length[e]);
    const Real damper = -damping * d.flexedge_velocity[e];
    const int adr = m.flexedge_J_rowadr[e];
    for (int k = adr; k < adr + m.flexedge_J_rownnz[e]; ++k) {
      const int dof = m.flexedge_J_colind[k];
      d.qfrc_spring[dof] += d.flexedge_J[k] * spring;
      d.qfrc_damper[dof] += d.flexedge_J[k] * damper;
    }
  }
}

}  // namespace

// M x for the four vertices of a hinge, and the gradient of the volume they span.
void flex_bending_forces(const Model& m, Data& d, int flex, bool springs, bool dampers) {
  const Vec3<Real>* position = d.flexvert_xpos.data() + m.flex_vertadr[flex];
  const int* vert_body = m.flex_vertbodyid.data() + m.flex_vertadr[flex];
  const int first = m.flex_edgeadr[flex], last = first + m.flex_edgenum[flex];
  for (int e = first; e < last; ++e) {
    const Vec<int, 2>&edge = m.flex_edge[e], &flap = m.flex_edgeflap[e];
    if (flap[0] < 0 || flap[1] < 0) continue;
    const int vert[4] = {edge[0], edge[1], flap[0], flap[1]};
    Vec3<Real> x[4], v[4];
    int body[4];
    for (int q = 0; q < 4; ++q) {
      body[q] = vert_body[vert[q]];
      x[q] = position[vert[q]];
      v[q] = dof_velocity(m, d, body[q]);
    }
    const Real* b = m.flex_bending[e].data();
    const Vec3<Real> e1 = x[1] - x[0], e2 = x[2] - x[0], e3 = x[3] - x[0];
    Vec3<Real> volume[4] = {{}, cross(e2, e3), cross(e3, e1), cross(e1, e2)};
    volume[0] = -(volume[1] + volume[2] + volume[3]);
    for (int p = 0; p < 4; ++p, b += 4) {
      Vec3<Real> spring{}, damper{};
      for (int q = 0; q < 4; ++q) {
        spring += x[q] * b[q];
        damper += v[q] * b[q];
      }
      spring += volume[p] * m.flex_bending[e][16];
      if (springs) add_to_dofs(m, body[p], -spring, d.qfrc_spring);
      if (dampers) add_to_dofs(m, body[p], -(damper * m.flex_damping[flex]), d.qfrc_damper);
    }
  }
}

void flex_element_forces(const Model& m, Data& d, int flex) {
  Arena::Frame frame(d.arena);
  const int first = m.flex_vertadr[flex], count = m.flex_vertnum[flex];
  const std::span<Vec<Real, 4>> x = frame.alloc<Vec<Real, 4>>(count),
                                force = frame.zeros<Vec<Real, 4>>(count);
  for (int v = 0; v < count; ++v) {
    const Vec3<Real>& at = d.flexvert_xpos[first + v];
    x[v] = {at[0], at[1], at[2], 0};
  }
  flex_kernels().add_elements(elastic_elements(m, d, flex), x.data()->data(), force.data()->data());
  for (int v = 0; v < count; ++v) {
    const Vec<Real, 4>& f = force[v];
    const int body = m.flex_vertbodyid[first + v];
    if (m.body_simple[body] == 2) {
      add_to_dofs(m, body, {f[0], f[1], f[2]}, d.qfrc_spring);
    } else {
      apply_ft(m, d, {f[0], f[1], f[2]}, {}, d.flexvert_xpos[first + v], body, d.qfrc_spring.span());
    }
  }
}

void flex_forces(const Model& m, Data& d) {
  const bool springs = !(m.opt.disableflags & mjDSBL_SPRING), dampers = !(m.opt.disableflags & mjDSBL_DAMPER);
  for (int f = 0; f < m.nflex; ++f) {
    if (m.flex_rigid[f] || m.flex_dim[f] == 1) continue;
    if (m.flex_dim[f] == 2) flex_bending_forces(m, d, f, springs, dampers);
    if (m.flex_stiffness[m.flex_elemadr[f]][0] == 0) continue;
    m.flex_interp[f] ? flex_node_forces(m, d, f, springs, dampers) : flex_element_forces(m, d, f);
  }
  for (int f = 0; f < m.nflex; ++f)
    if (!m.flex_rigid[f]) edge_springs(m, d, f, springs, dampers);
}

}  // namespace corten
