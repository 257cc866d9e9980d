// The inertia matrix added to a sparse matrix of the caller's pattern.
#include <algorithm>
#include <utility>
#include <vector>

#include "corten/smooth/inertia.h"

namespace corten {
namespace {

using Row = std::vector<std::pair<int, Real>>;  // column, value

bool read_row(const LowerTriangle& a, std::size_t i, Row& row) {
  for (int k = a.rowadr[i]; k < a.rowadr[i] + a.rownnz[i]; ++k) {
    if (k < 0 || static_cast<std::size_t>(k) >= a.values.size()) return false;
    row.emplace_back(a.colind[k], a.values[k]);
  }
  return true;
}

void add_entry(Row& row, int column, Real value) {
  const auto place = std::lower_bound(row.begin(), row.end(), column,
                                      [](const auto& entry, int c) { return entry.first < c; });
  if (place != row.end() && place->first == column)
    place->second += value;
  else
    row.insert(place, {column, value});
}

bool write_row(const Row& row, std::size_t i, const LowerTriangle& a) {
  const auto first = static_cast<std::size_t>(a.rowadr[i]);
  if (a.rowadr[i] < 0 || first + row.size() > a.values.size()) return false;
  a.rownnz[i] = static_cast<int>(row.size());
  for (std::size_t k = 0; k < row.size(); ++k) {
    a.colind[first + k] = row[k].first;
    a.values[first + k] = row[k].second;
  }
  return true;
}

}  // namespace

bool add_m(const Model& m, const Data& d, const LowerTriangle& matrix) {
  for (int i = 0; i < m.nv; ++i) {
    Row row;
    if (!read_row(matrix, static_cast<std::size_t>(i), row)) return false;
    for (int k = m.M_rowadr[i]; k < m.M_rowadr[i] + m.M_rownnz[i]; ++k) add_entry(row, m.M_colind[k], d.M[k]);
    if (!write_row(row, static_cast<std::size_t>(i), matrix)) return false;
  }
  return true;
}

}  // namespace corten
