// Flat polygons of a mesh: triangles grouped by normal, each group reduced to its boundary edges.
#include "corten/geom/mesh_polygons.h"

#include <algorithm>

#include "corten/geom/normal_tree.h"

namespace corten {
namespace {

struct Edge {
  int from, to, island;
};

// Faces of one normal: the directed edges that no neighbour has cancelled yet, by connected island.
class Patch {
 public:
  void add(const Triangle& face);
  void append_outlines(MeshPolygons& polygons) const;

 private:
  void merge_islands(int a, int b);
  bool trace(int island, std::vector<int>& outline) const;

  std::vector<Edge> edges_;
  int islands_ = 0;
};

// keeps the smaller number; numbers above the larger move down
void Patch::merge_islands(int a, int b) {
  const int kept = std::min(a, b), gone = std::max(a, b);
  for (Edge& e : edges_) {
    if (e.island == gone) e.island = kept;
    if (e.island > gone) --e.island;
  }
  --islands_;
}

void Patch::add(const Triangle& face) {
  int island = -1;
  std::vector<Edge> open;
  for (int k = 0; k < 3; ++k) {
    const int from = face[k], to = face[(k + 1) % 3];
    const auto twin = std::find_if(edges_.begin(), edges_.end(),
                                   [&](const Edge& e) { return e.from == to && e.to == from; });
    if (twin == edges_.end()) {
      open.push_back({from, to, 0});
      continue;
    }
    const int met = twin->island;
    edges_.erase(twin);
    if (island < 0) {
      island = met;
    } else if (island != met) {
      merge_islands(island, met);
      island = std::min(island, met);
    }
  }
  if (island < 0) island = islands_++;
  for (Edge& e : open) {
    e.island = island;
    edges_.push_back(e);
  }
}

// Follows the edges of an island from its first one; false when the outline does not close.
bool Patch::trace(int island, std::vector<int>& outline) const {
  const auto first =
      std::find_if(edges_.begin(), edges_.end(), [&](const Edge& e) { return e.island == island; });
  if (first == edges_.end()) return false;
  outline = {first->from};
  int current = first->to;
  do {  // at least once: the first edge of a face without area may end where it starts
    if (outline.size() > edges_.size()) return false;
    outline.push_back(current);
    const auto next = std::find_if(edges_.begin() + 1, edges_.end(),
                                   [&](const Edge& e) { return e.island == island && e.from == current; });
    if (next == edges_.end()) return false;
    current = next->to;
  } while (current != first->from);
  return outline.size() >= 3;
}

void append(const std::vector<int>& outline, MeshPolygons& polygons) {
  polygons.vertadr.push_back(static_cast<int>(polygons.vert.size()));
  polygons.vertnum.push_back(static_cast<int>(outline.size()));
  polygons.vert.insert(polygons.vert.end(), outline.begin(), outline.end());
}

void Patch::append_outlines(MeshPolygons& polygons) const {
  if (edges_.size() == 3) {
    append({edges_[0].from, edges_[1].from, edges_[2].from}, polygons);
    return;
  }
  std::vector<int> outline;
  for (int island = 0; island < islands_; ++island)
    if (trace(island, outline)) append(outline, polygons);
}

void map_vertices(size_t vert_count, MeshPolygons& p) {
  p.mapnum.assign(vert_count, 0);
  p.mapadr.assign(vert_count, 0);
  for (const int v : p.vert) ++p.mapnum[v];
  for (size_t v = 1; v < vert_count; ++v) p.mapadr[v] = p.mapadr[v - 1] + p.mapnum[v - 1];
  p.map.resize(p.vert.size());
  std::vector<int> next = p.mapadr;
  for (int i = 0; i < p.count(); ++i)
    for (int k = 0; k < p.vertnum[i]; ++k) p.map[next[p.vert[p.vertadr[i] + k]]++] = i;
}

Vec3<Real> normal_of(const Vec3<Real>& a, const Vec3<Real>& b, const Vec3<Real>& c) {
  Vec3<Real> n = cross(b - a, c - a);
  const Real length = norm(n);
  if (length < 1e-14) n = {1, 0, 0};  // collinear: the division below spoils it, as in the oracle
  for (Real& x : n) x /= length;
  return n;
}

}  // namespace

MeshPolygons merge_into_polygons(std::span<const Vec3<Real>> vert, std::span<const Triangle> face) {
  NormalTree normals;
  std::vector<Patch> patches;
  for (const Triangle& f : face) {
    const Vec3<Real> normal = normal_of(vert[f[0]], vert[f[1]], vert[f[2]]);
    int patch = normals.find(normal);
    if (patch == NormalTree::kNone) {
      patch = normals.insert(normal);
      if (patch == NormalTree::kNone) continue;  // lost between two patches, as in the oracle
      patches.emplace_back();
    }
    patches[patch].add(f);
  }
  MeshPolygons polygons;
  for (const int patch : normals.in_order()) patches[patch].append_outlines(polygons);
  map_vertices(vert.size(), polygons);
  return polygons;
}

std::vector<Vec3<Real>> polygon_normals(std::span<const Vec3<Real>> vert, const MeshPolygons& polygons) {
  std::vector<Vec3<Real>> normals;
  normals.reserve(polygons.count());
  for (const int adr : polygons.vertadr) {
    const int* corner = &polygons.vert[adr];
    normals.push_back(normal_of(vert[corner[0]], vert[corner[1]], vert[corner[2]]));
  }
  return normals;
}

}  // namespace corten
