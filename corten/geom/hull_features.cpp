#include "corten/geom/hull_features.h"

#include <algorithm>
#include <span>

namespace corten {
namespace {

constexpr Real kAligned = 0.99999872;

void add(FaceList& list, int id, const Vec3<Real>& normal) {
  if (list.count == kMaxFeatureFaces) return;
  list.id[list.count] = id;
  list.normal[list.count++] = normal;
}

Vec3<Real> box_corner(const Shape& box, int corner) {
  const auto coordinate = [&](int k) { return corner >> k & 1 ? box.size[k] : -box.size[k]; };
  return box.mat * Vec3<Real>{coordinate(0), coordinate(1), coordinate(2)} + box.pos;
}

Vec3<Real> mesh_corner(const Shape& mesh, int vertex) {
  return mesh.mat * mesh.mesh->vertex(vertex) + mesh.pos;
}

// face 2k + (0 for +, 1 for −) of axis k
void add_box_face(const Shape& box, int axis, bool positive, FaceList& list) {
  const Vec3<Real> n = box.mat.col(axis);
  add(list, 2 * axis + (positive ? 0 : 1), positive ? n : -n);
}

void add_aligned_box_face(const Shape& box, const Vec3<Real>& outward, FaceList& list) {
  const Vec3<Real> local = unit(transpose_mul(box.mat, outward));
  for (int axis = 0; axis < 3; ++axis)
    for (const bool positive : {true, false})
      if ((positive ? local[axis] : -local[axis]) > kAligned) return add_box_face(box, axis, positive, list);
}

FaceList box_faces(const Shape& box, const Feature& f, const Vec3<Real>& outward) {
  FaceList list;
  int all = f.vertex[0], any = f.vertex[0];
  for (int i = 1; i < f.dim; ++i) all &= f.vertex[i], any |= f.vertex[i];
  for (int axis = 0; axis < 3; ++axis) {
    if (all >> axis & 1) add_box_face(box, axis, true, list);
    if (!(any >> axis & 1)) add_box_face(box, axis, false, list);
  }
  if (list.count == 4 - f.dim) return list;
  list.count = 0;
  add_aligned_box_face(box, outward, list);
  return list;
}

std::span<const int> polygons_at(const MeshView& mesh, int vertex) {
  return {mesh.polygons.map + mesh.polygons.mapadr[vertex],
          static_cast<std::size_t>(mesh.polygons.mapnum[vertex])};
}

FaceList mesh_faces(const Shape& shape, const Feature& f) {
  const MeshView& mesh = *shape.mesh;
  const auto has = [&](int vertex, int polygon) {
    const auto list = polygons_at(mesh, vertex);
    return std::find(list.begin(), list.end(), polygon) != list.end();
  };
  FaceList common;
  for (int polygon : polygons_at(mesh, f.vertex[0])) {
    if (f.dim > 1 && (!has(f.vertex[1], polygon) || common.count == 2)) continue;
    add(common, polygon, shape.mat * mesh.polygons.normal[polygon]);
  }
  if (f.dim < 3) return common;
  FaceList one;
  for (int i = 0; i < common.count && one.count == 0; ++i)
    if (has(f.vertex[2], common.id[i])) add(one, common.id[i], common.normal[i]);
  return one;
}

void add_edge(EdgeList& list, const Vec3<Real>& end) {
  if (list.count < kMaxFeatureFaces) list.end[list.count++] = end;
}

// to the vertex before this one in every polygon around it
void add_mesh_edges(const Shape& shape, int vertex, EdgeList& list) {
  const HullPolygons& p = shape.mesh->polygons;
  for (int polygon : polygons_at(*shape.mesh, vertex)) {
    const int* v = p.vert + p.vertadr[polygon];
    const int n = p.vertnum[polygon];
    const int at = static_cast<int>(std::find(v, v + n, vertex) - v);
    if (at < n) add_edge(list, mesh_corner(shape, v[(at + n - 1) % n]));
  }
}

}  // namespace

Feature feature_of(int i0, int i1, int i2) {
  if (i0 != i1) return {i2 == i0 || i2 == i1 ? 2 : 3, {i0, i1, i2}};
  if (i0 != i2) return {2, {i0, i2, i2}};
  return {1, {i0, i0, i0}};
}

FaceList faces_at(const Shape& shape, const Feature& feature, const Vec3<Real>& outward) {
  return shape.type == ShapeType::box ? box_faces(shape, feature, outward) : mesh_faces(shape, feature);
}

EdgeList edges_at(const Shape& shape, const Feature& f) {
  const bool box = shape.type == ShapeType::box;
  const auto corner = [&](int v) { return box ? box_corner(shape, v) : mesh_corner(shape, v); };
  EdgeList list;
  list.start = corner(f.vertex[0]);
  if (f.dim == 2) {
    add_edge(list, corner(f.vertex[1]));
  } else if (box) {
    for (int k = 0; k < 3; ++k) add_edge(list, corner(f.vertex[0] ^ 1 << k));
  } else {
    add_mesh_edges(shape, f.vertex[0], list);
  }
  return list;
}

Polygon outline(const Shape& shape, int face) {
  // corners of the box faces as bits x, y, z
  static constexpr int kBox[6][4] = {{7, 3, 1, 5}, {2, 6, 4, 0}, {2, 3, 7, 6},
                                     {4, 5, 1, 0}, {6, 7, 5, 4}, {3, 2, 0, 1}};
  Polygon polygon;
  if (shape.type == ShapeType::box) {
    polygon.count = 4;
    for (int i = 0; i < 4; ++i) polygon.vertex[i] = box_corner(shape, kBox[face][i]);
    return polygon;
  }
  const HullPolygons& p = shape.mesh->polygons;
  const int* v = p.vert + p.vertadr[face];
  polygon.count = std::min(p.vertnum[face], kMaxOutline);
  for (int i = 0; i < polygon.count; ++i) polygon.vertex[i] = mesh_corner(shape, v[polygon.count - 1 - i]);
  return polygon;
}

}  // namespace corten
