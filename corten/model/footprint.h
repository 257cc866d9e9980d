// How much memory a Model and a Data of given sizes take, before any of it is allocated.
#pragma once

#include <string>

#include "corten/model/sizes.h"

namespace corten {

struct Footprint {
  double model = 0, data = 0;  // bytes of all arrays; the step arena not counted
  std::string largest;         // the array that takes most
  double largest_bytes = 0;
};
Footprint footprint(const Sizes& sizes);

}  // namespace corten
