#include "corten/constraint/friction_limit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "corten/constraint/tendon_row.h"
#include "corten/model/awake.h"

namespace corten {
namespace {

// Angle of a ball joint and the axis it grows about.
struct BallAngle {
  Real value;
  Vec3<Real> axis;
};

BallAngle ball_angle(const Real* qpos) {
  Quat<Real> q{qpos[0], qpos[1], qpos[2], qpos[3]};
  normalize(q);
  Vec3<Real> axis{q[1], q[2], q[3]};
  const Real sine = normalize(axis);
  Real angle = 2 * std::atan2(sine, q[0]);
  if (angle > std::numbers::pi) angle -= 2 * std::numbers::pi;
  axis *= angle;
  const Real value = normalize(axis);
  return {value, axis};
}

Real ball_distance(const Model& m, int jnt, Real value) {
  return std::max(m.jnt_range[jnt][0], m.jnt_range[jnt][1]) - value;
}

// distance to the lower (side −1) or upper (side 1) end of a range
Real side_distance(const Vec<Real, 2>& range, int side, Real value) {
  return side * (range[(side + 1) / 2] - value);
}

// Whether a limit makes a row; a position that is no number makes none. Counting and adding must agree.
bool near(Real distance, Real margin) { return distance < margin; }

bool scalar_joint(const Model& m, int jnt) {
  return m.jnt_type[jnt] == mjJNT_SLIDE || m.jnt_type[jnt] == mjJNT_HINGE;
}

class LimitRows {
 public:
  LimitRows(const Model& m, Data& d, RowWriter& writer)
      : m_(m),
        d_(d),
        writer_(writer),
        frame_(d.arena),
        cols_(frame_.alloc<int>(m.nv)),
        values_(frame_.alloc<Real>(m.nv)) {}

  void add_dof_friction(int dof) {
    const Real J = 1, pos = 0, diag = m_.dof_invweight0[dof];
    const RowObject object{mjCNSTR_FRICTION_DOF,    dof, 1, {&dof, 1}, {&J, 1}, {&pos, 1}, 0,
                           m_.dof_frictionloss[dof]};
    write(object, m_.dof_solref[dof], m_.dof_solimp[dof], diag);
  }

  void add_tendon_friction(int tendon) {
    mark_tendon(tendon);
    const Real pos = 0, diag = m_.tendon_invweight0[tendon];
    const std::size_t n = tendon_columns(tendon, 1);
    const RowObject object{mjCNSTR_FRICTION_TENDON, tendon,    1, cols_.first(n),
                           values_.first(n),        {&pos, 1}, 0, m_.tendon_frictionloss[tendon]};
    write(object, m_.tendon_solref_fri[tendon], m_.tendon_solimp_fri[tendon], diag);
  }

  void add_joint_limit(int jnt) {
    if (m_.jnt_type[jnt] == mjJNT_BALL) {
      add_ball_limit(jnt);
    } else if (scalar_joint(m_, jnt)) {
      for (int side : {-1, 1}) add_scalar_limit(jnt, side);
    }
  }

  void add_tendon_limit(int tendon, int side) {
    const Real pos = side_distance(m_.tendon_range[tendon], side, d_.ten_length[tendon]);
    if (!near(pos, m_.tendon_margin[tendon])) return;
    mark_tendon(tendon);
    const std::size_t n = tendon_columns(tendon, -side);
    const RowObject object{mjCNSTR_LIMIT_TENDON,     tendon, 1, cols_.first(n), values_.first(n), {&pos, 1},
                           m_.tendon_margin[tendon], 0};
    write(object, m_.tendon_solref_lim[tendon], m_.tendon_solimp_lim[tendon], m_.tendon_invweight0[tendon]);
  }

 private:
  void write(const RowObject& object, const SolRef& ref, const SolImp& imp, Real diag) {
    const int first = writer_.add(object);
    if (first >= 0) writer_.soften(safe_softness(m_, ref, imp), object, first, {&diag, 1}, object.pos[0]);
  }

  void add_scalar_limit(int jnt, int side) {
    const Real pos = side_distance(m_.jnt_range[jnt], side, d_.qpos[m_.jnt_qposadr[jnt]]);
    if (!near(pos, m_.jnt_margin[jnt])) return;
    const Real J = -side;
    const int dof = m_.jnt_dofadr[jnt];
    write_joint_limit(jnt, {&dof, 1}, {&J, 1}, pos);
  }

  void add_ball_limit(int jnt) {
    const BallAngle angle = ball_angle(&d_.qpos[m_.jnt_qposadr[jnt]]);
    const Real pos = ball_distance(m_, jnt, angle.value);
    if (!near(pos, m_.jnt_margin[jnt])) return;
    const int dof = m_.jnt_dofadr[jnt];
    const std::array<int, 3> cols{dof, dof + 1, dof + 2};
    const Vec3<Real> J = -angle.axis;
    write_joint_limit(jnt, cols, {J.data(), 3}, pos);
  }

  void write_joint_limit(int jnt, std::span<const int> cols, std::span<const Real> J, Real pos) {
    const RowObject object{mjCNSTR_LIMIT_JOINT, jnt, 1, cols, J, {&pos, 1}, m_.jnt_margin[jnt], 0};
    write(object, m_.jnt_solref[jnt], m_.jnt_solimp[jnt], m_.dof_invweight0[m_.jnt_dofadr[jnt]]);
  }

  std::size_t tendon_columns(int tendon, Real scale) {
    return static_cast<std::size_t>(tendon_row(m_, d_, tendon, scale, -1, 0, cols_, values_));
  }

  void mark_tendon(int tendon) {
    if (d_.tendon_efcadr[tendon] < 0) d_.tendon_efcadr[tendon] = d_.nefc;
  }

  const Model& m_;
  Data& d_;
  RowWriter& writer_;
  Arena::Frame frame_;
  std::span<int> cols_;
  std::span<Real> values_;
};

int joint_limit_count(const Model& m, const Data& d, int jnt) {
  if (!m.jnt_limited[jnt]) return 0;
  const Real* qpos = &d.qpos[m.jnt_qposadr[jnt]];
  const Real margin = m.jnt_margin[jnt];
  if (m.jnt_type[jnt] == mjJNT_BALL) return near(ball_distance(m, jnt, ball_angle(qpos).value), margin);
  if (!scalar_joint(m, jnt)) return 0;
  return near(side_distance(m.jnt_range[jnt], -1, *qpos), margin) +
         near(side_distance(m.jnt_range[jnt], 1, *qpos), margin);
}

int tendon_limit_count(const Model& m, const Data& d, int tendon) {
  if (!m.tendon_limited[tendon]) return 0;
  const Real margin = m.tendon_margin[tendon];
  return near(side_distance(m.tendon_range[tendon], -1, d.ten_length[tendon]), margin) +
         near(side_distance(m.tendon_range[tendon], 1, d.ten_length[tendon]), margin);
}

}  // namespace

RowCount count_friction(const Model& m, const Data& d) {
  RowCount c;
  for_awake_dofs(m, d, [&](int dof) { c.rows += m.dof_frictionloss[dof] != 0; });
  c.entries = c.rows;
  for (int tendon = 0; tendon < m.ntendon; ++tendon) {
    if (!(m.tendon_frictionloss[tendon] > 0)) continue;
    ++c.rows;
    c.entries += d.ten_J_rownnz[tendon];
  }
  return c;
}

RowCount count_limits(const Model& m, const Data& d) {
  RowCount c;
  for_awake_joints(m, d, [&](int jnt) {
    const int n = joint_limit_count(m, d, jnt);
    c.rows += n;
    c.entries += m.jnt_type[jnt] == mjJNT_BALL ? 3 * n : n;
  });
  for (int tendon = 0; tendon < m.ntendon; ++tendon) {
    const int n = tendon_limit_count(m, d, tendon);
    c.rows += n;
    c.entries += n * d.ten_J_rownnz[tendon];
  }
  return c;
}

void add_friction(const Model& m, Data& d, RowWriter& writer) {
  LimitRows rows(m, d, writer);
  for_awake_dofs(m, d, [&](int dof) {
    if (m.dof_frictionloss[dof] != 0) rows.add_dof_friction(dof);
  });
  for (int tendon = 0; tendon < m.ntendon; ++tendon)
    if (m.tendon_frictionloss[tendon] > 0) rows.add_tendon_friction(tendon);
}

void add_limits(const Model& m, Data& d, RowWriter& writer) {
  LimitRows rows(m, d, writer);
  for_awake_joints(m, d, [&](int jnt) {
    if (m.jnt_limited[jnt]) rows.add_joint_limit(jnt);
  });
  for (int tendon = 0; tendon < m.ntendon; ++tendon)
    if (m.tendon_limited[tendon])
      for (int side : {-1, 1}) rows.add_tendon_limit(tendon, side);
}

}  // namespace corten
