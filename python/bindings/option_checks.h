// Options with values that no stage knows: told after the call as errors, since the engine never throws.
#pragma once

#include "python/bindings/client_texts.h"
#include "python/bindings/handles.h"

namespace corten::python {

// only a problem with constraints needs a solver
inline void require_solver(const Model& m, const Data& d) {
  const int solver = m.opt.solver;
  if (d.nefc > 0 && (solver < mjSOL_PGS || solver > mjSOL_NEWTON))
    throw FatalError(client_text::unknown_solver(solver));
}

inline void require_integrator(const Model& m) {
  const int integrator = m.opt.integrator;
  if (integrator < mjINT_EULER || integrator > mjINT_IMPLICITFAST)
    throw FatalError("mj_step: invalid integrator");
}

// accelerations between steps of RK4 have no inverse
inline const Model& invertible(const Model& m) {
  if ((m.opt.enableflags & mjENBL_INVDISCRETE) && m.opt.integrator == mjINT_RK4)
    throw FatalError("mj_discreteAcc: discrete inverse dynamics is not supported by RK4 integrator");
  return m;
}

}  // namespace corten::python
