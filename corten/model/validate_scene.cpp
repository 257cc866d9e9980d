// Geoms, bounding volume hierarchies and assets: indices that are numbered within a body, mesh or skin.
#include <vector>

#include "corten/model/validate_parts.h"

namespace corten {
namespace {

bool is_condim(int dim) { return dim == 1 || dim == 3 || dim == 4 || dim == 6; }

// A hierarchy as a tree: children come after their parent and each has one; leaves hold an object.
void check_hierarchy(const Model& m, int adr, int num, int objects, Checker& c) {
  constexpr int kDeepest = 60;  // of the stacks that walk it
  std::vector<int> depth(static_cast<std::size_t>(num), -1);
  for (int i = 0; i < num && c.ok(); ++i) {
    const Vec<int, 2>& child = m.bvh_child[adr + i];
    const int own = i == 0 ? 0 : depth[static_cast<std::size_t>(i)];
    c.require(own >= 0 && own <= kDeepest, "bvh_child", adr + i, child[0], " does not make a tree");
    c.require((child[0] < 0) == (child[1] < 0), "bvh_child", adr + i, child[0], " is an only child");
    for (const int next : child) {
      c.require(next < num && (next < 0 || next > i), "bvh_child", adr + i, next);
      if (!c.ok() || next < 0) continue;
      c.require(depth[static_cast<std::size_t>(next)] < 0, "bvh_child", adr + i, next, " has two parents");
      depth[static_cast<std::size_t>(next)] = own + 1;
    }
    const int object = m.bvh_nodeid[adr + i];
    c.require(object < objects && object >= (child[0] < 0 ? 0 : -1), "bvh_nodeid", adr + i, object);
  }
}

void check_hierarchies(const Model& m, Checker& c) {
  c.same("nbvh", m.nbvh, std::int64_t{m.nbvhstatic} + m.nbvhdynamic);
  for (int b = 0; b < m.nbody && c.ok(); ++b)
    check_hierarchy(m, m.body_bvhadr[b], m.body_bvhnum[b], m.ngeom, c);
  for (int i = 0; i < m.nmesh && c.ok(); ++i)
    check_hierarchy(m, m.mesh_bvhadr[i], m.mesh_bvhnum[i], m.mesh_facenum[i], c);
  for (int i = 0; i < m.nflex && c.ok(); ++i)
    check_hierarchy(m, m.flex_bvhadr[i], m.flex_bvhnum[i], m.flex_elemnum[i], c);
  for (int b = 0; b < m.nbody && c.ok(); ++b)
    c.require(m.body_bvhnum[b] == 0 || m.body_bvhadr[b] + m.body_bvhnum[b] <= m.nbvhstatic, "body_bvhadr", b,
              m.body_bvhadr[b]);
  for (int i = 0; i < m.nmesh && c.ok(); ++i)
    c.require(m.mesh_bvhnum[i] == 0 || m.mesh_bvhadr[i] + m.mesh_bvhnum[i] <= m.nbvhstatic, "mesh_bvhadr", i,
              m.mesh_bvhadr[i]);
}

// Two bodies in one number; what is wrong is told of the body.
struct SignatureNames {
  const char *body1, *body2;
};
void check_signatures(const SignatureNames& names, const Array<int>& signatures, int nbody, Checker& c) {
  for (int i = 0; i < signatures.size(); ++i) {
    const auto bits = static_cast<std::uint32_t>(signatures[i]);
    const auto body1 = static_cast<int>(bits & 0xFFFF), body2 = static_cast<int>(bits >> 16);
    c.require(body1 < nbody, names.body1, i, body1);
    c.require(body2 < nbody, names.body2, i, body2);
  }
}

void check_scene(const Model& m, Checker& c) {
  for (int i = 0; i < m.ngeom; ++i)
    c.require(is_condim(m.geom_condim[i]), "geom_condim", i, m.geom_condim[i], kNoEnum);
  for (int i = 0; i < m.npair; ++i)
    c.require(is_condim(m.pair_dim[i]), "pair_dim", i, m.pair_dim[i], kNoEnum);
  check_signatures({"pair_body1", "pair_body2"}, m.pair_signature, m.nbody, c);
  check_signatures({"exclude_body1", "exclude_body2"}, m.exclude_signature, m.nbody, c);
  c.ids("geom_sameframe", m.geom_sameframe, 0, mjSAMEFRAME_INERTIAROT + 1);
  c.ids("site_sameframe", m.site_sameframe, 0, mjSAMEFRAME_INERTIAROT + 1);
  c.ids("site_type", m.site_type, 0, mjNGEOMTYPES);
  c.ids("cam_mode", m.cam_mode, 0, mjCAMLIGHT_TARGETBODYCOM + 1);
  c.ids("cam_projection", m.cam_projection, 0, mjPROJ_ORTHOGRAPHIC + 1);
  c.ids("light_mode", m.light_mode, 0, mjCAMLIGHT_TARGETBODYCOM + 1);
  c.ids("light_type", m.light_type, 0, mjLIGHT_IMAGE + 1);
  c.ids("light_texid", m.light_texid, -1, m.ntex);
  check_hierarchies(m, c);
}

// ---- assets: indices that are numbered within a mesh, skin or picture ----

// rows [adr, adr + num) of small vectors, every entry in [0, high)
void check_inner(const char* name, const auto& rows, int adr, int num, int high, Checker& c) {
  for (int i = adr; i < adr + num; ++i) {
    if constexpr (requires { rows[i].begin(); })
      for (const int entry : rows[i]) c.require(entry >= 0 && entry < high, name, i, entry);
    else
      c.require(rows[i] >= 0 && rows[i] < high, name, i, rows[i]);
  }
}

// nv nf, edge starts [nv], vertex ids [nv], neighbours [nv + 3 nf] in lists ended by −1, faces [3 nf]
void check_graph(const Model& m, int mesh, Checker& c) {
  const std::int64_t adr = m.mesh_graphadr[mesh];
  if (adr < 0) return;
  const auto entry = [&](std::int64_t i) { return m.mesh_graph[static_cast<int>(adr + i)]; };
  c.require(adr + 2 <= m.nmeshgraph, "mesh_graphadr", mesh, adr);
  if (!c.ok()) return;
  const std::int64_t nv = entry(0), nf = entry(1), edges = nv + 3 * nf;
  c.require(
      nv >= 1 && nf >= 0 && nv <= m.mesh_vertnum[mesh] && adr + 2 + 2 * nv + edges + 3 * nf <= m.nmeshgraph,
      "mesh_graph", static_cast<int>(adr), nv);
  if (!c.ok()) return;
  const auto in = [&](std::int64_t first, std::int64_t count, std::int64_t low, std::int64_t high) {
    for (std::int64_t i = first; i < first + count; ++i)
      c.require(entry(i) >= low && entry(i) < high, "mesh_graph", static_cast<int>(adr + i), entry(i));
  };
  in(2, nv, 0, edges);
  in(2 + nv, nv, 0, m.mesh_vertnum[mesh]);
  in(2 + 2 * nv, edges, -1, nv);
  in(2 + 2 * nv + edges, 3 * nf, 0, m.mesh_vertnum[mesh]);
  const std::int64_t last = 2 + 2 * nv + edges - 1;
  c.require(entry(last) == -1, "mesh_graph", static_cast<int>(adr + last), entry(last), " ends no list");
}

// Normals and texture coordinates of corners may point nowhere (OBJ files leave them out): only pictures read
// them, and look first.
void check_mesh(const Model& m, int i, Checker& c) {
  const int verts = m.mesh_vertnum[i];
  check_inner("mesh_face", m.mesh_face, m.mesh_faceadr[i], m.mesh_facenum[i], verts, c);
  check_graph(m, i, c);
  for (int p = m.mesh_polyadr[i]; p < m.mesh_polyadr[i] + m.mesh_polynum[i] && c.ok(); ++p)
    check_inner("mesh_polyvert", m.mesh_polyvert, m.mesh_polyvertadr[p], m.mesh_polyvertnum[p], verts, c);
  for (int v = m.mesh_vertadr[i]; v < m.mesh_vertadr[i] + verts && c.ok(); ++v)
    check_inner("mesh_polymap", m.mesh_polymap, m.mesh_polymapadr[v], m.mesh_polymapnum[v], m.mesh_polynum[i],
                c);
}

void check_assets(const Model& m, Checker& c) {
  for (int i = 0; i < m.nmesh && c.ok(); ++i) check_mesh(m, i, c);
  for (int i = 0; i < m.nskin && c.ok(); ++i) {
    check_inner("skin_face", m.skin_face, m.skin_faceadr[i], m.skin_facenum[i], m.skin_vertnum[i], c);
    for (int b = m.skin_boneadr[i]; b < m.skin_boneadr[i] + m.skin_bonenum[i]; ++b)
      check_inner("skin_bonevertid", m.skin_bonevertid, m.skin_bonevertadr[b], m.skin_bonevertnum[b],
                  m.skin_vertnum[i], c);
    c.require(m.skin_texcoordadr[i] < 0 || m.skin_texcoordadr[i] + m.skin_vertnum[i] <= m.nskintexvert,
              "skin_texcoordadr", i, m.skin_texcoordadr[i]);
  }
  c.ids("skin_matid", m.skin_matid, -1, m.nmat);
  c.ids("tex_type", m.tex_type, 0, mjTEXTURE_SKYBOX + 1);
  c.ids("tex_colorspace", m.tex_colorspace, 0, mjCOLORSPACE_SRGB + 1);
  for (int i = 0; i < m.ntex; ++i) {
    const double size = double(m.tex_height[i]) * m.tex_width[i] * m.tex_nchannel[i];
    c.require(m.tex_height[i] >= 0 && m.tex_width[i] >= 0 && m.tex_nchannel[i] > 0 && m.tex_adr[i] >= 0 &&
                  static_cast<double>(m.tex_adr[i]) + size <= static_cast<double>(m.ntexdata),
              "tex_adr", i, m.tex_adr[i]);
  }
  for (int i = 0; i < m.nhfield; ++i)
    c.require(m.hfield_nrow[i] > 0 && m.hfield_ncol[i] > 0, "hfield_nrow", i, m.hfield_nrow[i]);
}

// ---- flexes ----

void check_flex(const Model& m, int i, Checker& c) {
  const int dim = m.flex_dim[i], verts = m.flex_vertnum[i], elems = m.flex_elemnum[i];
  c.require(dim >= 1 && dim <= 3, "flex_dim", i, dim, kNoEnum);
  const std::int64_t corners = std::int64_t{dim + 1} * elems, shell = std::int64_t{dim} * m.flex_shellnum[i];
  c.require(elems == 0 || (m.flex_elemdataadr[i] >= 0 && m.flex_elemdataadr[i] + corners <= m.nflexelemdata),
            "flex_elemdataadr", i, m.flex_elemdataadr[i]);
  c.require(shell >= 0 && (shell == 0 || (m.flex_shelldataadr[i] >= 0 &&
                                          m.flex_shelldataadr[i] + shell <= m.nflexshelldata)),
            "flex_shelldataadr", i, m.flex_shelldataadr[i]);
  if (!c.ok()) return;
  check_inner("flex_edge", m.flex_edge, m.flex_edgeadr[i], m.flex_edgenum[i], verts, c);
  check_inner("flex_elem", m.flex_elem, m.flex_elemdataadr[i], static_cast<int>(corners), verts, c);
  check_inner("flex_shell", m.flex_shell, m.flex_shelldataadr[i], static_cast<int>(shell), verts, c);
  for (int p = m.flex_evpairadr[i]; p < m.flex_evpairadr[i] + m.flex_evpairnum[i]; ++p)
    c.require(m.flex_evpair[p][0] >= 0 && m.flex_evpair[p][0] < elems && m.flex_evpair[p][1] >= 0 &&
                  m.flex_evpair[p][1] < verts,
              "flex_evpair", p, m.flex_evpair[p][0]);
}

// What carries a flex, and the arrays its forces go through.
void check_flex_carriers(const Model& m, int i, Checker& c) {
  const int order = m.flex_interp[i], nodes = (order + 1) * (order + 1) * (order + 1),
            elems = m.flex_elemnum[i];
  c.require(order >= 0 && order <= 2, "flex_interp", i, order, kNoEnum);
  c.require(elems > 0, "flex_elemnum", i, elems);
  c.require(m.flex_vertnum[i] > 0, "flex_vertnum", i, m.flex_vertnum[i]);
  if (!c.ok()) return;
  if (order) {
    c.same("flex_nodenum", i, m.flex_nodenum[i], nodes);
    const bool room = std::int64_t{21} * elems >= std::int64_t{9} * nodes * nodes;
    c.require(room || m.flex_stiffness[m.flex_elemadr[i]][0] == 0, "flex_elemnum", i, elems);
  } else {
    for (int v = m.flex_vertadr[i]; v < m.flex_vertadr[i] + m.flex_vertnum[i]; ++v)
      c.require(m.flex_vertbodyid[v] >= 0, "flex_vertbodyid", v, m.flex_vertbodyid[v]);
  }
  c.require(m.flex_bvhnum[i] == 0 || (m.flex_bvhadr[i] >= m.nbvhstatic &&
                                      m.flex_bvhadr[i] - m.nbvhstatic + m.flex_bvhnum[i] <= m.nbvhdynamic),
            "flex_bvhadr", i, m.flex_bvhadr[i]);
}

void check_flex_edges(const Model& m, int i, Checker& c) {
  constexpr int kEdgesOf[4] = {0, 1, 3, 6};
  const int edges = m.flex_edgenum[i], verts = m.flex_vertnum[i];
  const std::int64_t sides = std::int64_t{kEdgesOf[m.flex_dim[i]]} * m.flex_elemnum[i];
  c.require(m.flex_elemedgeadr[i] >= 0 && m.flex_elemedgeadr[i] + sides <= m.nflexelemedge,
            "flex_elemedgeadr", i, m.flex_elemedgeadr[i]);
  if (!c.ok()) return;
  check_inner("flex_elemedge", m.flex_elemedge, m.flex_elemedgeadr[i], static_cast<int>(sides), edges, c);
  for (int e = m.flex_edgeadr[i]; e < m.flex_edgeadr[i] + edges; ++e)
    for (const int v : m.flex_edgeflap[e]) c.require(v >= -1 && v < verts, "flex_edgeflap", e, v);
  for (int v = m.flex_vertadr[i]; v < m.flex_vertadr[i] + verts; ++v) {
    const std::int64_t adr = m.flex_vertedgeadr[v], count = m.flex_vertedgenum[v];
    c.require(count >= 0 && adr >= 0 && adr + count <= 2 * std::int64_t{m.nflexedge}, "flex_vertedgeadr", v,
              adr);
    for (std::int64_t k = adr; k < adr + count && c.ok(); ++k) {
      const int e = m.flex_vertedge[static_cast<int>(k / 2)][static_cast<int>(k % 2)];
      c.require(e >= 0 && e < edges, "flex_vertedge", static_cast<int>(k), e);
    }
    for (int k = 0; k < 2; ++k) {
      const std::int64_t row = m.flexvert_J_rowadr[v][k], entries = m.flexvert_J_rownnz[v][k];
      c.require(entries >= 0 && entries <= m.nv && row >= 0 && row + entries <= 2 * std::int64_t{m.nJfv},
                "flexvert_J_rowadr", v, row);
    }
  }
}

}  // namespace

void validate_scene(const Model& m, Checker& c) {
  check_scene(m, c);
  if (c.ok()) check_assets(m, c);
  for (int i = 0; i < m.nflex && c.ok(); ++i) {
    check_flex(m, i, c);
    if (c.ok()) check_flex_carriers(m, i, c);
    if (c.ok()) check_flex_edges(m, i, c);
  }
  c.sparse("flexedge_J_rowadr", m.flexedge_J_rowadr, m.flexedge_J_rownnz, m.flexedge_J_colind, m.nv);
}

}  // namespace corten
