// With A = M − h qDeriv, F the dofs of nodes, P the others, K = −R k Rᵀ of each flex, turned by R, and s = h²
// + h·damping:
//   (A_FF + Σ s JᵀKJ) a_F = q_F − (h / s₀) Σ s JᵀKJ qvel − A_FP a_P,
// where s₀ is that of the first flex, interpolated or not: the oracle's scale, right for one flex.
#include "corten/sim/flex_implicit.h"

#include "corten/linalg/cholesky_lower.h"
#include "corten/linalg/vector_kernels.h"
#include "corten/smooth/com.h"
#include "corten/smooth/flex.h"
#include "corten/smooth/jacobian.h"

namespace corten {
namespace {

// Some dofs and their places in the system: those of the bodies that carry nodes, each once, or those given.
struct NodeDofs {
  std::span<int> dof;    // by place
  std::span<int> place;  // by dof, −1 for others

  NodeDofs(const Model& m, Arena::Frame& frame) : dof(frame.alloc<int>(m.nv)), place(frame.alloc<int>(m.nv)) {
    for (int& p : place) p = -1;
    int count = 0;
    for (int f = 0; f < m.nflex; ++f) {
      if (!m.flex_interp[f]) continue;
      for (int n = m.flex_nodeadr[f]; n < m.flex_nodeadr[f] + m.flex_nodenum[f]; ++n) {
        const int body = m.flex_nodebodyid[n];
        for (int i = m.body_dofadr[body]; i < m.body_dofadr[body] + m.body_dofnum[body]; ++i)
          if (place[i] < 0) {
            place[i] = count;
            dof[count++] = i;
          }
      }
    }
    dof = dof.first(static_cast<std::size_t>(count));
  }
  NodeDofs(const Model& m, std::span<const int> dofs, Arena::Frame& frame)
      : dof(frame.alloc<int>(static_cast<int>(dofs.size()))), place(frame.alloc<int>(m.nv)) {
    for (int& p : place) p = -1;
    for (int i = 0; i < size(); ++i) place[dof[i] = dofs[i]] = i;
  }
  int size() const { return static_cast<int>(dof.size()); }
};

// fn(column, A(row, column)) over the stored entries of a row
template <class Fn>
void for_row(const Model& m, const Data& d, bool symmetric, int row, Fn&& fn) {
  for (int k = m.D_rowadr[row]; k < m.D_rowadr[row] + m.D_rownnz[row]; ++k) {
    const int column = m.D_colind[k];
    if (!symmetric || column <= row) {
      const int inertia = m.mapM2D[k];
      if (symmetric && inertia < 0) continue;  // not in the pattern of M
      fn(column, (inertia >= 0 ? d.M[inertia] : 0) - m.opt.timestep * d.qDeriv[k]);
      continue;
    }
    for (int j = m.M_rowadr[column]; j < m.M_rowadr[column] + m.M_rownnz[column]; ++j)
      if (m.M_colind[j] == row) fn(column, d.M[j] - m.opt.timestep * d.qDeriv[m.mapD2M[j]]);
  }
}

class NodeSystem {
 public:
  NodeSystem(const Model& m, Data& d, Arena::Frame& frame, const NodeDofs& dofs, Real h)
      : m_(m), d_(d), dofs_(dofs), n_(dofs.size()), h_(h) {
    matrix_ = frame.zeros<Real>(n_ * n_);
    right_ = frame.alloc<Real>(n_);
    correction_ = frame.zeros<Real>(n_);
  }

  void take_inertia(bool symmetric, std::span<const Real> force, std::span<const Real> qacc) {
    for (int i = 0; i < n_; ++i) {
      const int row = dofs_.dof[i];
      Real& right = right_[i];
      right = force[row];
      for_row(m_, d_, symmetric, row, [&](int column, Real value) {
        const int j = dofs_.place[column];
        if (j < 0) {
          right -= value * qacc[column];
        } else {
          at(i, j) += value;
        }
      });
    }
  }

  void add_stiffness(int flex) {
    if (m_.flex_rigid[flex] || m_.flex_stiffness[m_.flex_elemadr[flex]][0] == 0) return;
    Arena::Frame frame(d_.arena);
    const FlexNodes nodes = turned_back_nodes(m_, d_, flex);
    const int rows = 3 * nodes.count;
    const std::span<const Real> stiffness = world_stiffness(flex, nodes, frame);
    const auto jac = frame.zeros<Vec3<Real>>(nodes.count * n_);
    const auto columns = frame.alloc<int>(nodes.count * n_), used = frame.zeros<int>(nodes.count);
    Vec3<Real> velocity[FlexNodes::kMax];
    for (int i = 0; i < nodes.count; ++i) {
      const int body = m_.flex_nodebodyid[m_.flex_nodeadr[flex] + i];
      velocity[i] = node_columns(nodes.at[i], body, jac.subspan(static_cast<std::size_t>(i * n_)),
                                 columns.subspan(static_cast<std::size_t>(i * n_)), used[i]);
    }
    const auto for_columns = [&](int node, auto&& fn) {
      for (int c = 0; c < used[node]; ++c) {
        const int column = columns[node * n_ + c];
        fn(column, jac[node * n_ + column]);
      }
    };
    for (int i = 0; i < nodes.count; ++i) {
      const Real* row[3];
      Vec3<Real> pull;
      for (int r = 0; r < 3; ++r) {
        row[r] = stiffness.data() + (3 * i + r) * rows;
        pull[r] = dot(row[r], velocity[0].data(), rows);
      }
      for_columns(i, [&](int a, const Vec3<Real>& left) { correction_[a] += dot(left, pull); });
      for (int j = 0; j < nodes.count; ++j)
        for_columns(j, [&](int b, const Vec3<Real>& right) {
          Vec3<Real> column;
          for (int r = 0; r < 3; ++r) {
            const Real* block = row[r] + 3 * j;
            column[r] = block[0] * right[0] + block[1] * right[1] + block[2] * right[2];
          }
          for_columns(i, [&](int a, const Vec3<Real>& left) { at(a, b) += dot(left, column); });
        });
    }
  }

  std::span<const Real> matrix() const { return matrix_; }

  void solve(std::span<Real> qacc) {
    const Real first = h_ * h_ + h_ * m_.flex_damping[0];
    const Real scale = first > kMinVal<Real> ? h_ / first : 0;
    for (int i = 0; i < n_; ++i) right_[i] -= scale * correction_[i];
    lower_factor(matrix_, n_, kMinVal<Real>);
    lower_solve(matrix_, right_, right_);
    for (int i = 0; i < n_; ++i) qacc[dofs_.dof[static_cast<std::size_t>(i)]] = right_[i];
  }

 private:
  Real& at(int i, int j) { return matrix_[i * n_ + j]; }

  // s K: the blocks of k, which has the sign of a force, turned into the world
  std::span<const Real> world_stiffness(int flex, const FlexNodes& nodes, Arena::Frame& frame) const {
    const int rows = 3 * nodes.count;
    const Real* k = m_.flex_stiffness[m_.flex_elemadr[flex]].data();
    const Real scale = h_ * h_ + h_ * m_.flex_damping[flex];
    const Mat3<Real> turn = to_mat(nodes.turn);
    const std::span<Real> world = frame.alloc<Real>(rows * rows);
    for (int i = 0; i < rows; i += 3)
      for (int j = 0; j < rows; j += 3) {
        Mat3<Real> block;
        for (int r = 0; r < 3; ++r)
          for (int c = 0; c < 3; ++c) block(r, c) = k[(i + r) * rows + j + c];
        block = turn * mul_transpose(block, turn);
        for (int r = 0; r < 3; ++r)
          for (int c = 0; c < 3; ++c) world[(i + r) * rows + j + c] = -scale * block(r, c);
      }
    return world;
  }

  // Columns of the Jacobian of a node; returns its velocity, all dofs counted.
  Vec3<Real> node_columns(const Vec3<Real>& point, int body, std::span<Vec3<Real>> jac,
                          std::span<int> columns, int& count) const {
    const Vec3<Real> offset = point - reference_point(m_, d_, body);
    Vec3<Real> velocity{};
    for (int dof = last_dof(m_, body); dof >= 0; dof = m_.dof_parentid[dof]) {
      const Vec3<Real> column = point_column(d_.cdof[dof], offset);
      velocity += column * d_.qvel[dof];
      const int place = dofs_.place[dof];
      if (place < 0) continue;
      jac[place] = column;
      columns[count++] = place;
    }
    return velocity;
  }

  const Model& m_;
  Data& d_;
  const NodeDofs& dofs_;
  int n_;
  Real h_;
  std::span<Real> matrix_, right_, correction_;
};

}  // namespace

void solve_flex_nodes(const Model& m, Data& d, bool symmetric, std::span<const Real> force,
                      std::span<Real> qacc) {
  Arena::Frame frame(d.arena);
  const NodeDofs dofs(m, frame);
  if (dofs.size() == 0) return;
  NodeSystem system(m, d, frame, dofs, m.opt.timestep);
  system.take_inertia(symmetric, force, qacc);
  for (int f = 0; f < m.nflex; ++f)
    if (m.flex_interp[f]) system.add_stiffness(f);
  system.solve(qacc);
}

void add_flex_stiffness(const Model& m, Data& d, std::span<const int> dofs, Real h, std::span<Real> matrix) {
  Arena::Frame frame(d.arena);
  const NodeDofs places(m, dofs, frame);
  NodeSystem system(m, d, frame, places, h);
  for (int f = 0; f < m.nflex; ++f)
    if (m.flex_interp[f]) system.add_stiffness(f);
  for (std::size_t i = 0; i < matrix.size(); ++i) matrix[i] += system.matrix()[i];
}

}  // namespace corten
