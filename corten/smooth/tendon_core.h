// Tendons for any scalar: rows of Jacobians, tendons along joints, velocities, forces on dofs. M is Model, D
// is Data, or they have their fields; lanes share the pattern of a row.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

#include "corten/linalg/vector_kernels.h"
#include "corten/model/structure.h"
#include "corten/smooth/lane_scalar.h"

namespace corten {

// Jacobian row of one tendon while it is summed: dense values and one bit per dof touched so far.
template <class T>
class RowBuilder {
 public:
  static constexpr int words(int nv) { return (nv + 63) / 64; }

  // nv values and the words of their bits, all zero
  RowBuilder(std::span<T> value, std::span<std::uint64_t> touched) : value_(value), touched_(touched) {}

  std::span<const T> dense() const { return value_; }
  T* values() { return value_.data(); }
  T& at(int dof) {
    touch(dof);
    return value_.data()[dof];
  }
  // the dof and its ancestors; those of a touched dof are touched already
  void touch_chain(int dof, const Array<int>& parent) {
    for (; dof >= 0 && !(word(dof) & bit(dof)); dof = parent[dof]) touch(dof);
  }
  // fn(dof, value) of the touched dofs, ascending, which are untouched and zero afterwards
  template <class Fn>
  void take(Fn&& fn) {
    for (std::size_t w = 0; w < touched_.size(); ++w) {
      for (std::uint64_t left = touched_[w]; left; left &= left - 1) {
        const std::size_t dof = 64 * w + static_cast<std::size_t>(std::countr_zero(left));
        fn(static_cast<int>(dof), value_[dof]);
        value_[dof] = T(0);
      }
      touched_[w] = 0;
    }
  }

 private:
  static std::uint64_t bit(int dof) { return std::uint64_t{1} << (dof % 64); }
  std::uint64_t& word(int dof) { return touched_.data()[dof / 64]; }
  void touch(int dof) { word(dof) |= bit(dof); }

  std::span<T> value_;  // zero where not touched
  std::span<std::uint64_t> touched_;
};

// A joint listed twice counts twice in the length; the dense Jacobian keeps only its last coefficient.
template <class M, class D, class T = ScalarOf<D>>
static T fixed_tendon(const M& m, const D& d, int tendon, bool sparse, RowBuilder<T>& row) {
  T length(0);
  const int first = m.tendon_adr[tendon];
  for (int path = first; path < first + m.tendon_num[tendon]; ++path) {
    const int jnt = m.wrap_objid[path];
    const T coefficient(m.wrap_prm[path]);
    length += coefficient * d.qpos[m.jnt_qposadr[jnt]];
    T& entry = row.at(m.jnt_dofadr[jnt]);
    entry = sparse ? entry + coefficient : coefficient;
  }
  return length;
}

template <class D, class T = ScalarOf<D>>
static void store_tendon_row(D& d, int tendon, bool sparse, RowBuilder<T>& row) {
  if (!sparse) {
    std::copy(row.dense().begin(), row.dense().end(), d.ten_J[tendon].begin());
    return row.take([](int, const T&) {});
  }
  const int adr = tendon ? d.ten_J_rowadr[tendon - 1] + d.ten_J_rownnz[tendon - 1] : 0;
  int* colind = d.ten_J_colind.data();
  T* values = d.ten_J.data();
  int k = adr;
  row.take([&](int dof, const T& value) {
    colind[k] = dof;
    values[k++] = value;
  });
  d.ten_J_rowadr[tendon] = adr;
  d.ten_J_rownnz[tendon] = k - adr;
}

template <class M, class D>
static void tendon_velocity_core(const M& m, D& d) {
  const bool sparse = is_sparse(m);
  for (int i = 0; i < m.ntendon; ++i) {
    if (sparse) {
      const int adr = d.ten_J_rowadr[i];
      d.ten_velocity[i] =
          dot_sparse(d.ten_J.data() + adr, d.ten_J_colind.data() + adr, d.ten_J_rownnz[i], d.qvel.data());
    } else {
      d.ten_velocity[i] = dot(d.ten_J[i].data(), d.qvel.data(), m.nv);
    }
  }
}

// fn(dof, J entry) over the stored entries of one tendon's Jacobian; zeros of dense rows included
template <class M, class D, class Fn>
static void for_tendon_entries(const M& m, const D& d, int tendon, bool sparse, Fn&& fn) {
  if (sparse) {
    const int adr = d.ten_J_rowadr[tendon];
    for (int k = adr; k < adr + d.ten_J_rownnz[tendon]; ++k) fn(d.ten_J_colind.data()[k], d.ten_J.data()[k]);
  } else {
    const auto* row = d.ten_J[tendon].data();
    for (int dof = 0; dof < m.nv; ++dof) fn(dof, row[dof]);
  }
}

// qfrc += Jᵀ force for one tendon; where there is no force nothing is added, not even zero
template <class M, class D, class T = ScalarOf<D>>
static void add_tendon_force(const M& m, const D& d, int tendon, T force, T* qfrc) {
  const auto idle = force == T(0);
  if (all(idle)) return;
  for_tendon_entries(m, d, tendon, is_sparse(m), [&](int dof, const T& j) {
    qfrc[dof] = select(idle, qfrc[dof], qfrc[dof] + j * force);
  });
}

}  // namespace corten
