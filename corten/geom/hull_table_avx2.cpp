#include "corten/geom/hull_table_avx2.h"

#include "corten/geom/hull_table_body.h"

namespace corten {

Real hull_products_avx2(const Real* xyz, int count, const Real* direction, Real* value) {
  constexpr int kRoom = 32;  // HullTable::kRoom
  return hull::products<kRoom>(xyz, count, direction, value);
}

}  // namespace corten
