// Words for things of a model: types of objects, numbers of bytes.
#pragma once

#include <string>
#include <string_view>

namespace corten {

// mjtObj of the word MJCF has for it (object_kinds.h), mjOBJ_UNKNOWN if there is no such word. Frames are
// known one way only.
int object_type_of(std::string_view word);

// 2048 → 2K: the largest unit that divides the number.
std::string whole_bytes_text(std::size_t bytes);

}  // namespace corten
