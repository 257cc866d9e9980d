// Controls of a simulation from a CSV or NPY file: one row per step, or held by a column `time`.
#pragma once

#include <string>
#include <vector>

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten::app {

class Controls {
 public:
  Controls() = default;  // leaves ctrl alone
  // CSV: numbers separated by commas; a first line of words names the columns by actuator or ctrl_0, ctrl_1,
  // …, and perhaps time. NPY: steps × nu. Throws std::runtime_error when the file does not fit the model.
  Controls(const Model& m, const std::string& path);

  // Sets d.ctrl for the coming step; the last row is held.
  void apply(Data& d, int step) const;

 private:
  void read_csv(const Model& m, const std::string& path);
  void read_npy_file(const Model& m, const std::string& path);
  std::size_t row_at(double time, int step) const;

  std::vector<double> times_;              // empty: one row per step
  std::vector<std::vector<double>> rows_;  // values of the columns
  std::vector<int> actuators_;             // of the columns
};

}  // namespace corten::app
