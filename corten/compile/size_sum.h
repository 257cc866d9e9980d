// Sizes of the model as checked sums: an element that asks for more than an int can count, or for more memory
// than the budget has, is refused by name.
#pragma once

#include <limits>

#include "corten/compile/draft.h"
#include "corten/compile/refuse.h"

namespace corten {

// Whether a size can be an int; if not, the element that makes it so large is refused.
inline bool fits_size(std::int64_t size, const char* name, const char* tag, const spec::Node& node,
                      Diagnostics& diagnostics) {
  if (size <= std::numeric_limits<int>::max()) return true;
  refuse(diagnostics, tag, node,
         std::string("too large: with it the model has ") + name + " = " + std::to_string(size) +
             ", more than an integer holds");
  return false;
}

// Adds to a size the numbers of an element, each taking `bytes_each` in the model or its data.
inline void grow(int& size, std::int64_t more, const char* name, const char* tag, const spec::Node& node,
                 Draft& draft, Diagnostics& diagnostics, double bytes_each = sizeof(Real)) {
  const std::int64_t sum = size + more;
  if (!fits_size(sum, name, tag, node, diagnostics)) return;  // the model is refused: the sum may stay
  draft.budget.draw_bytes(bytes_each * static_cast<double>(more), node.place, element_text(tag, node));
  size = static_cast<int>(sum);
}

}  // namespace corten
