// Rows of option and visual, whose structs are the Model's and know no words.
#pragma once

#include "corten/mjcf/row.h"

namespace corten::mjcf {

Rows option_rows();

// in the order of the bits of mjtDisableBit and mjtEnableBit
inline constexpr std::string_view kDisableFlags[] = {
    "constraint", "equality",  "frictionloss", "limit",        "contact",   "spring",  "damper",
    "gravity",    "clampctrl", "warmstart",    "filterparent", "actuation", "refsafe", "sensor",
    "midphase",   "eulerdamp", "autoreset",    "nativeccd",    "island"};
inline constexpr std::string_view kEnableFlags[] = {"override",    "energy",   "fwdinv",
                                                    "invdiscrete", "multiccd", "sleep"};
inline constexpr auto kFlagRows = [] {
  std::array<Row, std::size(kDisableFlags) + std::size(kEnableFlags)> all{};
  std::size_t i = 0;
  for (std::string_view name : kDisableFlags) all[i++] = by_hand(name);
  for (std::string_view name : kEnableFlags) all[i++] = by_hand(name);
  return all;
}();

struct VisualPart {
  std::string_view name;
  Rows rows;
  void* (*in)(Visual& visual);
};
std::span<const VisualPart> visual_parts();

}  // namespace corten::mjcf
