// Triangles of meshes and height fields, and the textures of a model.
#include "viewer/assets.h"

#include <algorithm>

#include "viewer/corner_value.h"

namespace corten::viewer {
namespace {

std::size_t count(int n) { return static_cast<std::size_t>(std::max(0, n)); }

template <class T, class Make>
const T& once(std::unique_ptr<T>& slot, Make&& make) {
  if (!slot) slot = std::make_unique<T>(make());
  return *slot;
}

// A corner whose normal leans far from the face is a sharp edge, and the face flat there; so it is where a
// corner has no normal.
constexpr float kSharp = 0.8F, kAnyAngle = -2;  // cosines

void sharpen(TriangleCorners& corners, float sharp) {
  Vec3<float> flat = cross(corners.vert[1] - corners.vert[0], corners.vert[2] - corners.vert[0]);
  normalize(flat);
  for (Vec3<float>& normal : corners.normal)
    if (dot(normal, flat) < sharp || dot(normal, normal) == 0) normal = flat;
}

TriangleSurface mesh_surface(const Model& m, int id) {
  const int vert = m.mesh_vertadr[id];
  const int normal = m.mesh_normaladr[id];
  const int texcoord = m.mesh_texcoordadr[id];
  std::vector<TriangleCorners> faces(count(m.mesh_facenum[id]));
  for (int i = 0; i < m.mesh_facenum[id]; ++i) {
    const int face = m.mesh_faceadr[id] + i;
    TriangleCorners& corners = faces[count(i)];
    for (int k = 0; k < 3; ++k) {
      corners.vert[k] = m.mesh_vert[vert + m.mesh_face[face][k]];
      corners.normal[k] =
          corner_value(m.mesh_normal, normal, m.mesh_normalnum[id], m.mesh_facenormal[face][k]);
      corners.texcoord[k] =
          corner_value(m.mesh_texcoord, texcoord, m.mesh_texcoordnum[id], m.mesh_facetexcoord[face][k]);
    }
    sharpen(corners, texcoord < 0 ? kSharp : kAnyAngle);
  }
  return TriangleSurface(std::move(faces));
}

using Point = Vec3<float>;

TriangleCorners flat(const Point& a, const Point& b, const Point& c) { return {{a, b, c}, {}, {}}; }

void add_quad(std::vector<TriangleCorners>& faces, const Point& a, const Point& b, const Point& c,
              const Point& d) {
  faces.push_back(flat(a, b, c));
  faces.push_back(flat(a, c, d));
}

// The graph of a hull: numbers of vertices and faces, two lists over vertices, the edges, the faces'
// vertices.
TriangleSurface hull_surface(const Model& m, int id) {
  const int graph = m.mesh_graphadr[id];
  const int vertices = m.mesh_graph[graph];
  const int face_count = m.mesh_graph[graph + 1];
  const int first = graph + 2 + 3 * vertices + 3 * face_count;
  const int vert = m.mesh_vertadr[id];
  std::vector<TriangleCorners> faces;
  for (int i = first; i < first + 3 * face_count; i += 3)
    faces.push_back(flat(m.mesh_vert[vert + m.mesh_graph[i]], m.mesh_vert[vert + m.mesh_graph[i + 1]],
                         m.mesh_vert[vert + m.mesh_graph[i + 2]]));
  return TriangleSurface(std::move(faces));
}

// Points of a height field: its surface and, straight below, its base.
struct HFieldGrid {
  const Model& m;
  int id;
  Point top(int row, int col) const {
    const auto& size = m.hfield_size[id];
    const int nc = m.hfield_ncol[id];
    const int nr = m.hfield_nrow[id];
    const Real x = size[0] * (2.0 * col / std::max(1, nc - 1) - 1);
    const Real y = size[1] * (2.0 * row / std::max(1, nr - 1) - 1);
    const Real z = size[2] * m.hfield_data[m.hfield_adr[id] + row * nc + col];
    return {static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)};
  }
  Point base(int row, int col) const {
    Point p = top(row, col);
    p[2] = static_cast<float>(-m.hfield_size[id][3]);
    return p;
  }
};

TriangleSurface hfield_surface(const Model& m, int id) {
  const HFieldGrid g{m, id};
  const int nr = m.hfield_nrow[id];
  const int nc = m.hfield_ncol[id];
  std::vector<TriangleCorners> faces;
  for (int r = 0; r + 1 < nr; ++r)
    for (int c = 0; c + 1 < nc; ++c) {
      faces.push_back(flat(g.top(r + 1, c), g.top(r, c), g.top(r + 1, c + 1)));
      faces.push_back(flat(g.top(r, c), g.top(r, c + 1), g.top(r + 1, c + 1)));
    }
  for (int r = 0; r + 1 < nr; ++r) {
    add_quad(faces, g.base(r + 1, 0), g.base(r, 0), g.top(r, 0), g.top(r + 1, 0));
    add_quad(faces, g.base(r, nc - 1), g.base(r + 1, nc - 1), g.top(r + 1, nc - 1), g.top(r, nc - 1));
  }
  for (int c = 0; c + 1 < nc; ++c) {
    add_quad(faces, g.base(0, c), g.base(0, c + 1), g.top(0, c + 1), g.top(0, c));
    add_quad(faces, g.base(nr - 1, c + 1), g.base(nr - 1, c), g.top(nr - 1, c), g.top(nr - 1, c + 1));
  }
  add_quad(faces, g.base(0, 0), g.base(nr - 1, 0), g.base(nr - 1, nc - 1), g.base(0, nc - 1));
  return TriangleSurface(std::move(faces));
}

}  // namespace

Assets::Assets(const Model& m)
    : m_(m),
      meshes_(count(m.nmesh)),
      hulls_(count(m.nmesh)),
      hfields_(count(m.nhfield)),
      textures_(count(m.ntex)) {
  for (int i = 0; i < m.ntex && skybox_ < 0; ++i)
    if (m.tex_type[i] == mjTEXTURE_SKYBOX) skybox_ = i;
}

const TriangleSurface& Assets::mesh(int id) {
  return once(meshes_[count(id)], [&] { return mesh_surface(m_, id); });
}

const TriangleSurface& Assets::hull(int id) {
  return once(hulls_[count(id)], [&] { return hull_surface(m_, id); });
}

const TriangleSurface& Assets::hfield(int id) {
  return once(hfields_[count(id)], [&] { return hfield_surface(m_, id); });
}

const Texture& Assets::texture(int id) {
  return once(textures_[count(id)], [&] { return Texture(m_, id); });
}

}  // namespace corten::viewer
