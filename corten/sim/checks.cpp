#include "corten/sim/checks.h"

#include <cmath>

#include "corten/math/scalar.h"
#include "corten/model/awake.h"
#include "corten/model/warning.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"

namespace corten {
namespace {

// Counts a bad entry and resets the data if it may. Without reset the oracle counts twice.
bool answer_bad(const Model& m, Data& d, mjtWarning kind, int entry) {
  warn(d, kind, entry);
  const bool reset = !(m.opt.disableflags & mjDSBL_AUTORESET);
  if (reset) reset_data(m, d);
  warn(d, kind, entry);
  return reset;
}

// The first bad entry, −1 if there is none, which is seen without a branch for each.
int bad_entry(const Array<Real>& values, Run run) {
  bool good = true;
  for (int i = run.first; i < run.last; ++i) good &= std::abs(values[i]) <= kMaxVal;
  for (int i = run.first; !good && i < run.last; ++i)
    if (is_bad(values[i])) return i;
  return -1;
}

int bad_awake_entry(const Model& m, const Data& d, const Array<Real>& values) {
  int bad = -1;
  among_awake(m, d, [&](auto who) {
    for (const Run run : who.dofs())
      if (bad < 0) bad = bad_entry(values, run);
  });
  return bad;
}

}  // namespace

void check_pos(const Model& m, Data& d) {
  if (const int bad = bad_entry(d.qpos, {0, m.nq}); bad >= 0) answer_bad(m, d, mjWARN_BADQPOS, bad);
}
void check_vel(const Model& m, Data& d) {
  if (const int bad = bad_awake_entry(m, d, d.qvel); bad >= 0) answer_bad(m, d, mjWARN_BADQVEL, bad);
}
void check_acc(const Model& m, Data& d, const Hooks& hooks) {
  const int bad = bad_awake_entry(m, d, d.qacc);
  if (bad >= 0 && answer_bad(m, d, mjWARN_BADQACC, bad)) forward(m, d, hooks);
}

}  // namespace corten
