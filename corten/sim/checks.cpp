#include "corten/sim/checks.h"

#include "corten/math/scalar.h"
#include "corten/model/warning.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"

namespace corten {
namespace {

// Counts the first bad entry; true when the data was reset because of it. Without reset the oracle counts
// twice.
bool answer_bad(const Model& m, Data& d, const Array<Real>& values, mjtWarning kind) {
  for (int i = 0; i < values.size(); ++i) {
    if (!is_bad(values[i])) continue;
    warn(d, kind, i);
    const bool reset = !(m.opt.disableflags & mjDSBL_AUTORESET);
    if (reset) reset_data(m, d);
    warn(d, kind, i);
    return reset;
  }
  return false;
}

}  // namespace

void check_pos(const Model& m, Data& d) { answer_bad(m, d, d.qpos, mjWARN_BADQPOS); }
void check_vel(const Model& m, Data& d) { answer_bad(m, d, d.qvel, mjWARN_BADQVEL); }
void check_acc(const Model& m, Data& d, const Hooks& hooks) {
  if (answer_bad(m, d, d.qacc, mjWARN_BADQACC)) forward(m, d, hooks);
}

}  // namespace corten
