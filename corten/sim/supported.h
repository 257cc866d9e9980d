// What the engine does not do yet. It is told when data are made for a model: a step cannot refuse.
#pragma once

#include <string>

#include "corten/model/model.h"

namespace corten {

// What is missing for this model and what to do about it; empty if nothing is.
std::string unsupported(const Model& m);

}  // namespace corten
