// A log of chosen fields of Data over a simulation, written as CSV or NPZ.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "apps/npy.h"
#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten::app {

class Recorder {
 public:
  // `fields` are names of arrays and numbers of Data; time comes first in any case. `d` must outlive the
  // recorder. Throws std::runtime_error for a field that does not exist or changes its length.
  Recorder(const Model& m, const Data& d, const std::vector<std::string>& fields);

  void take();  // one more row: the values now
  // By the ending of the name: .csv or .npz.
  void write(const std::string& path) const;

 private:
  struct Field {
    std::string name;
    std::vector<int> shape;  // empty for a number
    enum class Kind { kReal, kInt, kByte } kind;
    const void* data;
    int count;
  };
  class Find;

  static void append(const Field& field, std::vector<double>& values);
  void write_csv(const std::string& path) const;

  std::vector<Field> fields_;
  std::vector<std::vector<double>> columns_;  // per field, row after row
  int rows_ = 0;
};

// Throws std::runtime_error unless the ending is one that Recorder::write knows.
void require_log_format(const std::string& path);

}  // namespace corten::app
