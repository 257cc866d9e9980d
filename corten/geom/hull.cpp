// Convex hull by qhull: vertex and face order reach the numbers, so its lists are taken as they are.
#include "corten/geom/hull.h"

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string_view>

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

namespace corten {
namespace {

// Points in one plane cost qhull the square of their number. The measure of work are the distances of points
// to planes that it takes: two rims of ten thousand points make 2e8 of them in ten seconds and more, a
// million points on a sphere 8e7.
constexpr std::uint64_t kMostDistances = 300'000'000;

// Hears what qhull says.
struct Listener {
  const std::function<bool()>& stop;
  std::uint64_t distances = 0;
  std::uint32_t counted = 0;  // qhull's own count of them at the last report, which wraps
  bool stopped = false, endless = false;
  int code = 0;  // qhull's number of the first error, and what it says
  char error[200] = "";

  bool is_over(std::uint32_t count) {
    distances += count - counted;
    counted = count;
    endless = distances > kMostDistances;
    stopped = stop && stop();
    return endless || stopped;
  }
};

constexpr int kProgress = 8119;  // qhull's number of the report that flag TF<n> asks for every n facets

}  // namespace
}  // namespace corten

// The function by which qhull says everything, from errors to progress; it is the program's to define.
extern "C" void qh_fprintf(qhT* qh, std::FILE*, int message, const char* format, ...) {
  auto* listener = qh ? static_cast<corten::Listener*>(qh->cpp_object) : nullptr;
  if (!listener) return;
  if (message == corten::kProgress && listener->is_over(static_cast<std::uint32_t>(zzval_(Zdistplane))))
    qh_errexit(qh, qh_ERRother, nullptr, nullptr);  // does not return
  if (message < MSG_ERROR || message >= MSG_WARNING) return;
  qh->last_errcode = message;
  if (listener->code) return;
  listener->code = message;
  va_list values;
  va_start(values, format);
  std::vsnprintf(listener->error, sizeof listener->error, format, values);
  va_end(values);
}

namespace corten {
namespace {

// Runs qhull with C control flow only: errors arrive by longjmp. Returns qhull's exit code, 0 for success.
int run_qhull(qhT* qh, Listener* listener, double* coordinates, int count, char* flags) {
  qh_init_A(qh, stdin, stdout, stderr, 0, nullptr);  // streams that the listener takes the place of
  qh->cpp_object = listener;
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

std::string why_none(const Listener& listener) {
  if (listener.endless) return "too many of its points lie in one plane (set maxhullvert)";
  if (listener.stopped) return "it was given up";
  const std::string_view said = listener.error;
  return "QH" + std::to_string(listener.code) + ' ' + std::string(said.substr(0, said.find('\n')));
}

}  // namespace

std::vector<Triangle> ConvexHull::faces() const {
  const int begin = 2 + 3 * vert_count() + 3 * face_count();
  std::vector<Triangle> faces(face_count());
  for (int i = 0; i < face_count(); ++i)
    for (int k = 0; k < 3; ++k) faces[i][k] = graph[begin + 3 * i + k];
  return faces;
}

ConvexHull convex_hull(std::span<const Vec3<Real>> points, int max_vertices,
                       const std::function<bool()>& stop) {
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
  // TF<n>: report every n facets; TA<n>: stop after n vertices beyond the initial simplex
  std::string flags = "qhull Qt TF100";
  if (max_vertices >= 0) flags += " TA" + std::to_string(max_vertices - 4);
  Listener listener{stop};
  const auto qh = std::make_unique<qhT>();
  qh_zero(qh.get(), stderr);
  if (run_qhull(qh.get(), &listener, copy[0].data(), static_cast<int>(copy.size()), flags.data()) == 0) {
    hull.graph = make_graph(qh.get(), points.size());
    if (static_cast<int>(hull.graph.size()) != 2 + 3 * hull.vert_count() + 6 * hull.face_count())
      hull.error = "the hull is not a closed surface of triangles";
  } else {
    hull.error = why_none(listener);
  }
  qh_freeqhull(qh.get(), !qh_ALL);
  int long_blocks, long_bytes;
  qh_memfreeshort(qh.get(), &long_blocks, &long_bytes);
  return hull;
}

}  // namespace corten
