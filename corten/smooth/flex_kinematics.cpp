// Positions of the vertices of flexes, boxes around their elements, and the trees over these boxes.
#include <algorithm>

#include "corten/smooth/flex.h"
#include "corten/smooth/flex_basis.h"

namespace corten {
namespace {

void place_vertices(const Model& m, Data& d, int flex) {
  const int first = m.flex_vertadr[flex], last = first + m.flex_vertnum[flex];
  if (m.flex_centered[flex]) {
    for (int v = first; v < last; ++v) d.flexvert_xpos[v] = d.xpos[m.flex_vertbodyid[v]];
    return;
  }
  for (int v = first; v < last; ++v) {
    const int body = m.flex_vertbodyid[v];
    d.flexvert_xpos[v] = d.xmat[body] * m.flex_vert[v] + d.xpos[body];
  }
}

void interpolate_vertices(const Model& m, Data& d, int flex) {
  Vec3<Real> node[kMaxFlexNodes];
  for (int i = 0; i < m.flex_nodenum[flex]; ++i)
    node[i] = flex_node_position(m, d, flex, m.flex_nodeadr[flex] + i);
  const int first = m.flex_vertadr[flex], last = first + m.flex_vertnum[flex];
  for (int v = first; v < last; ++v) {
    Vec3<Real> x{};
    for_flex_weights(m.flex_interp[flex], m.flex_vert0[v],
                     [&](int i, Real weight) { x += node[i] * weight; });
    d.flexvert_xpos[v] = x;
  }
}

void box_element(const Vec3<Real>* x, const int* corners, int count, Real radius, Aabb<Real>& box) {
  Vec3<Real> low = x[corners[0]], high = low;
  for (int i = 1; i < count; ++i) {
    const Vec3<Real>& p = x[corners[i]];
    for (int k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], p[k]);
      high[k] = std::max(high[k], p[k]);
    }
  }
  for (int k = 0; k < 3; ++k) {
    box.center[k] = Real(0.5) * (high[k] + low[k]);
    box.half[k] = Real(0.5) * (high[k] - low[k]) + radius;
  }
}

// Children follow their parent, so the last node is done first.
void update_tree(const Model& m, Data& d, int flex) {
  const int adr = m.flex_bvhadr[flex];
  if (adr < 0) return;
  Aabb<Real>* box = d.bvh_aabb_dyn.data() + (adr - m.nbvhstatic);
  for (int i = m.flex_bvhnum[flex] - 1; i >= 0; --i) {
    const int element = m.bvh_nodeid[adr + i];
    if (element >= 0) {
      box[i] = d.flexelem_aabb[m.flex_elemadr[flex] + element];
      continue;
    }
    const Aabb<Real>&a = box[m.bvh_child[adr + i][0]], &b = box[m.bvh_child[adr + i][1]];
    for (int k = 0; k < 3; ++k) {
      const Real low = std::min(a.center[k] - a.half[k], b.center[k] - b.half[k]);
      const Real high = std::max(a.center[k] + a.half[k], b.center[k] + b.half[k]);
      box[i].center[k] = Real(0.5) * (high + low);
      box[i].half[k] = Real(0.5) * (high - low);
    }
  }
}

}  // namespace

void flex_vertices(const Model& m, Data& d) {
  for (int f = 0; f < m.nflex; ++f)
    m.flex_interp[f] ? interpolate_vertices(m, d, f) : place_vertices(m, d, f);
}

void flex_boxes(const Model& m, Data& d) {
  for (int f = 0; f < m.nflex; ++f) {
    const int corners = m.flex_dim[f] + 1;
    const Vec3<Real>* x = d.flexvert_xpos.data() + m.flex_vertadr[f];
    const int* elem = m.flex_elem.data() + m.flex_elemdataadr[f];
    for (int e = 0; e < m.flex_elemnum[f]; ++e)
      box_element(x, elem + e * corners, corners, m.flex_radius[f], d.flexelem_aabb[m.flex_elemadr[f] + e]);
    if (!(m.opt.disableflags & mjDSBL_MIDPHASE)) update_tree(m, d, f);
  }
}

void flex(const Model& m, Data& d) {
  if (m.nflex == 0) return;
  flex_vertices(m, d);
  flex_boxes(m, d);
  flex_edges(m, d);
  flex_strains(m, d);
}

}  // namespace corten
