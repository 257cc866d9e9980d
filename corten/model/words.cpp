#include "corten/model/words.h"

#include "corten/model/object_kinds.h"

namespace corten {

int object_type_of(std::string_view word) {
  for (const ObjectKind& kind : kObjectKinds)
    if (kind.type != mjOBJ_FRAME && word == kind.word) return kind.type;
  return mjOBJ_UNKNOWN;
}

std::string whole_bytes_text(std::size_t bytes) {
  constexpr const char* kUnits[] = {"", "K", "M", "G", "T", "P", "E"};
  std::size_t unit = 0;
  for (; bytes > 0 && bytes % 1024 == 0 && unit < 6; ++unit) bytes /= 1024;
  return std::to_string(bytes) + kUnits[unit];
}

}  // namespace corten
