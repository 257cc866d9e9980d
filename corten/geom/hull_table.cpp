#include "corten/geom/hull_table.h"

#include <algorithm>

namespace corten {

void HullTable::fill(const MeshView& mesh) {
  const int count = mesh.graph.numvert;
  vert_ = mesh.vert;
  products_ = hull_kernels().products;
  padded_ = (count + 3) / 4 * 4;
  for (int i = 0; i < padded_; ++i) {
    const Vec3<float>& v = mesh.vert[mesh.graph.globalid[std::min(i, count - 1)]];
    for (int k = 0; k < 3; ++k) xyz_[k * kRoom + i] = v[k];
  }
}

}  // namespace corten
