// What a corner of a face names. Files and programs may name normals and texture coordinates that do not
// exist, and models keep such numbers as the oracle does: a corner then has none.
#pragma once

#include "corten/base/array.h"

namespace corten::viewer {

// Row `index` of the `num` rows from `adr` on.
template <class T>
T corner_value(const Array<T>& rows, int adr, int num, int index) {
  return index >= 0 && index < num ? rows[adr + index] : T{};
}

}  // namespace corten::viewer
