// Solvers on the oracle's own rows: same forces, accelerations and statistics.
#include "corten/sim/fwd_constraint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "corten/sim/forward.h"
#include "corten/sim/reset.h"
#include "tests/support/oracle.h"
#include "tests/support/scenes.h"

namespace corten {
namespace {

// our solver on the rows and islands the oracle made
struct Solved {
  Model m;
  Data d;
};

Solved solve(const mjModel* om, const mjData* od) {
  Solved s{oracle::to_model(om), {}};
  s.d = oracle::to_data(om, od, s.m);
  std::fill(s.d.qacc.begin(), s.d.qacc.end(), 0);
  std::fill(s.d.efc_force.begin(), s.d.efc_force.end(), 0);
  fwd_constraint(s.m, s.d);
  return s;
}

Real cost_at(Solved& s, const Real* qacc) {
  return constraint_cost(s.m, s.d, {qacc, static_cast<std::size_t>(s.m.nv)});
}

// Every solver but PGS minimises this; the oracle's own result bounds it.
void expect_cost_not_above(Solved& s, const mjData* od, const std::string& what) {
  const std::vector<Real> ours(s.d.qacc.begin(), s.d.qacc.end());
  const Real theirs = cost_at(s, od->qacc);
  EXPECT_LE(cost_at(s, ours.data()), theirs + 1e-9 * std::max(1.0, std::abs(theirs))) << what;
}

bool converged(const mjModel* om, const mjData* od) {
  return *std::max_element(od->solver_niter, od->solver_niter + mjNISLAND) < om->opt.iterations;
}

double difference(const mjtNum* a, const mjtNum* b, int n) {
  double worst = 0;
  for (int i = 0; i < n; ++i) worst = std::max(worst, std::abs(a[i] - b[i]) / std::max(1.0, std::abs(b[i])));
  return worst;
}

// How far the oracle's own solution moves when velocities change in the last digits: no one can agree better.
double oracle_sensitivity(const mjModel* om, const mjData* od) {
  double worst = 0;
  for (double change : {1e-13, -1e-13, 2e-13}) {
    const oracle::DataPtr near(mj_copyData(nullptr, om, od));
    for (int i = 0; i < om->nv; ++i) near->qvel[i] += change * std::max(1.0, std::abs(od->qvel[i]));
    mj_forward(om, near.get());
    if (near->nefc != od->nefc) return 1;
    worst = std::max({worst, difference(near->qacc, od->qacc, om->nv),
                      difference(near->efc_force, od->efc_force, od->nefc),
                      difference(near->qfrc_constraint, od->qfrc_constraint, om->nv)});
  }
  return worst;
}

// Rounding alone separates the two solutions when the problem is worse than this.
constexpr double kIllPosed = 1e-9;

void expect_same_solution(const mjModel* om, const mjData* od, const std::string& what) {
  Solved s = solve(om, od);
  const double sensitivity = oracle_sensitivity(om, od);
  const double bar = std::max(om->opt.solver == mjSOL_NEWTON ? 1e-8 : 1e-6, 100 * sensitivity);
  EXPECT_LE(oracle::field_error(om, od, s.d, s.m, "qacc"), bar) << what;
  if (od->nefc == 0) return;
  EXPECT_LE(oracle::field_error(om, od, s.d, s.m, "efc_b"), 1e-10) << what;
  EXPECT_LE(oracle::field_error(om, od, s.d, s.m, "efc_force"), bar) << what;
  EXPECT_LE(oracle::field_error(om, od, s.d, s.m, "qfrc_constraint"), bar) << what;
  if (sensitivity > kIllPosed) return;
  EXPECT_EQ(oracle::field_error(om, od, s.d, s.m, "efc_state"), 0) << what;
  expect_cost_not_above(s, od, what);
}

void expect_same_statistics(const mjModel* om, const mjData* od, const std::string& what) {
  const Solved s = solve(om, od);
  for (int island = 0; island < std::min(mjNISLAND, std::max(1, od->nisland)); ++island) {
    EXPECT_EQ(s.d.solver_niter[island], od->solver_niter[island]) << what;
    if (od->nefc) {
      EXPECT_EQ(s.d.solver_nnz[island], od->solver_nnz[island]) << what;
    }
    for (int k = 0; k < std::min(mjNSOLVER, od->solver_niter[island]); ++k) {
      const SolverStat& ours = s.d.solver[island * mjNSOLVER + k];
      const mjSolverStat& theirs = od->solver[island * mjNSOLVER + k];
      EXPECT_EQ(ours.neval, theirs.neval) << what << " iteration " << k;
      EXPECT_EQ(ours.nupdate, theirs.nupdate) << what << " iteration " << k;
      EXPECT_EQ(ours.nactive, theirs.nactive) << what << " iteration " << k;
      EXPECT_EQ(ours.nchange, theirs.nchange) << what << " iteration " << k;
      EXPECT_NEAR(ours.improvement, theirs.improvement, 1e-8 * std::max(1.0, theirs.improvement)) << what;
      EXPECT_NEAR(ours.gradient, theirs.gradient, 1e-6 * std::max(1.0, theirs.gradient)) << what;
      EXPECT_NEAR(ours.lineslope, theirs.lineslope, 1e-6 * std::max(1.0, theirs.lineslope)) << what;
    }
  }
}

TEST(FwdConstraint, EverySolverConeAndJacobianAgrees) {  // judge: oracle
  oracle::on_small_scenes([](const mjModel* om, const mjData* od, const std::string& what) {
    if (converged(om, od)) expect_same_solution(om, od, what);
  });
}

// Also when they are cut off by the iteration limit, far from the solution.
TEST(FwdConstraint, ConjugateGradientsAndGaussSeidelGiveTheOraclesBits) {  // judge: oracle
  oracle::on_small_scenes([](const mjModel* om, const mjData* od, const std::string& what) {
    if (om->opt.solver == mjSOL_NEWTON || od->nefc == 0) return;
    const Solved s = solve(om, od);
    EXPECT_EQ(oracle::field_error(om, od, s.d, s.m, "qacc"), 0) << what;
    EXPECT_EQ(oracle::field_error(om, od, s.d, s.m, "efc_force"), 0) << what;
    EXPECT_EQ(s.d.solver_niter[0], od->solver_niter[0]) << what;
  });
}

TEST(FwdConstraint, NewtonIterationsAreTheOracles) {  // judge: oracle
  oracle::on_small_scenes([](const mjModel* om, const mjData* od, const std::string& what) {
    if (om->opt.solver == mjSOL_NEWTON && !what.starts_with("mechanism"))
      expect_same_statistics(om, od, what);
  });
}

TEST(FwdConstraint, MonolithicSolutionAgrees) {  // judge: oracle
  for (const oracle::Scene& scene : oracle::small_scenes()) {
    const auto om = oracle::load_string(scene.xml);
    om->opt.disableflags |= mjDSBL_ISLAND;
    oracle::for_options(om.get(), [&](const std::string& options) {
      const auto od = oracle::random_state(om.get(), 1);
      mj_forward(om.get(), od.get());
      if (converged(om.get(), od.get())) expect_same_solution(om.get(), od.get(), scene.name + options);
    });
  }
}

void expect_same_bits(const mjModel* om, const mjData* od, const std::string& what) {
  const Solved s = solve(om, od);
  for (const char* field : {"qacc", "efc_force", "efc_state", "qfrc_constraint"})
    EXPECT_EQ(oracle::field_error(om, od, s.d, s.m, field), 0) << field << ' ' << what;
}

// Forces noslip leaves on the edge of a cone are in one zone or the next by their last bit.
TEST(FwdConstraint, NoslipGivesTheOraclesBitsAfterEverySolver) {  // judge: oracle
  for (const oracle::Scene& scene : oracle::small_scenes()) {
    const auto om = oracle::load_string(scene.xml);
    om->opt.noslip_iterations = 5;
    oracle::for_options(om.get(), [&](const std::string& options) {
      const auto od = oracle::random_state(om.get(), 2);
      mj_forward(om.get(), od.get());
      if (od->nefc) expect_same_bits(om.get(), od.get(), scene.name + options);
    });
  }
}

// Friction 1e-5 makes rows so stiff that sums with them keep few digits of the others.
TEST(FwdConstraint, NewtonOnStiffRowsGivesTheOraclesBits) {  // judge: oracle
  const auto om =
      oracle::load_string(R"(<mujoco><default><geom friction="1e-5 1e-5 1e-5"/></default><worldbody>
      <geom type="plane" size="1 1 .1"/>
      <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/>
        <body pos=".2 0 0"><joint axis="0 1 0"/><geom type="box" size=".1 .1 .1"/></body></body>
      <body pos="0 0 .29"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody></mujoco>)");
  om->opt.solver = mjSOL_NEWTON;
  for (const mjtJacobian jacobian : {mjJAC_DENSE, mjJAC_SPARSE}) {
    om->opt.jacobian = jacobian;
    const oracle::DataPtr od(mj_makeData(om.get()));
    for (int step = 0; step < 20; ++step) {
      mj_step(om.get(), od.get());
      const oracle::DataPtr now(mj_copyData(nullptr, om.get(), od.get()));
      mj_forward(om.get(), now.get());
      ASSERT_GT(now->nefc, 0);
      EXPECT_GT(*std::max_element(now->efc_D, now->efc_D + now->nefc), 1e9);
      expect_same_bits(om.get(), now.get(), "step " + std::to_string(step));
    }
  }
}

TEST(FwdConstraint, ColdStartAgrees) {  // judge: oracle
  for (const oracle::Scene& scene : oracle::small_scenes()) {
    const auto om = oracle::load_string(scene.xml);
    om->opt.disableflags |= mjDSBL_WARMSTART | mjDSBL_ISLAND;
    oracle::for_options(om.get(), [&](const std::string& options) {
      const auto od = oracle::random_state(om.get(), 3);
      mj_forward(om.get(), od.get());
      if (converged(om.get(), od.get())) expect_same_solution(om.get(), od.get(), scene.name + options);
    });
  }
}

TEST(FwdConstraint, ColdIslandsShowNoUnwrittenStates) {  // judge: house rule; the oracle shows memory
  const auto om = oracle::load_string(
      "<mujoco><worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 .09'><freejoint/><geom size='.1'/>"
      "</body><body pos='1 0 .09'><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
  Model m = oracle::to_model(om.get());
  m.opt.disableflags |= mjDSBL_WARMSTART;
  Data d = corten::make_data(m);
  std::fill_n(d.arena.data(), d.arena.size(), std::byte{0x5a});
  forward(m, d);
  ASSERT_EQ(d.nisland, 2);
  for (const int state : d.efc_state) EXPECT_EQ(state, mjCNSTRSTATE_SATISFIED);
}

TEST(FwdConstraint, DeveloperModelsAgree) {  // judge: oracle
  int combination = 0;
  for (const std::string& file : oracle::constraint_models()) {
    const auto om = oracle::load_file(file);
    ASSERT_TRUE(om) << file;
    const std::string options = oracle::set_options(om.get(), combination++);
    for (int seed = 0; seed < 2; ++seed) {
      const auto od = oracle::random_state(om.get(), seed);
      mj_forward(om.get(), od.get());
      if (converged(om.get(), od.get()))
        expect_same_solution(om.get(), od.get(), file + options + " seed " + std::to_string(seed));
    }
  }
}

}  // namespace
}  // namespace corten
