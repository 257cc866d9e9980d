// A step that meets bad numbers counts a warning and goes on.
#pragma once

#include "corten/model/data.h"

namespace corten {

inline void warn(Data& d, mjtWarning kind, int info) {
  WarningStat& w = d.warning[static_cast<std::size_t>(kind)];
  w.lastinfo = info;
  ++w.number;
}

}  // namespace corten
