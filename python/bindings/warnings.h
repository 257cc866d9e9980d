// Warnings of an engine call, told after it: the first of each kind and simulation goes to the user's
// callback (set_mju_user_warning), or to the standard output and MUJOCO_LOG.TXT as in MuJoCo.
#pragma once

#include "corten/model/warning_watch.h"

namespace corten::python {

// Needs the interpreter lock, which WarningWatch::observe does not.
void report(const WarningWatch& warnings);

}  // namespace corten::python
