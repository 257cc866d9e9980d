// Constraints of worlds in lanes. Each world in turn is shown to a Data, where its contacts and rows are
// made; the rows go to its lane, the i-th beside the i-th of the others, and Newton solves all lanes at once.
// A world with more rows than lanes hold, and every world of another solver, is solved where its rows are.
#pragma once

#include <algorithm>

#include "corten/batch/lane_data.h"
#include "corten/batch/lane_step.h"
#include "corten/batch/world_rows.h"
#include "corten/smooth/inertia_core.h"
#include "corten/solver/lane_newton_core.h"

namespace corten {

template <class T>
struct LaneRows {
  Array<T> J, D, R, frictionloss, aref;
  Array<LaneMaskOf<T>> equality, friction;
  Array<std::uint8_t> near;      // of every candidate: the lanes where spheres meet
  Array<T> own_qacc, own_force;  // of lanes that were solved by themselves
  Array<T> scratch;

  template <class Fn>
  static void visit(LaneRows& r, int nv, const LanePlan& plan, Fn&& fn) {
    const bool newton = plan.newton;
    const int rows = newton ? kMaxLaneRows : 0;
    fn("near", r.near, static_cast<int>(plan.candidates.size()));
    fn("J", r.J, rows * nv);
    for (auto* a : {&r.D, &r.R, &r.frictionloss, &r.aref}) fn("", *a, rows);
    fn("equality", r.equality, rows);
    fn("friction", r.friction, rows);
    for (auto* a : {&r.own_qacc, &r.own_force}) fn("", *a, nv);
    fn("scratch", r.scratch, newton ? LaneNewton<T>::scratch(nv, rows) : 0);
  }
};

// One lane of an array, as the array of a Data.
template <class T, class From, class To>
static void show_lane(const Array<From>& from, int lane, Array<To>& to) {
  static_assert(sizeof(From) == T::kLanes * sizeof(To));
  const T* numbers = reinterpret_cast<const T*>(from.data());
  Real* out = reinterpret_cast<Real*>(to.data());
  const int count = from.size() * static_cast<int>(sizeof(To) / sizeof(Real));
  for (int i = 0; i < count; ++i) out[i] = numbers[i].lane(lane);
}
template <class T>
static void take_lane(const Array<Real>& from, int lane, Array<T>& to) {
  for (int i = 0; i < from.size(); ++i) to[i].set_lane(lane, from[i]);
}

template <class T>
class LaneConstraint {
  using Lanes = LaneMaskOf<T>;

 public:
  LaneConstraint(const Model& m, const LanePlan& plan, LaneData<T>& d, LaneRows<T>& rows, Data& world)
      : m_(m), plan_(plan), d_(d), rows_(rows), world_(world) {}

  // out: d.qacc d.qfrc_constraint. False if a world cannot be stepped so.
  bool solve() {
    if (plan_.listed) test_spheres();
    for (int lane = 0; lane < T::kLanes; ++lane) {
      show(lane);
      if (!make_rows(lane)) return false;
      count_[lane] = world_.nefc;
      if (world_.nefc && !take_rows(lane) && !solve_alone(lane)) return false;
    }
    if (nrow_ > 0) {
      solve_together();
    } else {
      std::copy(d_.qacc_smooth.begin(), d_.qacc_smooth.end(), d_.qacc.begin());
      std::fill(d_.qfrc_constraint.begin(), d_.qfrc_constraint.end(), T(0));
    }
    if (any(alone_))
      for (int i = 0; i < m_.nv; ++i) {
        d_.qacc[i] = select(alone_, rows_.own_qacc[i], d_.qacc[i]);
        d_.qfrc_constraint[i] = select(alone_, rows_.own_force[i], d_.qfrc_constraint[i]);
      }
    return true;
  }

  int count(int lane) const { return count_[lane]; }

 private:
  static Lanes none() { return T(0) != T(0); }

  // the very test of spheres_apart() in collide
  void test_spheres() {
    const Candidate* c = plan_.candidates.data();
    for (int i = 0; i < rows_.near.size(); ++i, ++c) {
      const Vec3<T> offset = d_.geom_xpos[c->geom2] - d_.geom_xpos[c->geom1];
      const T far = c->plane ? dot(offset, d_.geom_xmat[c->geom1].col(2)) : dot(offset, offset);
      const Lanes near = !(far > T(c->reach));
      int bits = 0;
      if (any(near))
        for (int lane = 0; lane < T::kLanes; ++lane) bits |= near.lane(lane) << lane;
      rows_.near[i] = static_cast<std::uint8_t>(bits);
    }
  }

  bool make_rows(int lane) {
    if (!plan_.listed) return make_world_rows(m_, world_, nullptr);
    const auto count = static_cast<std::size_t>(rows_.near.size());
    const NearPairs pairs{
        {plan_.candidates.data(), count}, {rows_.near.data(), count}, static_cast<std::uint8_t>(1 << lane)};
    return make_world_rows(m_, world_, &pairs);
  }

  // what contacts and rows are made of
  void show(int lane) {
    show_lane<T>(d_.qpos, lane, world_.qpos);
    show_lane<T>(d_.qvel, lane, world_.qvel);
    show_lane<T>(d_.geom_xpos, lane, world_.geom_xpos);
    show_lane<T>(d_.geom_xmat, lane, world_.geom_xmat);
    show_lane<T>(d_.xipos, lane, world_.xipos);
    show_lane<T>(d_.ximat, lane, world_.ximat);
    show_lane<T>(d_.subtree_com, lane, world_.subtree_com);
    show_lane<T>(d_.cdof, lane, world_.cdof);
    if (plan_.body_frames) {
      show_lane<T>(d_.xpos, lane, world_.xpos);
      show_lane<T>(d_.xquat, lane, world_.xquat);
      show_lane<T>(d_.xmat, lane, world_.xmat);
      show_lane<T>(d_.site_xpos, lane, world_.site_xpos);
      show_lane<T>(d_.site_xmat, lane, world_.site_xmat);
    }
    if (plan_.tendon_rows) show_tendons(lane);
  }

  void show_tendons(int lane) {
    show_lane<T>(d_.ten_length, lane, world_.ten_length);
    std::copy(d_.ten_J_rownnz.begin(), d_.ten_J_rownnz.end(), world_.ten_J_rownnz.begin());
    std::copy(d_.ten_J_rowadr.begin(), d_.ten_J_rowadr.end(), world_.ten_J_rowadr.begin());
    const int n = m_.ntendon * m_.nv;
    std::copy(d_.ten_J_colind.data(), d_.ten_J_colind.data() + n, world_.ten_J_colind.data());
    for (int i = 0; i < n; ++i) world_.ten_J.data()[i] = d_.ten_J.data()[i].lane(lane);
  }

  bool solve_alone(int lane) {
    show_lane<T>(d_.M, lane, world_.M);
    show_lane<T>(d_.qLD, lane, world_.qLD);
    show_lane<T>(d_.qLDiagInv, lane, world_.qLDiagInv);
    show_lane<T>(d_.qfrc_smooth, lane, world_.qfrc_smooth);
    show_lane<T>(d_.qacc_smooth, lane, world_.qacc_smooth);
    show_lane<T>(d_.qacc_warmstart, lane, world_.qacc_warmstart);
    if (!solve_world(m_, world_)) return false;
    alone_.v[lane] = -1;
    take_lane(world_.qacc, lane, rows_.own_qacc);
    take_lane(world_.qfrc_constraint, lane, rows_.own_force);
    return true;
  }

  // False if the rows are not for lanes.
  bool take_rows(int lane) {
    if (!plan_.newton || world_.nefc > kMaxLaneRows || !has_room_for_islands(m_, world_)) return false;
    const int nefc = world_.nefc, special = world_.ne + world_.nf;
    for (; nrow_ < nefc; ++nrow_) clear_row(nrow_);
    for (; nspecial_ < special; ++nspecial_) rows_.equality[nspecial_] = rows_.friction[nspecial_] = none();
    for (int i = 0; i < nefc * m_.nv; ++i) rows_.J[i].set_lane(lane, world_.efc_J[i]);
    for (int i = 0; i < nefc; ++i) {
      rows_.D[i].set_lane(lane, world_.efc_D[i]);
      rows_.R[i].set_lane(lane, world_.efc_R[i]);
      rows_.frictionloss[i].set_lane(lane, world_.efc_frictionloss[i]);
      rows_.aref[i].set_lane(lane, world_.efc_aref[i]);
    }
    for (int i = 0; i < special; ++i) (i < world_.ne ? rows_.equality : rows_.friction)[i].v[lane] = -1;
    has_.v[lane] = -1;
    return true;
  }

  void clear_row(int i) {
    std::fill_n(rows_.J.data() + i * m_.nv, m_.nv, T(0));
    for (auto* a : {&rows_.D, &rows_.R, &rows_.frictionloss, &rows_.aref}) (*a)[i] = T(0);
  }

  // as fwd_constraint scales whole problems and islands
  T scale() const {
    if (m_.opt.disableflags & mjDSBL_ISLAND) return T(1 / (m_.stat.meaninertia * std::max(1, m_.nv)));
    T trace(0);
    for (int i = 0; i < m_.nv; ++i) trace = trace + d_.M[m_.M_rowadr[i] + m_.M_rownnz[i] - 1];
    return T(1) / trace;
  }

  void solve_together() {
    LaneProblem<T> p;
    p.nv = m_.nv, p.nrow = nrow_, p.nspecial = nspecial_, p.has = has_;
    p.J = rows_.J.data(), p.D = rows_.D.data(), p.R = rows_.R.data();
    p.frictionloss = rows_.frictionloss.data(), p.aref = rows_.aref.data();
    p.equality = rows_.equality.data(), p.friction = rows_.friction.data();
    p.tree = inertia_tree(m_);
    p.M = d_.M.data();
    p.frc_smooth = d_.qfrc_smooth.data(), p.acc_smooth = d_.qacc_smooth.data();
    if (!(m_.opt.disableflags & mjDSBL_WARMSTART)) p.warmstart = d_.qacc_warmstart.data();
    p.scale = scale();
    p.acc = d_.qacc.data(), p.frc_constraint = d_.qfrc_constraint.data();
    const LaneNewtonOptions options{m_.opt.tolerance, m_.opt.ls_tolerance, m_.opt.iterations,
                                    m_.opt.ls_iterations};
    LaneNewton<T>(p, options, rows_.scratch.data()).solve();
  }

  const Model& m_;
  const LanePlan& plan_;
  LaneData<T>& d_;
  LaneRows<T>& rows_;
  Data& world_;
  int nrow_ = 0, nspecial_ = 0;
  int count_[T::kLanes] = {};
  Lanes has_ = none(), alone_ = none();
};

}  // namespace corten
