// Where the entries of a sparse matrix are: compressed rows, columns increasing within a row.
#pragma once

#include <span>

namespace corten {

struct CsrPattern {
  std::span<const int> rownnz;
  std::span<const int> rowadr;
  std::span<const int> colind;
  int first = 0;  // rows before this one are left alone; for matrices that fall into blocks

  int rows() const { return static_cast<int>(rownnz.size()); }
};

}  // namespace corten
