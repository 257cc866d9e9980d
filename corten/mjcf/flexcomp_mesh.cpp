// Points and elements of a flexcomp from a file: a surface mesh, or a mesh of Gmsh.
#include <array>
#include <map>

#include "corten/asset/asset_error.h"
#include "corten/asset/gmsh.h"
#include "corten/asset/mesh_check.h"
#include "corten/asset/mesh_data.h"
#include "corten/math/build_frame.h"
#include "corten/mjcf/flexcomp.h"

namespace corten::mjcf {
namespace {

// One id per position; ids by first appearance.
std::vector<int> merge_repeated(const std::vector<Vec3<float>>& vert, std::vector<Vec3<Real>>& point) {
  std::map<std::array<float, 3>, int> ids;
  std::vector<int> id;
  for (const Vec3<float>& v : vert) {
    const auto [found, added] = ids.emplace(std::array{v[0], v[1], v[2]}, static_cast<int>(point.size()));
    if (added) point.push_back({v[0], v[1], v[2]});
    id.push_back(found->second);
  }
  return id;
}

// Tetrahedra of the faces that look away from the origin, which becomes point 0.
void make_star(const Vec3<Real>& origin, FlexShape& shape) {
  shape.point.insert(shape.point.begin(), origin);
  std::vector<int> faces = std::move(shape.element);
  shape.element.clear();
  for (std::size_t i = 0; i + 2 < faces.size(); i += 3) {
    const int a = faces[i] + 1, b = faces[i + 1] + 1, c = faces[i + 2] + 1;
    const Vec3<Real> u = shape.point[a] - origin, v = shape.point[b] - origin, w = shape.point[c] - origin;
    if (dot(cross(u, v), w) < kMinVal<Real>) continue;
    shape.element.insert(shape.element.end(), {0, a, b, c});
  }
}

}  // namespace

void make_flex_mesh(const FlexComp& recipe, const File& file, FlexShape& shape) {
  if (shape.dim < 2) throw AssetError("a mesh needs dim 2 or 3");
  const MeshFormat format = mesh_format({}, file.path);
  if (format == MeshFormat::kMsh) throw AssetError("MSH files cannot be used here, only STL and OBJ");
  const MeshData mesh = read_mesh(file.bytes(), format, false);
  check_faces(mesh);
  const std::vector<int> given = std::move(shape.element);
  shape.point.clear();
  shape.element.clear();
  const std::vector<int> id = merge_repeated(mesh.vert, shape.point);
  for (const Triangle& face : mesh.face)
    for (const int corner : face) shape.element.push_back(id[static_cast<std::size_t>(corner)]);
  if (shape.dim == 3) {
    make_star(*recipe.origin_point, shape);
    shape.element.insert(shape.element.begin(), given.begin(), given.end());
  }
  if (!recipe.texcoord.empty() || mesh.texcoord.empty()) return;
  for (const Vec2<float>& uv : mesh.texcoord) shape.texcoord.insert(shape.texcoord.end(), {uv[0], uv[1]});
  for (const Triangle& face : mesh.facetexcoord.empty() ? mesh.face : mesh.facetexcoord)
    for (const int corner : face) shape.elemtexcoord.push_back(corner);
}

void make_flex_gmsh(const FlexComp&, const File& file, FlexShape& shape) {
  const GmshData mesh = read_gmsh(file.bytes());
  shape.dim = mesh.dim;
  shape.point.insert(shape.point.end(), mesh.node.begin(), mesh.node.end());
  shape.element.insert(shape.element.end(), mesh.element.begin(), mesh.element.end());
}

}  // namespace corten::mjcf
