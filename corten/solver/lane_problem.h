// Constraint problems of several worlds in the lanes of a scalar T. The worlds share dofs and the pattern of
// M; row i is the i-th row of every lane, whatever it stems from. Columns are dense.
#pragma once

#include "corten/linalg/tree_ldl_core.h"

namespace corten {

constexpr int kMaxLaneRows = 64;  // of a world in lanes

template <class T>
using LaneMaskOf = decltype(T() == T());

// Rows beyond a lane's own are 0 throughout: they cost nothing and push nothing.
template <class T>
struct LaneProblem {
  int nv = 0;
  int nrow = 0;       // of the lane with the most
  int nspecial = 0;   // first rows, among which some lane has equalities or friction loss
  LaneMaskOf<T> has;  // lanes that have rows at all; the others keep acc and get no force

  const T* J = nullptr;  // nrow × nv
  const T* D = nullptr;
  const T* R = nullptr;
  const T* frictionloss = nullptr;
  const T* aref = nullptr;
  const LaneMaskOf<T>* equality = nullptr;  // nspecial
  const LaneMaskOf<T>* friction = nullptr;  // nspecial

  TreePattern tree;
  const T* M = nullptr;
  const T* frc_smooth = nullptr;
  const T* acc_smooth = nullptr;
  const T* warmstart = nullptr;  // null: begin at acc_smooth
  T scale;                       // of improvement and gradient

  T* acc = nullptr;             // out
  T* frc_constraint = nullptr;  // out
};

}  // namespace corten
