// Jacobians, products with the inertia matrix, motion of objects, constraint rows, changes of a model.
#include <array>

#include "capi/call.h"
#include "capi/numbers.h"
#include "corten/collide/collision.h"
#include "corten/constraint/jacobian_products.h"
#include "corten/constraint/make_constraint.h"
#include "corten/model/names.h"
#include "corten/model/structure.h"
#include "corten/model/total_mass.h"
#include "corten/sense/sensors.h"
#include "corten/sim/constraint_problem.h"
#include "corten/sim/set_const.h"
#include "corten/smooth/configuration.h"
#include "corten/smooth/contact_force.h"
#include "corten/smooth/inertia.h"
#include "corten/smooth/jacobian.h"
#include "corten/smooth/kinematics.h"
#include "corten/smooth/object_motion.h"

namespace corten::capi {
namespace {

std::span<Real> jacobian(Real* out, M m) { return {out, out ? 3 * count(m.nv) : 0}; }

std::span<Real> of_dofs(Real* numbers, M m, const char* what) { return row(given(numbers, what), m.nv); }
std::span<const Real> of_dofs(const Real* numbers, M m, const char* what) {
  return row(given(numbers, what), m.nv);
}

// A Jacobian of an object, by its id.
template <class Run>
void object_jacobian(const char* function, const mjModel* m, const mjData* d, Real* jacp, Real* jacr, int id,
                     const char* what, int Sizes::*size, Run run) {
  perform(function, [&] {
    M model = model_of(m);
    require_id(id, model.*size, what);
    run(model, data_of(m, d), jacobian(jacp, model), jacobian(jacr, model), id);
  });
}

}  // namespace

CORTEN_API void mj_jac(const mjModel* m, const mjData* d, Real* jacp, Real* jacr, const Real* point,
                       int body) {
  object_jacobian("mj_jac", m, d, jacp, jacr, body, "body", &Sizes::nbody,
                  [=](M model, const Data& data, auto p, auto r, int id) {
                    jac(model, data, p, r, vec3(given(point, "point")), id);
                  });
}
CORTEN_API void mj_jacDot(const mjModel* m, const mjData* d, Real* jacp, Real* jacr, const Real* point,
                          int body) {
  object_jacobian("mj_jacDot", m, d, jacp, jacr, body, "body", &Sizes::nbody,
                  [=](M model, const Data& data, auto p, auto r, int id) {
                    jac_dot(model, data, p, r, vec3(given(point, "point")), id);
                  });
}
CORTEN_API void mj_jacBody(const mjModel* m, const mjData* d, Real* jacp, Real* jacr, int body) {
  object_jacobian("mj_jacBody", m, d, jacp, jacr, body, "body", &Sizes::nbody, jac_body);
}
CORTEN_API void mj_jacBodyCom(const mjModel* m, const mjData* d, Real* jacp, Real* jacr, int body) {
  object_jacobian("mj_jacBodyCom", m, d, jacp, jacr, body, "body", &Sizes::nbody, jac_body_com);
}
CORTEN_API void mj_jacGeom(const mjModel* m, const mjData* d, Real* jacp, Real* jacr, int geom) {
  object_jacobian("mj_jacGeom", m, d, jacp, jacr, geom, "geom", &Sizes::ngeom, jac_geom);
}
CORTEN_API void mj_jacSite(const mjModel* m, const mjData* d, Real* jacp, Real* jacr, int site) {
  object_jacobian("mj_jacSite", m, d, jacp, jacr, site, "site", &Sizes::nsite, jac_site);
}
CORTEN_API void mj_jacSubtreeCom(const mjModel* m, mjData* d, Real* jacp, int body) {
  engine("mj_jacSubtreeCom", m, d, [=](M model, D data, H) {
    require_id(body, model.nbody, "body");
    if (jacp) jac_subtree_com(model, data, jacobian(jacp, model), body);
  });
}
CORTEN_API void mj_jacPointAxis(const mjModel* m, mjData* d, Real* jacPoint, Real* jacAxis, const Real* point,
                                const Real* axis, int body) {
  engine("mj_jacPointAxis", m, d, [=](M model, D data, H) {
    require_id(body, model.nbody, "body");
    jac_point_axis(model, data, jacobian(jacPoint, model), jacobian(jacAxis, model),
                   vec3(given(point, "point")), vec3(given(axis, "axis")), body);
  });
}
CORTEN_API void mj_angmomMat(const mjModel* m, mjData* d, Real* mat, int body) {
  engine("mj_angmomMat", m, d, [=](M model, D data, H) {
    require_id(body, model.nbody, "body");
    angmom_mat(model, data, jacobian(given(mat, "mat"), model), body);
  });
}
CORTEN_API void mj_applyFT(const mjModel* m, mjData* d, const Real* force, const Real* torque,
                           const Real* point, int body, Real* qfrc_target) {
  perform("mj_applyFT", [=] {
    M model = model_of(m);
    require_id(body, model.nbody, "body");
    // a null force or torque is none
    apply_ft(model, data_of(m, d), force ? vec3(force) : Vec3<Real>{}, torque ? vec3(torque) : Vec3<Real>{},
             vec3(given(point, "point")), body, of_dofs(qfrc_target, model, "qfrc_target"));
  });
}

// ---- inertia ----
CORTEN_API void mj_fullM(const mjModel* m, Real* dst, const Real* qM) {
  perform("mj_fullM", [=] {
    M model = model_of(m);
    full_m(model, {given(dst, "dst"), count(model.nv) * count(model.nv)}, row(given(qM, "M"), model.nM));
  });
}
CORTEN_API void mj_mulM(const mjModel* m, const mjData* d, Real* res, const Real* vec) {
  perform("mj_mulM", [=] {
    M model = model_of(m);
    mul_m(model, data_of(m, d), of_dofs(res, model, "res"), of_dofs(vec, model, "vec"));
  });
}
CORTEN_API void mj_mulM2(const mjModel* m, const mjData* d, Real* res, const Real* vec) {
  perform("mj_mulM2", [=] {
    M model = model_of(m);
    mul_m2(model, data_of(m, d), of_dofs(res, model, "res"), of_dofs(vec, model, "vec"));
  });
}
CORTEN_API void mj_solveM(const mjModel* m, mjData* d, Real* x, const Real* y, int n) {
  perform("mj_solveM", [=] {
    M model = model_of(m);
    const std::span<Real> result(given(x, "x"), count(model.nv) * count(n));
    if (x != y) std::copy_n(given(y, "y"), result.size(), x);
    solve_m(model, data_of(m, d), result, n);
  });
}
CORTEN_API void mj_solveM2(const mjModel* m, mjData* d, Real* x, const Real* y, const Real* sqrtInvD, int n) {
  perform("mj_solveM2", [=] {
    M model = model_of(m);
    const std::span<Real> result(given(x, "x"), count(model.nv) * count(n));
    if (x != y) std::copy_n(given(y, "y"), result.size(), x);
    solve_m2(model, data_of(m, d), result, of_dofs(sqrtInvD, model, "sqrtInvD"), n);
  });
}
CORTEN_API void mj_addM(const mjModel* m, mjData* d, Real* dst, int* rownnz, int* rowadr, int* colind) {
  perform("mj_addM", [=] {
    M model = model_of(m);
    const Data& data = data_of(m, d);
    given(dst, "dst");
    if (!rownnz || !rowadr || !colind) {  // dense, the lower triangle alone, as in MuJoCo
      for (int i = 0; i < model.nv; ++i)
        for (int k = model.M_rowadr[i]; k < model.M_rowadr[i] + model.M_rownnz[i]; ++k)
          dst[i * model.nv + model.M_colind[k]] += data.M[k];
      return;
    }
    int room = model.nM;  // of dst: at least what its rows say
    for (int i = 0; i < model.nv; ++i) room = std::max(room, rowadr[i] + rownnz[i]);
    const LowerTriangle target{row(dst, room), row(rownnz, model.nv), row(rowadr, model.nv),
                               row(colind, room)};
    if (!add_m(model, data, target)) throw Problem("the rows of dst overlap or have no room for the sum");
  });
}

// ---- configuration ----
CORTEN_API void mj_integratePos(const mjModel* m, Real* qpos, const Real* qvel, Real dt) {
  perform("mj_integratePos", [=] {
    M model = model_of(m);
    integrate_pos(model, row(given(qpos, "qpos"), model.nq), of_dofs(qvel, model, "qvel"), dt);
  });
}
CORTEN_API void mj_differentiatePos(const mjModel* m, Real* qvel, Real dt, const Real* qpos1,
                                    const Real* qpos2) {
  perform("mj_differentiatePos", [=] {
    M model = model_of(m);
    differentiate_pos(model, of_dofs(qvel, model, "qvel"), dt, row(given(qpos1, "qpos1"), model.nq),
                      row(given(qpos2, "qpos2"), model.nq));
  });
}
CORTEN_API void mj_normalizeQuat(const mjModel* m, Real* qpos) {
  perform("mj_normalizeQuat", [=] {
    M model = model_of(m);
    normalize_quat(model, row(given(qpos, "qpos"), model.nq));
  });
}
CORTEN_API void mj_local2Global(mjData* d, Real* xpos, Real* xmat, const Real* pos, const Real* q, int body,
                                byte sameframe) {
  perform("mj_local2Global", [=] {
    const Data& data = box_of(d).data;
    require_id(body, data.xpos.size(), "body");
    Vec3<Real> position;
    Mat3<Real> rotation;
    place_local_frame(data, body, vec3(given(pos, "pos")), quat(given(q, "quat")), sameframe, position,
                      rotation);
    if (xpos) put(xpos, position);
    if (xmat) put(xmat, rotation);
  });
}

// ---- motion of objects ----
CORTEN_API void mj_objectVelocity(const mjModel* m, const mjData* d, int objtype, int objid, Real* res,
                                  int flg_local) {
  perform("mj_objectVelocity", [=] {
    M model = model_of(m);
    require_id(objid, object_count(model, objtype), "such object");
    put(given(res, "res"),
        object_velocity(model, data_of(m, d), static_cast<mjtObj>(objtype), objid, flg_local != 0));
  });
}
CORTEN_API void mj_objectAcceleration(const mjModel* m, const mjData* d, int objtype, int objid, Real* res,
                                      int flg_local) {
  perform("mj_objectAcceleration", [=] {
    M model = model_of(m);
    require_id(objid, object_count(model, objtype), "such object");
    put(given(res, "res"),
        object_acceleration(model, data_of(m, d), static_cast<mjtObj>(objtype), objid, flg_local != 0));
  });
}

// ---- constraint rows ----
CORTEN_API void mj_mulJacVec(const mjModel* m, const mjData* d, Real* res, const Real* vec) {
  perform("mj_mulJacVec", [=] {
    M model = model_of(m);
    const Data& data = data_of(m, d);
    if (data.nefc) mul_jac_vec(model, data, row(given(res, "res"), data.nefc), of_dofs(vec, model, "vec"));
  });
}
CORTEN_API void mj_mulJacTVec(const mjModel* m, const mjData* d, Real* res, const Real* vec) {
  perform("mj_mulJacTVec", [=] {
    M model = model_of(m);
    const Data& data = data_of(m, d);
    if (data.nefc) mul_jac_t_vec(model, data, of_dofs(res, model, "res"), row(given(vec, "vec"), data.nefc));
  });
}
CORTEN_API void mj_contactForce(const mjModel* m, const mjData* d, int id, Real* result) {
  perform("mj_contactForce", [=] {
    M model = model_of(m);
    const Data& data = data_of(m, d);
    const bool exists = id >= 0 && id < data.ncon;
    put(given(result, "result"), exists ? contact_force(model, data, id) : Wrench<Real>{});
  });
}
CORTEN_API void mj_constraintUpdate(const mjModel* m, mjData* d, const Real* jar, Real* cost,
                                    int flg_coneHessian) {
  engine("mj_constraintUpdate", m, d, [=](M model, D data, H) {
    const Real value = constraint_update(model, data, row(data.nefc ? given(jar, "jar") : jar, data.nefc),
                                         flg_coneHessian != 0);
    if (cost) *cost = value;
  });
}
CORTEN_API int mj_addContact(const mjModel* m, mjData* d, const Contact* con) {
  int result = 1;
  engine("mj_addContact", m, d,
         [&](M model, D data, H) { result = add_contact(model, data, *given(con, "con")) ? 0 : 1; });
  return result;
}
CORTEN_API int mj_isPyramidal(const mjModel* m) {
  return answer("mj_isPyramidal", [=] { return int(model_of(m).opt.cone == mjCONE_PYRAMIDAL); });
}
CORTEN_API int mj_isSparse(const mjModel* m) {
  return answer("mj_isSparse", [=] { return int(is_sparse(model_of(m))); });
}
CORTEN_API int mj_isDual(const mjModel* m) {
  return answer("mj_isDual", [=] { return int(is_dual(model_of(m))); });
}

// ---- changes of a model ----
CORTEN_API Real mj_getTotalmass(const mjModel* m) {
  return answer("mj_getTotalmass", [=] { return total_mass(model_of(m)); });
}
CORTEN_API void mj_setTotalmass(mjModel* m, Real newmass) {
  perform("mj_setTotalmass", [=] { scale_to_mass(editable(m), newmass); });
}
CORTEN_API void mj_setConst(mjModel* m, mjData* d) {
  engine("mj_setConst", m, d, [=](M, D data, H) {
    Model& model = editable(m);
    const std::string problem = set_const(model, data);
    m->opt = model.opt, m->stat = model.stat;
    if (!problem.empty()) throw Problem(problem);
  });
}

}  // namespace corten::capi
