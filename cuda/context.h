// What a stage has before it: the model, the tables, the world it works on and the lanes it works with.
#pragma once

#include <type_traits>

#include "corten/smooth/lane_scalar.h"
#include "cuda/quick.h"
#include "cuda/team.h"
#include "cuda/world_view.h"

namespace corten::gpu {

// Fields of Data that are written where someone watches them: F(name, numbers of a world).
// clang-format off
#define CORTEN_GPU_WATCHED(F) \
  F(xpos, 3 * n.nbody) F(xquat, 4 * n.nbody) F(xmat, 9 * n.nbody) F(xipos, 3 * n.nbody) F(ximat, 9 * n.nbody) \
  F(geom_xpos, 3 * n.ngeom) F(geom_xmat, 9 * n.ngeom) F(site_xpos, 3 * n.nsite) F(site_xmat, 9 * n.nsite) \
  F(cinert, 10 * n.nbody) F(cvel, 6 * n.nbody) F(cacc, 6 * n.nbody) F(cfrc_ext, 6 * n.nbody) F(subtree_com, 3 * n.nbody) \
  F(qfrc_actuator, n.nv) F(qfrc_constraint, n.nv) F(actuator_length, n.nu) F(actuator_velocity, n.nu) F(actuator_force, n.nu) \
  F(ten_length, n.ntendon) F(ten_velocity, n.ntendon)
// clang-format on
enum Watched {
#define CORTEN_GPU_WATCH(name, count) kWatch_##name,
  CORTEN_GPU_WATCHED(CORTEN_GPU_WATCH)
#undef CORTEN_GPU_WATCH
      kNumWatched
};

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
  T* sensor_record;                // sensors of every step, or null
  T* watched[kNumWatched];         // of the last step, null where nobody watches
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
  const unsigned char* images;  // the same as an image in device memory, or one of each world
  long long image_stride;       // from world to world, 0 when they share one
  WorldLayout layout;
  StateViews<T> state;
  unsigned char* slots;      // worlds' memory when it is not shared memory
  unsigned char* polytopes;  // memory of the teams that run, for the search between convex shapes; or null
  int teams;                 // how many have it
  int nworld, nstep;
  int lanes;         // of a world
  int first, until;  // steps made before this launch, and those it comes to
  bool last_resort;  // no larger memory follows: what does not fit is lost and counted
  bool watches;      // someone watches
  bool stays;        // accelerations and readings are made, but no step is taken
};

// T scalar, W lanes per world or at most so many, NP width of a row in registers (0: matrices stay in
// memory), F features compiled in. Scope: the world, or one of its trees by a warp of its own (apart.h),
// alone or with the other trees (joint.h).
enum class Scope { world, tree };

template <class T, int W, int NP, unsigned F, Scope S = Scope::world>
struct Context {
  using Scalar = T;
  static constexpr bool OfTree = S == Scope::tree;
  using Lanes = std::conditional_t<OfTree, TreeTeam<4 * kWarp>, Team<W>>;
  static constexpr int kWidth = W, kRow = NP;
  static constexpr unsigned kFeatures = F;
  static constexpr int kTreeRow = kTreeRowOf<F>;

  const StepArgs<T>& args;
  mutable WorldView<T> world;
  Lanes team;
  bool in_step;  // the worlds of a block meet before every stage: they share what the instruction cache holds
  unsigned char* memory;
  int number;                                     // of the world
  int tree = -1, tree_first = 0, tree_count = 0;  // the tree and its dofs
  int ncoupling = 0;                              // rows that couple trees
  int coupling_row = kNoCoupling;                 // and the first of them
  static constexpr int kNoCoupling = 1 << 30;

  // the same world, for a function of its own
  CORTEN_DEV static Context again(const StepArgs<T>& args, unsigned char* memory, double* mail, int number) {
    return {args, bind<T>(args.layout, memory), Lanes(mail), false, memory, number};
  }

  // bit k: the worlds of a block meet before stage k; measured
  static constexpr int kMeetings = 0x81;
  static constexpr bool has(Feature f) { return (F & f) != 0; }
  CORTEN_DEV bool cones() const { return has(kCones) && tables().cones; }
  // all lanes of the block, whether their world goes on or not
  CORTEN_DEV void meet_block([[maybe_unused]] int place) const {
#ifdef __CUDACC__
    if (W <= kWarp && in_step && (kMeetings >> place & 1)) __syncthreads();
#endif
  }

  CORTEN_DEV const ModelView<T>& model() const {
    if constexpr (has(kVaried))
      return world.own[0].model;
    else
      return args.model;
  }
  CORTEN_DEV const Tables<T>& tables() const {
    if constexpr (has(kVaried))
      return world.own[0].tables;
    else
      return args.tables;
  }
  // The head of the world's image comes to the world's memory: every look at the model begins there.
  CORTEN_DEV void read_model() const {
    if constexpr (has(kVaried)) {
      const auto* from = reinterpret_cast<const int*>(args.images + args.image_stride * number);
      auto* to = reinterpret_cast<int*>(world.own.data());
      static_assert(sizeof(OwnModel<T>) % sizeof(int) == 0);
      sync();  // the world before may be looked at yet
      each(static_cast<int>(sizeof(OwnModel<T>) / sizeof(int)), [&](int i) { to[i] = from[i]; });
    }
  }
  CORTEN_DEV bool joint() const {
    if constexpr (OfTree)
      return team.joint();
    else
      return false;
  }
  CORTEN_DEV int lane() const { return team.lane(); }
  CORTEN_DEV void sync() const { team.sync(); }
  CORTEN_DEV int width() const { return team.width(); }
  // dofs, and where the first of them stands among those of the world
  CORTEN_DEV int ndof() const { return OfTree ? tree_count : model().nv; }
  CORTEN_DEV int first_dof() const { return OfTree ? tree_first : 0; }
  // numbers in a row of these dofs, and in a row of all dofs of the world
  CORTEN_DEV int np() const { return NP ? NP : args.layout.sizes.np; }
  CORTEN_DEV int world_np() const { return OfTree ? args.layout.sizes.np : np(); }
  CORTEN_DEV bool owns(const ContactRecord<T>& con) const {
    return !OfTree || tables().pairs[con.pair].tree == tree;
  }
  // first and number of the sources of rows of each kind
  CORTEN_DEV RowRange equalities() const {
    return OfTree ? tables().tree_sources[tree].equality : RowRange{0, tables().nequality};
  }
  CORTEN_DEV RowRange frictions() const {
    return OfTree ? tables().tree_sources[tree].friction : RowRange{0, tables().nfriction};
  }
  CORTEN_DEV RowRange limits() const {
    return OfTree ? tables().tree_sources[tree].limit : RowRange{0, tables().nlimit};
  }
  // row of an equality
  CORTEN_DEV int equality_row(int k) const {
    const auto& row = tables().equality_row;
    return OfTree ? row[k] - row[equalities().first] : row[k];
  }

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
    CORTEN_ROLLED for (int i = lane(); i < n; i += width()) item(i);
    sync();
  }
  // without a meeting: what follows does not read it
  template <class Item>
  CORTEN_DEV void each_unsynced(int n, Item item) const {
    CORTEN_ROLLED for (int i = lane(); i < n; i += width()) item(i);
  }
  // where an entry of the inertia matrix lies: outside registers there is a square per tree
  CORTEN_DEV int inertia_place(int i, int j) const {
    if constexpr (NP > 0) return i * NP + j;
    const auto& m = model();
    const int t = m.dof_treeid[i], first = m.tree_dofadr[t];
    return tree_square(t) + (i - first) * tree_stride(t) + j - first;
  }
  // an entry of the inertia matrix and its mirror image
  CORTEN_DEV void set_inertia(int i, int j, T x) const {
    const int mirror = NP > 0 ? (j - i) * (NP - 1) : (j - i) * (tree_stride(model().dof_treeid[i]) - 1);
    const int place = inertia_place(i, j);
    world.M[place] = world.M[place + mirror] = x;
  }
  // the square of a tree outside registers, and the numbers from row to row
  CORTEN_DEV int tree_square(int t) const {
    return tables().apart ? t * kTreeRow * kTreeRow : tables().tree_M[t];
  }
  CORTEN_DEV T* tree_inertia(int t) const { return &world.M[tree_square(t)]; }
  CORTEN_DEV int tree_stride(int t) const { return tables().apart ? kTreeRow : model().tree_dofnum[t]; }
};

}  // namespace corten::gpu
