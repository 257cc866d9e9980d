// Builtin sphere (a subdivided icosahedron) and hemisphere (a pyramid's rows pushed out).
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "corten/asset/builtin_mesh.h"

namespace corten::builtin {
namespace {

std::vector<Vec3<float>> icosahedron_vertices() {
  const float phi = static_cast<float>((1.0 + std::sqrt(5.0)) / 2.0);  // the golden ratio
  std::vector<Vec3<float>> vert = {{-1, phi, 0}, {1, phi, 0}, {-1, -phi, 0}, {1, -phi, 0},
                                   {0, -1, phi}, {0, 1, phi}, {0, -1, -phi}, {0, 1, -phi},
                                   {phi, 0, -1}, {phi, 0, 1}, {-phi, 0, -1}, {-phi, 0, 1}};
  const double length = std::sqrt(1.0 + phi * phi);
  for (Vec3<float>& v : vert)
    for (float& x : v) x = static_cast<float>(x / length);
  return vert;
}

std::vector<Triangle> icosahedron_faces() {
  return {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
          {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
          {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
}

// the middle of an edge on the sphere, one per edge
class Midpoints {
 public:
  explicit Midpoints(std::vector<Vec3<float>>& vert) : vert_(vert) {}
  int of(int a, int b) {
    const auto [entry, is_new] =
        ids_.try_emplace(std::pair(std::min(a, b), std::max(a, b)), static_cast<int>(vert_.size()));
    if (is_new) {
      Vec3<float> middle;
      for (int k = 0; k < 3; ++k) middle[k] = (vert_[a][k] + vert_[b][k]) / 2.0f;
      const float length = norm(middle);
      for (float& x : middle) x /= length;
      vert_.push_back(middle);
    }
    return entry->second;
  }

 private:
  std::vector<Vec3<float>>& vert_;
  std::map<std::pair<int, int>, int> ids_;
};

void subdivide(MeshData& mesh) {
  Midpoints midpoints(mesh.vert);
  std::vector<Triangle> finer;
  finer.reserve(4 * mesh.face.size());
  for (const Triangle& f : mesh.face) {
    const int ab = midpoints.of(f[0], f[1]), bc = midpoints.of(f[1], f[2]), ca = midpoints.of(f[2], f[0]);
    finer.insert(finer.end(), {{f[0], ab, ca}, {f[1], bc, ab}, {f[2], ca, bc}, {ab, bc, ca}});
  }
  mesh.face = std::move(finer);
}

constexpr Vec3<Real> kPole{0, 0, 1};
constexpr Vec3<Real> kEquator[4] = {{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}};

// row + 1 points of one side of a row, pushed out to the sphere
void append_arc(int row, int rows, int side, std::vector<Vec3<float>>& vert) {
  const Real down = static_cast<Real>(row + 1) / (rows + 1);
  const Vec3<Real> start = kPole + down * (kEquator[side] - kPole);
  const Vec3<Real> end = kPole + down * (kEquator[(side + 1) % 4] - kPole);
  for (int i = 0; i <= row; ++i) {
    Vec3<Real> p;
    for (int k = 0; k < 3; ++k) p[k] = start[k] + i * ((end[k] - start[k]) / (row + 1));
    const Real length = norm(p);
    vert.push_back({static_cast<float>(p[0] / length), static_cast<float>(p[1] / length),
                    static_cast<float>(p[2] / length)});
  }
}

struct Ring {
  int start, count;
  int operator()(int i) const { return start + i % count; }
};

Ring ring_of(int row) { return {2 * row * (row + 1) + 1, 4 * (row + 1)}; }

// the band of triangles between two rows
void append_band(int row, std::vector<Triangle>& face) {
  const Ring upper = ring_of(row), lower = ring_of(row + 1);
  for (int side = 0; side < 4; ++side)
    for (int i = 0; i < row + 2; ++i) {
      const int a = i + (row + 1) * side, b = i + (row + 2) * side;
      face.push_back({upper(a), lower(b), lower(b + 1)});
      if (i < row + 1) face.push_back({upper(a), lower(b + 1), upper(a + 1)});
    }
}

}  // namespace

MeshData sphere(int subdivisions) {
  MeshData mesh;
  mesh.vert = icosahedron_vertices();
  mesh.face = icosahedron_faces();
  for (int i = 0; i < subdivisions; ++i) subdivide(mesh);
  return mesh;
}

MeshData hemisphere(int rows) {
  MeshData mesh;
  mesh.vert = {{0, 0, 1}};
  for (int row = 0; row <= rows; ++row)
    for (int side = 0; side < 4; ++side) append_arc(row, rows, side, mesh.vert);
  const int center = static_cast<int>(mesh.vert.size());
  mesh.vert.push_back({0, 0, 0});

  mesh.face = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 1}};
  for (int row = 0; row < rows; ++row) append_band(row, mesh.face);
  const Ring rim = ring_of(rows);
  for (int i = 0; i < rim.count; ++i) mesh.face.push_back({rim(i), center, rim(i + 1)});
  return mesh;
}

}  // namespace corten::builtin
