// Builtin superquadrics: spheres and tori whose circles are powers of sine and cosine.
#include <cmath>

#include "corten/asset/builtin_mesh.h"
#include "corten/math/build_frame.h"

namespace corten::builtin {
namespace {

// sgn(x) |x|^m
Real signed_power(Real x, Real m) { return std::copysign(std::pow(std::abs(x), m), x); }
Real power_cos(Real angle, Real m) { return signed_power(std::cos(angle), m); }
Real power_sin(Real angle, Real m) { return signed_power(std::sin(angle), m); }

Vec3<float> vertex(Real x, Real y, Real z) {
  return {static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)};
}

void append_quad(int a, int b, int c, int d, std::vector<Triangle>& face) {
  face.push_back({a, b, d});
  face.push_back({b, c, d});
}

}  // namespace

MeshData supersphere(int resolution, Real e, Real n) {
  MeshData mesh;
  mesh.vert.push_back({0, 0, -1});
  for (int i = 1; i < resolution; ++i) {
    const Real v = -kPi / 2 + i * kPi / resolution;
    for (int j = 0; j < resolution; ++j) {
      const Real u = -kPi + j * 2 * kPi / resolution;
      mesh.vert.push_back(
          vertex(power_cos(v, n) * power_cos(u, e), power_cos(v, n) * power_sin(u, e), power_sin(v, n)));
    }
  }
  mesh.vert.push_back({0, 0, 1});

  const auto at = [&](int ring, int j) { return 1 + ring * resolution + j % resolution; };
  const int south = 0, north = static_cast<int>(mesh.vert.size()) - 1, last = resolution - 2;
  for (int j = 0; j < resolution; ++j) mesh.face.push_back({south, at(0, j + 1), at(0, j)});
  for (int i = 0; i < last; ++i)
    for (int j = 0; j < resolution; ++j)
      append_quad(at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j), mesh.face);
  for (int j = 0; j < resolution; ++j) mesh.face.push_back({at(last, j), at(last, j + 1), north});
  return mesh;
}

MeshData supertorus(int resolution, Real radius, Real s, Real t) {
  MeshData mesh;
  for (int i = 0; i < resolution; ++i) {
    const Real u = 2 * kPi * i / resolution;
    for (int j = 0; j < resolution; ++j) {
      const Real v = 2 * kPi * j / resolution;
      const Real ring = 1 + radius * power_cos(v, s);
      mesh.vert.push_back(vertex(ring * power_cos(u, t), ring * power_sin(u, t), radius * power_sin(v, s)));
    }
  }
  const auto at = [&](int i, int j) { return (i % resolution) * resolution + j % resolution; };
  for (int i = 0; i < resolution; ++i)
    for (int j = 0; j < resolution; ++j)
      append_quad(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1), mesh.face);
  return mesh;
}

}  // namespace corten::builtin
