// MuJoCo 3.5.0's structs as compiled C programs see them. Parts whose members are ours byte for byte
// (options, contacts, statistics) are our own structs; arrays are rows of pointers in the order of MuJoCo's
// members, filled by the visit of fields (views.h). tests/capi compares every offset with the original
// headers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten::capi {

inline constexpr int kModelSizes = 89;    // numbers of nq … nbuffer
inline constexpr int kModelArrays = 456;  // arrays of a model
inline constexpr int kDataArrays = 95;    // arrays of a data whose size the model fixes
inline constexpr int kArenaArrays = 64;   // arrays of the step, contact excepted
inline constexpr int kMaxThread = 128;    // mjMAXTHREAD
inline constexpr int kVersion = 3005000;  // mjVERSION_HEADER

struct mjModel {
  std::int64_t sizes[kModelSizes];
  Option opt;
  Visual vis;
  Statistic stat;
  void* buffer;
  void* arrays[kModelArrays];
  std::uint64_t signature;
};

struct mjData {
  std::int64_t narena, nbuffer;
  int nplugin;
  std::size_t pstack, pbase, parena;
  std::int64_t maxuse_stack;
  std::int64_t maxuse_threadstack[kMaxThread];
  std::int64_t maxuse_arena;
  int maxuse_con, maxuse_efc;
  SolverStat solver[kNIsland * kNSolver];
  int solver_niter[kNIsland];
  int solver_nnz[kNIsland];
  Real solver_fwdinv[2];
  WarningStat warning[mjNWARNING];
  TimerStat timer[mjNTIMER];
  StepCounts counts;  // ncon … nidof
  int ntree_awake, nbody_awake, nparent_awake, nv_awake;
  byte flg_energypos, flg_energyvel, flg_subtreevel, flg_rnepost;
  Real time;
  Real energy[2];
  void* buffer;
  void* arena;
  void* arrays[kDataArrays];
  Contact* contact;
  void* arena_arrays[kArenaArrays];
  std::uintptr_t threadpool;
  std::uint64_t signature;
};

struct mjVFS {
  void* impl;
};
struct mjCache {
  void* impl;
};

// mjpPlugin, mjTask and mjResource stand with the functions that use them.

}  // namespace corten::capi

// A public function: C linkage, seen outside of the library.
#define CORTEN_API extern "C" __attribute__((visibility("default")))
