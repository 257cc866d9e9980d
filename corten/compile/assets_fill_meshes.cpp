// Copies processed meshes into the Model.
#include "corten/compile/assets_fill.h"

namespace corten {
namespace {

struct MeshCursor {
  int vert = 0, normal = 0, texcoord = 0, face = 0, graph = 0, poly = 0, polyvert = 0, polymap = 0, bvh = 0,
      oct = 0;
};

int length(const auto& items) { return static_cast<int>(items.size()); }

void fill_addresses(int i, const Mesh& mesh, const MeshCursor& next, Model& m) {
  m.mesh_vertadr[i] = next.vert;
  m.mesh_vertnum[i] = length(mesh.vert);
  m.mesh_normaladr[i] = next.normal;
  m.mesh_normalnum[i] = length(mesh.normal);
  m.mesh_texcoordadr[i] = mesh.texcoord.empty() ? -1 : next.texcoord;
  m.mesh_texcoordnum[i] = length(mesh.texcoord);
  m.mesh_faceadr[i] = next.face;
  m.mesh_facenum[i] = length(mesh.face);
  m.mesh_graphadr[i] = mesh.graph.empty() ? -1 : next.graph;
  m.mesh_bvhadr[i] = mesh.bvh.size() == 0 ? -1 : next.bvh;
  m.mesh_bvhnum[i] = mesh.bvh.size();
  m.mesh_octadr[i] = mesh.octree.size() == 0 ? -1 : next.oct;
  m.mesh_octnum[i] = mesh.octree.size();
  m.mesh_polynum[i] = mesh.polygons.count();
  m.mesh_polyadr[i] = next.poly;
}

void fill_surface(const Mesh& mesh, MeshCursor& next, Model& m) {
  copy_into(m.mesh_normal, next.normal, mesh.normal);
  copy_into(m.mesh_texcoord, next.texcoord, mesh.texcoord);
  int facenormal = next.face, facetexcoord = next.face;
  copy_into(m.mesh_facenormal, facenormal, mesh.facenormal);
  const bool textured = !mesh.texcoord.empty();
  copy_into(m.mesh_facetexcoord, facetexcoord,
            textured ? mesh.facetexcoord : std::vector<Triangle>(mesh.face.size()));
  copy_into(m.mesh_face, next.face, mesh.face);
}

// addresses into polyvert and polymap count over all meshes
void fill_polygons(const Mesh& mesh, MeshCursor& next, Model& m) {
  const MeshPolygons& p = mesh.polygons;
  for (int i = 0; i < p.count(); ++i) m.mesh_polyvertadr[next.poly + i] = next.polyvert + p.vertadr[i];
  for (int i = 0; i < length(mesh.vert); ++i) {
    m.mesh_polymapadr[next.vert + i] = next.polymap + p.mapadr[i];
    m.mesh_polymapnum[next.vert + i] = p.mapnum[i];
  }
  int vertnum = next.poly;
  copy_into(m.mesh_polyvertnum, vertnum, p.vertnum);
  copy_into(m.mesh_polynormal, next.poly, mesh.polynormal);
  copy_into(m.mesh_polyvert, next.polyvert, p.vert);
  copy_into(m.mesh_polymap, next.polymap, p.map);
}

void fill_bvh(const Bvh& bvh, MeshCursor& next, Model& m) {
  int depth = next.bvh, child = next.bvh, aabb = next.bvh;
  copy_into(m.bvh_depth, depth, bvh.depth);
  copy_into(m.bvh_child, child, bvh.child);
  copy_into(m.bvh_aabb, aabb, bvh.aabb);
  copy_into(m.bvh_nodeid, next.bvh, bvh.nodeid);
}

void fill_octree(const Octree& octree, MeshCursor& next, Model& m) {
  int depth = next.oct, child = next.oct, aabb = next.oct;
  copy_into(m.oct_depth, depth, octree.depth);
  copy_into(m.oct_child, child, octree.child);
  copy_into(m.oct_aabb, aabb, octree.aabb);
  copy_into(m.oct_coeff, next.oct, octree.coeff);
}

}  // namespace

void fill_meshes(const DraftAssets& assets, const std::vector<DraftBody>& bodies, Model& m) {
  MeshCursor next;
  for (const DraftBody& body : bodies) next.bvh += body.bvh.size();  // behind the bodies'
  for (int i = 0; i < m.nmesh; ++i) {
    const Mesh& mesh = *assets.meshes[i].mesh;
    fill_addresses(i, mesh, next, m);
    m.mesh_scale[i] = *assets.meshes[i].spec->scale;
    m.mesh_pos[i] = mesh.pos;
    m.mesh_quat[i] = mesh.quat;
    fill_surface(mesh, next, m);
    copy_into(m.mesh_graph, next.graph, mesh.graph);
    fill_polygons(mesh, next, m);
    fill_bvh(mesh.bvh, next, m);
    fill_octree(mesh.octree, next, m);
    copy_into(m.mesh_vert, next.vert, mesh.vert);
  }
}

}  // namespace corten
