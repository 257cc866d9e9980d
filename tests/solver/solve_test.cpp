// Newton, conjugate gradients and Gauss–Seidel on problems small enough to solve by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "corten/solver/dual.h"
#include "corten/solver/primal.h"

namespace corten {
namespace {

using Vector = std::vector<Real>;

// Two degrees of freedom of masses 2 and 3, one row J = (1, 2) with aref = 1, D = 10.
struct OneRow {
  Vector M{2, 3}, LDiagInv{0.5, Real(1) / 3};
  std::vector<int> nnz{1, 1}, adr{0, 1}, col{0, 1};
  Vector J{1, 2}, D{10}, R{0.1}, loss{0};
  Vector smooth;  // acceleration without the row
  Vector frc_smooth = Vector(2), acc = Vector(2), Ma = Vector(2), jar = Vector(1), force = Vector(1),
         frc = Vector(2);
  std::vector<int> state = std::vector<int>(1);
  Arena arena{1 << 16};

  explicit OneRow(Vector unconstrained) : smooth(std::move(unconstrained)) {}

  SolveResult solve(bool equality, bool newton) {
    Problem p;
    p.nv = 2;
    p.rows = {1, equality ? 1 : 0, 0, D, R, loss, {}, {}};
    p.inertia = {{nnz, adr, col}, M, M, LDiagInv};
    p.J = Csr::dense(1, 2, J.data());
    acc = smooth;
    for (std::size_t i = 0; i < 2; ++i) Ma[i] = frc_smooth[i] = M[i] * smooth[i];
    jar[0] = J[0] * acc[0] + J[1] * acc[1] - 1;
    p.frc_smooth = frc_smooth;
    p.acc_smooth = smooth;
    p.acc = acc;
    p.Ma = Ma;
    p.jar = jar;
    p.force = force;
    p.state = state;
    p.frc_constraint = frc;
    SolverOptions options;
    options.newton = newton;
    options.tolerance = 1e-14;
    return solve_primal(p, options, {}, arena);
  }
};

// (M + D JᵀJ) acc = M smooth + D Jᵀ aref with smooth = 0: the row takes jar = −1/(1 + D J M⁻¹ Jᵀ) = −1/(1 +
// 10·11/6)
constexpr Real kJar = -1 / (1 + Real(110) / 6);

TEST(Primal, NewtonSolvesAnEqualityInOneIteration) {  // judge: mathematics
  OneRow problem({0, 0});
  EXPECT_LE(problem.solve(true, true).niter, 2);
  EXPECT_NEAR(problem.jar[0], kJar, 1e-15);
  EXPECT_NEAR(problem.force[0], -10 * kJar, 1e-14);
  EXPECT_NEAR(problem.acc[0], -10 * kJar * 1 / 2, 1e-14);
  EXPECT_NEAR(problem.acc[1], -10 * kJar * 2 / 3, 1e-14);
}

TEST(Primal, ConjugateGradientsFindTheSameAcceleration) {  // judge: mathematics
  OneRow problem({0, 0});
  problem.solve(true, false);
  EXPECT_NEAR(problem.jar[0], kJar, 1e-10);
}

TEST(Primal, ARowThatNeedNotPushLeavesTheSmoothAcceleration) {  // judge: mathematics
  for (const bool newton : {true, false}) {
    OneRow problem({1, 1});  // J acc − aref = 2
    problem.solve(false, newton);
    EXPECT_EQ(problem.acc, (Vector{1, 1}));
    EXPECT_EQ(problem.force[0], 0);
    EXPECT_EQ(problem.state[0], kSatisfied);
  }
}

TEST(Primal, ConstraintForceIsThatOfTheRow) {  // judge: mathematics: Jᵀ f, and M acc = M smooth + Jᵀ f
  OneRow problem({0, 0});
  problem.solve(false, true);
  EXPECT_EQ(problem.state[0], kQuadratic);
  EXPECT_NEAR(problem.frc[0], problem.force[0] * 1, 1e-14);
  EXPECT_NEAR(problem.frc[1], problem.force[0] * 2, 1e-14);
  EXPECT_NEAR(problem.Ma[0], problem.frc[0], 1e-13);
  EXPECT_NEAR(problem.Ma[1], problem.frc[1], 1e-13);
}

// Two push-only rows: min ½ fᵀ A f + fᵀ b, f ≥ 0.
struct TwoForces {
  Vector A{2, 1, 1, 2}, b, force = Vector(2), D{1, 1}, R{1, 1}, loss{0, 0};
  std::vector<int> state = std::vector<int>(2);
  Arena arena{1 << 16};

  explicit TwoForces(Vector bias) : b(std::move(bias)) {}

  DualProblem problem() {
    return {{2, 0, 0, D, R, loss, {}, {}}, Csr::dense(2, 2, A.data()), b, force, state};
  }
  void solve() {
    SolverOptions options;
    options.tolerance = 0;
    solve_pgs(problem(), options, {}, arena);
  }
};

TEST(Pgs, TwoRowsThatPushSolveTheLinearSystem) {  // judge: mathematics: A f = −b
  TwoForces both({-3, -3});
  both.solve();
  EXPECT_NEAR(both.force[0], 1, 1e-12);
  EXPECT_NEAR(both.force[1], 1, 1e-12);
  EXPECT_NEAR(dual_cost(both.problem()), -3, 1e-12);
}

TEST(Pgs, ARowThatWouldPullHasNoForce) {  // judge: mathematics: f = (1, 0), slope A f + b = (0, 2) ≥ 0
  TwoForces one({-2, 1});
  one.solve();
  EXPECT_NEAR(one.force[0], 1, 1e-12);
  EXPECT_EQ(one.force[1], 0);
  EXPECT_EQ(one.state[1], kSatisfied);
}

}  // namespace
}  // namespace corten
