// Jacobians against finite differences and the oracle.
#include "corten/smooth/jacobian.h"

#include <functional>

#include "corten/smooth/configuration.h"
#include "corten/smooth/derivative.h"
#include "tests/support/prepared_twin.h"
#include "tests/support/random_state.h"

namespace corten {
namespace {

using Twin = PreparedTwin;

constexpr const char* kTree = R"(<mujoco><option density="3" viscosity=".2"/><worldbody>
  <body pos="0 0 1"><freejoint/><geom type="box" size=".1 .2 .3" mass="2"/>
   <body pos=".3 0 0"><joint axis="0 1 1" damping=".3"/><geom size=".05" mass=".5" pos=".1 0 0"/>
    <body pos=".3 0 0"><joint type="ball"/><geom type="ellipsoid" size=".05 .07 .1" mass=".4" pos=".1 0 0"
     fluidshape="ellipsoid"/><site name="s" pos=".2 .01 .03"/></body></body>
   <body pos="-.3 0 0"><joint name="x" type="slide" axis="1 0 0"/><geom size=".05" mass=".5"/></body></body></worldbody>
  <actuator><position joint="x" kp="3" kv=".5"/></actuator></mujoco>)";

Twin tree() {
  Twin t(kTree);
  oracle::randomize(t.om.get(), t.od.get(), 3);
  oracle::copy_state(t.om.get(), t.od.get(), t.m, t.d);
  mj_forward(t.om.get(), t.od.get());
  forward(t.m, t.d);
  return t;
}

using Point = std::function<Vec3<Real>(const Data&)>;

// central difference of a point along one dof; error about h² = 1e-12 plus rounding 1e-16 / h
Vec3<Real> difference(Twin& t, int dof, const Point& point) {
  constexpr Real h = 1e-6;
  const std::vector<Real> qpos(t.d.qpos.begin(), t.d.qpos.end());
  std::vector<Real> direction(static_cast<std::size_t>(t.m.nv));
  direction[static_cast<std::size_t>(dof)] = 1;
  const auto at = [&](Real dt) {
    std::copy(qpos.begin(), qpos.end(), t.d.qpos.begin());
    integrate_pos(t.m, t.d.qpos.span(), direction, dt);
    fwd_position(t.m, t.d);
    return point(t.d);
  };
  const Vec3<Real> result = (at(h) - at(-h)) * (1 / (2 * h));
  at(0);
  return result;
}

void expect_gradient(Twin& t, std::span<const Real> jac, const Point& point) {
  for (int dof = 0; dof < t.m.nv; ++dof) {
    const Vec3<Real> slope = difference(t, dof, point);
    for (int k = 0; k < 3; ++k)
      EXPECT_NEAR(jac[static_cast<std::size_t>(k * t.m.nv + dof)], slope[k], 1e-9) << "dof " << dof;
  }
}

TEST(Jacobian, PointsOfBodiesSitesAndSubtrees) {  // judge: finite differences
  Twin t = tree();
  std::vector<Real> jacp(static_cast<std::size_t>(3 * t.m.nv));
  jac_site(t.m, t.d, jacp, {}, 0);
  expect_gradient(t, jacp, [](const Data& d) { return d.site_xpos[0]; });
  jac_body(t.m, t.d, jacp, {}, 3);
  expect_gradient(t, jacp, [](const Data& d) { return d.xpos[3]; });
  jac_body_com(t.m, t.d, jacp, {}, 2);
  expect_gradient(t, jacp, [](const Data& d) { return d.xipos[2]; });
  jac_geom(t.m, t.d, jacp, {}, 3);
  expect_gradient(t, jacp, [](const Data& d) { return d.geom_xpos[3]; });
  jac_subtree_com(t.m, t.d, jacp, 1);
  expect_gradient(t, jacp, [](const Data& d) { return d.subtree_com[1]; });
}

TEST(Jacobian, EqualsTheOracles) {  // judge: oracle
  Twin t = tree();
  const std::size_t n = static_cast<std::size_t>(3 * t.m.nv);
  std::vector<Real> p(n), r(n), op(n), orot(n);
  jac_site(t.m, t.d, p, r, 0);
  mj_jacSite(t.om.get(), t.od.get(), op.data(), orot.data(), 0);
  EXPECT_EQ(p, op);
  EXPECT_EQ(r, orot);
  jac_dot(t.m, t.d, p, r, t.d.site_xpos[0], 3);
  mj_jacDot(t.om.get(), t.od.get(), op.data(), orot.data(), t.od->site_xpos, 3);
  for (std::size_t i = 0; i < n; ++i) {
    EXPECT_NEAR(p[i], op[i], 1e-14);
    EXPECT_NEAR(r[i], orot[i], 1e-14);
  }
  const Vec3<Real> axis{0, .6, .8};
  jac_point_axis(t.m, t.d, p, r, t.d.xpos[3], axis, 3);
  mj_jacPointAxis(t.om.get(), t.od.get(), op.data(), orot.data(), t.od->xpos + 9, axis.data(), 3);
  EXPECT_EQ(p, op);
  EXPECT_EQ(r, orot);
}

TEST(Jacobian, ForceAtAPointDoesTheWorkOfItsMotion) {  // judge: oracle
  Twin t = tree();
  const Vec3<Real> force{1, -2, 3}, torque{.3, .2, -.1};
  std::vector<Real> ours(static_cast<std::size_t>(t.m.nv)), theirs = ours;
  apply_ft(t.m, t.d, force, torque, t.d.site_xpos[0], 3, ours);
  mj_applyFT(t.om.get(), t.od.get(), force.data(), torque.data(), t.od->site_xpos, 3, theirs.data());
  for (std::size_t i = 0; i < ours.size(); ++i) EXPECT_NEAR(ours[i], theirs[i], 1e-15);
}

TEST(Derivative, OfSmoothForcesByVelocity) {  // judge: finite differences (no term of this model is left out)
  Twin t = tree();
  smooth_velocity_derivative(t.m, t.d, true);
  const std::vector<Real> deriv(t.d.qDeriv.begin(), t.d.qDeriv.end()), qvel(t.d.qvel.begin(), t.d.qvel.end());
  constexpr Real h = 1e-6;
  const auto force = [&](int dof, Real dv) {
    std::copy(qvel.begin(), qvel.end(), t.d.qvel.begin());
    t.d.qvel[dof] += dv;
    forward_skip(t.m, t.d, corten::mjSTAGE_POS, true);
    std::vector<Real> f(static_cast<std::size_t>(t.m.nv));
    for (int i = 0; i < t.m.nv; ++i)
      f[static_cast<std::size_t>(i)] = t.d.qfrc_passive[i] + t.d.qfrc_actuator[i] - t.d.qfrc_bias[i];
    return f;
  };
  for (int col = 0; col < t.m.nv; ++col) {
    const std::vector<Real> up = force(col, h), down = force(col, -h);
    for (int row = 0; row < t.m.nv; ++row)
      for (int k = t.m.D_rowadr[row]; k < t.m.D_rowadr[row] + t.m.D_rownnz[row]; ++k)
        if (t.m.D_colind[k] == col) {
          const std::size_t r = static_cast<std::size_t>(row);
          EXPECT_NEAR(deriv[static_cast<std::size_t>(k)], (up[r] - down[r]) / (2 * h), 1e-8)
              << row << " " << col;
        }
  }
}

}  // namespace
}  // namespace corten
