// Vectors, quaternions and matrices give the oracle's numbers bit for bit, degenerate inputs included.
#include "corten/math/quat.h"

#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

#include <string>

#include "corten/math/mat3.h"
#include "corten/math/polar.h"
#include "tests/math/sampling.h"

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

TEST(Vec3, NormalizeIsTheOracles) {  // judge: oracle (mju_normalize3)
  Comparison vector, length;
  for (V v : vectors()) {
    V theirs = v;
    const double their_length = mju_normalize3(theirs.data()), our_length = normalize(v);
    vector.add(v.data(), theirs.data(), 3);
    length.add(&our_length, &their_length, 1);
  }
  vector.expect_equal_bits();
  length.expect_equal_bits();
}

TEST(Vec3, DotCrossNormAndDistanceAreTheOracles) {  // judge: oracle
  Comparison c;
  const std::vector<V> v = vectors();
  for (int i = 1; i < kCount; ++i) {
    const V &a = v[i], &b = v[i - 1];
    V product;
    mju_cross(product.data(), a.data(), b.data());
    const double theirs[]{mju_dot3(a.data(), b.data()), mju_norm3(a.data()), mju_dist3(a.data(), b.data())};
    const double ours[]{dot(a, b), norm(a), distance(a, b)};
    c.add(ours, theirs, 3);
    c.add(cross(a, b).data(), product.data(), 3);
  }
  c.expect_equal_bits();
}

TEST(Quat, NormalizeIsTheOracles) {  // judge: oracle (mju_normalize4)
  Comparison c;
  for (Q q : quats()) {
    Q theirs = q;
    const double their_length = mju_normalize4(theirs.data()), our_length = normalize(q);
    c.add(q.data(), theirs.data(), 4);
    c.add(&our_length, &their_length, 1);
  }
  c.expect_equal_bits();
}

TEST(Quat, RotateIsTheOracles) {  // judge: oracle (mju_rotVecQuat)
  Comparison c;
  const std::vector<V> v = vectors();
  const std::vector<Q> q = quats();
  for (int i = 0; i < kCount; ++i)
    for (int k : {i, (i + 1) % kCount}) {
      V theirs;
      mju_rotVecQuat(theirs.data(), v[k].data(), q[i].data());
      c.add(rotate(q[i], v[k]).data(), theirs.data(), 3);
    }
  c.expect_equal_bits();
}

TEST(Quat, ConjugateAndProductsAreTheOracles) {  // judge: oracle (mju_negQuat, mju_mulQuat, mju_mulQuatAxis)
  Comparison c;
  const std::vector<V> v = vectors();
  const std::vector<Q> q = quats();
  for (int i = 1; i < kCount; ++i) {
    Q theirs;
    mju_negQuat(theirs.data(), q[i].data());
    c.add(conjugate(q[i]).data(), theirs.data(), 4);
    mju_mulQuat(theirs.data(), q[i].data(), q[i - 1].data());
    c.add((q[i] * q[i - 1]).data(), theirs.data(), 4);
    mju_mulQuatAxis(theirs.data(), q[i].data(), v[i].data());
    c.add(mul_axis(q[i], v[i]).data(), theirs.data(), 4);
  }
  c.expect_equal_bits();
}

TEST(Quat, AxisAngleIsTheOracles) {  // judge: oracle (mju_axisAngle2Quat)
  Comparison c;
  Sampler s;
  for (const V& v : vectors())
    for (double angle : {0.0, 1e-200, kPi, -kPi, s.uniform(-10, 10)}) {
      Q theirs;
      mju_axisAngle2Quat(theirs.data(), v.data(), angle);
      c.add(axis_angle_quat(v, angle).data(), theirs.data(), 4);
    }
  c.expect_equal_bits();
}

TEST(Quat, VelocityOfARotationIsTheOracles) {  // judge: oracle (mju_quat2Vel)
  Comparison c;
  Sampler s;
  for (const Q& q : quats())
    for (double dt : {1.0, s.uniform(1e-4, 1)}) {
      V theirs;
      mju_quat2Vel(theirs.data(), q.data(), dt);
      c.add(quat_to_vel(q, dt).data(), theirs.data(), 3);
    }
  c.expect_equal_bits();
}

TEST(Quat, DifferenceIsTheOracles) {  // judge: oracle (mju_subQuat)
  Comparison c;
  const std::vector<Q> q = quats();
  for (int i = 0; i < kCount; ++i)
    for (int k : {i, (i + 1) % kCount, (i * 7) % kCount}) {
      V theirs;
      mju_subQuat(theirs.data(), q[i].data(), q[k].data());
      c.add(sub_quat(q[i], q[k]).data(), theirs.data(), 3);
    }
  c.expect_equal_bits();
}

TEST(Quat, MatrixIsTheOracles) {  // judge: oracle (mju_quat2Mat)
  Comparison c;
  for (const Q& q : quats()) {
    M theirs;
    mju_quat2Mat(theirs.data(), q.data());
    c.add(to_mat(q).data(), theirs.data(), 9);
  }
  c.expect_equal_bits();
}

TEST(Quat, OfAMatrixIsTheOracles) {  // judge: oracle (mju_mat2Quat)
  Comparison c;
  Sampler s;
  for (const Q& q : quats())
    for (const M& m : {to_mat(q), to_mat(unit(q)), s.mat3()}) {
      Q theirs;
      mju_mat2Quat(theirs.data(), m.data());
      c.add(to_quat(m).data(), theirs.data(), 4);
    }
  c.expect_equal_bits();
}

TEST(Quat, TimeDerivativeIsTheOracles) {  // judge: oracle (mju_derivQuat)
  Comparison c;
  const std::vector<V> v = vectors();
  const std::vector<Q> q = quats();
  for (int i = 0; i < kCount; ++i) {
    Q theirs;
    mju_derivQuat(theirs.data(), q[i].data(), v[i].data());
    c.add(deriv_quat(q[i], v[i]).data(), theirs.data(), 4);
  }
  c.expect_equal_bits();
}

TEST(Quat, IntegrationIsTheOracles) {  // judge: oracle (mju_quatIntegrate)
  Comparison c;
  Sampler s;
  const std::vector<V> v = vectors();
  const std::vector<Q> q = quats();
  for (int i = 0; i < kCount; ++i)
    for (double scale : {0.0, 1.0, s.uniform(-0.1, 0.1)}) {
      Q theirs = q[i];
      mju_quatIntegrate(theirs.data(), v[i].data(), scale);
      c.add(integrate(q[i], v[i], scale).data(), theirs.data(), 4);
    }
  c.expect_equal_bits();
}

TEST(Quat, TurnOfZOntoAVectorIsTheOracles) {  // judge: oracle (mju_quatZ2Vec)
  Comparison c;
  for (const V& v : vectors()) {
    Q theirs;
    mju_quatZ2Vec(theirs.data(), v.data());
    c.add(quat_z_to_vec(v).data(), theirs.data(), 4);
  }
  c.expect_equal_bits();
}

TEST(Quat, EulerSequencesAreTheOracles) {  // judge: oracle (mju_euler2Quat)
  Comparison c;
  Sampler s;
  const std::string letters = "xyzXYZ";
  for (int i = 0; i < kCount; ++i) {
    const V euler = i ? 3.0 * s.vec3() : V{};
    const std::string seq{letters[i % 6], letters[i / 6 % 6], letters[i / 36 % 6]};
    Q theirs, ours{};
    mju_euler2Quat(theirs.data(), euler.data(), seq.c_str());
    EXPECT_TRUE(euler_to_quat(euler, seq.c_str(), ours));
    c.add(ours.data(), theirs.data(), 4);
  }
  c.expect_equal_bits();
}

TEST(Quat, EulerSequenceMustBeThreeAxes) {  // judge: the oracle's error, which ends the process there
  Q q = Q::identity();
  for (const char* seq : {"", "x", "xy", "xyw", "xyzz", "x z"})
    EXPECT_FALSE(euler_to_quat(V{1, 2, 3}, seq, q));
  EXPECT_EQ(q, Q::identity());
}

TEST(Mat3, ProductsAreTheOracles) {  // judge: oracle
  Comparison c;
  Sampler s;
  for (int i = 0; i < kCount; ++i) {
    const M a = s.mat3(), b = s.mat3();
    const V v = s.vec3();
    M m;
    V u;
    mju_mulMatVec3(u.data(), a.data(), v.data());
    c.add((a * v).data(), u.data(), 3);
    mju_mulMatTVec3(u.data(), a.data(), v.data());
    c.add(transpose_mul(a, v).data(), u.data(), 3);
    mju_mulMatMat(m.data(), a.data(), b.data(), 3, 3, 3);
    c.add((a * b).data(), m.data(), 9);
    mju_mulMatTMat(m.data(), a.data(), b.data(), 3, 3, 3);
    c.add(transpose_mul(a, b).data(), m.data(), 9);
    mju_mulMatMatT(m.data(), a.data(), b.data(), 3, 3, 3);
    c.add(mul_transpose(a, b).data(), m.data(), 9);
    mju_transpose(m.data(), a.data(), 3, 3);
    c.add(transpose(a).data(), m.data(), 9);
  }
  c.expect_equal_bits();
}

TEST(Polar, RotationOfADeformationIsTheOracles) {  // judge: oracle (mju_mat2Rot)
  Comparison c;
  Sampler s;
  for (int i = 0; i < kCount; ++i) {
    M m = to_mat(s.unit_quat());
    for (double& x : m.e) x += 0.3 * s.normal();
    Q theirs = i % 2 ? s.unit_quat() : Q::identity(), ours = theirs;
    const int their_count = mju_mat2Rot(theirs.data(), m.data()), our_count = mat_to_rot(m, ours);
    c.add(ours.data(), theirs.data(), 4);
    EXPECT_EQ(our_count, their_count);
  }
  c.expect_equal_bits();
}

TEST(Polar, DegenerateMatricesEndAsTheOraclesDo) {  // judge: oracle (mju_mat2Rot)
  Comparison c;
  for (const M& m : {M{}, M::identity(), M{-1, 0, 0, 0, -1, 0, 0, 0, 1}, M{1, 0, 0, 0, 0, 0, 0, 0, 0}}) {
    for (const Q& start : {Q::identity(), Q{0, 1, 0, 0}, Q{0.5, 0.5, 0.5, 0.5}}) {
      Q theirs = start, ours = start;
      EXPECT_EQ(mat_to_rot(m, ours), mju_mat2Rot(theirs.data(), m.data()));
      c.add(ours.data(), theirs.data(), 4);
    }
  }
  c.expect_close();
}

}  // namespace
}  // namespace corten
