// Fields of a Model or Data by name, as the bytes they occupy: for those who keep a field of many of them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// Where a field lies, the same in every Model or in every Data.
struct FieldPlace {
  std::ptrdiff_t offset = 0;                            // of the member
  std::span<std::byte> (*bytes)(std::byte*) = nullptr;  // what the member at this address shows
  bool integers = false, reals = false;                 // of Real, when it is
};

// An array of Model, "opt.<name>", "stat" or "ngravcomp".
std::optional<FieldPlace> model_field(const std::string& name);
// An array, short vector or count of Data.
std::optional<FieldPlace> data_field(const std::string& name);

template <class Struct>
std::span<std::byte> bytes_at(const FieldPlace& place, Struct& in) {
  return place.bytes(reinterpret_cast<std::byte*>(&in) + place.offset);
}

// All that two models of equal sizes can differ in, copied in place: what looks at the target stays valid.
void copy_fields(const Model& from, Model& to);

}  // namespace corten
