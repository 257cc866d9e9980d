// Where the numbers of one world lie in its piece of memory (shared memory where it fits, else device
// memory), under the names of Data. Three kinds: kept through the step; kept where an equality reads them;
// and what is dead when the Jacobian is written, over which it lies.
#pragma once

#include <cstddef>

#include "cuda/model_view.h"

namespace corten::gpu {

constexpr int kMostCoupling = 16;       // rows between trees that are solved for beside them
constexpr int kMostJointCoupling = 32;  // where every tree has a warp

// Numbers that a warp has for a tree that it solves apart: eight rows of its dofs, and eight for the solve.
CORTEN_HD constexpr int apart_numbers(int row) { return 16 * row; }

// Lengths of a world's rows.
struct WorldSizes {
  int nq, nv, nu, na, nbody, njnt, ngeom, nsite, nmocap, ntendon;
  int np;          // dofs padded to the width of a row
  int nM;          // numbers of the inertia matrix
  int nslope;      // numbers of the derivative of the bias force
  int nH;          // numbers of the Hessian outside registers
  int nJ;          // numbers of the Jacobian
  int napart;      // numbers of the warps that solve trees apart
  int ntree;       // trees, where they are solved apart
  int nmoment;     // actuators with a row of numbers
  int ncon;        // room for contacts
  int nefc;        // room for constraint rows
  int neq;         // equalities
  int ncdof;       // dofs' axes, or the columns of a solve that lie over them
  int ntreemark;   // rows that remember their tree
  int ncoupling;   // rows between trees that are solved for beside them
  int nschur;      // and numbers for that, where they do not lie beside the Jacobian
  int nstage;      // copies of the state that the integrator keeps
  int nconjugate;  // rows that conjugate gradients keep
  int nown;        // models of its own
};

// kept: through the step; equality: as long as equalities read it; front: until the Jacobian is written over
// it; early: until geoms are placed, over which they (late) lie
enum class Life { kept, equality, front, early, late };

// F(name, type, count, life)
// clang-format off
#define CORTEN_GPU_WORLD_FIELDS(F) \
  F(time, T, 4, kept) F(qpos, T, n.nq, kept) F(qvel, T, n.np, kept) F(act, T, n.na, kept) F(ctrl, T, n.nu, kept) \
  F(mocap_pos, Vec3<T>, n.nmocap, kept) F(mocap_quat, Quat<T>, n.nmocap, kept) \
  F(qacc_warmstart, T, n.np, kept) F(qfrc_smooth, T, n.np, kept) F(qacc, T, n.np, kept) \
  F(Ma, T, n.np, kept) F(search, T, n.np, kept) F(grad, T, n.np, kept) F(qfrc_constraint, T, n.np, kept) F(act_dot, T, n.na, kept) \
  F(M, T, n.nM, kept) F(bias_slope, T, n.nslope, kept) F(H, T, n.nH, kept) F(cdof, Motion<T>, n.ncdof, kept) F(subtree_com, Vec3<T>, n.nbody, kept) \
  F(actuator_length, T, n.nu, kept) F(actuator_velocity, T, n.nu, kept) F(actuator_force, T, n.nu, kept) \
  F(ten_J, T, n.ntendon * n.np, kept) F(ten_length, T, n.ntendon, kept) F(ten_velocity, T, n.ntendon, kept) \
  F(moment, T, n.nmoment * n.np, kept) F(contact, ContactRecord<T>, n.ncon, kept) \
  F(efc_D, T, n.nefc, kept) F(efc_jar, T, n.nefc, kept) F(efc_jv, T, n.nefc, kept) F(efc_force, T, n.nefc, kept) \
  F(efc_list, int, n.nefc, kept) F(efc_tree, int, n.ntreemark, kept) \
  F(apart, T, n.napart, kept) F(tree_note, int, n.ntree, kept) F(coupling, int, n.ncoupling, kept) F(schur, T, n.nschur, kept) \
  F(own, OwnModel<T>, n.nown, kept) F(ten_note, T, n.ntendon, kept) F(conjugate, T, n.nconjugate * n.np, kept) \
  F(start, T, n.nstage * (n.nq + n.np + n.na), kept) F(rates, T, n.nstage * (2 * n.np + n.na), kept) \
  F(xpos, Vec3<T>, n.nbody, equality) F(xquat, Quat<T>, n.nbody, equality) F(xmat, Mat3<T>, n.nbody, equality) \
  F(site_xpos, Vec3<T>, n.nsite, equality) F(site_xmat, Mat3<T>, n.nsite, equality) \
  F(xipos, Vec3<T>, n.nbody, front) F(ximat, Mat3<T>, n.nbody, front) F(xanchor, Vec3<T>, n.njnt, early) F(xaxis, Vec3<T>, n.njnt, early) \
  F(cinert, Inertia<T>, n.nbody, early) F(crb, Inertia<T>, n.nbody, early) F(cvel, Motion<T>, n.nbody, front) \
  F(cacc, Motion<T>, n.nbody, early) F(cfrc, Force<T>, n.nbody, early) F(cdof_dot, Motion<T>, n.np, early) \
  F(geom_xpos, Vec3<T>, n.ngeom, late) F(geom_xmat, Mat3<T>, n.ngeom, late) F(qfrc_spring, T, n.np, early)
// clang-format on

template <class T>
struct ContactRecord {
  Vec3<T> pos, normal, tangent;
  T dist;
  int pair;  // candidate
  int row;   // first constraint row, −1 if none
};

struct WorldLayout {
#define CORTEN_GPU_OFFSET(name, type, count, life) int name;
  CORTEN_GPU_WORLD_FIELDS(CORTEN_GPU_OFFSET)
#undef CORTEN_GPU_OFFSET
  int J;
  int bytes;
  WorldSizes sizes;
};

template <class T>
struct WorldView {
#define CORTEN_GPU_VIEW(name, type, count, life) View<type> name;
  CORTEN_GPU_WORLD_FIELDS(CORTEN_GPU_VIEW)
#undef CORTEN_GPU_VIEW
  View<T> J;               // a row of np numbers, or of a tree's, per constraint row
  View<T> efc_aref;        // until the first residuals are known: in the place of efc_jv
  View<T> qacc_smooth;     // until the first gradient is known: in the place of grad
  View<Quat<T>> jnt_turn;  // of each joint: in the place of cdof_dot, which comes later
  View<int> candidates;    // pairs that may touch: over the rows, which come later
  View<T> column;          // two columns of the matrix being solved: over cdof, which the Jacobian has used
};

template <class T>
WorldLayout lay_out(const WorldSizes& n, bool keep_front) {
  WorldLayout w{};
  w.sizes = n;
  std::size_t at = 0, front = 0;
  const auto pass = [&](Life which) {
#define CORTEN_GPU_PLACE(name, type, count, life)                              \
  if (Life::life == which) {                                                   \
    w.name = static_cast<int>(at);                                             \
    at = (at + static_cast<std::size_t>(count) * sizeof(type) + 15) / 16 * 16; \
  }
    CORTEN_GPU_WORLD_FIELDS(CORTEN_GPU_PLACE)
#undef CORTEN_GPU_PLACE
  };
  pass(Life::kept);
  if (!keep_front && n.neq == 0) front = at;
  pass(Life::equality);
  if (!keep_front && n.neq > 0) front = at;
  pass(Life::front);
  const std::size_t early = at;
  pass(Life::early);
  const std::size_t end_early = at;
  at = early;
  pass(Life::late);
  if (at < end_early) at = end_early;
  if (keep_front) front = at;
  w.J = static_cast<int>(front);
  const std::size_t end = front + static_cast<std::size_t>(n.nJ) * sizeof(T);
  w.bytes = static_cast<int>((at > end ? at : end) + 15) / 16 * 16;
  return w;
}

template <class T>
CORTEN_HD WorldView<T> bind(const WorldLayout& w, unsigned char* base) {
  WorldView<T> d;
#define CORTEN_GPU_BIND(name, type, count, life) d.name.p = reinterpret_cast<type*>(base + w.name);
  CORTEN_GPU_WORLD_FIELDS(CORTEN_GPU_BIND)
#undef CORTEN_GPU_BIND
  d.J.p = reinterpret_cast<T*>(base + w.J);
  d.efc_aref.p = d.efc_jv.p;
  d.qacc_smooth.p = d.grad.p;
  d.jnt_turn.p = reinterpret_cast<Quat<T>*>(base + w.cdof_dot);
  d.candidates.p = reinterpret_cast<int*>(base + w.efc_D);
  d.column.p = reinterpret_cast<T*>(base + w.cdof);
  return d;
}

}  // namespace corten::gpu
