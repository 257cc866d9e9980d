// Is this a mesh one can compute with?
#include "corten/asset/mesh_check.h"

#include <cmath>
#include <string>
#include <unordered_set>

#include "corten/asset/asset_error.h"
#include "corten/geom/mesh_mass.h"

namespace corten {
namespace {

void check_finite(const MeshData& data) {
  for (size_t i = 0; i < data.vert.size(); ++i)
    for (const float x : data.vert[i])
      if (!std::isfinite(x)) throw AssetError("vertex " + std::to_string(i) + " is infinite or not a number");
}

}  // namespace

void check_faces(const MeshData& data) {
  const std::size_t count = data.vert.size();
  for (std::size_t i = 0; i < data.face.size(); ++i)
    for (const int index : data.face[i])
      if (index < 0 || static_cast<std::size_t>(index) >= count) {
        throw AssetError("face " + std::to_string(i) + " names vertex " + std::to_string(index) + " of " +
                         std::to_string(count));
      }
}

void check_mesh_data(const MeshData& data, const MeshSettings& settings) {
  if (data.vert.size() < 4)
    throw AssetError("a mesh needs four vertices or more, this one has " + std::to_string(data.vert.size()));
  check_finite(data);
  check_faces(data);
  const bool per_vertex = data.facetexcoord.empty() && !settings.texcoord_per_face;
  if (!data.facenormal.empty() && data.facenormal.size() != data.face.size()) {
    throw AssetError("facenormal has another number of rows than face");
  }
  if (per_vertex && !data.texcoord.empty() && data.texcoord.size() != data.vert.size()) {
    throw AssetError("texcoord must have one row per vertex when there are no texcoord indices");
  }
}

void check_edges_unique(std::span<const Vec3<Real>> vert, std::span<const Triangle> face) {
  const Real min_area = std::sqrt(1e-15);
  std::unordered_set<std::uint64_t> seen;
  for (const Triangle& f : face) {
    if (triangle_surface(vert[f[0]], vert[f[1]], vert[f[2]]).area <= min_area) continue;
    for (int k = 0; k < 3; ++k) {
      const auto edge = (static_cast<std::uint64_t>(f[k]) << 32) | static_cast<std::uint32_t>(f[(k + 1) % 3]);
      if (!seen.insert(edge).second) {
        throw AssetError(
            "neighbouring faces turn in opposite directions; reorder them, or set inertia=\"legacy\" or "
            "\"convex\"");
      }
    }
  }
}

}  // namespace corten
