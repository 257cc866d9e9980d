#include "corten/compile/sdf_mesh.h"

#include <cmath>
#include <memory>

#include "corten/asset/asset_error.h"
#include "corten/geom/marching_cubes.h"

namespace corten {
namespace {

constexpr Real kSamples = 300;  // over the half sizes of the box, all three together

struct Grid {
  Aabb<Real> box;
  Vec<int, 3> count;

  Real at(int axis, int i) const {
    return box.center[axis] - box.half[axis] + 2 * box.half[axis] * i / (count[axis] - 1);
  }
};

Grid grid_over(const Aabb<Real>& box) {
  const Real total = box.half[0] + box.half[1] + box.half[2];
  Grid grid{box, {}};
  for (int k = 0; k < 3; ++k) {
    if (!(box.half[k] > 0) || !std::isfinite(total))
      throw AssetError("the shape of its plugin has no extent");
    grid.count[k] = static_cast<int>(std::floor(kSamples / total * box.half[k])) + 1;
  }
  return grid;
}

std::vector<float> sample(const Plugin& plugin, const void* shape, const Grid& grid) {
  std::vector<float> field;
  field.reserve(static_cast<std::size_t>(grid.count[0]) * static_cast<std::size_t>(grid.count[1]) *
                static_cast<std::size_t>(grid.count[2]));
  for (int k = 0; k < grid.count[2]; ++k)
    for (int j = 0; j < grid.count[1]; ++j)
      for (int i = 0; i < grid.count[0]; ++i)
        field.push_back(
            static_cast<float>(plugin.sdf_distance(shape, {grid.at(0, i), grid.at(1, j), grid.at(2, k)})));
  return field;
}

}  // namespace

MeshData sdf_mesh_data(const Plugin& plugin, std::span<const std::string> values) {
  if (!plugin.sdf_make) throw AssetError("plugin '" + plugin.name + "' makes no meshes");
  const auto destroy = [&](void* own) { plugin.destroy(plugin, own); };
  const std::unique_ptr<void, decltype(destroy)> shape(plugin.sdf_make(plugin, values), destroy);
  const Grid grid = grid_over(plugin.sdf_aabb(shape.get()));
  GridSurface surface =
      marching_cubes(sample(plugin, shape.get(), grid), grid.count[0], grid.count[1], grid.count[2]);
  MeshData data;
  for (const Vec3<float>& v : surface.vert) {
    Vec3<float>& vert = data.vert.emplace_back();
    for (int k = 0; k < 3; ++k)
      vert[k] = static_cast<float>(2 * grid.box.half[k] * v[k] / (grid.count[k] - 1) + grid.box.center[k] -
                                   grid.box.half[k]);
  }
  data.normal = std::move(surface.normal);
  data.face = std::move(surface.face);
  return data;
}

}  // namespace corten
