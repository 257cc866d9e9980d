// The parts of validate(): each relies on those before it.
#pragma once

#include <string>

#include "corten/model/checker.h"
#include "corten/model/enums.h"

namespace corten {

inline constexpr const char* kNoEnum = " is none of its enumeration";
inline constexpr const char* kNotThere = " needs an object that is not there";

void validate_tree(const Model& m, Checker& c);        // bodies, joints, dofs, sparsity
void validate_scene(const Model& m, Checker& c);       // geoms, hierarchies, assets
void validate_mechanisms(const Model& m, Checker& c);  // equalities, tendons, actuators, sensors

// Whether the ids and addresses of a model point inside it: what a model from a file must prove before the
// engine follows them without looking. Empty when all is well, else one sentence about the first problem.
std::string bad_reference(const Model& m);

}  // namespace corten
