// Chains of dofs and the columns that a point of a body has on them, for any scalar. D is Data or has its
// fields.
#pragma once

#include <algorithm>

#include "corten/smooth/com_core.h"

namespace corten {

// last dof that moves the body, −1 if none; dof_parentid leads up the rest of the chain
template <class M>
CORTEN_HD static inline int last_dof(const M& m, int body) {
  const int weld = m.body_weldid[body];
  const int count = m.body_dofnum[weld];
  return count ? m.body_dofadr[weld] + count - 1 : -1;
}

// one column of the translational Jacobian of a point `offset` away from the reference point of the tree
template <class T>
CORTEN_HD static inline Vec3<T> point_column(const Motion<T>& cdof, const Vec3<T>& offset) {
  return cdof.lin + cross(cdof.ang, offset);
}

// fn(dof, moves1, moves2) for the dofs that move one of two bodies or both, from the leaves to the root
template <class M, class Fn>
static void for_either_chain(const M& m, int body1, int body2, Fn&& fn) {
  int dof1 = last_dof(m, body1), dof2 = last_dof(m, body2);
  while (dof1 >= 0 || dof2 >= 0) {
    const int dof = std::max(dof1, dof2);
    const bool moves1 = dof == dof1, moves2 = dof == dof2;
    fn(dof, moves1, moves2);
    if (moves1) dof1 = m.dof_parentid[dof];
    if (moves2) dof2 = m.dof_parentid[dof];
  }
}

// qfrc += Jpᵀ force + Jrᵀ torque, at a point of a body
template <class M, class D, class T = ScalarOf<D>>
static void apply_ft_core(const M& m, const D& d, const Vec3<T>& force, const Vec3<T>& torque,
                          const Vec3<T>& point, int body, T* qfrc) {
  const Vec3<T> offset = point - reference_point(m, d, body);
  for (int dof = last_dof(m, body); dof >= 0; dof = m.dof_parentid[dof]) {
    qfrc[dof] += dot(point_column(d.cdof[dof], offset), force);
    qfrc[dof] += dot(d.cdof[dof].ang, torque);
  }
}

}  // namespace corten
