// Constants of a model that follow from its parameters at the reference configuration.
#pragma once

#include <string>

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// Recomputes all derived constants: masses of subtrees, trees, inverse weights, lengths, acc0, statistics. To
// be called after compilation and after edits of parameters. `d` is workspace, best freshly reset; it is left
// at qpos_spring. Returns what is wrong with the model, empty if nothing.
std::string set_const(Model& m, Data& d);

}  // namespace corten
