// Surfaces that change their form: skins moved by bones, flexes.
#include <algorithm>
#include <cmath>

#include "viewer/scene_parts.h"

namespace corten::viewer {
namespace {

using Point = Vec3<float>;
using Face = Vec<int, 3>;

Point to_float(const Vec3<Real>& v) {
  return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
}

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Unit normals at the vertices: face normals weighted by area.
std::vector<Point> vertex_normals(const std::vector<Point>& vert, const std::vector<Face>& faces) {
  std::vector<Point> normals(vert.size());
  for (const Face& f : faces) {
    const Point n = cross(vert[at(f[1])] - vert[at(f[0])], vert[at(f[2])] - vert[at(f[0])]);
    for (int k : f) normals[at(k)] += n;
  }
  for (Point& n : normals) {
    const float length = norm(n);
    if (length > 0) n *= 1 / length;
  }
  return normals;
}

std::vector<Point> skin_vertices(const Model& m, const Data& d, int skin) {
  const int vertadr = m.skin_vertadr[skin];
  std::vector<Point> vert(at(m.skin_vertnum[skin]));
  for (int bone = m.skin_boneadr[skin]; bone < m.skin_boneadr[skin] + m.skin_bonenum[skin]; ++bone) {
    const auto& q = m.skin_bonebindquat[bone];
    const auto& p = m.skin_bonebindpos[bone];
    const int body = m.skin_bonebodyid[bone];
    const Quat<Real> turn = d.xquat[body] * conjugate(Quat<Real>{q[0], q[1], q[2], q[3]});
    const Vec3<Real> shift = d.xpos[body] - rotate(turn, Vec3<Real>{p[0], p[1], p[2]});
    const int first = m.skin_bonevertadr[bone];
    for (int k = first; k < first + m.skin_bonevertnum[bone]; ++k) {
      const int id = m.skin_bonevertid[k];
      const Point& v = m.skin_vert[vertadr + id];
      vert[at(id)] += to_float(shift + rotate(turn, Vec3<Real>{v[0], v[1], v[2]})) * m.skin_bonevertweight[k];
    }
  }
  return vert;
}

MovingSurface to_surface(std::vector<TriangleCorners> corners) {
  return {std::make_unique<TriangleSurface>(std::move(corners)), {}};
}

std::vector<Point> flex_vertices(const Model& m, const Data& d, int flex) {
  std::vector<Point> vert;
  for (int i = 0; i < m.flex_vertnum[flex]; ++i)
    vert.push_back(to_float(d.flexvert_xpos[m.flex_vertadr[flex] + i]));
  return vert;
}

TriangleCorners corners_of(const Face& f, const std::vector<Point>& vert, const std::vector<Point>& normals) {
  return {{vert[at(f[0])], vert[at(f[1])], vert[at(f[2])]},
          {normals[at(f[0])], normals[at(f[1])], normals[at(f[2])]},
          {}};
}

// A sheet seen from both sides: a face each way, half its thickness apart from the middle.
MovingSurface sheet(const Model& m, const Data& d, int flex) {
  const std::vector<Point> vert = flex_vertices(m, d, flex);
  std::vector<Face> faces;
  for (int i = 0; i < m.flex_elemnum[flex]; ++i) {
    const int* e = m.flex_elem.data() + m.flex_elemdataadr[flex] + 3 * i;
    faces.push_back({e[0], e[1], e[2]});
  }
  std::vector<Point> normals = vertex_normals(vert, faces);
  const auto radius = static_cast<float>(m.flex_radius[flex]);
  std::vector<TriangleCorners> corners;
  for (std::size_t i = 0; i < faces.size(); ++i)
    for (const float side : {1.0F, -1.0F}) {
      TriangleCorners c = corners_of(faces[i], vert, normals);
      for (int k = 0; k < 3; ++k) {
        c.normal[k] *= side;
        c.vert[k] += c.normal[k] * radius;
        if (m.flex_texcoordadr[flex] >= 0)
          c.texcoord[k] =
              m.flex_texcoord[m.flex_texcoordadr[flex] +
                              m.flex_elemtexcoord[m.flex_elemdataadr[flex] + 3 * static_cast<int>(i) + k]];
      }
      if (side < 0) {
        std::swap(c.vert[1], c.vert[2]);
        std::swap(c.normal[1], c.normal[2]);
        std::swap(c.texcoord[1], c.texcoord[2]);
      }
      corners.push_back(c);
    }
  return to_surface(std::move(corners));
}

MovingSurface solid(const Model& m, const Data& d, int flex) {
  if (m.flex_shelldataadr[flex] < 0) return {};
  const std::vector<Point> vert = flex_vertices(m, d, flex);
  std::vector<Face> faces;
  for (int i = 0; i < m.flex_shellnum[flex]; ++i) {
    const int* e = m.flex_shell.data() + m.flex_shelldataadr[flex] + 3 * i;
    faces.push_back({e[0], e[1], e[2]});
  }
  const std::vector<Point> normals = vertex_normals(vert, faces);
  const auto radius = static_cast<float>(m.flex_radius[flex]);
  std::vector<TriangleCorners> corners;
  for (const Face& f : faces) {
    corners.push_back(corners_of(f, vert, normals));
    for (int k = 0; k < 3; ++k) {
      corners.back().vert[k] += corners.back().normal[k] * radius;
      if (m.flex_flatskin[flex]) corners.back().normal[k] = {};
      if (m.flex_texcoordadr[flex] >= 0)
        corners.back().texcoord[k] = m.flex_texcoord[m.flex_texcoordadr[flex] + f[k]];
    }
  }
  return to_surface(std::move(corners));
}

// Every face by itself, with its own normal: both sides of triangles, all four of the outer tetrahedra.
MovingSurface flat_faces(const Model& m, const Data& d, int flex) {
  static constexpr int kSides[4][4][3] = {
      {}, {}, {{0, 1, 2}, {0, 2, 1}}, {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}}};
  const std::vector<Point> vert = flex_vertices(m, d, flex);
  const auto radius = static_cast<float>(m.flex_radius[flex]);
  const int dim = m.flex_dim[flex];
  std::vector<TriangleCorners> corners;
  for (int i = 0; i < m.flex_elemnum[flex]; ++i) {
    if (dim == 3 && m.flex_elemlayer[m.flex_elemadr[flex] + i] > 0) continue;
    const int* e = m.flex_elem.data() + m.flex_elemdataadr[flex] + (dim + 1) * i;
    for (int side = 0; side < (dim == 3 ? 4 : 2); ++side) {
      const int* f = kSides[dim][side];
      TriangleCorners c{{vert[at(e[f[0]])], vert[at(e[f[1]])], vert[at(e[f[2]])]}, {}, {}};
      const Point out = unit(cross(c.vert[1] - c.vert[0], c.vert[2] - c.vert[0])) * radius;
      for (Point& v : c.vert) v += out;
      corners.push_back(c);
    }
  }
  return to_surface(std::move(corners));
}

void add_edges(const Model& m, const Data& d, int flex, MovingSurface& surface) {
  const int first = m.flex_vertadr[flex];
  for (int i = m.flex_edgeadr[flex]; i < m.flex_edgeadr[flex] + m.flex_edgenum[flex]; ++i) {
    const Vec<int, 2>& e = m.flex_edge[i];
    surface.links.push_back(
        cable_link(m.flex_radius[flex], d.flexvert_xpos[first + e[0]], d.flexvert_xpos[first + e[1]]));
  }
}

void add_vertices(const Model& m, const Data& d, int flex, MovingSurface& surface) {
  const Real radius = m.flex_radius[flex];
  for (int i = 0; i < m.flex_vertnum[flex]; ++i) {
    Drawn ball;
    ball.form = Form::sphere;
    ball.pos = d.flexvert_xpos[m.flex_vertadr[flex] + i];
    ball.mat = Mat3<Real>::identity();
    ball.size = {radius, radius, radius};
    surface.links.push_back(ball);
  }
}

}  // namespace

MovingSurface posed_skin(const Model& m, const Data& d, int skin) {
  std::vector<Point> vert = skin_vertices(m, d, skin);
  std::vector<Face> faces;
  for (int i = 0; i < m.skin_facenum[skin]; ++i) faces.push_back(m.skin_face[m.skin_faceadr[skin] + i]);
  const std::vector<Point> normals = vertex_normals(vert, faces);
  for (std::size_t i = 0; i < vert.size(); ++i) vert[i] += normals[i] * m.skin_inflate[skin];
  std::vector<TriangleCorners> corners;
  for (const Face& f : faces) {
    corners.push_back(corners_of(f, vert, normals));
    if (m.skin_texcoordadr[skin] < 0) continue;
    for (int k = 0; k < 3; ++k) corners.back().texcoord[k] = m.skin_texcoord[m.skin_texcoordadr[skin] + f[k]];
  }
  return to_surface(std::move(corners));
}

// A skin hides the edges and vertices within it; lines have none.
MovingSurface posed_flex(const Model& m, const Data& d, int flex, const SceneOption& option) {
  MovingSurface surface;
  const bool lines = m.flex_dim[flex] == 1, skin = !lines && option.shows(mjVIS_FLEXSKIN);
  if (skin) return m.flex_dim[flex] == 2 ? sheet(m, d, flex) : solid(m, d, flex);
  if (!lines && option.shows(mjVIS_FLEXFACE)) surface = flat_faces(m, d, flex);
  if (option.shows(mjVIS_FLEXEDGE)) add_edges(m, d, flex, surface);
  if (option.shows(mjVIS_FLEXVERT)) add_vertices(m, d, flex, surface);
  return surface;
}

}  // namespace corten::viewer
