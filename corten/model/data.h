// Data: the state of one simulation and everything computed from it. Any number of Data step in parallel on
// one Model.
#pragma once

#include <array>
#include <cstdint>

#include "corten/base/arena.h"
#include "corten/base/buffer.h"
#include "corten/model/arena_fields.h"
#include "corten/model/constants.h"
#include "corten/model/contact.h"
#include "corten/model/data_fields.h"
#include "corten/model/enums.h"
#include "corten/model/pair_memory.h"
#include "corten/model/plugin.h"
#include "corten/model/sizes.h"

namespace corten {

struct Model;

struct WarningStat {
  int lastinfo = 0;  // id of the object or state entry the last warning was about
  int number = 0;    // how many since reset

  template <class Self, class Fn>
  static void visit(Self& s, Fn&& fn) {
    fn("lastinfo", s.lastinfo);
    fn("number", s.number);
  }
};

struct TimerStat {
  Real duration = 0;  // total [s]
  int number = 0;     // calls

  template <class Self, class Fn>
  static void visit(Self& s, Fn&& fn) {
    fn("duration", s.duration);
    fn("number", s.number);
  }
};

struct SolverStat {
  Real improvement = 0;  // how much the cost fell, in units of meaninertia * nv
  Real gradient = 0;     // length of the gradient, in the same units
  Real lineslope = 0;    // slope left by the line search
  int nactive = 0;       // active constraints
  int nchange = 0;       // constraints that changed state
  int neval = 0;         // cost evaluations of the line search
  int nupdate = 0;       // rank-one updates of the Cholesky factor

  template <class Self, class Fn>
  static void visit(Self& s, Fn&& fn) {
    fn("improvement", s.improvement);
    fn("gradient", s.gradient);
    fn("lineslope", s.lineslope);
    fn("nactive", s.nactive);
    fn("nchange", s.nchange);
    fn("neval", s.neval);
    fn("nupdate", s.nupdate);
  }
};

// How much of the step arena is in use.
struct StepCounts {
  int ncon = 0;     // contacts
  int ne = 0;       // equality rows
  int nf = 0;       // friction rows
  int nl = 0;       // limit rows
  int nefc = 0;     // all rows
  int nJ = 0;       // entries of efc_J
  int nA = 0;       // entries of efc_AR
  int nisland = 0;  // islands
  int nidof = 0;    // dofs in islands

  template <class Self, class Fn>
  static void visit(Self& c, Fn&& fn) {
    fn("ncon", c.ncon);
    fn("ne", c.ne);
    fn("nf", c.nf);
    fn("nl", c.nl);
    fn("nefc", c.nefc);
    fn("nJ", c.nJ);
    fn("nA", c.nA);
    fn("nisland", c.nisland);
    fn("nidof", c.nidof);
  }
};

// Numbers and statistics whose size nothing changes.
struct DataScalars {
  Real time = 0;               // [s]
  Vec2<Real> energy{};         // potential, kinetic [J]
  Vec2<Real> solver_fwdinv{};  // forward-inverse difference: forces, accelerations

  std::array<SolverStat, kNIsland * kNSolver> solver{};
  Vec<int, kNIsland> solver_niter{};
  Vec<int, kNIsland> solver_nnz{};
  std::array<WarningStat, mjNWARNING> warning{};
  std::array<TimerStat, mjNTIMER> timer{};

  // awake parts of the model; all of it unless sleeping is enabled
  int ntree_awake = 0;
  int nbody_awake = 0;
  int nparent_awake = 0;
  int nv_awake = 0;

  // which lazily evaluated quantities are fresh
  byte flg_energypos = 0;
  byte flg_energyvel = 0;
  byte flg_subtreevel = 0;
  byte flg_rnepost = 0;

  bool mesh_nodes_active = false;  // marks in bvh_active beyond the bodies' trees, set by rays

  std::int64_t maxuse_stack = 0;
  std::int64_t maxuse_arena = 0;
  int maxuse_con = 0;
  int maxuse_efc = 0;

  // fn(name, number or short vector) for everything but the lists
  template <class Self, class Fn>
  static void visit(Self& d, Fn&& fn) {
    fn("time", d.time);
    fn("energy", d.energy);
    fn("solver_fwdinv", d.solver_fwdinv);
    fn("solver_niter", d.solver_niter);
    fn("solver_nnz", d.solver_nnz);
    fn("ntree_awake", d.ntree_awake);
    fn("nbody_awake", d.nbody_awake);
    fn("nparent_awake", d.nparent_awake);
    fn("nv_awake", d.nv_awake);
    fn("flg_energypos", d.flg_energypos);
    fn("flg_energyvel", d.flg_energyvel);
    fn("flg_subtreevel", d.flg_subtreevel);
    fn("flg_rnepost", d.flg_rnepost);
    fn("maxuse_stack", d.maxuse_stack);
    fn("maxuse_arena", d.maxuse_arena);
    fn("maxuse_con", d.maxuse_con);
    fn("maxuse_efc", d.maxuse_efc);
  }
};

struct Data : StateFields,
              PositionFields,
              VelocityFields,
              AccelerationFields,
              StepCounts,
              RowFields,
              IslandFields,
              DataScalars {
  Array<Contact> contact;  // first ncon entries; lives in the arena
  Arena arena;
  PairMemory pair_memory;      // hints for collision, which change no number
  PluginMemory plugin_memory;  // what plugins keep for themselves; plugin_data shows the addresses

  Data() = default;
  // Memory for a model, all zeros: no state yet. Users want make_data (sim/reset.h).
  static Data zeros(const Model& m) { return Data(m); }
  Data(const Data& other);  // deep copy: the arena and its views included
  Data(Data&& other) noexcept = default;
  // memory stays where it is when both belong to models of equal sizes, so views remain valid
  Data& operator=(const Data& other);
  Data& operator=(Data&& other) noexcept = default;

  const StepCounts& counts() const { return *this; }
  void tell_plugin_data();  // plugin_data from plugin_memory

  // fn(name, number or short vector) for everything that is neither array nor list
  template <class Self, class Fn>
  static void visit_scalars(Self& d, Fn&& fn) {
    StepCounts::visit(d, fn);
    DataScalars::visit(d, fn);
  }
  // fn(name, array, rows[, cols]) for every array whose size the model fixes
  template <class Self, class Fn>
  static void visit_arrays(Self& d, const Sizes& n, Fn&& fn) {
    StateFields::visit(d, n, fn);
    PositionFields::visit(d, n, fn);
    VelocityFields::visit(d, n, fn);
    AccelerationFields::visit(d, n, fn);
  }
  // the same for the arrays in the arena, contact excepted
  template <class Self, class Fn>
  static void visit_arena(Self& d, const Sizes& n, Fn&& fn) {
    RowFields::visit(d, n, d.counts(), fn);
    IslandFields::visit(d, n, d.counts(), fn);
  }

 private:
  explicit Data(const Model& m);

  Sizes sizes_;  // of the model it was made for
  Buffer buffer_;
};

}  // namespace corten
