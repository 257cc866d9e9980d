// numpy's file formats: NPY, one array, and NPZ, a ZIP archive of them (stored, not packed).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace corten::app {

// An array of doubles in row-major order.
struct NpyArray {
  std::vector<int> shape;
  std::vector<double> values;
};

struct NamedArray {
  std::string name;
  NpyArray array;
};

// Throw std::runtime_error with the reason.
void write_npz(const std::string& path, const std::vector<NamedArray>& arrays);
// Little-endian float64 and float32, row-major.
NpyArray read_npy(const std::string& path);

}  // namespace corten::app
