// The vertices of a small hull side by side, so that a support search takes its products with all of them at
// once. Made for one mesh at a time and kept for the pairs that follow.
#pragma once

#include "corten/geom/hull_kernels.h"
#include "corten/geom/shape.h"

namespace corten {

class HullTable {
 public:
  static constexpr int kRoom = HullKernels::kRoom;

  HullTable() {}  // leaves the numbers unwritten, also in HullTable{}

  static bool holds(const MeshView& mesh) { return mesh.has_graph && mesh.graph.numvert <= kRoom; }

  // the table of this mesh from now on
  void take(const MeshView& mesh) {
    if (mesh.vert != vert_) fill(mesh);
  }

  // value[i] = vertex i · direction for every hull vertex; returns the largest
  Real products(const Vec3<Real>& direction, Real (&value)[kRoom]) const {
    return products_(xyz_, padded_, direction.data(), value);
  }

 private:
  void fill(const MeshView& mesh);

  const Vec3<float>* vert_ = nullptr;  // of the mesh
  decltype(HullKernels::products) products_ = nullptr;
  int padded_ = 0;       // vertices, the last repeated until a pack is full
  Real xyz_[3 * kRoom];  // all x, all y, all z
};

}  // namespace corten
