// Tendons: lengths, Jacobians and paths.
#pragma once

#include <span>

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// in:  d.qpos d.site_xpos d.geom_x* d.cdof d.subtree_com
// out: d.ten_length d.ten_J d.ten_J_* d.ten_wrapadr d.ten_wrapnum d.wrap_obj d.wrap_xpos
void tendon(const Model& m, Data& d);

// in: d.ten_J d.qvel    out: d.ten_velocity
void tendon_velocity(const Model& m, Data& d);

// qfrc += Jᵀ force for one tendon
void add_tendon_force(const Model& m, const Data& d, int tendon, Real force, std::span<Real> qfrc);

// fn(dof, J entry) over the stored entries of one tendon's Jacobian; zeros of dense rows included
template <class Fn>
void for_tendon_entries(const Model& m, const Data& d, int tendon, bool sparse, Fn&& fn) {
  if (sparse) {
    const int adr = d.ten_J_rowadr[tendon];
    for (int k = adr; k < adr + d.ten_J_rownnz[tendon]; ++k) fn(d.ten_J_colind.data()[k], d.ten_J.data()[k]);
  } else {
    const std::span<const Real> row = d.ten_J[tendon];
    for (int dof = 0; dof < m.nv; ++dof) fn(dof, row[static_cast<std::size_t>(dof)]);
  }
}

}  // namespace corten
