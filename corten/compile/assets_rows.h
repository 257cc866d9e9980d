// Numbers of an attribute as rows of vectors.
#pragma once

#include <string>
#include <vector>

#include "corten/asset/asset_error.h"

namespace corten {

// Throws AssetError when the numbers do not fill the last row.
template <class Row, class T>
std::vector<Row> rows_of(const std::vector<T>& numbers, const char* what) {
  constexpr size_t kWidth = Row::kSize;
  if (numbers.size() % kWidth != 0) {
    throw AssetError(std::string(what) + " has " + std::to_string(numbers.size()) +
                     " numbers, which are not rows of " + std::to_string(kWidth));
  }
  std::vector<Row> rows(numbers.size() / kWidth);
  for (size_t i = 0; i < numbers.size(); ++i) rows[i / kWidth][static_cast<int>(i % kWidth)] = numbers[i];
  return rows;
}

}  // namespace corten
