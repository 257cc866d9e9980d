#include "corten/model/footprint.h"

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

Footprint footprint(const Sizes& sizes) {
  Footprint sum;
  const auto count_into = [&](double& total) {
    return [&sum, &total](const char* name, const auto& view, auto rows, auto... cols) {
      const double bytes = static_cast<double>(sizeof *view.data()) * static_cast<double>(rows) *
                           (1.0 * ... * static_cast<double>(cols));
      total += bytes;
      if (bytes <= sum.largest_bytes) return;
      sum.largest = name;
      sum.largest_bytes = bytes;
    };
  };
  Model model;  // without memory: only to be asked for rows
  static_cast<Sizes&>(model) = sizes;
  Model::visit_arrays(model, count_into(sum.model));
  Data data;
  Data::visit_arrays(data, sizes, count_into(sum.data));
  return sum;
}

}  // namespace corten
