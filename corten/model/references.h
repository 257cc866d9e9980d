// Whether the ids and addresses of a model point inside it: what a model from a file must prove before the
// engine follows them without looking.
#pragma once

#include <string>

#include "corten/model/model.h"

namespace corten {

// Empty when all is well, else one sentence about the first problem.
std::string bad_reference(const Model& m);

}  // namespace corten
