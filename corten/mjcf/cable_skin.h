// The skin of a cable of boxes: a flat tube of two layers, bound to bones across every body. With a subgrid
// the squares between bones are subdivided, and vertices follow the bones around them by cubic interpolation.
#pragma once

#include "corten/mjcf/rows_flex.h"
#include "corten/spec/asset.h"

namespace corten::mjcf {

struct CableSkinShape {
  std::string prefix;
  int points = 0;        // along the cable: bodies + 1
  spec::Real3 size{};    // of the boxes
  CompositeSkin look{};  // what the skin element says
};

inline constexpr int kMaxSubgrid = 1000;

spec::Skin cable_skin(const CableSkinShape& shape);

}  // namespace corten::mjcf
