// mju_ functions on vectors of three and four numbers, quaternions and poses.
#include "capi/numbers.h"
#include "corten/math/eig3.h"
#include "corten/math/polar.h"
#include "corten/math/pose.h"
#include "corten/math/quat_derivative.h"
#include "corten/math/spatial.h"
#include "python/bindings/client_texts.h"

namespace corten::capi {

// ---- vectors ----
CORTEN_API void mju_zero3(Real* res) {
  if (!refused("mju_zero3", res)) put(res, Vec3<Real>{});
}
CORTEN_API void mju_copy3(Real* res, const Real* data) {
  if (!refused("mju_copy3", res, data)) put(res, vec3(data));
}
CORTEN_API void mju_scl3(Real* res, const Real* vec, Real scl) {
  if (!refused("mju_scl3", res, vec)) put(res, vec3(vec) * scl);
}
CORTEN_API void mju_add3(Real* res, const Real* vec1, const Real* vec2) {
  if (!refused("mju_add3", res, vec1, vec2)) put(res, vec3(vec1) + vec3(vec2));
}
CORTEN_API void mju_sub3(Real* res, const Real* vec1, const Real* vec2) {
  if (!refused("mju_sub3", res, vec1, vec2)) put(res, vec3(vec1) - vec3(vec2));
}
CORTEN_API void mju_addTo3(Real* res, const Real* vec) {
  if (!refused("mju_addTo3", res, vec)) put(res, vec3(res) + vec3(vec));
}
CORTEN_API void mju_subFrom3(Real* res, const Real* vec) {
  if (!refused("mju_subFrom3", res, vec)) put(res, vec3(res) - vec3(vec));
}
CORTEN_API void mju_addToScl3(Real* res, const Real* vec, Real scl) {
  if (!refused("mju_addToScl3", res, vec)) put(res, vec3(res) + vec3(vec) * scl);
}
CORTEN_API void mju_addScl3(Real* res, const Real* vec1, const Real* vec2, Real scl) {
  if (!refused("mju_addScl3", res, vec1, vec2)) put(res, vec3(vec1) + vec3(vec2) * scl);
}
CORTEN_API Real mju_normalize3(Real* vec) {
  if (refused("mju_normalize3", vec)) return 0;
  Vec3<Real> v = vec3(vec);
  const Real length = normalize(v);
  put(vec, v);
  return length;
}
CORTEN_API Real mju_norm3(const Real* vec) { return refused("mju_norm3", vec) ? 0 : norm(vec3(vec)); }
CORTEN_API Real mju_dot3(const Real* vec1, const Real* vec2) {
  return refused("mju_dot3", vec1, vec2) ? 0 : dot(vec3(vec1), vec3(vec2));
}
CORTEN_API Real mju_dist3(const Real* pos1, const Real* pos2) {
  return refused("mju_dist3", pos1, pos2) ? 0 : distance(vec3(pos1), vec3(pos2));
}
CORTEN_API void mju_cross(Real* res, const Real* a, const Real* b) {
  if (!refused("mju_cross", res, a, b)) put(res, cross(vec3(a), vec3(b)));
}
CORTEN_API void mju_mulMatVec3(Real* res, const Real* mat, const Real* vec) {
  if (!refused("mju_mulMatVec3", res, mat, vec)) put(res, mat3(mat) * vec3(vec));
}
CORTEN_API void mju_mulMatTVec3(Real* res, const Real* mat, const Real* vec) {
  if (!refused("mju_mulMatTVec3", res, mat, vec)) put(res, transpose_mul(mat3(mat), vec3(vec)));
}
CORTEN_API int mju_equal3(const Real* vec1, const Real* vec2) {
  return !refused("mju_equal3", vec1, vec2) && std::equal(vec1, vec1 + 3, vec2);
}

CORTEN_API void mju_zero4(Real* res) {
  if (!refused("mju_zero4", res)) std::fill_n(res, 4, Real(0));
}
CORTEN_API void mju_unit4(Real* res) {
  if (!refused("mju_unit4", res)) put(res, Quat<Real>{1, 0, 0, 0});
}
CORTEN_API void mju_copy4(Real* res, const Real* data) {
  if (!refused("mju_copy4", res, data)) put(res, quat(data));
}
CORTEN_API Real mju_normalize4(Real* vec) {
  if (refused("mju_normalize4", vec)) return 0;
  Quat<Real> q = quat(vec);
  const Real length = normalize(q);
  put(vec, q);
  return length;
}

CORTEN_API void mju_transformSpatial(Real* res, const Real* vec, int flg_force, const Real* newpos,
                                     const Real* oldpos, const Real* rotnew2old) {
  if (refused("mju_transformSpatial", res, vec, newpos, oldpos)) return;
  const auto turned = [&](const auto& moved) {
    put(res, rotnew2old ? to_local(moved, mat3(rotnew2old)) : moved);
  };
  if (flg_force)
    turned(transport(value<Force<Real>>(vec), vec3(newpos), vec3(oldpos)));
  else
    turned(transport(value<Motion<Real>>(vec), vec3(newpos), vec3(oldpos)));
}

// ---- quaternions ----
CORTEN_API void mju_rotVecQuat(Real* res, const Real* vec, const Real* q) {
  if (!refused("mju_rotVecQuat", res, vec, q)) put(res, rotate(quat(q), vec3(vec)));
}
CORTEN_API void mju_negQuat(Real* res, const Real* q) {
  if (!refused("mju_negQuat", res, q)) put(res, conjugate(quat(q)));
}
CORTEN_API void mju_mulQuat(Real* res, const Real* quat1, const Real* quat2) {
  if (!refused("mju_mulQuat", res, quat1, quat2)) put(res, quat(quat1) * quat(quat2));
}
CORTEN_API void mju_mulQuatAxis(Real* res, const Real* q, const Real* axis) {
  if (!refused("mju_mulQuatAxis", res, q, axis)) put(res, mul_axis(quat(q), vec3(axis)));
}
CORTEN_API void mju_axisAngle2Quat(Real* res, const Real* axis, Real angle) {
  if (!refused("mju_axisAngle2Quat", res, axis)) put(res, axis_angle_quat(vec3(axis), angle));
}
CORTEN_API void mju_quat2Vel(Real* res, const Real* q, Real dt) {
  if (!refused("mju_quat2Vel", res, q)) put(res, quat_to_vel(quat(q), dt));
}
CORTEN_API void mju_subQuat(Real* res, const Real* qa, const Real* qb) {
  if (!refused("mju_subQuat", res, qa, qb)) put(res, sub_quat(quat(qa), quat(qb)));
}
CORTEN_API void mju_quat2Mat(Real* res, const Real* q) {
  if (!refused("mju_quat2Mat", res, q)) put(res, to_mat(quat(q)));
}
CORTEN_API void mju_mat2Quat(Real* q, const Real* mat) {
  if (!refused("mju_mat2Quat", q, mat)) put(q, to_quat(mat3(mat)));
}
CORTEN_API void mju_derivQuat(Real* res, const Real* q, const Real* vel) {
  if (!refused("mju_derivQuat", res, q, vel)) put(res, deriv_quat(quat(q), vec3(vel)));
}
CORTEN_API void mju_quatIntegrate(Real* q, const Real* vel, Real scale) {
  if (!refused("mju_quatIntegrate", q, vel)) put(q, integrate(quat(q), vec3(vel), scale));
}
CORTEN_API void mju_quatZ2Vec(Real* q, const Real* vec) {
  if (!refused("mju_quatZ2Vec", q, vec)) put(q, quat_z_to_vec(vec3(vec)));
}
CORTEN_API int mju_mat2Rot(Real* q, const Real* mat) {
  if (refused("mju_mat2Rot", q, mat)) return 0;
  Quat<Real> rotation = quat(q);
  const int iterations = mat_to_rot(mat3(mat), rotation);
  put(q, rotation);
  return iterations;
}
CORTEN_API void mju_euler2Quat(Real* q, const Real* euler, const char* seq) {
  perform("mju_euler2Quat", [=] {
    given(q, "quat"), given(euler, "euler");
    const std::string_view axes = given(seq, "seq");
    if (axes.size() != 3) throw Problem(python::client_text::kEulerLength);
    if (const std::size_t wrong = axes.find_first_not_of("xyzXYZ"); wrong != axes.npos)
      throw Problem(python::client_text::euler_letter(wrong, axes[wrong]));
    Quat<Real> rotation;
    euler_to_quat(vec3(euler), seq, rotation);
    put(q, rotation);
  });
}

// ---- poses ----
CORTEN_API void mju_mulPose(Real* posres, Real* quatres, const Real* pos1, const Real* quat1,
                            const Real* pos2, const Real* quat2) {
  if (refused("mju_mulPose", posres, quatres, pos1, quat1, pos2, quat2)) return;
  const Pose<Real> product = Pose<Real>{vec3(pos1), quat(quat1)} * Pose<Real>{vec3(pos2), quat(quat2)};
  put(posres, product.pos);
  put(quatres, product.quat);
}
CORTEN_API void mju_negPose(Real* posres, Real* quatres, const Real* pos, const Real* q) {
  if (refused("mju_negPose", posres, quatres, pos, q)) return;
  const Pose<Real> opposite = inverse(Pose<Real>{vec3(pos), quat(q)});
  put(posres, opposite.pos);
  put(quatres, opposite.quat);
}
CORTEN_API void mju_trnVecPose(Real* res, const Real* pos, const Real* q, const Real* vec) {
  if (!refused("mju_trnVecPose", res, pos, q, vec)) put(res, Pose<Real>{vec3(pos), quat(q)} * vec3(vec));
}
CORTEN_API int mju_eig3(Real* eigval, Real* eigvec, Real* q, const Real* mat) {
  if (refused("mju_eig3", eigval, eigvec, q, mat)) return 0;
  const Eig3<Real> eig = eig3(mat3(mat));
  put(eigval, eig.value);
  put(eigvec, eig.vector);
  put(q, eig.quat);
  return eig.iterations;
}

// ---- derivatives ----
CORTEN_API void mjd_subQuat(const Real* qa, const Real* qb, Real* Da, Real* Db) {
  if (refused("mjd_subQuat", qa, qb)) return;
  const Mat3<Real> by_a = sub_quat_derivative(quat(qa), quat(qb));
  if (Da) put(Da, by_a);
  if (Db) put(Db, -transpose(by_a));
}
CORTEN_API void mjd_quatIntegrate(const Real* vel, Real scale, Real* Dquat, Real* Dvel, Real* Dscale) {
  if (refused("mjd_quatIntegrate", vel)) return;
  const IntegrateDerivative<Real> derivative = integrate_derivative(vec3(vel), scale);
  if (Dquat) put(Dquat, derivative.by_quat);
  if (Dvel) put(Dvel, derivative.by_vel);
  if (Dscale) put(Dscale, derivative.by_scale);
}

}  // namespace corten::capi
