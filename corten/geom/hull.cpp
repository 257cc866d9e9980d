// Convex hull by qhull: vertex and face order reach the numbers, so its lists are taken as they are.
#include "corten/geom/hull.h"

#include <cstdio>
#include <memory>

#include "corten/base/system.h"

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

namespace corten {
namespace {

// Runs qhull with C control flow only: errors arrive by longjmp. Returns qhull's exit code, 0 for success.
int run_qhull(qhT* qh, std::FILE* stream, double* coordinates, int count, char* flags) {
  qh_init_A(qh, stdin, stream, stream, 0, nullptr);
  const int failed = setjmp(qh->errexit);
  if (!failed) {
    qh->NOerrexit = False;
    qh_initflags(qh, flags);
    qh->PROJECTdelaunay = False;
    qh_init_B(qh, coordinates, count, 3, False);
    qh_qhull(qh);
    qh_triangulate(qh);
    qh_vertexneighbors(qh);
  }
  qh->NOerrexit = True;
  return failed;
}

struct Vertices {
  std::vector<vertexT*> list;       // qhull's order
  std::vector<int> local_of_point;  // point id -> hull index, -1 inside
};

Vertices hull_vertices(qhT* qh, size_t point_count) {
  Vertices vertices;
  vertices.local_of_point.assign(point_count, -1);
  vertexT* vertex;
  FORALLvertices {
    vertices.local_of_point[qh_pointid(qh, vertex->point)] = static_cast<int>(vertices.list.size());
    vertices.list.push_back(vertex);
  }
  return vertices;
}

// Vertices that share a facet with `center`, in the order they are met going through its facets; then -1.
// met_by[v]: the last center that met v, so that a vertex with all others around it takes one pass.
void append_neighbors(qhT* qh, const Vertices& vertices, vertexT* center, std::vector<vertexT*>& met_by,
                      std::vector<int>& edges) {
  facetT *neighbor, **neighborp;
  FOREACHneighbor_(center) {
    vertexT *vertex, **vertexp;
    FOREACHvertex_(neighbor->vertices) {
      const int local = vertices.local_of_point[qh_pointid(qh, vertex->point)];
      vertexT*& met = met_by[static_cast<size_t>(local)];
      if (vertex == center || met == center) continue;
      met = center;
      edges.push_back(local);
    }
  }
  edges.push_back(-1);
}

std::vector<int> hull_faces(qhT* qh) {
  std::vector<int> faces;
  facetT* facet;
  FORALLfacets {
    int corner[3] = {0, 0, 0};
    int n = 0;
    vertexT *vertex, **vertexp;
    FOREACHvertex_(facet->vertices) {
      if (n < 3) corner[n++] = qh_pointid(qh, vertex->point);
    }
    if (facet->toporient) std::swap(corner[0], corner[1]);
    faces.insert(faces.end(), corner, corner + 3);
  }
  return faces;
}

std::vector<int> make_graph(qhT* qh, size_t point_count) {
  const Vertices vertices = hull_vertices(qh, point_count);
  std::vector<int> edgeadr, globalid, edges;
  std::vector<vertexT*> met_by(vertices.list.size(), nullptr);
  for (vertexT* vertex : vertices.list) {
    edgeadr.push_back(static_cast<int>(edges.size()));
    globalid.push_back(qh_pointid(qh, vertex->point));
    append_neighbors(qh, vertices, vertex, met_by, edges);
  }
  std::vector<int> faces = hull_faces(qh);
  std::vector<int> graph{static_cast<int>(globalid.size()), static_cast<int>(faces.size() / 3)};
  for (const std::vector<int>* part : {&edgeadr, &globalid, &edges, &faces})
    graph.insert(graph.end(), part->begin(), part->end());
  return graph;
}

}  // namespace

std::vector<Triangle> ConvexHull::faces() const {
  const int begin = 2 + 3 * vert_count() + 3 * face_count();
  std::vector<Triangle> faces(face_count());
  for (int i = 0; i < face_count(); ++i)
    for (int k = 0; k < 3; ++k) faces[i][k] = graph[begin + 3 * i + k];
  return faces;
}

ConvexHull convex_hull(std::span<const Vec3<Real>> points, int max_vertices) {
  ConvexHull hull;
  if (points.size() < 4) {
    hull.error = "a hull needs at least 4 points";
    return hull;
  }
  if (max_vertices >= 0 && max_vertices < 4) {  // qhull would read past its options
    hull.error = "a hull cannot have fewer than 4 vertices";
    return hull;
  }
  std::vector<Vec3<Real>> copy(points.begin(), points.end());  // qhull wants it writable
  // TA<n>: stop after n vertices beyond the initial simplex
  std::string flags = max_vertices < 0 ? "qhull Qt" : "qhull Qt TA" + std::to_string(max_vertices - 4);
  PrintedText report;
  const auto qh = std::make_unique<qhT>();
  qh_zero(qh.get(), report.stream());
  if (run_qhull(qh.get(), report.stream(), copy[0].data(), static_cast<int>(copy.size()), flags.data()) ==
      0) {
    hull.graph = make_graph(qh.get(), points.size());
    if (static_cast<int>(hull.graph.size()) != 2 + 3 * hull.vert_count() + 6 * hull.face_count())
      hull.error = "the hull is not a closed surface of triangles";
  } else {
    const std::string text = report.text();  // the first line is the error
    hull.error = text.substr(0, text.find('\n'));
  }
  qh_freeqhull(qh.get(), !qh_ALL);
  int long_blocks, long_bytes;
  qh_memfreeshort(qh.get(), &long_blocks, &long_bytes);
  return hull;
}

}  // namespace corten
