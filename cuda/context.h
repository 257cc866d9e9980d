// What a stage has before it: the model, the tables, the world it works on and the lanes it works with.
#pragma once

#include "corten/smooth/lane_scalar.h"
#include "cuda/quick.h"
#include "cuda/team.h"
#include "cuda/world_view.h"

namespace corten::gpu {

// Where states and controls of all worlds lie in device memory, one row per world.
template <class T>
struct StateViews {
  T *time, *qpos, *qvel, *act, *ctrl, *qacc_warmstart, *mocap_pos, *mocap_quat;
  T *qfrc_applied, *xfrc_applied;  // null: none; a body's force, then its torque
  T* sensordata;                   // of the last step
  T* qacc;                         // of the last step
  int* ncon;                       // contacts of the last step
  int* nefc;                       // rows of the last step
  int* niter;                      // iterations of the last step
  int* warning;                    // times the world had bad numbers and was reset
  int* lost;                       // contacts and rows that found no room
  int* spilled;                    // steps made in device memory, for want of room in shared memory
  int* done;                       // steps made by the launch; the rest is for worlds with more memory
  const unsigned char* active;     // null: all worlds
  long long ctrl_stride;           // from step to step, 0 when controls stay
  T* record;                       // state after every step, or null
  unsigned long long* cycles;  // per stage, summed over worlds and steps; builds with CORTEN_GPU_PROFILE only
};

// What the cycles are counted for.
enum Stage {
  kPoses,
  kInertia,
  kVelocity,
  kForces,
  kCollision,
  kRows,
  kJacobian,
  kSolver,
  kAdvance,
  kNumStages
};
inline constexpr const char* kStageNames[kNumStages] = {
    "poses", "inertia", "velocity", "forces", "collision", "rows", "jacobian", "solver", "advance"};

template <class T>
struct StepArgs {
  ModelView<T> model;
  Tables<T> tables;
  WorldLayout layout;
  StateViews<T> state;
  unsigned char* slots;  // worlds' memory when it is not shared memory
  int nworld, nstep;
  int first, until;  // steps made before this launch, and those it comes to
  bool last_resort;  // no larger memory follows: what does not fit is lost and counted
};

// T scalar, W lanes per world, NP width of a row in registers (0: matrices stay in memory), F features
// compiled in.
template <class T, int W, int NP, unsigned F>
struct Context {
  using Scalar = T;
  using Lanes = Team<W>;
  static constexpr int kWidth = W, kRow = NP;

  const StepArgs<T>& args;
  mutable WorldView<T> world;
  Team<W> team;
  bool in_step;  // the worlds of a block meet before every stage: they share what the instruction cache holds
  unsigned char* memory;
  int number;  // of the world

  // the same world, for a function of its own
  CORTEN_DEV static Context again(const StepArgs<T>& args, unsigned char* memory, double* mail, int number) {
    return {args, bind<T>(args.layout, memory), Team<W>(mail), false, memory, number};
  }

  // bit k: the worlds of a block meet before stage k; measured
  static constexpr int kMeetings = sizeof(T) == 4 ? 0x81 : 0xff;
  static constexpr bool has(Feature f) { return (F & f) != 0; }
  CORTEN_DEV bool cones() const { return has(kCones) && args.tables.cones; }
  // all lanes of the block, whether their world goes on or not
  CORTEN_DEV void meet_block([[maybe_unused]] int place) const {
#ifdef __CUDACC__
    if (W <= kWarp && in_step && (kMeetings >> place & 1)) __syncthreads();
#endif
  }

  CORTEN_DEV const ModelView<T>& model() const { return args.model; }
  CORTEN_DEV const Tables<T>& tables() const { return args.tables; }
  CORTEN_DEV int lane() const { return team.lane(); }
  CORTEN_DEV void sync() const { team.sync(); }
  CORTEN_DEV int np() const { return NP ? NP : args.layout.sizes.np; }

  // what has passed since the last call belongs to this stage
  CORTEN_DEV void finish([[maybe_unused]] Stage stage) const {
#if defined(CORTEN_GPU_PROFILE) && defined(__CUDA_ARCH__)
    const long long now = clock64();
    if (lane() == 0 && last_ > 0)
      atomicAdd(args.state.cycles + stage, static_cast<unsigned long long>(now - last_));
    last_ = clock64();  // without the counting itself
#endif
  }
  mutable long long last_ = 0;  // clock at the end of the stage before

  template <class Item>
  CORTEN_DEV void each(int n, Item item) const {
    CORTEN_ROLLED for (int i = lane(); i < n; i += W) item(i);
    sync();
  }
  // without a meeting: what follows does not read it
  template <class Item>
  CORTEN_DEV void each_unsynced(int n, Item item) const {
    CORTEN_ROLLED for (int i = lane(); i < n; i += W) item(i);
  }
  // an entry of the inertia matrix and its mirror image
  CORTEN_DEV void set_inertia(int i, int j, T x) const {
    if constexpr (NP > 0) {
      world.M[i * NP + j] = x;
      world.M[j * NP + i] = x;
    } else {  // a square per tree
      const auto& m = args.model;
      const int tree = m.dof_treeid[i], first = m.tree_dofadr[tree], n = m.tree_dofnum[tree];
      T* square = &world.M[args.tables.tree_M[tree]];
      square[(i - first) * n + j - first] = x;
      square[(j - first) * n + i - first] = x;
    }
  }
};

}  // namespace corten::gpu
