// Surfaces that change their form, for rays: skins moved by bones, flexes.
#include "viewer/moving_surface.h"
#include "viewer/scene_parts.h"

namespace corten::viewer {
namespace {

using Point = Vec3<float>;

Point to_float(const Vec3<Real>& v) {
  return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
}

MovingSurface to_surface(const std::vector<SurfaceCorner>& corners, const PosedVertices& posed, bool flat) {
  std::vector<TriangleCorners> faces(corners.size() / 3);
  for (std::size_t i = 0; i < corners.size(); ++i) {
    TriangleCorners& face = faces[i / 3];
    const auto vertex = static_cast<std::size_t>(corners[i].vertex);
    const int k = static_cast<int>(i % 3);
    face.vert[k] = posed.place[vertex];
    if (!flat) face.normal[k] = posed.normal[vertex];
    face.texcoord[k] = corners[i].texcoord;
  }
  return {std::make_unique<TriangleSurface>(std::move(faces)), {}};
}

// Every face by itself, with its own normal: both sides of triangles, all four of the tetrahedra of a layer.
MovingSurface flat_faces(const Model& m, const Data& d, int flex, int layer) {
  static constexpr int kSides[4][4][3] = {
      {}, {}, {{0, 1, 2}, {0, 2, 1}}, {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}}};
  const auto place = [&](int i) { return to_float(d.flexvert_xpos[m.flex_vertadr[flex] + i]); };
  const auto radius = static_cast<float>(m.flex_radius[flex]);
  const int dim = m.flex_dim[flex];
  std::vector<TriangleCorners> corners;
  for (int i = 0; i < m.flex_elemnum[flex]; ++i) {
    if (dim == 3 && m.flex_elemlayer[m.flex_elemadr[flex] + i] != layer) continue;
    const int* e = m.flex_elem.data() + m.flex_elemdataadr[flex] + (dim + 1) * i;
    for (int side = 0; side < (dim == 3 ? 4 : 2); ++side) {
      const int* f = kSides[dim][side];
      TriangleCorners c{{place(e[f[0]]), place(e[f[1]]), place(e[f[2]])}, {}, {}};
      const Point out = unit(cross(c.vert[1] - c.vert[0], c.vert[2] - c.vert[0])) * radius;
      for (Point& v : c.vert) v += out;
      corners.push_back(c);
    }
  }
  return {std::make_unique<TriangleSurface>(std::move(corners)), {}};
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
  return to_surface(skin_corners(m, skin), pose_skin(m, d, skin), false);
}

// A skin hides the edges and vertices within it; lines have none.
MovingSurface posed_flex(const Model& m, const Data& d, int flex, const SceneOption& option) {
  const bool lines = m.flex_dim[flex] == 1;
  if (!lines && option.shows(mjVIS_FLEXSKIN)) {
    const std::vector<SurfaceCorner> corners = flex_corners(m, flex);
    if (corners.empty()) return {};
    return to_surface(corners, pose_flex(m, d, flex), m.flex_dim[flex] == 3 && m.flex_flatskin[flex] != 0);
  }
  MovingSurface surface;
  if (!lines && option.shows(mjVIS_FLEXFACE)) surface = flat_faces(m, d, flex, option.flex_layer);
  if (option.shows(mjVIS_FLEXEDGE)) add_edges(m, d, flex, surface);
  if (option.shows(mjVIS_FLEXVERT)) add_vertices(m, d, flex, surface);
  return surface;
}

}  // namespace corten::viewer
