// Accelerations and forces between bodies.
#include "corten/math/load.h"
#include "corten/smooth/com.h"
#include "corten/smooth/contact_force.h"
#include "corten/smooth/rne.h"

namespace corten {
namespace {

// a force at a world point, referred to the reference point of the body
Force<Real> at_reference(const Model& m, const Data& d, int body, const Vec3<Real>& force,
                         const Vec3<Real>& torque, const Vec3<Real>& point) {
  return transport(Force<Real>{torque, force}, reference_point(m, d, body), point);
}

void add_applied(const Model& m, Data& d) {
  d.cfrc_ext[0] = {};
  for (int body = 1; body < m.nbody; ++body) {
    const Wrench<Real>& w = d.xfrc_applied[body];
    d.cfrc_ext[body] = at_reference(m, d, body, w.force, w.torque, d.xipos[body]);
  }
}

void add_contacts(const Model& m, Data& d) {
  for (int i = 0; i < d.ncon; ++i) {
    const Contact& con = d.contact[i];
    if (con.efc_address < 0 || con.geom[0] < 0 || con.geom[1] < 0) continue;
    const Wrench<Real> local = contact_force(m, d, i);
    const Vec3<Real> force = transpose_mul(con.frame, local.force),
                     torque = transpose_mul(con.frame, local.torque);
    const int body1 = m.geom_bodyid[con.geom[0]], body2 = m.geom_bodyid[con.geom[1]];
    if (body1) d.cfrc_ext[body1] -= at_reference(m, d, body1, force, torque, con.pos);
    if (body2) d.cfrc_ext[body2] += at_reference(m, d, body2, force, torque, con.pos);
  }
}

// Where a connect or weld acts on each of its two bodies.
struct EqualityPoint {
  int body;
  Vec3<Real> pos;
};

EqualityPoint equality_point(const Model& m, const Data& d, int eq, bool first) {
  const int id = first ? m.eq_obj1id[eq] : m.eq_obj2id[eq];
  if (m.eq_objtype[eq] == mjOBJ_SITE) return {m.site_bodyid[id], d.site_xpos[id]};
  // a weld keeps the anchor of its second body first
  const bool leading = first == (m.eq_type[eq] == mjEQ_CONNECT);
  const Vec3<Real> anchor = load_vec3(m.eq_data[eq].data() + (leading ? 0 : 3));
  return {id, d.xmat[id] * anchor + d.xpos[id]};
}

void add_equalities(const Model& m, Data& d) {
  for (int row = 0; row < d.ne;) {
    const int eq = d.efc_id[row], type = m.eq_type[eq];
    if (type != mjEQ_CONNECT && type != mjEQ_WELD) {
      while (row < d.ne && d.efc_id[row] == eq) ++row;
      continue;
    }
    const Vec3<Real> force = load_vec3(&d.efc_force[row]);
    const Vec3<Real> torque = type == mjEQ_WELD ? load_vec3(&d.efc_force[row + 3]) : Vec3<Real>{};
    const EqualityPoint p1 = equality_point(m, d, eq, true), p2 = equality_point(m, d, eq, false);
    if (p1.body) d.cfrc_ext[p1.body] += at_reference(m, d, p1.body, force, torque, p1.pos);
    if (p2.body) d.cfrc_ext[p2.body] -= at_reference(m, d, p2.body, force, torque, p2.pos);
    row += type == mjEQ_WELD ? 6 : 3;
  }
}

void accelerations(const Model& m, Data& d) {
  d.cacc[0] = world_acceleration<Real>(m);
  for (int body = 1; body < m.nbody; ++body) {
    const int dof = m.body_dofadr[body], count = m.body_dofnum[body];
    d.cacc[body] = d.cacc[m.body_parentid[body]];
    if (count == 0) continue;
    d.cacc[body] += combine_dofs(&d.cdof_dot[dof], &d.qvel[dof], count);
    d.cacc[body] += combine_dofs(&d.cdof[dof], &d.qacc[dof], count);
  }
}

void interactions(const Model& m, Data& d) {
  d.cfrc_int[0] = {};
  for (int body = 1; body < m.nbody; ++body)
    d.cfrc_int[body] = body_force(d.cinert[body], d.cvel[body], d.cacc[body]) - d.cfrc_ext[body];
  for (int body = m.nbody - 1; body > 0; --body) d.cfrc_int[m.body_parentid[body]] += d.cfrc_int[body];
}

}  // namespace

void rne_post_constraint(const Model& m, Data& d) {
  add_applied(m, d);
  add_contacts(m, d);
  add_equalities(m, d);
  accelerations(m, d);
  interactions(m, d);
  d.flg_rnepost = 1;
}

}  // namespace corten
