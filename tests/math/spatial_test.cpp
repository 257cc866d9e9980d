// Poses, spatial algebra, frames and eigenvalues give the oracle's numbers.
#include "corten/math/spatial.h"

#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

#include <cstring>

#include "corten/math/eig3.h"
#include "corten/math/frame.h"
#include "corten/math/pose.h"
#include "corten/math/quat_derivative.h"
#include "corten/math/scalar.h"
#include "tests/math/sampling.h"
#include "tests/support/oracle.h"

extern "C" void mju_mulInertVec(mjtNum res[6], const mjtNum inert[10], const mjtNum vec[6]);

namespace corten {
namespace {

using sampling::Comparison;
using sampling::kCount;
using sampling::quats;
using sampling::Sampler;
using sampling::vectors;
using V = Vec3<double>;
using Q = Quat<double>;
using M = Mat3<double>;
using P = Pose<double>;

template <class T>
const double* numbers(const T& value) {
  static_assert(sizeof(T) % sizeof(double) == 0);
  return reinterpret_cast<const double*>(&value);
}

TEST(Pose, ProductInverseAndPointAreTheOracles) {  // judge: oracle (mju_mulPose, mju_negPose, mju_trnVecPose)
  Comparison c;
  const std::vector<V> v = vectors();
  const std::vector<Q> q = quats();
  for (int i = 2; i < kCount; ++i) {
    const P a{v[i], q[i]}, b{v[i - 1], q[i - 2]};
    V pos;
    Q quat;
    mju_mulPose(pos.data(), quat.data(), a.pos.data(), a.quat.data(), b.pos.data(), b.quat.data());
    c.add((a * b).pos.data(), pos.data(), 3);
    c.add((a * b).quat.data(), quat.data(), 4);
    mju_negPose(pos.data(), quat.data(), a.pos.data(), a.quat.data());
    c.add(inverse(a).pos.data(), pos.data(), 3);
    c.add(inverse(a).quat.data(), quat.data(), 4);
    mju_trnVecPose(pos.data(), a.pos.data(), a.quat.data(), v[i - 2].data());
    c.add((a * v[i - 2]).data(), pos.data(), 3);
  }
  c.expect_equal_bits();
}

TEST(Spatial, ChangeOfPointAndAxesIsTheOracles) {  // judge: oracle (mju_transformSpatial)
  Comparison c;
  Sampler s;
  for (int i = 0; i < kCount; ++i) {
    const Motion<double> m{s.vec3(), s.vec3()};
    const Force<double> f{m.ang, m.lin};
    const V to = s.vec3(), from = i % 10 ? s.vec3() : to;
    const M rot = to_mat(s.unit_quat());
    double theirs[6];
    mju_transformSpatial(theirs, numbers(m), 0, to.data(), from.data(), nullptr);
    c.add(numbers(transport(m, to, from)), theirs, 6);
    mju_transformSpatial(theirs, numbers(m), 0, to.data(), from.data(), rot.data());
    c.add(numbers(to_local(transport(m, to, from), rot)), theirs, 6);
    mju_transformSpatial(theirs, numbers(f), 1, to.data(), from.data(), nullptr);
    c.add(numbers(transport(f, to, from)), theirs, 6);
    mju_transformSpatial(theirs, numbers(f), 1, to.data(), from.data(), rot.data());
    c.add(numbers(to_local(transport(f, to, from), rot)), theirs, 6);
  }
  c.expect_equal_bits();
}

TEST(Spatial, InertiaTimesMotionIsTheOracles) {  // judge: oracle (mju_mulInertVec)
  Comparison c;
  Sampler s;
  for (int i = 0; i < kCount; ++i) {
    Inertia<double> inert{{}, s.vec3(), s.uniform(0, 3)};
    for (double& x : inert.i) x = s.normal();
    const Motion<double> m{s.vec3(), s.vec3()};
    double theirs[6];
    mju_mulInertVec(theirs, numbers(inert), numbers(m));
    c.add(numbers(inert * m), theirs, 6);
  }
  c.expect_equal_bits();
}

// A chain of eight bodies with every joint type, moving.
struct MovingChain {
  oracle::ModelPtr m = oracle::load_string(R"(<mujoco><worldbody><body pos="1 2 3"><freejoint/>
      <geom size=".1 .2 .3" type="box" pos=".1 .2 -.1" euler="10 20 30"/>
      <body pos=".3 .1 0" euler="5 -40 8"><joint axis="1 2 3" pos=".1 0 0"/><joint type="slide" axis="0 1 1"/>
        <geom type="capsule" size=".05 .2" pos="0 .2 .1" euler="50 0 7"/>
        <body pos="0 .4 .1"><joint type="ball" pos="0 .1 .2"/><geom type="ellipsoid" size=".1 .3 .2" pos=".1 0 0"/>
      </body></body></body></worldbody></mujoco>)");
  oracle::DataPtr d = oracle::make_data(m.get());

  void shake(Sampler& s) {
    for (int i = 0; i < m->nq; ++i) d->qpos[i] = s.normal();
    for (int i = 0; i < m->nv; ++i) d->qvel[i] = s.normal();
    mj_forward(m.get(), d.get());
  }
};

V vec(const double* x) { return {x[0], x[1], x[2]}; }
Motion<double> motion(const double* x) { return {vec(x), vec(x + 3)}; }

TEST(Spatial, InertiaAboutTheRootCentreIsTheOracles) {  // judge: oracle (cinert)
  MovingChain chain;
  const mjModel& m = *chain.m;
  const mjData& d = *chain.d;
  Comparison c;
  Sampler s;
  for (int n = 0; n < kCount / 3; ++n) {
    chain.shake(s);
    for (int b = 1; b < m.nbody; ++b) {
      M ximat;
      std::memcpy(&ximat, d.ximat + 9 * b, sizeof ximat);
      const V offset = vec(d.xipos + 3 * b) - vec(d.subtree_com + 3 * m.body_rootid[b]);
      const Inertia<double> ours = inert_com(vec(m.body_inertia + 3 * b), ximat, offset, m.body_mass[b]);
      c.add(numbers(ours), d.cinert + 10 * b, 10);
    }
  }
  c.expect_equal_bits();
}

TEST(Spatial, MotionOfAJointIsTheOracles) {  // judge: oracle (cdof of a hinge and a slide)
  MovingChain chain;
  const mjModel& m = *chain.m;
  const mjData& d = *chain.d;
  Comparison c;
  Sampler s;
  for (int n = 0; n < kCount; ++n) {
    chain.shake(s);
    const V offset = vec(d.subtree_com + 3) - vec(d.xanchor + 3);
    c.add(numbers(hinge_motion(vec(d.xaxis + 3), offset)), d.cdof + 6 * m.jnt_dofadr[1], 6);
    c.add(numbers(slide_motion(vec(d.xaxis + 6))), d.cdof + 6 * m.jnt_dofadr[2], 6);
  }
  c.expect_equal_bits();
}

TEST(Spatial, MotionCrossMotionIsTheOracles) {  // judge: oracle (cdof_dot = velocity before the joint × cdof)
  MovingChain chain;
  const mjModel& m = *chain.m;
  const mjData& d = *chain.d;
  Comparison c;
  Sampler s;
  for (int n = 0; n < kCount; ++n) {
    chain.shake(s);
    const int dof = m.jnt_dofadr[1];
    c.add(numbers(cross_motion(motion(d.cvel + 6), motion(d.cdof + 6 * dof))), d.cdof_dot + 6 * dof, 6);
  }
  c.expect_equal_bits();
}

TEST(Spatial, ForceCrossIsDualToMotionCross) {  // judge: identity (v × m) · f = −m · (v ×* f)
  Sampler s;
  for (int i = 0; i < kCount; ++i) {
    const Motion<double> v{s.vec3(), s.vec3()}, m{s.vec3(), s.vec3()};
    const Force<double> f{s.vec3(), s.vec3()};
    EXPECT_NEAR(dot(cross_motion(v, m), f), -dot(m, cross_force(v, f)),
                1e-12);  // sums of 24 products near 10
  }
}

TEST(Frame, OfAContactIsTheOracles) {  // judge: oracle (contact frame of two spheres)
  const auto m = oracle::load_string(R"(<mujoco><worldbody><geom size="1"/>
      <body><freejoint/><geom size="1"/></body></worldbody></mujoco>)");
  const auto d = oracle::make_data(m.get());
  Comparison c;
  std::vector<V> directions = vectors();
  directions.insert(directions.end(),
                    {V{0, 1, 0}, V{0, -1, 0}, V{0, 0.5, std::sqrt(0.75)}, V{0, -0.5, std::sqrt(0.75)}});
  for (const V& v : directions) {
    const V normal = unit(v);
    std::memcpy(d->qpos, normal.data(), sizeof normal);
    mj_kinematics(m.get(), d.get());
    mj_comPos(m.get(), d.get());
    mj_collision(m.get(), d.get());
    ASSERT_EQ(d->ncon, 1);
    c.add(make_frame(vec(d->contact[0].frame)).data(), d->contact[0].frame, 9);
  }
  c.expect_close();
}

TEST(Frame, HintSteersTheTangent) {  // judge: hand value
  const M frame = make_frame(V{0, 0, 1}, V{1, 0, 5});
  EXPECT_EQ(frame, (M{0, 0, 1, 1, 0, 0, 0, 1, 0}));
}

TEST(Frame, HintAlongTheNormalGivesTheFirstAxis) {  // judge: the oracle's plane-capsule contact
  const M frame = make_frame(V{0, 0, 1}, V{0, 0, 1});
  EXPECT_EQ(frame, (M{0, 0, 1, 1, 0, 0, 0, 1, 0}));
}

TEST(Eig3, IsTheOracles) {  // judge: oracle (mju_eig3)
  Comparison c;
  Sampler s;
  std::vector<M> matrices{M{},
                          M::identity(),
                          M{1, 0, 0, 0, 2, 0, 0, 0, 3},
                          M{3, .5, -.2, .5, 2, .7, -.2, .7, 4},
                          M{1, 1, 1, 1, 1, 1, 1, 1, 1},
                          M{0, 1, 0, 1, 0, 0, 0, 0, 0},
                          M{1, 0, 1e-7, 0, 1, 0, 1e-7, 0, 1},
                          M{1e-13, 1e-13, 0, 1e-13, 0, 0, 0, 0, 0}};
  for (const Q& q : quats()) {  // repeated eigenvalues in turned frames
    const M r = to_mat(unit(q));
    matrices.push_back(mul_transpose(r * M{2, 0, 0, 0, 2, 0, 0, 0, 1}, r));
    matrices.push_back(s.symmetric());
  }
  for (const M& m : matrices) {
    V value;
    M vector;
    Q quat;
    const int iterations = mju_eig3(value.data(), vector.data(), quat.data(), m.data());
    const Eig3<double> ours = eig3(m);
    c.add(ours.value.data(), value.data(), 3);
    c.add(ours.vector.data(), vector.data(), 9);
    c.add(ours.quat.data(), quat.data(), 4);
    EXPECT_EQ(ours.iterations, iterations);
  }
  c.expect_equal_bits();
}

TEST(QuatDerivative, OfDifferencesIsTheOracles) {  // judge: oracle (mjd_subQuat)
  Comparison c;
  const std::vector<Q> q = quats();
  for (int i = 0; i < kCount; ++i) {
    const Q &a = q[i], &b = q[(3 * i) % kCount];
    M by_a, by_b;
    mjd_subQuat(a.data(), b.data(), by_a.data(), by_b.data());
    const M ours = sub_quat_derivative(a, b);
    c.add(ours.data(), by_a.data(), 9);
    c.add((-transpose(ours)).data(), by_b.data(), 9);
  }
  c.expect_close();
}

TEST(QuatDerivative, OfIntegrationIsTheOracles) {  // judge: oracle (mjd_quatIntegrate)
  Comparison c;
  Sampler s;
  for (int i = 0; i < kCount; ++i) {
    const V vel = i ? s.vec3() : V{};
    const double scale = i % 2 ? s.uniform(-0.02, 0.02) : s.uniform(-1, 1);
    M by_quat, by_vel;
    V by_scale;
    mjd_quatIntegrate(vel.data(), scale, by_quat.data(), by_vel.data(), by_scale.data());
    const IntegrateDerivative<double> ours = integrate_derivative(vel, scale);
    c.add(ours.by_quat.data(), by_quat.data(), 9);
    c.add(ours.by_vel.data(), by_vel.data(), 9);
    c.add(ours.by_scale.data(), by_scale.data(), 3);
  }
  c.expect_close();
}

TEST(Scalar,
     FunctionsAreTheOracles) {  // judge: oracle (mju_clip, mju_sign, mju_round, mju_sigmoid, mju_isBad)
  Comparison c;
  Sampler s;
  for (int i = 0; i < kCount; ++i) {
    const double x = i < 40 ? 0.25 * (i - 20) : 3 * s.normal();
    const double ours[]{clip(x, -1.0, 2.0), sign(x), sigmoid(x), 1.0 * round_to_int(x)};
    const double theirs[]{mju_clip(x, -1, 2), mju_sign(x), mju_sigmoid(x), 1.0 * mju_round(x)};
    c.add(ours, theirs, 4);
  }
  c.expect_equal_bits();
  for (double x : {0.0, 1e10, -1e10, 1.0001e10, -1.0001e10, double(INFINITY), double(NAN)})
    EXPECT_EQ(is_bad(x), mju_isBad(x) != 0) << x;
}

}  // namespace
}  // namespace corten
