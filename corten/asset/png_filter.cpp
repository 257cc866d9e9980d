#include "corten/asset/png_filter.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

namespace corten {
namespace {

using std::size_t, std::uint8_t;

template <size_t N>
using Pixel = std::array<int, N>;

// left, above or above left (the corner): whichever is nearest to left + above − corner. Without branches,
// which nobody could predict.
inline int nearest(int left, int above, int corner) {
  const int to_left = above - corner, to_above = left - corner;
  const int l = std::abs(to_left), a = std::abs(to_above), c = std::abs(to_left + to_above);
  const int second = a <= c ? above : corner;
  return l <= std::min(a, c) ? left : second;
}

template <size_t N>
void undo_paeth(uint8_t* row, const uint8_t* above, size_t bytes) {
  Pixel<N> left{}, corner{};
  for (size_t i = 0; i < bytes; i += N)
    for (size_t k = 0; k < N; ++k) {  // the channels are independent
      const int up = above[i + k];
      left[k] = (row[i + k] + nearest(left[k], up, corner[k])) & 255;
      corner[k] = up;
      row[i + k] = static_cast<uint8_t>(left[k]);
    }
}

template <size_t N>
void undo_average(uint8_t* row, const uint8_t* above, size_t bytes) {
  Pixel<N> left{};
  for (size_t i = 0; i < bytes; i += N)
    for (size_t k = 0; k < N; ++k) {
      left[k] = (row[i + k] + (left[k] + above[i + k]) / 2) & 255;
      row[i + k] = static_cast<uint8_t>(left[k]);
    }
}

template <size_t N>
void undo_sub(uint8_t* row, size_t bytes) {
  for (size_t i = N; i < bytes; ++i) row[i] = static_cast<uint8_t>(row[i] + row[i - N]);
}

void undo_up(uint8_t* row, const uint8_t* above, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i) row[i] = static_cast<uint8_t>(row[i] + above[i]);
}

// False if there is no such filter.
template <size_t N>
bool undo(int filter, uint8_t* row, const uint8_t* above, size_t bytes) {
  switch (filter) {
    case 0:
      return true;
    case 1:
      undo_sub<N>(row, bytes);
      return true;
    case 2:
      undo_up(row, above, bytes);
      return true;
    case 3:
      undo_average<N>(row, above, bytes);
      return true;
    case 4:
      undo_paeth<N>(row, above, bytes);
      return true;
    default:
      return false;
  }
}

template <size_t N>
bool undo_all(std::span<uint8_t> rows, size_t row_bytes) {
  const std::vector<uint8_t> nothing(row_bytes);  // above the first row
  const uint8_t* above = nothing.data();
  for (size_t at = 0; at + 1 + row_bytes <= rows.size(); at += 1 + row_bytes) {
    uint8_t* row = &rows[at + 1];
    if (!undo<N>(rows[at], row, above, row_bytes)) return false;
    above = row;
  }
  return true;
}

}  // namespace

bool undo_png_filters(std::span<uint8_t> rows, size_t row_bytes, size_t pixel_bytes) {
  return pixel_bytes == 3 ? undo_all<3>(rows, row_bytes) : undo_all<4>(rows, row_bytes);
}

}  // namespace corten
