// MuJoCo's mju_ functions on vectors, quaternions and poses.
#include <algorithm>

#include "corten/math/eig3.h"
#include "corten/math/polar.h"
#include "corten/math/pose.h"
#include "corten/math/quat_derivative.h"
#include "corten/math/scalar.h"
#include "corten/math/spatial.h"
#include "python/bindings/client_texts.h"
#include "python/bindings/define.h"
#include "python/bindings/text.h"

namespace corten::python {
namespace {

using O3 = const OutN<3>&;
using O4 = const OutN<4>&;
using O9 = const OutN<9>&;
using I3 = const InN<3>&;
using I4 = const InN<4>&;
using I9 = const InN<9>&;

template <int N>
void bind_assignments(nb::module_& m, const char* zero, const char* copy) {
  define(
      m, zero, "Sets a vector to zero.", [](const OutN<N>& res) { std::fill_n(res.data(), N, Real(0)); },
      "res");
  define(
      m, copy, "Copies numbers: res = data.",
      [](const OutN<N>& res, const InN<N>& data) { std::copy_n(data.data(), N, res.data()); }, "res", "data");
}

void bind_in_place(nb::module_& m) {
  const auto old = [](O3 res) { return Vec3<Real>{res[0], res[1], res[2]}; };
  define(
      m, "mju_addTo3", "Adds a vector: res += vec.", [old](O3 res, I3 v) { put(res, old(res) + value(v)); },
      "res", "vec");
  define(
      m, "mju_subFrom3", "Subtracts a vector: res -= vec.",
      [old](O3 res, I3 v) { put(res, old(res) - value(v)); }, "res", "vec");
  define(
      m, "mju_addToScl3", "Adds a multiple of a vector: res += vec * scl.",
      [old](O3 res, I3 v, Real s) { put(res, old(res) + value(v) * s); }, "res", "vec", "scl");
}

void bind_vectors(nb::module_& m) {
  bind_assignments<3>(m, "mju_zero3", "mju_copy3");
  bind_assignments<4>(m, "mju_zero4", "mju_copy4");
  bind_in_place(m);
  define(
      m, "mju_addScl3", "Adds a multiple of another vector: res = vec1 + vec2 * scl.",
      [](O3 res, I3 a, I3 b, Real s) { put(res, value(a) + value(b) * s); }, "res", "vec1", "vec2", "scl");
  define(
      m, "mju_add3", "Sum of two vectors: res = vec1 + vec2.",
      [](O3 res, I3 a, I3 b) { put(res, value(a) + value(b)); }, "res", "vec1", "vec2");
  define(
      m, "mju_sub3", "Difference of two vectors: res = vec1 - vec2.",
      [](O3 res, I3 a, I3 b) { put(res, value(a) - value(b)); }, "res", "vec1", "vec2");
  define(
      m, "mju_scl3", "A multiple of a vector: res = vec * scl.",
      [](O3 res, I3 a, Real s) { put(res, value(a) * s); }, "res", "vec", "scl");
  define(
      m, "mju_cross", "Cross product: res = a × b.",
      [](O3 res, I3 a, I3 b) { put(res, cross(value(a), value(b))); }, "res", "a", "b");
  define(
      m, "mju_dot3", "Dot product of two vectors.", [](I3 a, I3 b) { return dot(value(a), value(b)); },
      "vec1", "vec2");
  define(
      m, "mju_norm3", "Length of a vector.", [](I3 a) { return norm(value(a)); }, "vec");
  define(
      m, "mju_dist3", "Distance of two points.", [](I3 a, I3 b) { return distance(value(a), value(b)); },
      "pos1", "pos2");
  define(
      m, "mju_normalize3", "Scales to unit length and returns the old length.",
      [](O3 vec) {
        Vec3<Real> v{vec[0], vec[1], vec[2]};
        const Real length = normalize(v);
        put(vec, v);
        return length;
      },
      "vec");
  define(
      m, "mju_mulMatVec3", "Product of a matrix and a vector: res = mat vec.",
      [](O3 res, I9 mat, I3 v) { put(res, value(mat) * value(v)); }, "res", "mat", "vec");
  define(
      m, "mju_mulMatTVec3", "Product of a transposed matrix and a vector: res = matᵀ vec.",
      [](O3 res, I9 mat, I3 v) { put(res, transpose_mul(value(mat), value(v))); }, "res", "mat", "vec");
}

// A motion or force vector about another point, in another frame.
void transform_spatial(const OutN<6>& res, const InN<6>& vec, int flg_force, I3 newpos, I3 oldpos,
                       I9 rotnew2old) {
  const Vec3<Real> first{vec[0], vec[1], vec[2]}, second{vec[3], vec[4], vec[5]};
  if (flg_force)
    put(res,
        to_local(transport(Force<Real>{first, second}, value(newpos), value(oldpos)), value(rotnew2old)));
  else
    put(res,
        to_local(transport(Motion<Real>{first, second}, value(newpos), value(oldpos)), value(rotnew2old)));
}

void bind_quaternions(nb::module_& m) {
  define(
      m, "mju_unit4", "The unit quaternion.",
      [](O4 res) {
        put(res, Quat<Real>{1, 0, 0, 0});
      },
      "res");
  define(
      m, "mju_rotVecQuat", "Rotates a vector.",
      [](O3 res, I3 v, I4 q) { put(res, rotate(value(q), value(v))); }, "res", "vec", "quat");
  define(
      m, "mju_negQuat", "The opposite rotation.", [](O4 res, I4 q) { put(res, conjugate(value(q))); }, "res",
      "quat");
  define(
      m, "mju_mulQuat", "Product of two rotations.",
      [](O4 res, I4 a, I4 b) { put(res, value(a) * value(b)); }, "res", "quat1", "quat2");
  define(
      m, "mju_mulQuatAxis", "Quaternion times axis.",
      [](O4 res, I4 q, I3 axis) { put(res, mul_axis(value(q), value(axis))); }, "res", "quat", "axis");
  define(
      m, "mju_axisAngle2Quat", "Rotation about an axis.",
      [](O4 res, I3 axis, Real angle) { put(res, axis_angle_quat(value(axis), angle)); }, "res", "axis",
      "angle");
  define(
      m, "mju_quat2Vel", "Rotation as angular velocity times dt.",
      [](O3 res, I4 q, Real dt) { put(res, quat_to_vel(value(q), dt)); }, "res", "quat", "dt");
  define(
      m, "mju_subQuat", "The rotation from qb to qa as a vector.",
      [](O3 res, I4 a, I4 b) { put(res, sub_quat(value(a), value(b))); }, "res", "qa", "qb");
  define(
      m, "mju_quat2Mat", "Rotation matrix of a quaternion.", [](O9 res, I4 q) { put(res, to_mat(value(q))); },
      "res", "quat");
  define(
      m, "mju_mat2Quat", "Quaternion of a rotation matrix.",
      [](O4 q, I9 mat) { put(q, to_quat(value(mat))); }, "quat", "mat");
  define(
      m, "mju_derivQuat", "Time derivative of a quaternion.",
      [](O4 res, I4 q, I3 vel) { put(res, deriv_quat(value(q), value(vel))); }, "res", "quat", "vel");
  define(
      m, "mju_quatIntegrate", "Turns a quaternion by an angular velocity times scale.",
      [](O4 quat, I3 vel, Real scale) {
        put(quat, integrate(Quat<Real>{quat[0], quat[1], quat[2], quat[3]}, value(vel), scale));
      },
      "quat", "vel", "scale");
  define(
      m, "mju_quatZ2Vec", "The rotation that takes the z axis to a vector.",
      [](O4 quat, I3 vec) { put(quat, quat_z_to_vec(value(vec))); }, "quat", "vec");
  define(
      m, "mju_normalize4", "Scales to unit length and returns the old length.",
      [](O4 vec) {
        Quat<Real> q{vec[0], vec[1], vec[2], vec[3]};
        const Real length = normalize(q);
        put(vec, q);
        return length;
      },
      "vec");
  define(
      m, "mju_mat2Rot", "Refines a quaternion to the rotation closest to a matrix; returns the iterations.",
      [](O4 quat, I9 mat) {
        Quat<Real> q{quat[0], quat[1], quat[2], quat[3]};
        const int iterations = mat_to_rot(value(mat), q);
        put(quat, q);
        return iterations;
      },
      "quat", "mat");
  define(
      m, "mju_euler2Quat", "Rotation from three angles in the order of seq; capital letters are fixed axes.",
      [](O4 quat, I3 euler, const Text& seq) {
        if (seq.size() != 3) throw FatalError(client_text::kEulerLength);
        const std::size_t wrong = seq.find_first_not_of("xyzXYZ");
        if (wrong != std::string::npos) throw FatalError(client_text::euler_letter(wrong, seq[wrong]));
        Quat<Real> q;
        euler_to_quat(value(euler), seq.c_str(), q);
        put(quat, q);
      },
      "quat", "euler", "seq");
}

void bind_poses(nb::module_& m) {
  define(
      m, "mju_mulPose", "Product of two poses.",
      [](O3 pos, O4 quat, I3 pos1, I4 quat1, I3 pos2, I4 quat2) {
        const Pose<Real> product =
            Pose<Real>{value(pos1), value(quat1)} * Pose<Real>{value(pos2), value(quat2)};
        put(pos, product.pos);
        put(quat, product.quat);
      },
      "posres", "quatres", "pos1", "quat1", "pos2", "quat2");
  define(
      m, "mju_negPose", "The opposite pose.",
      [](O3 pos_out, O4 quat_out, I3 pos, I4 quat) {
        const Pose<Real> opposite = inverse(Pose<Real>{value(pos), value(quat)});
        put(pos_out, opposite.pos);
        put(quat_out, opposite.quat);
      },
      "posres", "quatres", "pos", "quat");
  define(
      m, "mju_trnVecPose", "A point transformed by a pose.",
      [](O3 res, I3 pos, I4 quat, I3 vec) {
        put(res, Pose<Real>{value(pos), value(quat)} * value(vec));
      },
      "res", "pos", "quat", "vec");
  define(m, "mju_transformSpatial", "A 6D motion or force about another point, in another frame.",
         &transform_spatial, "res", "vec", "flg_force", "newpos", "oldpos", "rotnew2old");
  define(
      m, "mju_eig3",
      "Eigenvalues, eigenvectors and their rotation of a symmetric matrix; returns the iterations.",
      [](O3 eigval, O9 eigvec, O4 quat, I9 mat) {
        const Eig3<Real> eig = eig3(value(mat));
        put(eigval, eig.value);
        put(eigvec, eig.vector);
        put(quat, eig.quat);
        return eig.iterations;
      },
      "eigval", "eigvec", "quat", "mat");
}

void bind_derivatives(nb::module_& m) {
  define(
      m, "mjd_subQuat", "Derivatives of mju_subQuat by its two arguments.",
      [](const VecIn& qa, const VecIn& qb, const OptionalOut& Da, const OptionalOut& Db) {
        if (qa.size() != 4 || qb.size() != 4) throw nb::type_error("qa and qb should have length 4");
        const auto quat = [](const VecIn& q) {
          return Quat<Real>{q.data()[0], q.data()[1], q.data()[2], q.data()[3]};
        };
        const Mat3<Real> by_a = sub_quat_derivative(quat(qa), quat(qb));
        const Mat3<Real> by_b = -transpose(by_a);
        if (Da) std::copy_n(reinterpret_cast<const Real*>(&by_a), 9, Da->span(9, "Da (9)").data());
        if (Db) std::copy_n(reinterpret_cast<const Real*>(&by_b), 9, Db->span(9, "Db (9)").data());
      },
      "qa", "qb", "Da", "Db");
  define(
      m, "mjd_quatIntegrate", "Derivatives of mju_quatIntegrate by quaternion, scaled velocity and scale.",
      [](I3 vel, Real scale, O9 Dquat, O9 Dvel, O3 Dscale) {
        const IntegrateDerivative<Real> derivative = integrate_derivative(value(vel), scale);
        put(Dquat, derivative.by_quat);
        put(Dvel, derivative.by_vel);
        put(Dscale, derivative.by_scale);
      },
      "vel", "scale", "Dquat", "Dvel", "Dscale");
}

void bind_scalars(nb::module_& m) {
  define(
      m, "mju_clip", "The number nearest to x within [min, max].",
      [](Real x, Real low, Real high) { return clip(x, low, high); }, "x", "min", "max");
  define(
      m, "mju_min", "The smaller one.", [](Real a, Real b) { return std::min(a, b); }, "a", "b");
  define(
      m, "mju_max", "The larger one.", [](Real a, Real b) { return std::max(a, b); }, "a", "b");
  define(
      m, "mju_sign", "The sign of x: 1, 0 or -1.", [](Real x) { return sign(x); }, "x");
  define(
      m, "mju_round", "The nearest integer.", [](Real x) { return round_to_int(x); }, "x");
  define(
      m, "mju_sigmoid", "A smooth step from 0 to 1.", [](Real x) { return sigmoid(x); }, "x");
}

}  // namespace

void bind_mathematics(nb::module_& m) {
  bind_vectors(m);
  bind_quaternions(m);
  bind_poses(m);
  bind_derivatives(m);
  bind_scalars(m);
}

}  // namespace corten::python
