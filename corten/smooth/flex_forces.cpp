// Forces of deformed flexes: bending of hinges, elasticity of elements, springs and dampers along edges.
#include <algorithm>

#include "corten/smooth/flex.h"
#include "corten/smooth/flex_element.h"
#include "corten/smooth/jacobian.h"

namespace corten {
namespace {

// ---- elements ----

// Δ = l² − l₀² + (l² − (l − h l̇)²) damping / h: squared elongation, with the part of it that damping adds.
struct EdgeStrain {
  const Real *length, *rest, *velocity;
  Real timestep, rate;  // rate: damping / h

  Real operator()(int edge) const {
    const Real l = length[edge], l0 = rest[edge], before = l - timestep * velocity[edge];
    return l * l - l0 * l0 + (l * l - before * before) * rate;
  }
};

EdgeStrain edge_strain(const Model& m, const Data& d, int flex) {
  const int first = m.flex_edgeadr[flex];
  const Real h = m.opt.timestep;
  return {d.flexedge_length.data() + first, m.flexedge_length0.data() + first,
          d.flexedge_velocity.data() + first, h, h > 0 ? m.flex_damping[flex] / h : 0};
}

// Force on the corners: −Σ Δ_e K_ef ∇(l_f²)/2, summed edge by edge e, then f.
template <int dim>
void add_element(const Real* stiffness, const Real* strain, const int* corners, const Vec3<Real>* x,
                 Vec3<Real>* force) {
  constexpr int count = kEdgesOfElement[dim];
  Real full[count][count];
  for (int e = 0; e < count; ++e)
    for (int f = e; f < count; ++f) full[e][f] = full[f][e] = *stiffness++;
  Vec3<Real> along[count], sum[dim + 1] = {};
  for (int f = 0; f < count; ++f)
    along[f] = x[corners[kElementEdge[dim][f][0]]] - x[corners[kElementEdge[dim][f][1]]];
  for (int e = 0; e < count; ++e)
    for (int f = 0; f < count; ++f) {
      const Vec3<Real> pull = along[f] * strain[e] * full[e][f];
      sum[kElementEdge[dim][f][0]] -= pull;
      sum[kElementEdge[dim][f][1]] += pull;
    }
  for (int i = 0; i <= dim; ++i) force[corners[i]] += sum[i];
}

template <int dim>
void add_elements(const Model& m, const Data& d, int flex, std::span<Vec3<Real>> force) {
  constexpr int count = kEdgesOfElement[dim];
  const EdgeStrain strain_of = edge_strain(m, d, flex);
  const Vec3<Real>* x = d.flexvert_xpos.data() + m.flex_vertadr[flex];
  const int* corners = m.flex_elem.data() + m.flex_elemdataadr[flex];
  const int* edges = m.flex_elemedge.data() + m.flex_elemedgeadr[flex];
  for (int e = 0; e < m.flex_elemnum[flex]; ++e, corners += dim + 1, edges += count) {
    Real strain[count];
    for (int k = 0; k < count; ++k) strain[k] = strain_of(edges[k]);
    add_element<dim>(m.flex_stiffness[m.flex_elemadr[flex] + e].data(), strain, corners, x, force.data());
  }
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
  const Vec3<Real>* x = d.flexvert_xpos.data() + m.flex_vertadr[flex];
  const int* body = m.flex_vertbodyid.data() + m.flex_vertadr[flex];
  const int first = m.flex_edgeadr[flex], last = first + m.flex_edgenum[flex];
  for (int e = first; e < last; ++e) {
    const Vec<int, 2>&edge = m.flex_edge[e], &flap = m.flex_edgeflap[e];
    if (flap[0] < 0 || flap[1] < 0) continue;
    const int v[4] = {edge[0], edge[1], flap[0], flap[1]};
    const Vec<Real, 17>& b = m.flex_bending[e];
    const Vec3<Real> e1 = x[v[1]] - x[v[0]], e2 = x[v[2]] - x[v[0]], e3 = x[v[3]] - x[v[0]];
    Vec3<Real> volume[4] = {{}, cross(e2, e3), cross(e3, e1), cross(e1, e2)};
    volume[0] = -(volume[1] + volume[2] + volume[3]);
    for (int p = 0; p < 4; ++p) {
      Vec3<Real> spring{}, damper{};
      for (int q = 0; q < 4; ++q) {
        spring += x[v[q]] * b[4 * p + q];
        damper += dof_velocity(m, d, body[v[q]]) * b[4 * p + q];
      }
      spring += volume[p] * b[16];
      if (springs) add_to_dofs(m, body[v[p]], -spring, d.qfrc_spring);
      if (dampers) add_to_dofs(m, body[v[p]], -(damper * m.flex_damping[flex]), d.qfrc_damper);
    }
  }
}

void flex_element_forces(const Model& m, Data& d, int flex) {
  Arena::Frame frame(d.arena);
  const std::span<Vec3<Real>> force = frame.zeros<Vec3<Real>>(m.flex_vertnum[flex]);
  m.flex_dim[flex] == 2 ? add_elements<2>(m, d, flex, force) : add_elements<3>(m, d, flex, force);
  const int first = m.flex_vertadr[flex];
  for (int v = 0; v < m.flex_vertnum[flex]; ++v) {
    const int body = m.flex_vertbodyid[first + v];
    if (m.body_simple[body] == 2) {
      add_to_dofs(m, body, force[static_cast<std::size_t>(v)], d.qfrc_spring);
    } else {
      apply_ft(m, d, force[static_cast<std::size_t>(v)], {}, d.flexvert_xpos[first + v], body,
               d.qfrc_spring.span());
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
