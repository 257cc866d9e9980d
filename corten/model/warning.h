// A step that meets bad numbers counts a warning and goes on. What a warning says stands here, once.
#pragma once

#include <string>

#include "corten/model/data.h"

namespace corten {

inline void warn(Data& d, mjtWarning kind, int info) {
  WarningStat& w = d.warning[static_cast<std::size_t>(kind)];
  w.lastinfo = info;
  ++w.number;
}

const char* warning_text(int kind);            // what happened, in a few words; mjtWarning
std::string warning_text(int kind, int info);  // and where, and what to do

}  // namespace corten
