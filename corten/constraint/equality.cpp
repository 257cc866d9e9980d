#include "corten/constraint/equality.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "corten/constraint/chain.h"
#include "corten/constraint/tendon_row.h"
#include "corten/linalg/vector_kernels.h"
#include "corten/model/awake.h"

namespace corten {
namespace {

// One side of a connect or weld: a body and the point on it.
struct Anchor {
  int body;
  Vec3<Real> point;  // world
};

Anchor body_anchor(const Data& d, int body, const Vec3<Real>& local) {
  return {body, d.xmat[body] * local + d.xpos[body]};
}

Anchor site_anchor(const Model& m, const Data& d, int site) {
  return {m.site_bodyid[site], d.site_xpos[site]};
}

Vec3<Real> data3(const Model& m, int eq, int first) {
  const auto& data = m.eq_data[eq];
  return {data[first], data[first + 1], data[first + 2]};
}

bool by_site(const Model& m, int eq) { return m.eq_objtype[eq] == mjOBJ_SITE; }

// Connect stores body 1's anchor first, weld body 2's.
std::array<Anchor, 2> anchors(const Model& m, const Data& d, int eq) {
  const int id[2] = {m.eq_obj1id[eq], m.eq_obj2id[eq]};
  if (by_site(m, eq)) return {site_anchor(m, d, id[0]), site_anchor(m, d, id[1])};
  const bool weld = m.eq_type[eq] == mjEQ_WELD;
  return {body_anchor(d, id[0], data3(m, eq, weld ? 3 : 0)),
          body_anchor(d, id[1], data3(m, eq, weld ? 0 : 3))};
}

std::array<int, 2> bodies(const Model& m, int eq) {
  const int id[2] = {m.eq_obj1id[eq], m.eq_obj2id[eq]};
  if (by_site(m, eq)) return {m.site_bodyid[id[0]], m.site_bodyid[id[1]]};
  return {id[0], id[1]};
}

// orientations that a weld makes equal
std::array<Quat<Real>, 2> weld_frames(const Model& m, const Data& d, int eq) {
  const auto b = bodies(m, eq);
  if (by_site(m, eq))
    return {d.xquat[b[0]] * m.site_quat[m.eq_obj1id[eq]], d.xquat[b[1]] * m.site_quat[m.eq_obj2id[eq]]};
  const auto& data = m.eq_data[eq];
  return {d.xquat[b[0]] * Quat<Real>{data[6], data[7], data[8], data[9]}, d.xquat[b[1]]};
}

// Turns the rotation rows of jac into those of scale · vec(conj(B) A), half of the angle for small ones.
void weld_rotation_rows(const Quat<Real>& A, const Quat<Real>& B, Real scale, ChainJacobian& jac) {
  const Quat<Real> inverse = conjugate(B);
  for (int k = 0; k < jac.size(); ++k) {
    const Quat<Real> rate = mul_axis(inverse, Vec3<Real>{jac(3, k), jac(4, k), jac(5, k)}) * A;
    for (int i = 0; i < 3; ++i) jac(3 + i, k) = 0.5 * rate[1 + i] * scale;
  }
}

// Polynomial coupling: pos = y − c0 − Σ c_k x^k and its slope in x.
struct Polynomial {
  Real pos;
  Real slope;
};

class EqualityRows {
 public:
  EqualityRows(const Model& m, Data& d, RowWriter& writer)
      : m_(m),
        d_(d),
        writer_(writer),
        frame_(d.arena),
        cols_(frame_.alloc<int>(m.nv)),
        values_(frame_.alloc<Real>(6 * m.nv)) {}

  void add(int eq) {
    switch (m_.eq_type[eq]) {
      case mjEQ_CONNECT:
      case mjEQ_WELD:
        return add_bodies(eq);
      case mjEQ_JOINT:
        return add_joints(eq);
      case mjEQ_TENDON:
        return add_tendons(eq);
      case mjEQ_FLEX:
        return add_flex_edges(eq);
      case mjEQ_FLEXVERT:
        return add_flex_vertices(eq);
    }
  }

 private:
  void write(int eq, int nrow, std::span<const int> cols, std::span<const Real> J, std::span<const Real> pos,
             std::span<const Real> diag) {
    const RowObject object{mjCNSTR_EQUALITY, eq, nrow, cols, J, pos, 0, 0};
    const int first = writer_.add(object);
    if (first < 0) return;
    const Real distance = nrow == 1 ? pos[0] : std::sqrt(dot(pos.data(), pos.data(), nrow));
    writer_.soften(safe_softness(m_, m_.eq_solref[eq], m_.eq_solimp[eq]), object, first, diag, distance);
  }

  void add_bodies(int eq) {
    const bool weld = m_.eq_type[eq] == mjEQ_WELD;
    const int nrow = weld ? 6 : 3;
    const auto a = anchors(m_, d_, eq);
    const int n = merged_chain(m_, a[0].body, a[1].body, cols_);
    ChainJacobian jac{cols_.first(n), values_.first(6 * n)};
    std::fill(jac.val.begin(), jac.val.end(), Real(0));
    add_body_jacobian(m_, d_, a[0].body, a[0].point, 1, weld, jac);
    add_body_jacobian(m_, d_, a[1].body, a[1].point, -1, weld, jac);
    std::array<Real, 6> pos{}, diag{};
    const Vec3<Real> gap = a[0].point - a[1].point;
    std::copy(gap.begin(), gap.end(), pos.begin());
    if (weld) {
      const Real scale = m_.eq_data[eq][10];
      const auto q = weld_frames(m_, d_, eq);
      const Quat<Real> difference = conjugate(q[1]) * q[0];
      for (int i = 0; i < 3; ++i) pos[3 + i] = difference[1 + i] * scale;
      weld_rotation_rows(q[0], q[1], scale, jac);
    }
    for (int i = 0; i < nrow; ++i)
      diag[i] = m_.body_invweight0[a[0].body][i / 3] + m_.body_invweight0[a[1].body][i / 3];
    write(eq, nrow, jac.dofs, jac.val.first(nrow * n), std::span(pos).first(nrow), diag);
  }

  Polynomial polynomial(int eq, Real y, Real x) const {
    const auto& c = m_.eq_data[eq];
    return {y - c[0] - (c[1] * x + c[2] * x * x + c[3] * x * x * x + c[4] * x * x * x * x),
            c[1] + 2 * c[2] * x + 3 * c[3] * x * x + 4 * c[4] * x * x * x};
  }

  void add_joints(int eq) {
    const int jnt1 = m_.eq_obj1id[eq], jnt2 = m_.eq_obj2id[eq];
    const int dof1 = m_.jnt_dofadr[jnt1], qpos1 = m_.jnt_qposadr[jnt1];
    const Real y = d_.qpos[qpos1] - m_.qpos0[qpos1];
    Real pos = y - m_.eq_data[eq][0], diag = m_.dof_invweight0[dof1];
    std::array<int, 2> cols{dof1, 0};
    std::array<Real, 2> J{1, 0};
    int n = 1;
    if (jnt2 >= 0) {
      const int dof2 = m_.jnt_dofadr[jnt2], qpos2 = m_.jnt_qposadr[jnt2];
      const Polynomial p = polynomial(eq, y, d_.qpos[qpos2] - m_.qpos0[qpos2]);
      pos = p.pos;
      diag += m_.dof_invweight0[dof2];
      n = 2;
      cols = {std::min(dof1, dof2), std::max(dof1, dof2)};
      J = dof1 < dof2 ? std::array<Real, 2>{1, -p.slope} : std::array<Real, 2>{-p.slope, 1};
    }
    write(eq, 1, std::span(cols).first(n), std::span(J).first(n), {&pos, 1}, {&diag, 1});
  }

  void add_tendons(int eq) {
    const int ten1 = m_.eq_obj1id[eq], ten2 = m_.eq_obj2id[eq];
    mark_tendon(ten1, eq);
    const Real y = d_.ten_length[ten1] - m_.tendon_length0[ten1];
    Real pos = y - m_.eq_data[eq][0], diag = m_.tendon_invweight0[ten1], slope = 0;
    if (ten2 >= 0) {
      mark_tendon(ten2, eq);
      const Polynomial p = polynomial(eq, y, d_.ten_length[ten2] - m_.tendon_length0[ten2]);
      pos = p.pos;
      slope = p.slope;
      diag += m_.tendon_invweight0[ten2];
    }
    const int n = tendon_row(m_, d_, ten1, 1, ten2, -slope, cols_, values_);
    write(eq, 1, cols_.first(n), values_.first(n), {&pos, 1}, {&diag, 1});
  }

  // the oracle stores the equality's index, not its row
  void mark_tendon(int tendon, int eq) {
    if (d_.tendon_efcadr[tendon] < 0) d_.tendon_efcadr[tendon] = eq;
  }

  void add_flex_edges(int eq) {
    const int flex = m_.eq_obj1id[eq], first = m_.flex_edgeadr[flex], last = first + m_.flex_edgenum[flex];
    const int weight = writer_.next_weight();
    int count = 0;
    const auto for_soft_edges = [&](auto&& fn) {
      for (int edge = first; edge < last; ++edge)
        if (!m_.flexedge_rigid[edge]) fn(edge);
    };
    for_soft_edges([&](int edge) { writer_.weigh(weight + count++, m_.flexedge_invweight0[edge]); });
    for_soft_edges([&](int edge) {
      const int adr = m_.flexedge_J_rowadr[edge], n = m_.flexedge_J_rownnz[edge];
      const Real pos = d_.flexedge_length[edge] - m_.flexedge_length0[edge];
      write(eq, 1, m_.flexedge_J_colind.slice(adr, n), d_.flexedge_J.slice(adr, n), {&pos, 1},
            next_diagonal());
    });
    writer_.end_weights(weight, count);
  }

  std::span<const Real> next_diagonal() const { return {d_.efc_diagApprox.data() + d_.nefc, 1}; }

  void add_flex_vertices(int eq) {
    const int flex = m_.eq_obj1id[eq], first = m_.flex_vertadr[flex];
    const int* colind = m_.flexvert_J_colind.size() ? m_.flexvert_J_colind[0].data() : nullptr;
    const Real* J = d_.flexvert_J.size() ? d_.flexvert_J[0].data() : nullptr;
    const int weight = writer_.next_weight(), count = 2 * m_.flex_vertnum[flex];
    for (int i = 0; i < count; ++i) {
      const int body = std::max(0, m_.flex_vertbodyid[first + i / 2]);  // interpolated: none, and no rows
      writer_.weigh(weight + i, m_.body_invweight0[body][0]);
    }
    for (int vert = first; vert < first + m_.flex_vertnum[flex]; ++vert) {
      for (int k = 0; k < 2; ++k) {
        const auto n = static_cast<std::size_t>(m_.flexvert_J_rownnz[vert][k]);
        const int adr = m_.flexvert_J_rowadr[vert][k];
        write(eq, 1, {colind + adr, n}, {J + adr, n}, {&d_.flexvert_length[vert][k], 1}, next_diagonal());
      }
    }
    writer_.end_weights(weight, count);
  }

  const Model& m_;
  Data& d_;
  RowWriter& writer_;
  Arena::Frame frame_;
  std::span<int> cols_;
  std::span<Real> values_;
};

}  // namespace

bool equality_acts(const Model& m, const Data& d, int eq) {
  return d.eq_active[eq] && !(some_asleep(m, d) && sleep_state(m, d, mjOBJ_EQUALITY, eq) == mjS_ASLEEP);
}

int equality_row_count(const Model& m, int eq) {
  const int flex = m.eq_obj1id[eq];
  switch (m.eq_type[eq]) {
    case mjEQ_CONNECT:
      return 3;
    case mjEQ_WELD:
      return 6;
    case mjEQ_JOINT:
    case mjEQ_TENDON:
      return 1;
    case mjEQ_FLEX:
      return m.flex_edgenum[flex] - static_cast<int>(std::count_if(
                                        m.flexedge_rigid.data() + m.flex_edgeadr[flex],
                                        m.flexedge_rigid.data() + m.flex_edgeadr[flex] + m.flex_edgenum[flex],
                                        [](byte rigid) { return rigid != 0; }));
    case mjEQ_FLEXVERT:
      return 2 * m.flex_vertnum[flex];
  }
  return 0;
}

int equality_entry_count(const Model& m, const Data& d, int eq, std::span<int> dofs) {
  const int obj1 = m.eq_obj1id[eq], obj2 = m.eq_obj2id[eq];
  switch (m.eq_type[eq]) {
    case mjEQ_CONNECT:
    case mjEQ_WELD: {
      const auto b = bodies(m, eq);
      return equality_row_count(m, eq) * merged_chain(m, b[0], b[1], dofs);
    }
    case mjEQ_JOINT:
      return obj2 >= 0 ? 2 : 1;
    case mjEQ_TENDON:
      return d.ten_J_rownnz[obj1] + (obj2 >= 0 ? d.ten_J_rownnz[obj2] : 0);
    case mjEQ_FLEX: {
      const int* nnz = m.flexedge_J_rownnz.data() + m.flex_edgeadr[obj1];
      return std::accumulate(nnz, nnz + m.flex_edgenum[obj1], 0);
    }
    case mjEQ_FLEXVERT: {
      int n = 0;
      for (int v = m.flex_vertadr[obj1]; v < m.flex_vertadr[obj1] + m.flex_vertnum[obj1]; ++v)
        n += m.flexvert_J_rownnz[v][0] + m.flexvert_J_rownnz[v][1];
      return n;
    }
  }
  return 0;
}

void add_equalities(const Model& m, Data& d, RowWriter& writer) {
  EqualityRows rows(m, d, writer);
  for (int eq = 0; eq < m.neq; ++eq)
    if (equality_acts(m, d, eq)) rows.add(eq);
}

}  // namespace corten
