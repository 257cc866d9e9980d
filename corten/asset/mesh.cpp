// The steps that turn raw mesh data into a mesh of the model, in the order that the oracle's numbers need.
#include "corten/asset/mesh.h"

#include <algorithm>
#include <limits>

#include "corten/asset/asset_error.h"
#include "corten/asset/mesh_check.h"
#include "corten/geom/hull.h"
#include "corten/geom/mesh_mass.h"
#include "corten/geom/mesh_normals.h"
#include "corten/math/principal_axes.h"

namespace corten {
namespace {

using Vertices = std::vector<Vec3<Real>>;

Vertices to_double(const std::vector<Vec3<float>>& vert) {
  Vertices result(vert.size());
  for (size_t i = 0; i < vert.size(); ++i) result[i] = {vert[i][0], vert[i][1], vert[i][2]};
  return result;
}

std::vector<Vec3<float>> to_float(const Vertices& vert) {
  std::vector<Vec3<float>> result(vert.size());
  for (size_t i = 0; i < vert.size(); ++i)
    for (int k = 0; k < 3; ++k) result[i][k] = static_cast<float>(vert[i][k]);
  return result;
}

Vec3<float> rotate_back(const Mat3<Real>& mat, const Vec3<float>& v) {
  const Vec3<Real> r = transpose_mul(mat, Vec3<Real>{v[0], v[1], v[2]});
  return {static_cast<float>(r[0]), static_cast<float>(r[1]), static_cast<float>(r[2])};
}

// to unit length in single precision; +z for a vector without direction
void normalize_float(Vec3<float>& v) {
  const float squared = dot(v, v);
  if (squared > kMinVal<Real>) {
    v *= 1 / std::sqrt(squared);
  } else {
    v = {0, 0, 1};
  }
}

// Without indices of their own, normals belong to vertices; builtin generators give several per vertex.
std::vector<Triangle> default_facenormal(const MeshData& data) {
  const int per_vertex = static_cast<int>(data.normal.size() / data.vert.size());
  std::vector<Triangle> facenormal = data.face;
  for (Triangle& f : facenormal)
    for (int& index : f) index *= per_vertex;
  return facenormal;
}

void complete_faces(MeshData& data, const Vertices& vert, const MeshSettings& settings) {
  if (data.normal.empty()) {
    data.normal = vertex_normals(vert, data.face, settings.smoothnormal);
    data.facenormal = data.face;
  }
  if (data.facenormal.empty()) data.facenormal = default_facenormal(data);
  if (!data.texcoord.empty() && data.facetexcoord.empty()) data.facetexcoord = data.face;
}

// v ← scale ∘ R(refquat)ᵀ (v − refpos); trivial parts are skipped
void apply_reference(Vertices& vert, MeshData& data, const MeshSettings& s) {
  if (s.refpos != Vec3<Real>{0, 0, 0}) {
    for (Vec3<Real>& v : vert) v -= s.refpos;
  }
  Quat<Real> quat = s.refquat;
  if (quat != Quat<Real>::identity()) {
    build::normalize(quat);
    const Mat3<Real> mat = to_mat(quat);
    for (Vec3<Real>& v : vert) v = transpose_mul(mat, v);
    for (Vec3<float>& n : data.normal) n = rotate_back(mat, n);
  }
  if (s.scale != Vec3<Real>{1, 1, 1}) {
    for (Vec3<Real>& v : vert)
      for (int k = 0; k < 3; ++k) v[k] *= s.scale[k];
    for (Vec3<float>& n : data.normal)
      for (int k = 0; k < 3; ++k) n[k] = static_cast<float>(n[k] * s.scale[k]);
  }
  for (Vec3<float>& n : data.normal) normalize_float(n);
}

MassModel mass_model(MeshInertia inertia) {
  switch (inertia) {
    case MeshInertia::kLegacy:
      return MassModel::kAbsoluteVolume;
    case MeshInertia::kShell:
      return MassModel::kArea;
    case MeshInertia::kConvex:
    case MeshInertia::kExact:
      break;
  }
  return MassModel::kSignedVolume;
}

MeshMass checked_mass(const Vertices& vert, std::span<const Triangle> face,
                      std::span<const Triangle> hull_face, MeshInertia inertia) {
  const bool of_hull = inertia == MeshInertia::kConvex;
  const MeshMass mass = mesh_mass(vert, face, of_hull ? hull_face : face, mass_model(inertia));
  switch (mass.defect) {
    case MeshMass::Defect::kNone:
      return mass;
    case MeshMass::Defect::kNoArea:
      throw AssetError("the faces have no area, so the mesh has no inertia");
    case MeshMass::Defect::kMisoriented:
      throw AssetError("the faces look inward: the enclosed volume is negative; flip their order");
    case MeshMass::Defect::kNoVolume:
      break;
  }
  throw AssetError("the mesh encloses no volume; if it is meant to be flat, give it inertia=\"shell\"");
}

// a solid's principal moments are positive and satisfy the triangle inequality
void check_moments(const Vec3<Real>& e) {
  if (e[2] <= 0) throw AssetError("the mesh is too thin to have an inertia about each axis");
  constexpr Real kSlack = 1e-6, kFloor = 1e-9;
  for (int k = 0; k < 3; ++k) {
    if (e[(k + 1) % 3] + e[(k + 2) % 3] < e[k] * (1 - kSlack) - kFloor) {
      throw AssetError("the mesh has an impossible inertia; is its surface closed and oriented?");
    }
  }
}

// Centres on the mass and turns to the principal axes; remembers where that frame is. A mesh that stays in
// place has its moments about the axes it was given in, as in MuJoCo.
void align_to_mass(Vertices& vert, MeshData& data, const MeshMass& mass, bool in_place, Mesh& mesh) {
  const build::PrincipalAxes axes = build::principal_axes(mass.inertia);
  check_moments(axes.value);
  mesh.volume = mass.volume;
  mesh.box = equivalent_box(axes.value, mass.volume);
  mesh.quat = Quat<Real>::identity();
  if (in_place) return;
  mesh.pos = mass.center;
  mesh.quat = axes.quat;
  const Mat3<Real> mat = to_mat(axes.quat);
  for (Vec3<Real>& v : vert) v = transpose_mul(mat, v - mass.center);
  for (Vec3<float>& n : data.normal) n = rotate_back(mat, n);
}

void bound_vertices(const Vertices& vert, Mesh& mesh) {
  mesh.lower = {1e10, 1e10, 1e10};  // what stays of a mesh of undefined vertices, as in the oracle
  mesh.upper = {-1e10, -1e10, -1e10};
  for (const Vec3<Real>& v : vert)
    for (int k = 0; k < 3; ++k) {
      mesh.lower[k] = std::min(mesh.lower[k], v[k]);
      mesh.upper[k] = std::max(mesh.upper[k], v[k]);
    }
}

}  // namespace

Mesh process_mesh(MeshData data, const MeshSettings& settings) {
  check_mesh_data(data, settings);
  Vertices vert = to_double(data.vert);
  if (settings.inertia == MeshInertia::kExact) check_edges_unique(vert, data.face);

  Mesh mesh;
  ConvexHull hull;
  const bool keep_hull = settings.needs_hull || data.face.empty() || settings.inertia == MeshInertia::kConvex;
  if (keep_hull || settings.hull_polygons) {
    hull = convex_hull(vert, settings.maxhullvert, settings.stop);
    if (!hull.error.empty()) throw AssetError("no convex hull: " + hull.error);
  }
  const std::vector<Triangle> hull_face = hull.faces();
  if (data.face.empty()) data.face = hull_face;
  complete_faces(data, vert, settings);
  mesh.polygons = merge_into_polygons(vert, hull_face.empty() ? data.face : hull_face);

  apply_reference(vert, data, settings);
  align_to_mass(vert, data, checked_mass(vert, data.face, hull_face, settings.inertia), settings.in_place,
                mesh);
  bound_vertices(vert, mesh);
  if (settings.needs_octree)
    mesh.octree =
        build_octree(vert, data.face, mesh.lower, mesh.upper, settings.measure_octree, settings.stop);
  if (settings.stop && settings.stop()) throw AssetError("it was given up");
  mesh.polynormal = polygon_normals(vert, mesh.polygons);
  mesh.bvh = build_face_bvh(vert, data.face);

  mesh.vert = to_float(vert);
  mesh.normal = std::move(data.normal);
  mesh.texcoord = std::move(data.texcoord);
  mesh.face = std::move(data.face);
  mesh.facenormal = std::move(data.facenormal);
  mesh.facetexcoord = std::move(data.facetexcoord);
  if (keep_hull) mesh.graph = std::move(hull.graph);
  return mesh;
}

size_t memory_of(const Mesh& mesh) {
  const auto bytes = [](const auto&... arrays) { return (... + (arrays.size() * sizeof(arrays[0]))); };
  const MeshPolygons& p = mesh.polygons;
  return sizeof(Mesh) +
         bytes(mesh.vert, mesh.normal, mesh.texcoord, mesh.face, mesh.facenormal, mesh.facetexcoord) +
         bytes(mesh.graph, mesh.polynormal, p.vertadr, p.vertnum, p.vert, p.mapadr, p.mapnum, p.map) +
         bytes(mesh.bvh.depth, mesh.bvh.child, mesh.bvh.nodeid, mesh.bvh.aabb) +
         bytes(mesh.octree.depth, mesh.octree.child, mesh.octree.aabb, mesh.octree.coeff);
}

}  // namespace corten
