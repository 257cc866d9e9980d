// Builtin cone, and the sheets of tactile sensors (wedge, plate): three normals per vertex are the axes of a
// taxel.
#include <cmath>

#include "corten/asset/builtin_mesh.h"
#include "corten/math/build_frame.h"

namespace corten::builtin {
namespace {

Vec3<float> to_float(const Vec3<Real>& v) {
  return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
}

// denser in the middle for gamma > 0
Real fovea(Real x, Real gamma) { return gamma * std::pow(x, 5) + (1 - gamma) * x; }

// n + 1 edges of n bins over the field of view [degrees]
std::vector<Real> bin_edges(int n, Real fov, Real gamma) {
  std::vector<Real> edges(n + 1);
  const Real step = 2.0 / n;
  Real x = -1;
  for (Real& edge : edges) {
    edge = fovea(x, gamma) * (fov * kPi / 180);
    x += step;
  }
  return edges;
}

void append_taxel(Real azimuth, Real elevation, MeshData& mesh) {
  const Real sa = std::sin(azimuth), ca = std::cos(azimuth), se = std::sin(elevation),
             ce = std::cos(elevation);
  mesh.vert.push_back(to_float({ce * sa, se, -ce * ca}));
  Vec3<Real> along_azimuth{ce * ca, 0, ce * sa}, along_elevation{-se * sa, ce, se * ca};
  build::normalize(along_azimuth);
  build::normalize(along_elevation);
  mesh.normal.push_back(to_float(cross(along_elevation, along_azimuth)));
  mesh.normal.push_back(to_float(along_azimuth));
  mesh.normal.push_back(to_float(along_elevation));
}

}  // namespace

MeshData cone(int edges, Real top_radius) {
  MeshData mesh;
  const auto append = [&](int i, Real radius, float z) {
    const Real angle = 2 * i * kPi / edges;
    mesh.vert.push_back(
        {static_cast<float>(radius * std::cos(angle)), static_cast<float>(radius * std::sin(angle)), z});
  };
  for (int i = 0; i < edges; ++i) append(i, 1, -1);
  if (top_radius > 0) {
    for (int i = edges; i < 2 * edges; ++i) append(i, top_radius, 1);
  } else {
    mesh.vert.push_back({0, 0, 1});
  }
  return mesh;
}

MeshData wedge(int nx, int ny, Real fov_x, Real fov_y, Real gamma) {
  const std::vector<Real> x = bin_edges(nx, fov_x, gamma), y = bin_edges(ny, fov_y, gamma);
  MeshData mesh;
  for (int i = 0; i < nx; ++i)
    for (int j = 0; j < ny; ++j) append_taxel(0.5 * (x[i + 1] + x[i]), 0.5 * (y[j + 1] + y[j]), mesh);
  return mesh;
}

MeshData plate(int nx, int ny) {
  MeshData mesh;
  const Real dx = 2.0 / nx, dy = 2.0 / ny;
  for (int i = 0; i < nx; ++i)
    for (int j = 0; j < ny; ++j) {
      mesh.vert.push_back(to_float({-1 + (i + 0.5) * dx, -1 + (j + 0.5) * dy, -1}));
      mesh.normal.insert(mesh.normal.end(), {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
    }
  const auto at = [ny](int i, int j) { return i * ny + j; };
  for (int i = 1; i < nx; ++i)
    for (int j = 1; j < ny; ++j) {
      mesh.face.push_back({at(i - 1, j - 1), at(i, j - 1), at(i - 1, j)});
      mesh.face.push_back({at(i, j), at(i - 1, j), at(i, j - 1)});
    }
  return mesh;
}

}  // namespace corten::builtin
