// Derivative of fluid forces by velocity.
#include "corten/model/awake.h"
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

// The Jacobian of a frame in its own axes: six components per dof of its chain, others 0.
class LocalJacobian {
 public:
  LocalJacobian(const Model& m, Data& d, const BlockFrame& at, Arena::Frame& frame)
      : m_(m), d_(d), last_(last_dof(m, at.body)), columns_(frame.alloc<Column>(m.nv)) {
    for (Column& column : columns_) column.moves = false;
    const Vec3<Real> offset = at.pos - reference_point(m, d, at.body);
    for (int dof = last_; dof >= 0; dof = m.dof_parentid[dof]) {
      const Motion<Real> j =
          to_local(Motion<Real>{d.cdof[dof].ang, point_column(d.cdof[dof], offset)}, at.rot);
      columns_[dof] = {{j.ang[0], j.ang[1], j.ang[2], j.lin[0], j.lin[1], j.lin[2]}, true};
    }
  }

  // qDeriv += B J_iᵀ J_j of two of the six rows, entry by entry
  void add(int i, int j, Real B) {
    if (B == 0) return;
    for (int dof = last_; dof >= 0; dof = m_.dof_parentid[dof]) {
      const Real factor = columns_[dof].e[i] * B;
      const int adr = m_.D_rowadr[dof];
      for (int k = adr; k < adr + m_.D_rownnz[dof]; ++k) {
        const Column& other = columns_[m_.D_colind[k]];
        if (other.moves) d_.qDeriv[k] += other.e[j] * factor;
      }
    }
  }

 private:
  struct Column {
    Real e[6];
    bool moves;
  };
  const Model& m_;
  Data& d_;
  int last_;
  std::span<Column> columns_;
};

Real component(const FluidJacobian<Real>& b, int i, int j) {
  const Mat3<Real>& block =
      i < 3 ? (j < 3 ? b.torque_ang : b.torque_lin) : (j < 3 ? b.force_ang : b.force_lin);
  return block(i % 3, j % 3);
}

Medium<Real> medium_of(const Model& m) { return {m.opt.density, m.opt.viscosity}; }

void add_box(const Model& m, Data& d, int body) {
  Arena::Frame frame(d.arena);
  LocalJacobian J(m, d, {body, d.xipos[body], d.ximat[body]}, frame);
  const Vec3<Real> box = equivalent_box(m.body_inertia[body], m.body_mass[body]);
  const auto slopes = box_fluid_slopes(box, velocity_in_medium(m, d, mjOBJ_BODY, body), medium_of(m));
  for (int i = 0; i < 6; ++i) J.add(i, i, slopes.viscous[i]);
  for (int i = 0; i < 6; ++i) J.add(i, i, slopes.quadratic[i]);
}

void add_ellipsoid(const Model& m, Data& d, int body, int geom, bool symmetric) {
  Arena::Frame frame(d.arena);
  LocalJacobian J(m, d, {body, d.geom_xpos[geom], d.geom_xmat[geom]}, frame);
  FluidJacobian<Real> b = ellipsoid_fluid_jacobian(fluid_semiaxes(m.geom_type[geom], m.geom_size[geom]),
                                                   fluid_coefficients(m.geom_fluid[geom]),
                                                   velocity_in_medium(m, d, mjOBJ_GEOM, geom), medium_of(m));
  if (symmetric) b = symmetrized(b);
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) J.add(i, j, component(b, i, j));
}

void add_ellipsoids(const Model& m, Data& d, int body, bool symmetric) {
  const int first = m.body_geomadr[body];
  for (int geom = first; geom < first + m.body_geomnum[body]; ++geom)
    if (m.geom_fluid[geom][0] != 0) add_ellipsoid(m, d, body, geom, symmetric);
}

}  // namespace

void add_fluid_derivative(const Model& m, Data& d, bool symmetric) {
  const int off = mjDSBL_SPRING | mjDSBL_DAMPER;
  if ((m.opt.disableflags & off) == off || !(m.opt.viscosity > 0 || m.opt.density > 0)) return;
  const auto add = [&](int body) {
    if (m.body_mass[body] < kMinVal<Real>) return;
    if (uses_ellipsoid_fluid(m, body)) {
      add_ellipsoids(m, d, body, symmetric);
    } else {
      add_box(m, d, body);
    }
  };
  for_awake_bodies(m, d, add);
}

}  // namespace corten
