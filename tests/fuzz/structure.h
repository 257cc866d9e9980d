// A scene changed as an input says: a seed for the mutator of the suite, then (element, attribute, value)
// triples.
#pragma once

#include <cstdint>
#include <string>

namespace corten::fuzz {

std::string changed_scene(const std::uint8_t* data, std::size_t size);

}  // namespace corten::fuzz
