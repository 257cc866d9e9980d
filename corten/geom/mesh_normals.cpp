// Vertex normals of a mesh: double cross products summed in single precision.
#include "corten/geom/mesh_normals.h"

#include "corten/math/build_frame.h"

namespace corten {
namespace {

constexpr Real kSharp = 0.8;  // cosine between a face and the mean below which the face does not count

struct WeightedNormal {
  Vec3<Real> unit;
  Real weight;  // twice the area; 0 for faces too small to have a direction
};

WeightedNormal face_normal(std::span<const Vec3<Real>> vert, const Triangle& face) {
  Vec3<Real> normal = cross(vert[face[1]] - vert[face[0]], vert[face[2]] - vert[face[0]]);
  const Real weight = build::normalize(normal);
  return {normal, weight};
}

void accumulate(Vec3<float>& sum, const WeightedNormal& n) {
  for (int k = 0; k < 3; ++k) sum[k] = static_cast<float>(sum[k] + n.unit[k] * n.weight);
}

Vec3<Real> direction(const Vec3<float>& v) {
  Vec3<Real> unit{v[0], v[1], v[2]};
  build::normalize(unit);
  return unit;
}

// what faces far off the mean have contributed
std::vector<Vec3<float>> sharp_part(std::span<const Vec3<Real>> vert, std::span<const Triangle> face,
                                    const std::vector<Vec3<float>>& mean) {
  std::vector<Vec3<float>> part(vert.size(), Vec3<float>{});
  for (const Triangle& f : face) {
    const WeightedNormal n = face_normal(vert, f);
    for (const int v : f)
      if (dot(n.unit, direction(mean[v])) < kSharp) accumulate(part[v], n);
  }
  return part;
}

}  // namespace

std::vector<Vec3<float>> vertex_normals(std::span<const Vec3<Real>> vert, std::span<const Triangle> face,
                                        bool smooth) {
  std::vector<Vec3<float>> normal(vert.size(), Vec3<float>{});
  for (const Triangle& f : face) {
    const WeightedNormal n = face_normal(vert, f);
    for (const int v : f) accumulate(normal[v], n);
  }
  if (!smooth) {
    const std::vector<Vec3<float>> sharp = sharp_part(vert, face, normal);
    for (size_t i = 0; i < normal.size(); ++i) normal[i] -= sharp[i];
  }
  for (Vec3<float>& n : normal) {
    const float length = norm(n);
    if (length > kMinVal<Real>) {
      for (float& x : n) x /= length;
    } else {
      n = {0, 0, 1};
    }
  }
  return normal;
}

}  // namespace corten
