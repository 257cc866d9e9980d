// Height fields from pictures and raw files.
#include "corten/asset/hfield.h"

#include <algorithm>

#include "corten/asset/byte_reader.h"
#include "corten/asset/image.h"

namespace corten {

HField read_hfield_png(std::string_view bytes) {
  const Image image = read_png(bytes, 1);
  HField hfield{image.height, image.width, {}};
  hfield.data.reserve(image.data.size());
  for (int row = image.height - 1; row >= 0; --row) {
    const auto begin = image.data.begin() + static_cast<std::ptrdiff_t>(row) * image.width;
    hfield.data.insert(hfield.data.end(), begin, begin + image.width);
  }
  return hfield;
}

HField read_hfield_raw(std::string_view bytes) {
  ByteReader reader(bytes);
  HField hfield;
  hfield.nrow = reader.read_int();
  hfield.ncol = reader.read_int();
  if (hfield.nrow < 1 || hfield.ncol < 1)
    throw AssetError("the header gives no positive number of rows and columns");
  const std::int64_t count = static_cast<std::int64_t>(hfield.nrow) * hfield.ncol;
  if (reader.remaining() != sizeof(float) * static_cast<size_t>(count))
    throw AssetError("the file does not hold the " + std::to_string(count) +
                     " floats that its header announces");
  hfield.data = reader.read_vector<float>(count);
  return hfield;
}

void normalize_elevation(HField& hfield) {
  if (hfield.nrow < 1 || hfield.ncol < 1 || hfield.data.empty())
    throw AssetError("a height field needs elevations, from a file or nrow and ncol");
  float low = 1e10f, high = -1e10f;
  for (const float z : hfield.data) {
    low = std::min(low, z);
    high = std::max(high, z);
  }
  if (low > high) throw AssetError("the elevations are not finite numbers");
  const float range = high - low;
  for (float& z : hfield.data) {
    z -= low;
    if (range > 1e-14) z /= range;
  }
}

}  // namespace corten
