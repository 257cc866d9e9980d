// Filters of PNG rows: every row begins with the number of the filter it was written with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace corten {

// Undoes the filters in place. `rows` holds whole rows of a filter byte and `row_bytes` bytes; a pixel has
// `pixel_bytes`, 3 or 4. False if a row has a filter that does not exist.
bool undo_png_filters(std::span<std::uint8_t> rows, std::size_t row_bytes, std::size_t pixel_bytes);

}  // namespace corten
