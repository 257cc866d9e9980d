// The loops of path_kernels.h.
#include "corten/smooth/path_kernels.h"

#include "corten/math/pack.h"

namespace corten {
inline namespace CORTEN_ISA {
namespace {

using Four = Pack<double, 4>;  // x y z and nothing

Four xyz(double x, double y, double z) { return Four::Native{x, y, z, 0}; }

// The turns of a vector that a cross product with it reads.
struct Turns {
  Four zxy, yzx;
  explicit Turns(const double* v) : zxy(xyz(v[2], v[0], v[1])), yzx(xyz(v[1], v[2], v[0])) {}
};

// lin + ang × offset
Four point_column(const double* column, const Turns& offset) {
  return Four::load(column + 8) + (Four::load(column) * offset.zxy - Four::load(column + 4) * offset.yzx);
}

double dot3(Four a, Four b) {
  const Four product = a * b;
  return (product.v[0] + product.v[1]) + product.v[2];
}

void add_stretch(const ColumnTable& table, const PathEnd& a, const PathEnd& b, const double* direction,
                 double scale, double* row) {
  const Turns offset_a(a.offset), offset_b(b.offset);
  const Four along = xyz(direction[0], direction[1], direction[2]);
  const double* columns = table.columns;
  int dof_a = a.last_dof, dof_b = b.last_dof;
  while (dof_a != dof_b) {  // below where the chains meet
    if (dof_a > dof_b) {
      const Four column = Four(0.0) - point_column(columns + dof_a * ColumnTable::kSize, offset_a);
      row[dof_a] += dot3(column, along) * scale;
      dof_a = table.parent[dof_a];
    } else {
      row[dof_b] += dot3(point_column(columns + dof_b * ColumnTable::kSize, offset_b), along) * scale;
      dof_b = table.parent[dof_b];
    }
  }
  for (int dof = dof_a; dof >= 0; dof = table.parent[dof]) {
    const double* column = columns + dof * ColumnTable::kSize;
    row[dof] += dot3(point_column(column, offset_b) - point_column(column, offset_a), along) * scale;
  }
}

}  // namespace
}  // namespace CORTEN_ISA

template <>
PathKernels kernel_table<PathKernels, Isa::CORTEN_ISA>() {
  return {add_stretch};
}

}  // namespace corten
