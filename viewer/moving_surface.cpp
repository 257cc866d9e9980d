#include "viewer/moving_surface.h"

#include "corten/math/quat.h"
#include "viewer/corner_value.h"

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

std::vector<Face> skin_faces(const Model& m, int skin) {
  std::vector<Face> faces;
  for (int i = 0; i < m.skin_facenum[skin]; ++i) faces.push_back(m.skin_face[m.skin_faceadr[skin] + i]);
  return faces;
}

// The elements of a sheet, or the outside of a solid.
std::vector<Face> flex_faces(const Model& m, int flex) {
  const bool sheet = m.flex_dim[flex] == 2;
  if (m.flex_dim[flex] == 1 || (!sheet && m.flex_shelldataadr[flex] < 0)) return {};
  const int* first =
      sheet ? m.flex_elem.data() + m.flex_elemdataadr[flex] : m.flex_shell.data() + m.flex_shelldataadr[flex];
  std::vector<Face> faces;
  for (int i = 0; i < (sheet ? m.flex_elemnum[flex] : m.flex_shellnum[flex]); ++i)
    faces.push_back({first[3 * i], first[3 * i + 1], first[3 * i + 2]});
  return faces;
}

std::vector<Point> bone_vertices(const Model& m, const Data& d, int skin) {
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

std::vector<Point> flex_vertices(const Model& m, const Data& d, int flex) {
  std::vector<Point> vert;
  for (int i = 0; i < m.flex_vertnum[flex]; ++i)
    vert.push_back(to_float(d.flexvert_xpos[m.flex_vertadr[flex] + i]));
  return vert;
}

Vec<float, 2> flex_texcoord(const Model& m, int flex, int face, int vertex, int k) {
  const int adr = m.flex_texcoordadr[flex];
  if (adr < 0) return {};
  const int local =
      m.flex_dim[flex] == 2 ? m.flex_elemtexcoord[m.flex_elemdataadr[flex] + 3 * face + k] : vertex;
  return corner_value(m.flex_texcoord, adr, m.nflextexcoord - adr, local);
}

void move_out(PosedVertices& posed, float by) {
  for (std::size_t i = 0; i < posed.place.size(); ++i) posed.place[i] += posed.normal[i] * by;
}

}  // namespace

int skin_vertex_count(const Model& m, int skin) { return m.skin_vertnum[skin]; }

int flex_vertex_count(const Model& m, int flex) {
  return m.flex_dim[flex] == 1 ? 0 : m.flex_vertnum[flex] * (m.flex_dim[flex] == 2 ? 2 : 1);
}

std::vector<SurfaceCorner> skin_corners(const Model& m, int skin) {
  const int adr = m.skin_texcoordadr[skin];
  std::vector<SurfaceCorner> corners;
  for (const Face& f : skin_faces(m, skin))
    for (const int vertex : f)
      corners.push_back({vertex, adr < 0 ? Vec<float, 2>{} : m.skin_texcoord[adr + vertex]});
  return corners;
}

std::vector<SurfaceCorner> flex_corners(const Model& m, int flex) {
  const std::vector<Face> faces = flex_faces(m, flex);
  std::vector<SurfaceCorner> corners;
  for (int i = 0; i < static_cast<int>(faces.size()); ++i) {
    const Face& f = faces[at(i)];
    for (int k = 0; k < 3; ++k) corners.push_back({f[k], flex_texcoord(m, flex, i, f[k], k)});
    if (m.flex_dim[flex] == 2)  // the other side, turned over
      for (const int k : {0, 2, 1})
        corners.push_back({f[k] + m.flex_vertnum[flex], flex_texcoord(m, flex, i, f[k], k)});
  }
  return corners;
}

PosedVertices pose_skin(const Model& m, const Data& d, int skin) {
  PosedVertices posed{bone_vertices(m, d, skin), {}};
  posed.normal = vertex_normals(posed.place, skin_faces(m, skin));
  move_out(posed, m.skin_inflate[skin]);
  return posed;
}

PosedVertices pose_flex(const Model& m, const Data& d, int flex) {
  if (m.flex_dim[flex] == 1) return {};
  PosedVertices posed{flex_vertices(m, d, flex), {}};
  posed.normal = vertex_normals(posed.place, flex_faces(m, flex));
  if (m.flex_dim[flex] == 2) {
    const std::size_t count = posed.place.size();
    for (std::size_t i = 0; i < count; ++i) {
      posed.place.push_back(Point(posed.place[i]));
      posed.normal.push_back(posed.normal[i] * -1.0F);
    }
  }
  move_out(posed, static_cast<float>(m.flex_radius[flex]));
  return posed;
}

}  // namespace corten::viewer
