// Facts about the arrays of a model, checked one by one; the first that does not hold is remembered.
#pragma once

#include <cstdint>
#include <string>

#include "corten/model/model.h"

namespace corten {

class Checker {
 public:
  // every entry in [low, high)
  void ids(const char* name, const auto& values, std::int64_t low, std::int64_t high) {
    for (int i = 0; i < values.size(); ++i) ids(name, i, values[i], low, high);
  }
  // entry i in [low, i]: a parent comes before its children
  void earlier(const char* name, const Array<int>& values, int low) {
    for (int i = 0; i < values.size(); ++i) require(values[i] >= low && values[i] <= i, name, i, values[i]);
  }
  // [adr, adr + num) within [0, high); the address of nothing is free
  template <class Adr, class Num>
  void ranges(const char* name, const Adr& adr, const Num& num, std::int64_t high) {
    for (int i = 0; i < adr.size(); ++i) {
      const std::int64_t first = adr[i], count = num[i];
      if (count < 0 && ok()) {  // the array of counts is called like that of addresses
        std::string counts = name;
        if (counts.ends_with("adr")) counts.replace(counts.size() - 3, 3, "num");
        require(false, counts.c_str(), i, count, " is no count");
      }
      require(count == 0 || (first >= 0 && first <= high - count), name, i, first);
    }
  }
  // rows of a sparse matrix and their columns
  void sparse(const char* name, const Array<int>& adr, const Array<int>& nnz, const Array<int>& colind,
              int columns) {
    ranges(name, adr, nnz, colind.size());
    ids(name, colind, 0, columns);
  }
  void require(bool holds, const char* name, int index, std::int64_t value,
               const char* problem = " points outside the model") {
    if (!holds && problem_.empty())
      problem_ = std::string(name) + "[" + std::to_string(index) + "] = " + std::to_string(value) + problem;
  }
  // a number that other arrays determine
  void same(const char* name, int index, std::int64_t value, std::int64_t follows) {
    if (value != follows && problem_.empty())
      problem_ = std::string(name) + "[" + std::to_string(index) + "] = " + std::to_string(value) +
                 " contradicts the rest of the model, from which " + std::to_string(follows) + " follows";
  }
  void same(const char* size, std::int64_t value, std::int64_t follows) {
    if (value != follows && problem_.empty())
      problem_ = std::string(size) + " = " + std::to_string(value) +
                 " contradicts the rest of the model, from which " + std::to_string(follows) + " follows";
  }

  bool ok() const { return problem_.empty(); }
  const std::string& problem() const { return problem_; }

 private:
  template <class T>
  void ids(const char* name, int index, const T& value, std::int64_t low, std::int64_t high) {
    if constexpr (requires { value.begin(); })
      for (const auto entry : value) require(entry >= low && entry < high, name, index, entry);
    else
      require(value >= low && value < high, name, index, value);
  }
  std::string problem_;
};

}  // namespace corten
