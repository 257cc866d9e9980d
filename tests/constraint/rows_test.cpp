// Constraint rows and islands against the oracle, from the oracle's own kinematics and contacts.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "corten/constraint/island.h"
#include "corten/constraint/make_constraint.h"
#include "tests/support/oracle.h"
#include "tests/support/scenes.h"

namespace corten {
namespace {

struct Built {
  Model m;
  Data d;
};

// our rows where the oracle's were
Built build_rows(const mjModel* om, const mjData* od) {
  Built b{oracle::to_model(om), {}};
  b.d = oracle::to_data(om, od, b.m);
  for (int i = 0; i < b.d.ncon; ++i) {
    Contact& contact = b.d.contact[i];
    contact.efc_address = -7;
    contact.mu = 0;
    if (contact.exclude > 1) contact.exclude = 0;
  }
  make_constraint(b.m, b.d);
  island(b.m, b.d);
  project_constraint(b.m, b.d);
  reference_constraint(b.m, b.d);
  return b;
}

bool sparse(const mjModel* m) { return mj_isSparse(m); }

void expect_fields(const mjModel* om, const mjData* od, const Built& b,
                   const std::vector<const char*>& fields, double bar, const std::string& what) {
  for (const char* field : fields)
    EXPECT_LE(oracle::field_error(om, od, b.d, b.m, field), bar) << field << " of " << what;
}

void expect_same_rows(const mjModel* om, const mjData* od, const std::string& what) {
  const Built b = build_rows(om, od);
  ASSERT_EQ(b.d.nefc, od->nefc) << what;
  EXPECT_EQ(b.d.ne, od->ne) << what;
  EXPECT_EQ(b.d.nf, od->nf) << what;
  EXPECT_EQ(b.d.nl, od->nl) << what;
  EXPECT_EQ(b.d.nJ, od->nJ) << what;
  if (od->nefc == 0) return;
  expect_fields(om, od, b, {"efc_type", "efc_id", "tendon_efcadr"}, 0, what);
  expect_fields(om, od, b,
                {"efc_pos", "efc_margin", "efc_frictionloss", "efc_diagApprox", "efc_KBIP", "efc_D", "efc_R",
                 "efc_vel", "efc_aref"},
                1e-10, what);
  if (sparse(om)) {
    expect_fields(om, od, b, {"efc_J_rownnz", "efc_J_rowadr", "efc_J_rowsuper", "efc_J_colind"}, 0, what);
    expect_fields(om, od, b, {"efc_J"}, 1e-10, what);
  } else {
    double worst = 0;
    for (int i = 0; i < od->nefc * om->nv; ++i)
      worst = std::max(worst, std::abs(b.d.efc_J[i] - od->efc_J[i]) / std::max(1.0, std::abs(od->efc_J[i])));
    EXPECT_LE(worst, 1e-10) << what;
  }
  for (int i = 0; i < od->ncon; ++i) {
    EXPECT_EQ(b.d.contact[i].efc_address, od->contact[i].efc_address) << what;
    EXPECT_EQ(b.d.contact[i].exclude, od->contact[i].exclude) << what;
    EXPECT_NEAR(b.d.contact[i].mu, od->contact[i].mu, 1e-12) << what;
  }
}

void expect_same_islands(const mjModel* om, const mjData* od, const std::string& what) {
  const Built b = build_rows(om, od);
  ASSERT_EQ(b.d.nisland, od->nisland) << what;
  ASSERT_EQ(b.d.nidof, od->nidof) << what;
  if (od->nisland == 0) return;
  expect_fields(om, od, b,
                {"tree_island", "island_ntree",   "island_itreeadr", "map_itree2tree", "dof_island",
                 "island_nv",   "island_idofadr", "island_dofadr",   "map_dof2idof",   "map_idof2dof",
                 "iM_rownnz",   "iM_rowadr",      "efc_island",      "island_ne",      "island_nf",
                 "island_nefc", "island_iefcadr", "map_efc2iefc",    "map_iefc2efc",   "iefc_type",
                 "iefc_id"},
                0, what);
  expect_fields(om, od, b, {"iLDiagInv", "iefc_frictionloss", "iefc_D", "iefc_R"}, 1e-10, what);
  if (sparse(om)) {
    expect_fields(om, od, b, {"iefc_J_rownnz", "iefc_J_rowadr", "iefc_J_rowsuper", "iefc_J_colind"}, 0, what);
    expect_fields(om, od, b, {"iefc_J"}, 1e-10, what);
  } else {
    for (int k = 0; k < od->nisland; ++k)
      for (int i = 0; i < od->island_nefc[k] * od->island_nv[k]; ++i) {
        const int at = od->nidof * od->island_iefcadr[k] + i;
        ASSERT_NEAR(b.d.iefc_J[at], od->iefc_J[at], 1e-10 * std::max(1.0, std::abs(od->iefc_J[at]))) << what;
      }
  }
  const int last = od->nidof - 1, entries = od->iM_rowadr[last] + od->iM_rownnz[last];
  for (int i = 0; i < entries; ++i) {
    ASSERT_EQ(b.d.iM_colind[i], od->iM_colind[i]) << what;
    ASSERT_EQ(b.d.iM[i], od->iM[i]) << what;
    ASSERT_EQ(b.d.iLD[i], od->iLD[i]) << what;
  }
}

void expect_same_projection(const mjModel* om, const mjData* od, const std::string& what) {
  const Built b = build_rows(om, od);
  ASSERT_EQ(b.d.nA, od->nA) << what;
  if (od->nA == 0) return;
  expect_fields(om, od, b, {"efc_AR"}, 1e-10, what);
  if (sparse(om)) expect_fields(om, od, b, {"efc_AR_rownnz", "efc_AR_rowadr", "efc_AR_colind"}, 0, what);
}

// every developer model, each with one combination of options so that all are met
TEST(MakeConstraint, RowsAndIslandsOfDeveloperModelsEqualTheOracles) {  // judge: oracle
  int combination = 0;
  for (const std::string& file : oracle::constraint_models()) {
    const auto om = oracle::load_file(file);
    ASSERT_TRUE(om) << file;
    oracle::set_options(om.get(), combination++);
    for (int seed = 0; seed < 2; ++seed) {
      const auto od = oracle::random_state(om.get(), seed);
      mj_forward(om.get(), od.get());
      const std::string what = file + " seed " + std::to_string(seed);
      expect_same_rows(om.get(), od.get(), what);
      expect_same_islands(om.get(), od.get(), what);
      expect_same_projection(om.get(), od.get(), what);
    }
  }
}

TEST(MakeConstraint, RowsOfSmallScenesEqualTheOracles) {
  oracle::on_small_scenes(expect_same_rows);
}  // judge: oracle

TEST(Island, ArraysOfSmallScenesEqualTheOracles) {
  oracle::on_small_scenes(expect_same_islands);
}  // judge: oracle

TEST(Projection, InverseInertiaOfRowsEqualsTheOracles) {  // judge: oracle
  oracle::on_small_scenes(expect_same_projection);
}

// Flexes: edge and vertex equalities, pinned parts, contacts of vertices and elements, interpolation.
const char* const kFlexScenes[] = {
    R"(<mujoco><worldbody><geom type="plane" size="2 2 1"/>
      <flexcomp name="cloth" type="grid" dim="2" count="4 4 1" spacing=".1 .1 .1" radius=".01" pos="0 0 .012" mass="1">
        <edge equality="true"/><pin id="0 1 5"/></flexcomp>
      <body pos=".03 .02 .06"><freejoint/><geom size=".05"/></body></worldbody></mujoco>)",
    R"(<mujoco><worldbody><geom type="plane" size="2 2 1"/>
      <flexcomp name="cloth" type="grid" dim="2" count="4 4 1" spacing=".1 .1 .1" radius=".01" pos="0 0 .1" mass="1">
        <edge equality="vert"/><contact selfcollide="none"/></flexcomp></worldbody></mujoco>)",
    R"(<mujoco><worldbody><geom type="plane" size="2 2 1"/>
      <flexcomp name="jelly" type="grid" dim="3" count="3 3 3" spacing=".1 .1 .1" radius=".01" pos="0 0 .108" mass="1" dof="trilinear">
        <elasticity young="1e4" poisson=".2"/><contact selfcollide="none" condim="3"/></flexcomp>
      <body pos=".03 .02 .255"><freejoint/><geom size=".05"/></body></worldbody></mujoco>)",
    R"(<mujoco><worldbody>
      <flexcomp name="a" type="grid" dim="2" count="3 3 1" spacing=".1 .1 .1" radius=".01" mass="1"><edge equality="true"/></flexcomp>
      <flexcomp name="b" type="grid" dim="2" count="3 3 1" spacing=".1 .1 .1" radius=".01" pos=".02 .03 .018" mass="1"><edge equality="true"/></flexcomp>
      <flexcomp name="rope" type="grid" dim="1" count="4 1 1" spacing=".1 .1 .1" radius=".01" pos=".02 .03 .037" mass="1"><edge equality="true"/></flexcomp>
      </worldbody></mujoco>)",
};

TEST(MakeConstraint, RowsOfFlexesEqualTheOracles) {  // judge: oracle
  for (const char* xml : kFlexScenes) {
    std::string error;
    const auto om = oracle::load_string(xml, &error);
    ASSERT_TRUE(om) << error;
    oracle::for_options(om.get(), [&](const std::string& options) {
      const auto od = oracle::random_state(om.get(), 2);
      mj_forward(om.get(), od.get());
      const std::string what = std::string(xml).substr(30, 200) + options;
      ASSERT_GT(od->nefc, 0) << what;
      expect_same_rows(om.get(), od.get(), what);
      expect_same_islands(om.get(), od.get(), what);
    });
  }
}

// An explicit pair meets also where nothing moves.
TEST(MakeConstraint, ContactsOfAModelWithoutDofsMakeNoRows) {  // judge: oracle
  const auto om = oracle::load_string(R"(<mujoco><worldbody><geom name="floor" type="plane" size="1 1 .1"/>
      <body><geom name="box" type="box" size=".1 .1 .1" pos="0 0 .05"/></body></worldbody>
      <contact><pair geom1="floor" geom2="box"/></contact></mujoco>)");
  oracle::for_options(om.get(), [&](const std::string& options) {
    const oracle::DataPtr od(mj_makeData(om.get()));
    mj_forward(om.get(), od.get());
    EXPECT_EQ(od->ncon, 4);
    EXPECT_EQ(od->nefc, 0);
    expect_same_rows(om.get(), od.get(), options);
  });
}

// Rows are counted before they are added: both must judge an undefined position alike.
TEST(MakeConstraint, UndefinedPositionsMakeNoLimitRows) {  // judge: oracle
  const auto om = oracle::load_string(R"(<mujoco><worldbody><body>
      <joint name="a" type="slide" range="-1 1"/><joint type="ball" range="0 .1"/><geom size=".1"/></body></worldbody>
      <tendon><fixed range="-1 1" limited="true"><joint joint="a" coef="1"/></fixed></tendon></mujoco>)");
  for (const mjtJacobian jacobian : {mjJAC_DENSE, mjJAC_SPARSE}) {
    om->opt.jacobian = jacobian;
    const oracle::DataPtr od(mj_makeData(om.get()));
    std::fill_n(od->qpos, om->nq, std::nan(""));
    mj_fwdPosition(om.get(), od.get());
    const Built b = build_rows(om.get(), od.get());
    EXPECT_EQ(od->nefc, 0);
    EXPECT_EQ(b.d.nefc, od->nefc);
  }
}

// A steep power makes ∞ · 0 of the impedance between its middle and its width.
TEST(MakeConstraint, UndefinedImpedanceReachesTheRow) {  // judge: oracle
  const auto om = oracle::load_string(R"(<mujoco><worldbody><body>
      <joint type="slide" range="0 1" solimplimit=".2 .8 .1 .9 1000"/><geom size=".1"/></body></worldbody></mujoco>)");
  const oracle::DataPtr od(mj_makeData(om.get()));
  od->qpos[0] = -0.095;
  mj_fwdPosition(om.get(), od.get());
  const Built b = build_rows(om.get(), od.get());
  ASSERT_EQ(b.d.nefc, 1);
  EXPECT_TRUE(std::isnan(od->efc_D[0]));
  EXPECT_TRUE(std::isnan(b.d.efc_D[0]));
}

}  // namespace
}  // namespace corten
