#include "corten/collide/geom_shape.h"

namespace corten {
namespace {

// mesh_graph of one mesh: numvert, numface, edge addresses, global ids, neighbour lists, faces
HullGraph hull_graph(const int* graph) {
  const int numvert = graph[0];
  return {numvert, graph + 2, graph + 2 + numvert, graph + 2 + 2 * numvert};
}

}  // namespace

MeshView mesh_view(const Model& m, int mesh) {
  const int vertadr = m.mesh_vertadr[mesh], polyadr = m.mesh_polyadr[mesh], bvhadr = m.mesh_bvhadr[mesh];
  MeshView view;
  view.numvert = m.mesh_vertnum[mesh];
  view.vert = m.mesh_vert.data() + vertadr;
  view.numface = m.mesh_facenum[mesh];
  view.face = m.mesh_face.data() + m.mesh_faceadr[mesh];
  view.has_graph = m.mesh_graphadr[mesh] >= 0;
  view.graph = view.has_graph ? hull_graph(m.mesh_graph.data() + m.mesh_graphadr[mesh]) : HullGraph{};
  view.polygons = {m.mesh_polynum[mesh],
                   m.mesh_polynormal.data() + polyadr,
                   m.mesh_polyvertadr.data() + polyadr,
                   m.mesh_polyvertnum.data() + polyadr,
                   m.mesh_polyvert.data(),
                   m.mesh_polymapadr.data() + vertadr,
                   m.mesh_polymapnum.data() + vertadr,
                   m.mesh_polymap.data()};
  view.tree = {m.mesh_bvhnum[mesh], m.bvh_aabb.data() + bvhadr, m.bvh_child.data() + bvhadr,
               m.bvh_nodeid.data() + bvhadr, nullptr};
  return view;
}

HFieldView hfield_view(const Model& m, int hfield) {
  return {m.hfield_nrow[hfield], m.hfield_ncol[hfield], m.hfield_size[hfield],
          m.hfield_data.data() + m.hfield_adr[hfield]};
}

void attach_asset(const Model& m, int geom, AssetViews& views, Shape& shape) {
  if (shape.type == ShapeType::mesh || shape.type == ShapeType::sdf) {
    views.mesh = mesh_view(m, m.geom_dataid[geom]);
    shape.mesh = &views.mesh;
  } else if (shape.type == ShapeType::hfield) {
    views.hfield = hfield_view(m, m.geom_dataid[geom]);
    shape.hfield = &views.hfield;
  }
}

OctreeView octree_view(const Model& m, int mesh) {
  const int adr = m.mesh_octadr[mesh];
  if (adr < 0) return {};
  return {m.mesh_octnum[mesh], m.oct_aabb.data() + adr, m.oct_child.data() + adr, m.oct_coeff.data() + adr};
}

void mark_nodes(const Model& m, int geom, Data& marks, AssetViews& views) {
  if (!m.vis.global_.bvactive) return;
  views.mesh.tree.active = marks.bvh_active.data() + m.mesh_bvhadr[m.geom_dataid[geom]];
  marks.mesh_nodes_active = true;
}

void attach_field(const Model& m, const Data& d, int geom, AssetViews& views, Shape& shape) {
  shape.aabb = &m.geom_aabb[geom];
  if (shape.type == ShapeType::mesh) {
    // MuJoCo takes the id of the geom for that of a mesh: the octree, if there is one, is that mesh's
    views.field.octree = geom < m.nmesh ? octree_view(m, geom) : OctreeView{};
  } else if (shape.type == ShapeType::sdf) {
    const int instance = m.geom_plugin[geom];
    const Plugin* plugin =
        instance >= 0 && instance < d.plugin_memory.size() ? plugin_of(m, instance) : nullptr;
    if (plugin && plugin->sdf_distance)
      views.field = {d.plugin_memory[instance], plugin->sdf_distance, plugin->sdf_gradient, {}};
    else if (instance < 0)
      views.field.octree = octree_view(m, m.geom_dataid[geom]);
  } else {
    return;
  }
  shape.field = &views.field;
}

PairQuery pair_query(const Model& m, Data& d, Real margin, HullTable* tables) {
  return {margin,
          m.opt.ccd_tolerance,
          m.opt.ccd_iterations,
          (m.opt.enableflags & mjENBL_MULTICCD) != 0,
          m.opt.sdf_initpoints,
          m.opt.sdf_iterations,
          &d.arena,
          tables,
          nullptr,
          nullptr};
}

}  // namespace corten
