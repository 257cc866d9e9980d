#include "corten/smooth/rne.h"

namespace corten {

Motion<Real> world_acceleration(const Model& m) {
  if (m.opt.disableflags & mjDSBL_GRAVITY) return {};
  return {{}, m.opt.gravity * Real(-1)};
}

Motion<Real> combine_dofs(const Motion<Real>* motions, const Real* rates, int count) {
  Motion<Real> sum{};
  for (int k = 0; k < count; ++k) sum += motions[k] * rates[k];
  return sum;
}

void rne(const Model& m, Data& d, bool with_acceleration, std::span<Real> result) {
  Arena::Frame frame(d.arena);
  const auto acc = frame.alloc<Motion<Real>>(m.nbody);
  const auto force = frame.alloc<Force<Real>>(m.nbody);
  acc[0] = world_acceleration(m);
  force[0] = {};
  for (int body = 1; body < m.nbody; ++body) {
    const int dof = m.body_dofadr[body], count = m.body_dofnum[body];
    const std::size_t b = static_cast<std::size_t>(body);
    acc[b] = acc[static_cast<std::size_t>(m.body_parentid[body])];
    if (count) {
      acc[b] += combine_dofs(&d.cdof_dot[dof], &d.qvel[dof], count);
      if (with_acceleration) acc[b] += combine_dofs(&d.cdof[dof], &d.qacc[dof], count);
    }
    force[b] = body_force(d.cinert[body], d.cvel[body], acc[b]);
  }
  for (int body = m.nbody - 1; body > 0; --body)
    if (const int parent = m.body_parentid[body]; parent > 0)
      force[static_cast<std::size_t>(parent)] += force[static_cast<std::size_t>(body)];
  for (int dof = 0; dof < m.nv; ++dof)
    result[static_cast<std::size_t>(dof)] =
        dot(d.cdof[dof], force[static_cast<std::size_t>(m.dof_bodyid[dof])]);
}

}  // namespace corten
