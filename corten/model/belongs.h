// Whether a Data can be one of a Model: compares what the loops of a step run over, a few numbers.
#pragma once

#include <stdexcept>

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

inline bool belongs(const Model& m, const Data& d) {
  return d.qpos.size() == m.nq && d.qvel.size() == m.nv && d.act.size() == m.na && d.ctrl.size() == m.nu &&
         d.xpos.size() == m.nbody && d.geom_xpos.size() == m.ngeom && d.site_xpos.size() == m.nsite &&
         d.ten_length.size() == m.ntendon && d.sensordata.size() == m.nsensordata;
}

// At the doors of the engine: a Data of another model is a mistake of the calling program.
inline void require_belongs(const Model& m, const Data& d) {
  if (!belongs(m, d)) [[unlikely]]
    throw std::invalid_argument("the Data was made for a model of other sizes");
}

}  // namespace corten
