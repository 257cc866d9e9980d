// Derivative of fluid forces by velocity.
#include "corten/smooth/com.h"
#include "corten/smooth/derivative.h"
#include "corten/smooth/fluid.h"
#include "corten/smooth/fluid_derivative_core.h"
#include "corten/smooth/jacobian.h"

namespace corten {
namespace {

// Frame in which a block is given.
struct BlockFrame {
  int body;
  Vec3<Real> pos;
  Mat3<Real> rot;
};

// qDeriv += Jᵀ B J, J the local Jacobian of the frame
void add_block(const Model& m, Data& d, const BlockFrame& at, const FluidJacobian<Real>& b) {
  Arena::Frame frame(d.arena);
  const auto local = frame.alloc<Motion<Real>>(m.nv);
  const auto in_chain = frame.zeros<byte>(m.nv);
  const Vec3<Real> offset = at.pos - reference_point(m, d, at.body);
  const int last = last_dof(m, at.body);
  for (int dof = last; dof >= 0; dof = m.dof_parentid[dof]) {
    const Motion<Real> column{d.cdof[dof].ang, point_column(d.cdof[dof], offset)};
    local[static_cast<std::size_t>(dof)] = to_local(column, at.rot);
    in_chain[static_cast<std::size_t>(dof)] = 1;
  }
  for (int dof = last; dof >= 0; dof = m.dof_parentid[dof]) {
    const Motion<Real>& j = local[static_cast<std::size_t>(dof)];
    // jᵀ B
    const Force<Real> row{transpose_mul(b.torque_ang, j.ang) + transpose_mul(b.force_ang, j.lin),
                          transpose_mul(b.torque_lin, j.ang) + transpose_mul(b.force_lin, j.lin)};
    const int adr = m.D_rowadr[dof];
    for (int k = adr; k < adr + m.D_rownnz[dof]; ++k) {
      const std::size_t col = static_cast<std::size_t>(m.D_colind[k]);
      if (in_chain[col]) d.qDeriv[k] += dot(local[col], row);
    }
  }
}

Medium<Real> medium_of(const Model& m) { return {m.opt.density, m.opt.viscosity}; }

void add_box(const Model& m, Data& d, int body) {
  const Vec3<Real> box = equivalent_box(m.body_inertia[body], m.body_mass[body]);
  const Motion<Real> v = velocity_in_medium(m, d, mjOBJ_BODY, body);
  add_block(m, d, {body, d.xipos[body], d.ximat[body]}, box_fluid_jacobian(box, v, medium_of(m)));
}

void add_ellipsoids(const Model& m, Data& d, int body, bool symmetric) {
  const int first = m.body_geomadr[body];
  for (int geom = first; geom < first + m.body_geomnum[body]; ++geom) {
    if (m.geom_fluid[geom][0] == 0) continue;
    const FluidJacobian<Real> b = ellipsoid_fluid_jacobian(
        fluid_semiaxes(m.geom_type[geom], m.geom_size[geom]), fluid_coefficients(m.geom_fluid[geom]),
        velocity_in_medium(m, d, mjOBJ_GEOM, geom), medium_of(m));
    add_block(m, d, {body, d.geom_xpos[geom], d.geom_xmat[geom]}, symmetric ? symmetrized(b) : b);
  }
}

}  // namespace

void add_fluid_derivative(const Model& m, Data& d, bool symmetric) {
  const int off = mjDSBL_SPRING | mjDSBL_DAMPER;
  if ((m.opt.disableflags & off) == off || !(m.opt.viscosity > 0 || m.opt.density > 0)) return;
  for (int body = 1; body < m.nbody; ++body) {
    if (m.body_mass[body] < kMinVal<Real>) continue;
    if (uses_ellipsoid_fluid(m, body)) {
      add_ellipsoids(m, d, body, symmetric);
    } else {
      add_box(m, d, body);
    }
  }
}

}  // namespace corten
