// Flexes from the arrays of a model. What they are made of is not kept there, only how stiff it made them: it
// is found again from the same constants of a material of unit stiffness.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "corten/compile/decompile_parts.h"
#include "corten/compile/draft_flex.h"

namespace corten {
namespace {

// Young's modulus 2 (1 + ν) has μ = 1; then λ = 2ν / (1 − 2ν) is 0 for ν = 0 and 1 for ν = ¼.
struct Probe {
  Real young, poisson;
};
constexpr Probe kShear{2, 0}, kBoth{2.5, 0.25};

// Rounding of the way there and back is 1e-14; what people write has fewer digits.
Real to_digits(Real x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.12g", x);
  return std::strtod(text, nullptr);
}

// The geometry that stiffness depends on; where it lies does not matter.
DraftFlex shape_of(const Model& m, int flex) {
  DraftFlex shape;
  shape.dim = m.flex_dim[flex];
  shape.order = m.flex_interp[flex];
  const Vec3<Real>& half = m.flex_size[flex];
  for (int i = 0; i < m.flex_vertnum[flex]; ++i) {
    const Vec3<Real>& v = m.flex_vert0[m.flex_vertadr[flex] + i];
    shape.vert_w.push_back({2 * half[0] * v[0], 2 * half[1] * v[1], 2 * half[2] * v[2]});
  }
  for (int i = 0; i < m.flex_nodenum[flex]; ++i)
    shape.node_w.push_back(m.flex_node0[m.flex_nodeadr[flex] + i]);
  const int* elem = m.flex_elem.data() + m.flex_elemdataadr[flex];
  shape.elem.assign(elem, elem + m.flex_elemnum[flex] * (shape.dim + 1));
  const int* sides = m.flex_elemedge.data() + m.flex_elemedgeadr[flex];
  shape.elem_edge.assign(sides, sides + m.flex_elemnum[flex] * kEdgesOfElement[shape.dim]);
  for (int i = m.flex_edgeadr[flex]; i < m.flex_edgeadr[flex] + m.flex_edgenum[flex]; ++i) {
    shape.edge.push_back(m.flex_edge[i]);
    shape.edge_flap.push_back(m.flex_edgeflap[i]);
  }
  return shape;
}

// Fills the constants of a shape that is made of this, one metre thick.
void make_of(const Probe& material, DraftFlex& shape) {
  spec::Flex node;
  node.elasticity.young = material.young;
  node.elasticity.poisson = material.poisson;
  node.elasticity.thickness = 1;
  node.elasticity.elastic2d = 3;
  shape.spec = &node;
  shape.stiffness.assign(21 * static_cast<std::size_t>(shape.nelem()), 0);
  shape.bending.assign(shape.edge.size(), {});
  if (shape.order) {
    stiffen_nodes(shape);
  } else {
    stiffen_elements(shape);
    stiffen_hinges(shape);
  }
  shape.spec = nullptr;
}

struct Lame {
  Real mu = 0, lambda = 0;

  Real young() const { return mu * (3 * lambda + 2 * mu) / (lambda + mu); }
  Real poisson() const { return lambda / (2 * (lambda + mu)); }
};

// Least squares for stiffness = μ K(1, 0) + λ K(0, 1); per metre of thickness in a sheet
Lame stretching(const Model& m, int flex, DraftFlex& shape) {
  make_of(kShear, shape);
  const std::vector<Real> shear = shape.stiffness;
  make_of(kBoth, shape);
  const Real* stiffness = m.flex_stiffness[m.flex_elemadr[flex]].data();
  Real pp = 0, pq = 0, qq = 0, pk = 0, qk = 0;
  for (std::size_t i = 0; i < shear.size(); ++i) {
    const Real p = shear[i], q = shape.stiffness[i] - p, k = stiffness[i];
    pp += p * p;
    pq += p * q;
    qq += q * q;
    pk += p * k;
    qk += q * k;
  }
  const Real det = pp * qq - pq * pq;
  return {(qq * pk - pq * qk) / det, (pp * qk - pq * pk) / det};
}

// μ t³ of the hinges
Real bending(const Model& m, int flex, DraftFlex& shape) {
  make_of(kShear, shape);
  Real bb = 0, bk = 0;
  for (std::size_t e = 0; e < shape.bending.size(); ++e)
    for (int i = 0; i < 16; ++i) {
      const Real b = shape.bending[e][i];
      bb += b * b;
      bk += b * m.flex_bending[m.flex_edgeadr[flex] + static_cast<int>(e)][i];
    }
  return bb > 0 ? bk / bb : 0;
}

bool has_hinges(const Model& m, int flex) {
  for (int e = 0; e < m.flex_edgenum[flex]; ++e)
    if (m.flex_edgeflap[m.flex_edgeadr[flex] + e][0] >= 0) return true;
  return false;
}

// A sheet that only stretches, or only bends, is one metre thick: the model knows the products only.
void set_elasticity(const Model& m, int flex, spec::FlexElasticity& out) {
  out.damping = m.flex_damping[flex];
  const bool stretches = m.flex_stiffness[m.flex_elemadr[flex]][0] != 0, hinges = has_hinges(m, flex);
  if (m.flex_dim[flex] == 2 && (stretches || hinges)) out.elastic2d = 2 * stretches + hinges;
  if (!stretches && !hinges) return;
  DraftFlex shape = shape_of(m, flex);
  Lame lame = stretches ? stretching(m, flex, shape) : Lame{};
  const Real hinge = hinges ? bending(m, flex, shape) : 0;
  Real thickness = 1;
  if (stretches && hinge > 0) thickness = std::sqrt(hinge / lame.mu);
  if (!stretches) lame.mu = hinge;
  lame.mu /= thickness;
  lame.lambda /= thickness;
  if (m.flex_dim[flex] == 2) out.thickness = to_digits(thickness);
  if (lame.mu <= 0) return;
  out.young = to_digits(lame.young());
  out.poisson = std::max(Real(0), to_digits(lame.poisson()));
}

void set_contact(const Model& m, int flex, spec::FlexContact& out) {
  out.contype = m.flex_contype[flex];
  out.conaffinity = m.flex_conaffinity[flex];
  out.condim = m.flex_condim[flex];
  out.priority = m.flex_priority[flex];
  out.friction = m.flex_friction[flex];
  out.solmix = m.flex_solmix[flex];
  out.solref = m.flex_solref[flex];
  out.solimp = m.flex_solimp[flex];
  out.margin = m.flex_margin[flex];
  out.gap = m.flex_gap[flex];
  out.selfcollide = m.flex_selfcollide[flex];
  out.activelayers = m.flex_activelayers[flex];
  // said only where true: passive takes the value of the boolean that is read before it (read_flex.cpp)
  if (m.flex_internal[flex]) out.internal = true;
  if (m.flex_passive[flex]) out.passive = true;
}

template <class T, int N>
void append(const Vec<T, N>& values, std::vector<T>& list) {
  for (int k = 0; k < N; ++k) list.push_back(values[k]);
}

// Vertices of an interpolated flex have no bodies; their places are in the frame around the nodes.
void set_vertices(const Model& m, int flex, Namer& names, spec::Flex& out) {
  const int first = m.flex_vertadr[flex], last = first + m.flex_vertnum[flex];
  for (int i = m.flex_nodeadr[flex]; i < m.flex_nodeadr[flex] + m.flex_nodenum[flex]; ++i)
    out.nodebody.push_back(names.refer(mjOBJ_BODY, m.flex_nodebodyid[i]));
  const bool nodes = m.flex_interp[flex] != 0;
  const int around = nodes ? m.body_parentid[m.flex_nodebodyid[m.flex_nodeadr[flex]]] : 0;
  for (int v = first; v < last; ++v) {
    out.vertbody.push_back(names.refer(mjOBJ_BODY, nodes ? around : m.flex_vertbodyid[v]));
    if (nodes || !m.flex_centered[flex]) append(m.flex_vert[v], out.vert);
  }
}

void set_texture(const Model& m, int flex, spec::Flex& out) {
  if (m.flex_texcoordadr[flex] < 0) return;
  int last = m.nflextexcoord;
  for (int f = m.nflex - 1; f > flex; --f)
    if (m.flex_texcoordadr[f] >= 0) last = m.flex_texcoordadr[f];
  for (int i = m.flex_texcoordadr[flex]; i < last; ++i) append(m.flex_texcoord[i], out.texcoord);
  const int* corners = m.flex_elemtexcoord.data() + m.flex_elemdataadr[flex];
  out.elemtexcoord.assign(corners, corners + m.flex_elemnum[flex] * (m.flex_dim[flex] + 1));
}

}  // namespace

bool can_write_flex(const Model& m, int flex) { return !m.flex_interp[flex] || m.flex_centered[flex]; }

void decompile_flexes(const Model& m, Namer& names, Spec& spec) {
  for (int i = 0; i < m.nflex; ++i) {
    if (!can_write_flex(m, i)) continue;
    spec::Flex& out = spec.flexes.add();
    out.name = names.own(mjOBJ_FLEX, i);
    out.dim = m.flex_dim[i];
    out.radius = m.flex_radius[i];
    out.group = m.flex_group[i];
    out.material = names.refer(mjOBJ_MATERIAL, m.flex_matid[i]);
    out.rgba = m.flex_rgba[i];
    if (m.flex_flatskin[i]) out.flatskin = true;
    out.edgestiffness = m.flex_edgestiffness[i];
    out.edgedamping = m.flex_edgedamping[i];
    const int* elem = m.flex_elem.data() + m.flex_elemdataadr[i];
    out.elem.assign(elem, elem + m.flex_elemnum[i] * (m.flex_dim[i] + 1));
    set_vertices(m, i, names, out);
    set_texture(m, i, out);
    set_contact(m, i, out.contact);
    set_elasticity(m, i, out.elasticity);
  }
}

}  // namespace corten
