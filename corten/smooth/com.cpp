#include "corten/smooth/com.h"

#include <algorithm>

namespace corten {

void com_pos(const Model& m, Data& d) { com_pos_core(m, d); }

void com_vel(const Model& m, Data& d) { com_vel_core(m, d); }

void subtree_vel(const Model& m, Data& d) {
  Arena::Frame frame(d.arena);
  const auto velocity = frame.alloc<Vec3<Real>>(m.nbody);  // of each body's centre of mass
  for (int body = 0; body < m.nbody; ++body) {
    const Motion<Real> v = transport(d.cvel[body], d.xipos[body], reference_point(m, d, body));
    velocity[static_cast<std::size_t>(body)] = v.lin;
    d.subtree_linvel[body] = v.lin * m.body_mass[body];
    Vec3<Real> spin_b = transpose_mul(d.ximat[body], v.ang);
    for (int k = 0; k < 3; ++k) spin_b[k] *= m.body_inertia[body][k];
    d.subtree_angmom[body] = d.ximat[body] * spin_b;
  }
  for (int body = m.nbody - 1; body >= 0; --body) {
    if (body > 0) d.subtree_linvel[m.body_parentid[body]] += d.subtree_linvel[body];
    d.subtree_linvel[body] *= 1 / std::max(kMinVal<Real>, m.body_subtreemass[body]);
  }
  for (int body = m.nbody - 1; body > 0; --body) {
    const int parent = m.body_parentid[body];
    const Vec3<Real> arm = d.xipos[body] - d.subtree_com[body];
    const Vec3<Real> relative = velocity[static_cast<std::size_t>(body)] - d.subtree_linvel[body];
    d.subtree_angmom[body] += cross(arm, relative * m.body_mass[body]);
    d.subtree_angmom[parent] += d.subtree_angmom[body];
    const Vec3<Real> parent_arm = d.subtree_com[body] - d.subtree_com[parent];
    const Vec3<Real> parent_relative = d.subtree_linvel[body] - d.subtree_linvel[parent];
    d.subtree_angmom[parent] += cross(parent_arm, parent_relative * m.body_subtreemass[body]);
  }
  d.flg_subtreevel = 1;
}

}  // namespace corten
