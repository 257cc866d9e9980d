// Jacobians, products with the inertia matrix, motion of objects, products with constraint rows.
#include <nanobind/stl/string.h>

#include <algorithm>

#include "corten/constraint/jacobian_products.h"
#include "corten/constraint/make_constraint.h"
#include "corten/model/names.h"
#include "corten/model/state.h"
#include "corten/model/total_mass.h"
#include "corten/sense/sensors.h"
#include "corten/sim/constraint_problem.h"
#include "corten/sim/reset.h"
#include "corten/sim/set_const.h"
#include "corten/smooth/configuration.h"
#include "corten/smooth/contact_force.h"
#include "corten/smooth/history.h"
#include "corten/smooth/inertia.h"
#include "corten/smooth/jacobian.h"
#include "corten/smooth/object_motion.h"
#include "corten/smooth/rne.h"
#include "python/bindings/client_texts.h"
#include "python/bindings/define.h"

namespace corten::python {
namespace {

using M = const ModelHandle&;
using D = DataHandle&;

std::size_t count(int n) { return static_cast<std::size_t>(n); }

std::span<Real> jacobian(M m, const OptionalOut& out, const char* message) {
  return out ? out->span(3, count((*m).nv), message) : std::span<Real>();
}

void require_id(int id, int size, const char* message) {
  if (id < 0 || id >= size) throw FatalError(message);
}

// A Jacobian of a point fixed in an object, by its id.
struct ObjectJacobian {
  const char* name;
  const char* id;
  int Sizes::*size;
  void (*run)(const Model&, const Data&, std::span<Real>, std::span<Real>, int);
};

constexpr ObjectJacobian kObjectJacobians[] = {
    {"mj_jacBody", "body", &Sizes::nbody, jac_body},
    {"mj_jacBodyCom", "body", &Sizes::nbody, jac_body_com},
    {"mj_jacGeom", "geom", &Sizes::ngeom, jac_geom},
    {"mj_jacSite", "site", &Sizes::nsite, jac_site},
};

constexpr const char* kJacp = "jacp (3, nv)";
constexpr const char* kJacr = "jacr (3, nv)";

void bind_jacobians(nb::module_& mod) {
  for (const ObjectJacobian& j : kObjectJacobians)
    define(
        mod, j.name, "Jacobians of position and rotation, each (3, nv) or None.",
        [j](M m, D d, const OptionalOut& jacp, const OptionalOut& jacr, int id) {
          require_id(id, (*m).*(j.size), "jac: id out of range");
          j.run(*m, *d, jacobian(m, jacp, kJacp), jacobian(m, jacr, kJacr), id);
        },
        "m", "d", "jacp", "jacr", j.id);
  const auto bind_point = [&](const char* name, const char* doc, auto run) {
    define(
        mod, name, doc,
        [run](M m, D d, const OptionalOut& jacp, const OptionalOut& jacr, const InN<3>& point, int body) {
          require_id(body, (*m).nbody, "jac: body out of range");
          run(*m, *d, jacobian(m, jacp, kJacp), jacobian(m, jacr, kJacr), value(point), body);
        },
        "m", "d", "jacp", "jacr", "point", "body");
  };
  bind_point("mj_jac", "Jacobians of a point fixed in a body.", jac);
  bind_point("mj_jacDot", "Time derivatives of the Jacobians of a point.", jac_dot);
  define(
      mod, "mj_jacSubtreeCom", "Jacobian of the centre of mass of a subtree.",
      [](M m, D d, const OptionalOut& jacp, int body) {
        require_id(body, (*m).nbody, "mj_jacSubtreeCom: body out of range");
        if (jacp) jac_subtree_com(*m, *d, jacobian(m, jacp, kJacp), body);
      },
      "m", "d", "jacp", "body");
  define(
      mod, "mj_jacPointAxis", "Jacobians of a point and an axis fixed in a body.",
      [](M m, D d, const OptionalOut& point_out, const OptionalOut& axis_out, const InN<3>& point,
         const InN<3>& axis, int body) {
        require_id(body, (*m).nbody, "mj_jacPointAxis: body out of range");
        jac_point_axis(*m, *d, jacobian(m, point_out, "jacPoint (3, nv)"),
                       jacobian(m, axis_out, "jacAxis (3, nv)"), value(point), value(axis), body);
      },
      "m", "d", "jacPoint", "jacAxis", "point", "axis", "body");
  define(
      mod, "mj_angmomMat", "Matrix from velocities to the angular momentum of a subtree.",
      [](M m, D d, const MatOut& mat, int body) {
        require_id(body, (*m).nbody, "mj_angmomMat: body out of range");
        angmom_mat(*m, *d, mat.span(3, count((*m).nv), "mat (3, nv)"), body);
      },
      "m", "d", "mat", "body");
  define(
      mod, "mj_applyFT", "Adds the joint forces of a force and torque at a point of a body.",
      [](M m, D d, const InN<3>& force, const InN<3>& torque, const InN<3>& point, int body,
         const VecOut& qfrc) {
        require_id(body, (*m).nbody, "mj_applyFT: body out of range");
        apply_ft(*m, *d, value(force), value(torque), value(point), body,
                 qfrc.span(count((*m).nv), "qfrc_target (nv)"));
      },
      "m", "d", "force", "torque", "point", "body", "qfrc_target");
}

void bind_inertia(nb::module_& mod) {
  define(
      mod, "mj_fullM", "The inertia matrix as a dense (nv, nv) array, from the layout of qM.",
      [](M m, const MatOut& dst, const VecIn& matrix) {
        const std::size_t nv = count((*m).nv);
        full_m(*m, dst.span(nv, nv, "dst (nv, nv)"), matrix.span(count((*m).nM), "M (nM)"));
      },
      "m", "dst", "M");
  define(  // the form of releases from 3.10 on
      mod, "mj_fullM", "The inertia matrix of the data as a dense (nv, nv) array.",
      [](M m, D d, const MatOut& dst) {
        const std::size_t nv = count((*m).nv);
        full_m(*m, dst.span(nv, nv, "dst (nv, nv)"), (*d).qM.span());
      },
      "m", "d", "dst");
  const auto bind_product = [&](const char* name, const char* doc, auto run) {
    define(
        mod, name, doc,
        [run](M m, D d, const VecOut& res, const VecIn& vec) {
          const std::size_t nv = count((*m).nv);
          run(*m, *d, res.span(nv, "res (nv)"), vec.span(nv, "vec (nv)"));
        },
        "m", "d", "res", "vec");
  };
  bind_product("mj_mulM", "Product of the inertia matrix and a vector: res = M vec.", mul_m);
  bind_product("mj_mulM2", "Product of a square root of the inertia matrix and a vector: res = M^(1/2) vec.",
               mul_m2);
  define(
      mod, "mj_solveM", "Solves with the inertia matrix: x = M⁻¹ y for every row; both (n, nv).",
      [](M m, D d, const MatOut& x, const MatIn& y) {
        const bool fits = x.rows() == y.rows() && x.cols() == count((*m).nv) && y.cols() == count((*m).nv);
        if (!fits) throw nb::type_error("x and y need as many rows as each other and nv columns");
        std::copy_n(y.data(), y.size(), x.data());
        solve_m(*m, *d, x.span(), static_cast<int>(x.rows()));
      },
      "m", "d", "x", "y");
  define(
      mod, "mj_solveM2",
      "Half of solving with the inertia matrix: x = sqrt(D⁻¹) L⁻ᵀ y for every row; both (n, nv).",
      [](M m, D d, const MatOut& x, const MatIn& y, const MatIn& scale) {
        const std::size_t nv = count((*m).nv);
        if (x.rows() != y.rows() || x.cols() != nv || y.cols() != nv)
          throw nb::type_error("x and y need as many rows as each other and nv columns");
        std::copy_n(y.data(), y.size(), x.data());
        solve_m2(*m, *d, x.span(), scale.span(nv, "sqrtInvD (nv)"), static_cast<int>(x.rows()));
      },
      "m", "d", "x", "y", "sqrtInvD");
  define(
      mod, "mj_rne", "Joint forces of motion: Coriolis, centrifugal, gravity, and inertia if flg_acc.",
      [](M m, D d, int flg_acc, const VecOut& result) {
        rne(*m, *d, flg_acc != 0, result.span(count((*m).nv), "result (nv)"));
      },
      "m", "d", "flg_acc", "result");
}

void bind_configuration(nb::module_& mod) {
  define(
      mod, "mj_integratePos", "Moves qpos by qvel for dt.",
      [](M m, const VecOut& qpos, const VecIn& qvel, Real dt) {
        integrate_pos(*m, qpos.span(count((*m).nq), "qpos (nq)"), qvel.span(count((*m).nv), "qvel (nv)"), dt);
      },
      "m", "qpos", "qvel", "dt");
  define(
      mod, "mj_differentiatePos", "The velocity that moves qpos1 to qpos2 in dt.",
      [](M m, const VecOut& qvel, Real dt, const VecIn& qpos1, const VecIn& qpos2) {
        differentiate_pos(*m, qvel.span(count((*m).nv), "qvel (nv)"), dt,
                          qpos1.span(count((*m).nq), "qpos1 (nq)"), qpos2.span(count((*m).nq), "qpos2 (nq)"));
      },
      "m", "qvel", "dt", "qpos1", "qpos2");
  define(
      mod, "mj_normalizeQuat", "Normalises all quaternions in qpos.",
      [](M m, const VecOut& qpos) { normalize_quat(*m, qpos.span(count((*m).nq), "qpos (nq)")); }, "m",
      "qpos");
}

void bind_motion(nb::module_& mod) {
  const auto bind_object = [&](const char* name, const char* doc, auto run) {
    define(
        mod, name, doc,
        [run](M m, D d, int type, int id, const OutN<6>& res, int local) {
          require_id(id, object_count(*m, type), "object id out of range");
          put(res, run(*m, *d, static_cast<mjtObj>(type), id, local != 0));
        },
        "m", "d", "objtype", "objid", "res", "flg_local");
  };
  bind_object("mj_objectVelocity", "Velocity of an object: rotation, translation.", object_velocity);
  bind_object("mj_objectAcceleration", "Acceleration of an object: rotation, translation.",
              object_acceleration);
  define(
      mod, "mj_getTotalmass", "Mass of all bodies.", [](M m) { return total_mass(*m); }, "m");
  define(
      mod, "mj_setKeyframe", "Stores the state in a keyframe.",
      [](const ModelHandle& m, D d, int k) {
        Model& model = *m;
        if (k >= model.nkey) throw FatalError(client_text::no_keyframe(model.nkey));
        if (k < 0) throw FatalError("mj_setKeyframe: there is no keyframe " + std::to_string(k));
        set_keyframe(model, *d, k);
      },
      "m", "d", "k");
  define(
      mod, "mj_setConst", "Recomputes what follows from the model's parameters.",
      [](const ModelHandle& m, D d) {
        const nb::gil_scoped_release release;
        const std::string problem = set_const(*m, *d);
        if (!problem.empty()) throw FatalError(problem);
      },
      "m", "d");
  define(
      mod, "mj_readCtrl", "The control an actuator sees at a time, delays included.",
      [](M m, D d, int id, Real time, int interp) {
        require_id(id, (*m).nu, "mj_readCtrl: invalid actuator id");
        return read_ctrl(*m, *d, id, time, interp);
      },
      "m", "d", "id", "time", "interp");
  define(  // the form of releases from 3.14 on
      mod, "mj_readCtrl", "The control an actuator sees at a time, written into result, which is returned.",
      [](M m, D d, int id, Real time, nb::object result, int interp) {
        require_id(id, (*m).nu, "mj_readCtrl: invalid actuator id");
        const auto out = nb::cast<VecOut>(result);
        out.span(1, "result should have one entry: an actuator has one control")[0] =
            read_ctrl(*m, *d, id, time, interp);
        return result;
      },
      "m", "d", "id", "time", "result", "interp");
}

// Constraint rows: products with their Jacobian, forces, kind of problem.
void bind_constraints(nb::module_& mod) {
  define(
      mod, "mj_mulJacVec", "Product of the constraint Jacobian and a vector: res = J vec.",
      [](M m, D d, const VecOut& res, const VecIn& vec) {
        mul_jac_vec(*m, *d, res.span(count((*d).nefc), "res (nefc)"), vec.span(count((*m).nv), "vec (nv)"));
      },
      "m", "d", "res", "vec");
  define(
      mod, "mj_mulJacTVec", "Product of the transposed constraint Jacobian and a vector: res = Jᵀ vec.",
      [](M m, D d, const VecOut& res, const VecIn& vec) {
        mul_jac_t_vec(*m, *d, res.span(count((*m).nv), "res (nv)"), vec.span(count((*d).nefc), "vec (nefc)"));
      },
      "m", "d", "res", "vec");
  define(
      mod, "mj_contactForce",
      "Force and torque of a contact, in its frame; zero if there is no such contact.",
      [](M m, D d, int id, const OutN<6>& result) {
        const bool exists = id >= 0 && id < (*d).ncon;
        put(result, exists ? contact_force(*m, *d, id) : Wrench<Real>{});
      },
      "m", "d", "id", "result");
  define(
      mod, "mj_constraintUpdate", "State, force and cost of the constraint rows for J qacc - aref.",
      [](M m, D d, const VecIn& jar, const std::optional<OutN<1>>& cost, int flg_coneHessian) {
        const Real value =
            constraint_update(*m, *d, jar.span(count((*d).nefc), "jar (nefc)"), flg_coneHessian != 0);
        if (cost) (*cost)[0] = value;
      },
      "m", "d", "jar", "cost", "flg_coneHessian");
  define(
      mod, "mj_isDual", "Whether the solver works on forces.", [](M m) { return int(is_dual(*m)); }, "m");
  define(
      mod, "mj_isPyramidal", "Whether friction cones are pyramids.",
      [](M m) { return int((*m).opt.cone == mjCONE_PYRAMIDAL); }, "m");
  define(
      mod, "mj_readSensor", "A reading of a sensor at a time, from its history.",
      [](M m, D d, int id, Real time, const VecOut& result, int interp) {
        require_id(id, (*m).nsensor, "mj_readSensor: invalid sensor id");
        read_sensor(*m, *d, id, time, interp,
                    result.span(count((*m).sensor_dim[id]), "result (sensor_dim)").data());
        return result.array;
      },
      "m", "d", "id", "time", "result", "interp");
}

}  // namespace

void bind_dynamics(nb::module_& m) {
  bind_jacobians(m);
  bind_inertia(m);
  bind_configuration(m);
  bind_motion(m);
  bind_constraints(m);
}

}  // namespace corten::python
