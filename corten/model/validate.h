// Whether a model is one that compilation could have made, as far as the engine relies on it: every id,
// address, count, enumeration and permutation in range and consistent with the others. Real numbers may be
// anything. For models from files, and for those that a program edited.
#pragma once

#include <string>

#include "corten/model/model.h"

namespace corten {

// Empty when all is well, else one sentence about the first problem.
std::string validate(const Model& m);

}  // namespace corten
