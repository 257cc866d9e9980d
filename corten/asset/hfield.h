// Height fields: rows of elevations, the first row at the lowest y, scaled to [0, 1].
#pragma once

#include <string_view>
#include <vector>

namespace corten {

struct HField {
  int nrow = 0;
  int ncol = 0;
  std::vector<float> data;
};

// All throw AssetError. A picture's top row is the last one of the field.
HField read_hfield_png(std::string_view bytes);
// Numbers of rows and columns as integers, then the elevations.
HField read_hfield_raw(std::string_view bytes);

// Shifts and scales to [0, 1]; a level field becomes 0.
void normalize_elevation(HField& hfield);

}  // namespace corten
