// The constraint problem as views: what the solvers know of the world. An island and the whole system are the
// same thing here.
//   min over acc of  ½ (acc − acc_smooth)ᵀ M (acc − acc_smooth) + Σ s(J acc − aref)
#pragma once

#include <span>

#include "corten/linalg/csr.h"
#include "corten/linalg/csr_pattern.h"

namespace corten {

// Zone of a row's cost function; values of mjtConstraintState.
enum RowState : int { kSatisfied = 0, kQuadratic = 1, kLinearNeg = 2, kLinearPos = 3, kConeZone = 4 };

// Rows of a contact with friction: dim rows of an elliptic cone, or 2(dim − 1) edges of a pyramid.
struct ContactRows {
  int row = 0;  // first row
  int dim = 0;
  Real mu = 0;                     // friction of the regularised cone
  const Real* friction = nullptr;  // dim − 1 coefficients
  Real* hessian = nullptr;         // dim × dim, of the cone's cost; elliptic only
};

// Rows in families: [0, ne) equality, [ne, ne + nf) friction loss, the rest pushes only (limits, contacts)
// except for the blocks listed in cones.
struct Rows {
  int nefc = 0;
  int ne = 0;
  int nf = 0;
  std::span<const Real> D;
  std::span<const Real> R;  // 1/D
  std::span<const Real> frictionloss;
  std::span<const ContactRows> cones;     // elliptic contacts, ascending
  std::span<const ContactRows> pyramids;  // pyramidal contacts, ascending; only noslip looks at them
};

// Inertia on the pattern of the kinematic tree, and its factor.
struct InertiaView {
  CsrPattern pattern;
  std::span<const Real> M;
  std::span<const Real> LD;
  std::span<const Real> LDiagInv;
};

struct Problem {
  int nv = 0;
  Rows rows;
  InertiaView inertia;
  Csr J;
  std::span<const Real> frc_smooth;
  std::span<const Real> acc_smooth;

  std::span<Real> acc;  // in: the first guess; out: the solution
  std::span<Real> Ma;   // M acc, in and out
  std::span<Real> jar;  // J acc − aref, in and out
  std::span<Real> force;
  std::span<int> state;
  std::span<Real> frc_constraint;  // Jᵀ force
};

// The same problem in the forces:  min ½ fᵀ AR f + fᵀ b  with f in the cones; AR = J M⁻¹ Jᵀ + diag(R).
struct DualProblem {
  Rows rows;
  Csr AR;
  std::span<const Real> b;

  std::span<Real> force;  // in: the first guess; out: the solution
  std::span<int> state;
};

struct SolverOptions {
  Real scale = 1;  // of improvement and gradient
  Real tolerance = 1e-8;
  Real ls_tolerance = 0.01;
  int iterations = 100;
  int ls_iterations = 50;
  bool newton = true;  // else conjugate gradients
};

// One line of mjData.solver.
struct IterationStat {
  Real improvement = 0;
  Real gradient = 0;
  Real lineslope = 0;
  int nactive = 0;
  int nchange = 0;
  int neval = 0;
  int nupdate = 0;
};

struct SolveResult {
  int niter = 0;
  int nH = 0;  // Newton, sparse: entries of JᵀJ's lower triangle
  int nL = 0;  // Newton, sparse: entries of the factor
};

// Records as many iterations as there is room for.
class Statistics {
 public:
  explicit Statistics(std::span<IterationStat> stats) : stats_(stats) {}
  void record(int iteration, const IterationStat& stat) {
    if (iteration < static_cast<int>(stats_.size())) stats_[iteration] = stat;
  }

 private:
  std::span<IterationStat> stats_;
};

}  // namespace corten
