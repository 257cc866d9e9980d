// Derivative of the bias force by velocity: the recursion itself, differentiated body by body. With ∂ by the
// velocity of dof k, for the dofs k that move a body b or are moved by it:
//
//   ∂cvel_b = ∂cvel_parent + cdof_k for its own dofs
//   ∂cacc_b = ∂cacc_parent + Σ_j (cdof_dot_j for k = j) + (∂cvel × cdof_j) qvel_j over its own dofs j
//   ∂cfrc_b = I_b ∂cacc_b + (∂/∂v of v ×* I_b v) ∂cvel_b, then summed over subtrees
//   ∂qfrc_bias_j = cdof_j · ∂cfrc of its body
//
// Sums over the six components run from the first to the last: the oracle's bits.
#include <algorithm>

#include "corten/linalg/vector_kernels.h"
#include "corten/model/awake.h"
#include "corten/smooth/derivative.h"

namespace corten {
namespace {

struct Vec6 {
  Real e[6];
};

// by rows
struct Mat6 {
  Real e[6][6] = {};
};

Vec6 operator*(const Mat6& a, const Vec6& x) {
  Vec6 y{};
  for (int i = 0; i < 6; ++i)
    for (int k = 0; k < 6; ++k) y.e[i] += a.e[i][k] * x.e[k];
  return y;
}

Mat6 operator*(const Mat6& a, const Mat6& b) {
  Mat6 c;
  for (int i = 0; i < 6; ++i)
    for (int k = 0; k < 6; ++k)
      for (int j = 0; j < 6; ++j) c.e[i][j] += a.e[i][k] * b.e[k][j];
  return c;
}

void add(Vec6& to, const Vec6& x, Real scale = 1) {
  for (int i = 0; i < 6; ++i) to.e[i] += x.e[i] * scale;
}

Vec6 components(const Motion<Real>& x) {
  return {{x.ang[0], x.ang[1], x.ang[2], x.lin[0], x.lin[1], x.lin[2]}};
}

// block (row, col) of a += sign · [v]×, the matrix of v × ·
void add_cross(Mat6& a, int row, int col, const Vec3<Real>& v, Real sign) {
  Real(&e)[6][6] = a.e;
  const int r = 3 * row, c = 3 * col;
  e[r][c + 1] += -sign * v[2], e[r][c + 2] += sign * v[1];
  e[r + 1][c] += sign * v[2], e[r + 1][c + 2] += -sign * v[0];
  e[r + 2][c] += -sign * v[1], e[r + 2][c + 1] += sign * v[0];
}

// x ↦ x × m of motions
Mat6 cross_with(const Motion<Real>& m) {
  Mat6 a;
  add_cross(a, 0, 0, m.ang, -1);
  add_cross(a, 1, 0, m.lin, -1);
  add_cross(a, 1, 1, m.ang, -1);
  return a;
}

// x ↦ x ×* f, motion by force
Mat6 cross_with(const Force<Real>& f) {
  Mat6 a;
  add_cross(a, 0, 0, f.torque, -1);
  add_cross(a, 0, 1, f.force, -1);
  add_cross(a, 1, 0, f.force, -1);
  return a;
}

// f ↦ v ×* f
Mat6 force_cross(const Motion<Real>& v) {
  Mat6 a;
  add_cross(a, 0, 0, v.ang, 1);
  add_cross(a, 0, 1, v.lin, 1);
  add_cross(a, 1, 1, v.ang, 1);
  return a;
}

Mat6 matrix_of(const Inertia<Real>& inertia) {
  const Real* i = inertia.i;
  Mat6 a;
  a.e[0][0] = i[0], a.e[1][1] = i[1], a.e[2][2] = i[2];
  a.e[0][1] = a.e[1][0] = i[3], a.e[0][2] = a.e[2][0] = i[4], a.e[1][2] = a.e[2][1] = i[5];
  a.e[3][3] = a.e[4][4] = a.e[5][5] = inertia.mass;
  add_cross(a, 0, 1, inertia.md, 1);
  add_cross(a, 1, 0, inertia.md, -1);
  return a;
}

// ∂ of one six-vector per body, on the body's dofs: those above it, its own, those below
using BodyColumns = std::span<Vec6>;

class BiasDerivative {
 public:
  BiasDerivative(const Model& m, Data& d, Arena::Frame& frame)
      : m_(m),
        d_(d),
        velocity_(frame.zeros<Vec6>(m.nB)),
        acceleration_(frame.zeros<Vec6>(m.nB)),
        force_(frame.zeros<Vec6>(m.nB)) {}

  template <class Who>
  void subtract(Who who) {
    for (const Run run : who.bodies())
      for (int body = run.first; body < run.last; ++body) pass_body(body);
    for (const Run run : who.bodies().reversed())
      for (int body = run.last - 1; body >= run.first; --body) add_to_parent(body);
    for (const Run run : who.dofs())
      for (int dof = run.first; dof < run.last; ++dof) subtract_row(dof);
  }

 private:
  void pass_body(int body) {
    const int above = dofs_above(body);
    copy_from_parent(velocity_, body, above);
    copy_from_parent(acceleration_, body, above);
    move_by_joints(body, above);
    set_force(body);
  }

  Vec6* of(BodyColumns columns, int body) { return columns.data() + m_.B_rowadr[body]; }

  // they come first among a body's dofs
  int dofs_above(int body) const {
    const int* cols = m_.B_colind.data() + m_.B_rowadr[body];
    const int first = m_.body_dofnum[body] > 0 ? m_.body_dofadr[body] : body_last_dof(body) + 1;
    return static_cast<int>(std::lower_bound(cols, cols + m_.B_rownnz[body], first) - cols);
  }
  int body_last_dof(int body) const {
    while (body > 0 && m_.body_dofnum[body] == 0) body = m_.body_parentid[body];
    return body > 0 ? m_.body_dofadr[body] + m_.body_dofnum[body] - 1 : -1;
  }

  void copy_from_parent(BodyColumns columns, int body, int above) {
    const int parent = m_.body_parentid[body];
    if (m_.body_weldid[parent] > 0) std::copy_n(of(columns, parent), above, of(columns, body));
  }

  // joint after joint; the three dofs of a rotation, and of a free translation, move together
  void move_by_joints(int body, int above) {
    const int first = m_.body_dofadr[body], end = first + m_.body_dofnum[body];
    for (int dof = first; dof < end;) {
      const int type = m_.jnt_type[m_.dof_jntid[dof]];
      const int group = type == mjJNT_FREE || type == mjJNT_BALL ? 3 : 1;
      const bool free_translation = type == mjJNT_FREE && dof == m_.jnt_dofadr[m_.dof_jntid[dof]];
      const int known = above + dof - first;  // dofs before this joint's
      for (int j = 0; j < group; ++j) turn_with(body, dof + j, known, known + j, free_translation);
      for (int j = 0; j < group; ++j) add(of(velocity_, body)[known + j], components(d_.cdof[dof + j]));
      dof += group;
    }
  }

  // ∂(cdof_dot qvel) of a dof: of the axis itself, and of its turning with the dofs before its joint
  void turn_with(int body, int dof, int known, int own, bool still) {
    add(of(acceleration_, body)[own], components(d_.cdof_dot[dof]));
    if (still) return;
    const Mat6 cross = cross_with(d_.cdof[dof]);
    for (int k = 0; k < known; ++k)
      add(of(acceleration_, body)[k], cross * of(velocity_, body)[k], d_.qvel[dof]);
  }

  void set_force(int body) {
    const Motion<Real>& v = d_.cvel[body];
    const Mat6 inertia = matrix_of(d_.cinert[body]);
    Mat6 by_velocity = cross_with(d_.cinert[body] * v);
    const Mat6 by_momentum = force_cross(v) * inertia;
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 6; ++j) by_velocity.e[i][j] += by_momentum.e[i][j];
    for (int k = 0; k < m_.B_rownnz[body]; ++k) {
      Vec6& f = of(force_, body)[k] = inertia * of(acceleration_, body)[k];
      add(f, by_velocity * of(velocity_, body)[k]);
    }
  }

  // a body's dofs are among its parent's
  void add_to_parent(int body) {
    const int parent = m_.body_parentid[body];
    if (m_.body_weldid[parent] == 0) return;
    const int* col = m_.B_colind.data() + m_.B_rowadr[body];
    const int* to = m_.B_colind.data() + m_.B_rowadr[parent];
    Vec6* f = of(force_, parent);
    for (int k = 0; k < m_.B_rownnz[body]; ++k) {
      while (*to != col[k]) ++to, ++f;
      add(*f, of(force_, body)[k]);
    }
  }

  // a dof's row has the dofs of its body
  void subtract_row(int dof) {
    const int body = m_.dof_bodyid[dof];
    const Vec6 axis = components(d_.cdof[dof]);
    for (int k = 0; k < m_.B_rownnz[body]; ++k)
      d_.qDeriv[m_.D_rowadr[dof] + k] -= dot(of(force_, body)[k].e, axis.e, 6);
  }

  const Model& m_;
  Data& d_;
  BodyColumns velocity_, acceleration_, force_;
};

}  // namespace

void subtract_bias_derivative(const Model& m, Data& d) {
  Arena::Frame frame(d.arena);
  BiasDerivative derivative(m, d, frame);
  among_awake(m, d, [&](auto who) { derivative.subtract(who); });
}

}  // namespace corten
