#include "corten/smooth/com.h"

#include <algorithm>

#include "corten/model/awake.h"

namespace corten {
namespace {

// Momentum of one body alone; gives the velocity of its centre of mass.
Vec3<Real> own_momentum(const Model& m, Data& d, int body) {
  const Motion<Real> v = transport(d.cvel[body], d.xipos[body], reference_point(m, d, body));
  d.subtree_linvel[body] = v.lin * m.body_mass[body];
  Vec3<Real> spin_b = transpose_mul(d.ximat[body], v.ang);
  for (int k = 0; k < 3; ++k) spin_b[k] *= m.body_inertia[body][k];
  d.subtree_angmom[body] = d.ximat[body] * spin_b;
  return v.lin;
}

void momentum_to_velocity(const Model& m, Data& d, int body) {
  d.subtree_linvel[body] *= 1 / std::max(kMinVal<Real>, m.body_subtreemass[body]);
}

// Angular momentum of a body about its subtree's centre, then of the subtree about the parent's.
void add_angular_momentum(const Model& m, Data& d, int body, const Vec3<Real>& velocity) {
  const int parent = m.body_parentid[body];
  const Vec3<Real> arm = d.xipos[body] - d.subtree_com[body];
  const Vec3<Real> relative = velocity - d.subtree_linvel[body];
  d.subtree_angmom[body] += cross(arm, relative * m.body_mass[body]);
  d.subtree_angmom[parent] += d.subtree_angmom[body];
  const Vec3<Real> parent_arm = d.subtree_com[body] - d.subtree_com[parent];
  const Vec3<Real> parent_relative = d.subtree_linvel[body] - d.subtree_linvel[parent];
  d.subtree_angmom[parent] += cross(parent_arm, parent_relative * m.body_subtreemass[body]);
}

template <class Who>
void subtree_momenta(const Model& m, Data& d, Who who) {
  Arena::Frame frame(d.arena);
  const auto velocity = frame.alloc<Vec3<Real>>(m.nbody);  // of each body's centre of mass
  velocity[0] = own_momentum(m, d, 0);
  for (const Run run : who.bodies())
    for (int body = run.first; body < run.last; ++body) velocity[body] = own_momentum(m, d, body);
  for (const Run run : who.bodies().reversed())
    for (int body = run.last - 1; body >= run.first; --body) {
      d.subtree_linvel[m.body_parentid[body]] += d.subtree_linvel[body];
      momentum_to_velocity(m, d, body);
    }
  momentum_to_velocity(m, d, 0);
  for (const Run run : who.bodies().reversed())
    for (int body = run.last - 1; body >= run.first; --body) add_angular_momentum(m, d, body, velocity[body]);
}

}  // namespace

void com_pos(const Model& m, Data& d) {
  among_awake(m, d, [&](auto who) { com_pos_core(m, d, who); });
}

void com_vel(const Model& m, Data& d) {
  among_awake(m, d, [&](auto who) { com_vel_core(m, d, who); });
}

void subtree_vel(const Model& m, Data& d) {
  among_awake(m, d, [&](auto who) { subtree_momenta(m, d, who); });
  d.flg_subtreevel = 1;
}

}  // namespace corten
