// Newton on four problems in lanes: the bits of solve_primal on each of them.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "corten/math/pack.h"
#include "corten/solver/lane_newton_core.h"
#include "corten/solver/primal.h"
#include "corten/solver/row_cost.h"

namespace corten {
namespace {

using Four = Pack<double, 4>;
using Vector = std::vector<Real>;
using Lanes = LaneMaskOf<Four>;
constexpr int kLanes = Four::kLanes;

// Two chains of dofs from a common root, as legs have; M is the identity plus products of few vectors.
struct Tree {
  int nv;
  std::vector<int> nnz, adr, col;

  explicit Tree(int dofs) : nv(dofs) {
    for (int i = 0; i < nv; ++i) {
      adr.push_back(static_cast<int>(col.size()));
      for (int k = 0; k <= i; ++k)
        if (k < nv / 3 || i < 2 * nv / 3 || k >= 2 * nv / 3) col.push_back(k);
      nnz.push_back(static_cast<int>(col.size()) - adr.back());
    }
  }
  CsrPattern pattern() const { return {nnz, adr, col}; }
};

struct World {
  int nefc = 0, ne = 0, nf = 0;
  Vector M, J, D, R, loss, aref, frc_smooth, acc_smooth, warmstart;

  World(const Tree& tree, int rows, int equalities, int frictions, std::mt19937& random)
      : nefc(rows), ne(equalities), nf(frictions) {
    std::normal_distribution<Real> normal;
    const auto fill = [&](Vector& v, int n, Real scale) {
      for (int i = 0; i < n; ++i) v.push_back(scale * normal(random));
    };
    for (int i = 0; i < tree.nv; ++i)
      for (int k = 0; k < tree.nnz[i]; ++k)
        M.push_back(tree.col[tree.adr[i] + k] == i ? 3 + std::abs(normal(random))
                                                   : 0.1 * normal(random) / std::sqrt(tree.nv));
    fill(J, rows * tree.nv, 1);
    for (std::size_t i = 0; i < J.size(); i += 3) J[i] = 0;
    fill(aref, rows, 3);
    for (int i = 0; i < rows; ++i) {
      R.push_back(std::exp(normal(random) - 3));
      D.push_back(1 / R.back());
      loss.push_back(i >= ne && i < ne + nf ? 1 : 0);
    }
    fill(acc_smooth, tree.nv, 1);
    frc_smooth.resize(acc_smooth.size());
    mul_tree<Real>(TreePattern{tree.nv, tree.nnz.data(), tree.adr.data(), tree.col.data()}, M.data(),
                   acc_smooth.data(), frc_smooth.data());
    fill(warmstart, tree.nv, 1);
  }
};

struct Solution {
  Vector acc, frc;
};

SolverOptions options(int nv) {
  SolverOptions o;
  o.scale = 1.0 / (3 * nv);
  o.tolerance = 1e-10;
  return o;
}

// One problem as fwd_constraint hands it to the solver.
Solution solve_alone(const Tree& tree, World& w, Arena& arena) {
  const TreePattern pattern{tree.nv, tree.nnz.data(), tree.adr.data(), tree.col.data()};
  const auto size = static_cast<std::size_t>(w.nefc), nv = static_cast<std::size_t>(tree.nv);
  Solution s{w.acc_smooth, Vector(nv)};
  if (w.nefc == 0) return s;
  Vector Ma(nv), jar(size), cold(size), force(size);
  std::vector<int> state(size);
  Problem p;
  p.nv = tree.nv;
  p.rows = {w.nefc, w.ne, w.nf, w.D, w.R, w.loss, {}, {}};
  p.inertia = {tree.pattern(), w.M, {}, {}};
  p.J = Csr::dense(w.nefc, tree.nv, w.J.data());
  p.frc_smooth = w.frc_smooth;
  p.acc_smooth = w.acc_smooth;
  const auto residual = [&](const Vector& acc, Vector& r) {
    mul(p.J, acc, r);
    for (std::size_t i = 0; i < size; ++i) r[i] -= w.aref[i];
  };
  residual(w.acc_smooth, cold);
  residual(w.warmstart, jar);
  mul_tree(pattern, w.M.data(), w.warmstart.data(), Ma.data());
  const Costs warm =
      both_costs({Ma, w.frc_smooth, w.warmstart, w.acc_smooth}, p.rows, jar, force, state, false);
  if (warm.rows + warm.inertia > rows_cost(p.rows, cold, force, state, false)) {
    jar = cold;
    mul_tree(pattern, w.M.data(), w.acc_smooth.data(), Ma.data());
  } else {
    s.acc = w.warmstart;
  }
  p.acc = s.acc;
  p.Ma = Ma;
  p.jar = jar;
  p.force = force;
  p.state = state;
  p.frc_constraint = s.frc;
  solve_primal(p, options(tree.nv), {}, arena);
  return s;
}

Lanes lanes_where(const std::vector<World>& worlds, auto&& what) {
  Lanes mask = Four(0) != Four(0);
  for (int lane = 0; lane < kLanes; ++lane)
    if (what(worlds[static_cast<std::size_t>(lane)])) mask.v[lane] = -1;
  return mask;
}

std::vector<Four> gather(const std::vector<World>& worlds, int count, Vector World::*field) {
  std::vector<Four> v(static_cast<std::size_t>(count), Four(0));
  for (int lane = 0; lane < kLanes; ++lane) {
    const Vector& from = worlds[static_cast<std::size_t>(lane)].*field;
    for (std::size_t i = 0; i < from.size(); ++i) v[i].set_lane(lane, from[i]);
  }
  return v;
}

std::vector<Solution> solve_in_lanes(const Tree& tree, const std::vector<World>& worlds) {
  LaneProblem<Four> p;
  p.nv = tree.nv;
  for (const World& w : worlds) {
    p.nrow = std::max(p.nrow, w.nefc);
    p.nspecial = std::max(p.nspecial, w.ne + w.nf);
  }
  p.has = lanes_where(worlds, [](const World& w) { return w.nefc > 0; });
  std::vector<Lanes> equality, friction;
  for (int i = 0; i < p.nspecial; ++i) {
    equality.push_back(lanes_where(worlds, [&](const World& w) { return i < w.ne; }));
    friction.push_back(lanes_where(worlds, [&](const World& w) { return i >= w.ne && i < w.ne + w.nf; }));
  }
  const auto J = gather(worlds, p.nrow * p.nv, &World::J), D = gather(worlds, p.nrow, &World::D),
             R = gather(worlds, p.nrow, &World::R), loss = gather(worlds, p.nrow, &World::loss),
             aref = gather(worlds, p.nrow, &World::aref),
             M = gather(worlds, static_cast<int>(tree.col.size()), &World::M),
             frc_smooth = gather(worlds, p.nv, &World::frc_smooth),
             acc_smooth = gather(worlds, p.nv, &World::acc_smooth),
             warmstart = gather(worlds, p.nv, &World::warmstart);
  std::vector<Four> acc(acc_smooth.size()), frc(acc_smooth.size()),
      scratch(LaneNewton<Four>::scratch(p.nv, p.nrow));
  p.J = J.data(), p.D = D.data(), p.R = R.data(), p.frictionloss = loss.data(), p.aref = aref.data();
  p.equality = equality.data(), p.friction = friction.data();
  p.tree = {tree.nv, tree.nnz.data(), tree.adr.data(), tree.col.data()};
  p.M = M.data(), p.frc_smooth = frc_smooth.data(), p.acc_smooth = acc_smooth.data();
  p.warmstart = warmstart.data();
  p.acc = acc.data(), p.frc_constraint = frc.data();
  const SolverOptions o = options(tree.nv);
  p.scale = Four(o.scale);
  const LaneNewtonOptions lane_options{o.tolerance, o.ls_tolerance, o.iterations, o.ls_iterations};
  LaneNewton<Four>(p, lane_options, scratch.data()).solve();
  std::vector<Solution> result(kLanes);
  for (int lane = 0; lane < kLanes; ++lane)
    for (std::size_t i = 0; i < acc.size(); ++i) {
      result[static_cast<std::size_t>(lane)].acc.push_back(acc[i].lane(lane));
      result[static_cast<std::size_t>(lane)].frc.push_back(frc[i].lane(lane));
    }
  return result;
}

// rows, equalities and friction losses of each world
void expect_bits(int nv, const int (&shape)[kLanes][3]) {
  std::mt19937 random(3);
  Arena arena{1 << 20};
  const Tree tree(nv);
  for (int round = 0; round < 20; ++round) {
    std::vector<World> worlds;
    for (const auto& s : shape) worlds.emplace_back(tree, s[0], s[1], s[2], random);
    const std::vector<Solution> together = solve_in_lanes(tree, worlds);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const Solution alone = solve_alone(tree, worlds[lane], arena);
      EXPECT_EQ(together[lane].acc, alone.acc) << "lane " << lane << " round " << round;
      EXPECT_EQ(together[lane].frc, alone.frc) << "lane " << lane << " round " << round;
    }
  }
}

TEST(LaneNewton, HasTheBitsOfOneProblemAtATime) {  // judge: solve_primal
  for (const int nv : {1, 2, 6, 9, 14, 27, 32}) expect_bits(nv, {{8, 0, 0}, {8, 0, 0}, {8, 0, 0}, {8, 0, 0}});
}

TEST(LaneNewton, LanesMayHaveFewerRowsOrNone) {  // judge: solve_primal
  for (const int nv : {3, 9, 27}) expect_bits(nv, {{12, 0, 0}, {1, 0, 0}, {0, 0, 0}, {40, 0, 0}});
}

TEST(LaneNewton, RowsOfEveryFamilyStandSideBySide) {  // judge: solve_primal
  for (const int nv : {4, 11, 23}) expect_bits(nv, {{9, 2, 3}, {12, 0, 6}, {3, 3, 0}, {7, 0, 0}});
}

}  // namespace
}  // namespace corten
