// Triangulation by cutting off ears, in single precision. Ear clipping is due to G. H. Meisters, "Polygons
// have ears", American Mathematical Monthly 82 (1975); the order in which ears are tried, and the test of a
// point in a triangle (W. R. Franklin's PNPOLY), are those of tinyobjloader (MIT licence, Syoyo Fujita and
// contributors), because the triangles of the oracle's meshes come in that order.
#include "corten/asset/ear_clipping.h"

#include <cmath>
#include <limits>
#include <numeric>

namespace corten {
namespace {

using Point = Vec2<float>;

class Polygon {
 public:
  Polygon(std::span<const Vec3<float>> vert, std::span<const int> corner) : vert_(vert), corner_(corner) {
    choose_plane();
  }

  bool has(int i) const {
    const int vertex = corner_[i];
    return vertex >= 0 && static_cast<size_t>(vertex) < vert_.size();
  }
  Point point(int i) const {
    if (!has(i)) return {0, 0};
    const Vec3<float>& v = vert_[corner_[i]];
    return {v[axis_[0]], v[axis_[1]]};
  }
  int size() const { return static_cast<int>(corner_.size()); }

  // twice the area would do: only its sign is used
  float signed_area() const {
    float area = 0;
    for (int i = 0; i < size(); ++i) {
      const int j = (i + 1) % size();
      if (!has(i) || !has(j)) continue;
      const Point a = point(i), b = point(j);
      area += (a[0] * b[1] - a[1] * b[0]) * 0.5f;
    }
    return area;
  }

 private:
  // drops the axis most aligned with the normal of the first corner that has one
  void choose_plane() {
    constexpr float kEpsilon = std::numeric_limits<float>::epsilon();
    for (int i = 0; i < size(); ++i) {
      const int j = (i + 1) % size(), k = (i + 2) % size();
      if (!has(i) || !has(j) || !has(k)) continue;
      const Vec3<float>&a = vert_[corner_[i]], &b = vert_[corner_[j]], &c = vert_[corner_[k]];
      const Vec3<float> n = cross(b - a, c - b);
      const float x = std::abs(n[0]), y = std::abs(n[1]), z = std::abs(n[2]);
      if (!(x > kEpsilon || y > kEpsilon || z > kEpsilon)) continue;
      if (!(x > y && x > z)) {
        axis_[0] = 0;
        if (z > x && z > y) axis_[1] = 1;
      }
      return;
    }
  }

  std::span<const Vec3<float>> vert_;
  std::span<const int> corner_;
  int axis_[2] = {1, 2};
};

// Crossing number of a ray along the first axis.
bool inside(const Point (&t)[3], const Point& p) {
  bool in = false;
  for (int i = 0, j = 2; i < 3; j = i++) {
    if ((t[i][1] > p[1]) == (t[j][1] > p[1])) continue;
    if (p[0] < (t[j][0] - t[i][0]) * (p[1] - t[i][1]) / (t[j][1] - t[i][1]) + t[i][0]) in = !in;
  }
  return in;
}

// Is the triangle of the three corners after `first` convex and free of other corners?
bool is_ear(const Polygon& polygon, const std::vector<int>& left, int first, float area) {
  const int n = static_cast<int>(left.size());
  Point t[3];
  for (int k = 0; k < 3; ++k) t[k] = polygon.point(left[(first + k) % n]);
  const Point e0 = t[1] - t[0], e1 = t[2] - t[1];
  if ((e0[0] * e1[1] - e0[1] * e1[0]) * area < 0) return false;
  for (int k = 3; k < n; ++k) {
    const int other = left[(first + k) % n];
    if (polygon.has(other) && inside(t, polygon.point(other))) return false;
  }
  return true;
}

}  // namespace

void clip_ears(std::span<const Vec3<float>> vert, std::span<const int> corner,
               std::vector<Triangle>& triangles) {
  if (corner.size() < 3) return;
  if (corner.size() == 3) {
    triangles.push_back({0, 1, 2});
    return;
  }
  const Polygon polygon(vert, corner);
  const float area = polygon.signed_area();
  std::vector<int> left(corner.size());
  std::iota(left.begin(), left.end(), 0);
  int first = 0;
  size_t patience =
      left.size();  // corners tried in vain before giving up; an ear at the very last one ends it too
  while (left.size() > 3 && patience > 0) {
    const int n = static_cast<int>(left.size());
    if (first >= n) first -= n;
    if (!is_ear(polygon, left, first, area)) {
      ++first;
      --patience;
      continue;
    }
    triangles.push_back({left[first], left[(first + 1) % n], left[(first + 2) % n]});
    left.erase(left.begin() + (first + 1) % n);
    patience = patience == 1 ? 0 : left.size() + 1;
  }
  if (left.size() == 3) triangles.push_back({left[0], left[1], left[2]});
}

}  // namespace corten
