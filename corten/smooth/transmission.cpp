#include "corten/smooth/transmission.h"

#include "corten/smooth/actuation.h"
#include "corten/smooth/adhesion.h"
#include "corten/smooth/transmission_core.h"

namespace corten {
namespace {

Real body_moments(const Model& m, Data& d, int i, std::span<Real> dense, MomentRow<Real>& row) {
  std::fill(dense.begin(), dense.end(), Real(0));
  adhesion_moment(m, d, m.actuator_trnid[i][0], dense);
  row.compress(dense.data(), m.nv);
  return 0;
}

}  // namespace

void transmission(const Model& m, Data& d) {
  if (m.nu == 0) return;
  Arena::Frame frame(d.arena);
  const std::span<Real> dense = frame.alloc<Real>(m.nv);
  transmission_core(
      m, d, [&](int i) { return actuator_asleep(m, d, i); },
      [&](int i, MomentRow<Real>& row) {
        return m.actuator_trntype[i] == mjTRN_BODY ? body_moments(m, d, i, dense, row)
                                                   : transmit(m, d, i, dense.data(), row);
      });
}

void actuator_velocity(const Model& m, Data& d) { actuator_velocity_core(m, d); }

}  // namespace corten
