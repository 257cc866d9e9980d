// Derivative of the bias force by velocity. Velocities of bodies are sums of cdof·qvel, so the derivative of
// the recursion is linear in cdof and can be summed over subtrees before the dofs are looked at:
//
//   ∂cvel_b/∂k = cdof_k,   ∂cacc_b/∂k = u_k + cdof_k × cvel_b,   u_k = cdof_dot_k − cdof_k × w_k
//   ∂cfrc_b/∂k = I_b u_k + C_b cdof_k,   C_b x = I_b (x × v_b) + x ×* (I_b v_b) + v_b ×* (I_b x)
//
// for every dof k that moves b; w_k is the velocity just after the joint of k.
#include "corten/smooth/derivative.h"

namespace corten {
namespace {

// 6×6 matrix from motions to forces, by columns.
struct ForceByMotion {
  Force<Real> col[6];
};

Real component(const Motion<Real>& x, int i) { return i < 3 ? x.ang[i] : x.lin[i - 3]; }

Force<Real> operator*(const ForceByMotion& c, const Motion<Real>& x) {
  Force<Real> sum{};
  for (int i = 0; i < 6; ++i) {
    sum.torque += c.col[i].torque * component(x, i);
    sum.force += c.col[i].force * component(x, i);
  }
  return sum;
}

// x ↦ yᵀ C x as a force
Force<Real> transpose_mul(const ForceByMotion& c, const Motion<Real>& y) {
  Force<Real> result{};
  for (int i = 0; i < 3; ++i) {
    result.torque[i] = dot(y, c.col[i]);
    result.force[i] = dot(y, c.col[i + 3]);
  }
  return result;
}

ForceByMotion velocity_matrix(const Inertia<Real>& inertia, const Motion<Real>& v) {
  const Force<Real> momentum = inertia * v;
  ForceByMotion c{};
  for (int i = 0; i < 6; ++i) {
    Motion<Real> x{};
    (i < 3 ? x.ang[i] : x.lin[i - 3]) = 1;
    c.col[i] = inertia * cross_motion(x, v) + cross_force(x, momentum) + cross_force(v, inertia * x);
  }
  return c;
}

// velocity just after each joint, seen from its dofs; free translations count as a joint of their own
void velocities_after(const Model& m, const Data& d, std::span<Motion<Real>> after) {
  for (int body = 1; body < m.nbody; ++body) {
    Motion<Real> v = d.cvel[m.body_parentid[body]];
    int dof = m.body_dofadr[body];
    const int end = dof + m.body_dofnum[body];
    while (dof < end) {
      const int type = m.jnt_type[m.dof_jntid[dof]];
      const int group = type == mjJNT_FREE || type == mjJNT_BALL ? 3 : 1;
      for (int k = dof; k < dof + group; ++k) v += d.cdof[k] * d.qvel[k];
      for (int k = dof; k < dof + group; ++k) after[static_cast<std::size_t>(k)] = v;
      dof += group;
    }
  }
}

// What one dof brings to the derivative: as a row and as a column.
struct DofTerms {
  Motion<Real> axis_rate;        // u_k
  Force<Real> row_by_axis;       // Cᵀ cdof
  Force<Real> row_by_axis_rate;  // I cdof
  Force<Real> column;            // I u + C cdof
};

}  // namespace

void subtract_bias_derivative(const Model& m, Data& d) {
  Arena::Frame frame(d.arena);
  const auto matrix = frame.alloc<ForceByMotion>(m.nbody);
  for (int body = 1; body < m.nbody; ++body)
    matrix[static_cast<std::size_t>(body)] = velocity_matrix(d.cinert[body], d.cvel[body]);
  for (int body = m.nbody - 1; body > 0; --body)
    if (const int parent = m.body_parentid[body]; parent > 0)
      for (int i = 0; i < 6; ++i)
        matrix[static_cast<std::size_t>(parent)].col[i] += matrix[static_cast<std::size_t>(body)].col[i];
  const auto after = frame.alloc<Motion<Real>>(m.nv);
  velocities_after(m, d, after);
  const auto terms = frame.alloc<DofTerms>(m.nv);
  for (int dof = 0; dof < m.nv; ++dof) {
    const std::size_t k = static_cast<std::size_t>(dof);
    const int body = m.dof_bodyid[dof];
    const ForceByMotion& c = matrix[static_cast<std::size_t>(body)];
    const Motion<Real> rate = d.cdof_dot[dof] - cross_motion(d.cdof[dof], after[k]);
    terms[k] = {rate, transpose_mul(c, d.cdof[dof]), d.crb[body] * d.cdof[dof],
                d.crb[body] * rate + c * d.cdof[dof]};
  }
  for (int row = 0; row < m.nv; ++row) {
    const DofTerms& own = terms[static_cast<std::size_t>(row)];
    const int adr = m.D_rowadr[row];
    for (int k = adr; k < adr + m.D_rownnz[row]; ++k) {
      const int col = m.D_colind[k];
      const DofTerms& other = terms[static_cast<std::size_t>(col)];
      // the bodies both dofs move are those of the deeper one
      d.qDeriv[k] -= col <= row
                         ? dot(d.cdof[col], own.row_by_axis) + dot(other.axis_rate, own.row_by_axis_rate)
                         : dot(d.cdof[row], other.column);
    }
  }
}

}  // namespace corten
