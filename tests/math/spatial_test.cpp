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
