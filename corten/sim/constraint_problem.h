// The constraint problem of a Data, whole or one island, as the views the solvers work on.
#pragma once

#include "corten/base/arena.h"
#include "corten/model/data.h"
#include "corten/model/model.h"
#include "corten/solver/problem.h"

namespace corten {

// What is known of the first guess d.qacc: M qacc and J qacc − aref.
struct Guess {
  std::span<Real> Ma;
  std::span<Real> jar;
};

// The views live as long as the frame, the guess and the rows of d. Only the guess's dofs in islands count.
Problem whole_problem(const Model& m, Data& d, const Guess& guess, Arena::Frame& frame);
Problem island_problem(const Model& m, Data& d, int island, const Guess& guess, Arena::Frame& frame);
DualProblem dual_problem(const Model& m, Data& d, Arena::Frame& frame);

// rows only: all that the cost functions need
Rows whole_rows(const Model& m, Data& d, Arena::Frame& frame);

// The cost functions at jar = J qacc − aref (nefc). Returns Σ s(jar), without the inertial term; writes
// nothing without rows.
//   out: d.efc_state d.efc_force d.qfrc_constraint, with `cone_hessians` also contact.H
Real constraint_update(const Model& m, Data& d, std::span<const Real> jar, bool cone_hessians = false);

}  // namespace corten
