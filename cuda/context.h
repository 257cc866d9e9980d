// What a stage has before it: the model, the tables, the world it works on and the lanes it works with.
#pragma once

#include "cuda/team.h"
#include "cuda/world_view.h"

namespace corten::gpu {

// Where states and controls of all worlds lie in device memory, one row per world.
template <class T>
struct StateViews {
  T *time, *qpos, *qvel, *act, *ctrl, *qacc_warmstart, *mocap_pos, *mocap_quat;
  T* qacc;                      // of the last step
  int* ncon;                    // contacts of the last step
  int* nefc;                    // rows of the last step
  int* niter;                   // iterations of the last step
  int* warning;                 // times the world had bad numbers and was reset
  int* lost;                    // contacts that found no room
  int* done;                    // steps made by the launch; the rest is for worlds with more memory
  const unsigned char* active;  // null: all worlds
  long long ctrl_stride;        // from step to step, 0 when controls stay
  T* record;                    // state after every step, or null
};

template <class T>
struct StepArgs {
  ModelView<T> model;
  Tables<T> tables;
  WorldLayout layout;
  StateViews<T> state;
  unsigned char* slots;  // worlds' memory when it is not shared memory
  int nworld, nstep;
  bool last_resort;  // no larger memory follows: what does not fit is lost and counted
};

// T scalar, W lanes per world, NP width of a row in registers (0: matrices stay in memory).
template <class T, int W, int NP>
struct Context {
  using Scalar = T;
  static constexpr int kWidth = W, kRow = NP;

  const StepArgs<T>& args;
  mutable WorldView<T> world;
  Team<W> team;

  CORTEN_DEV const ModelView<T>& model() const { return args.model; }
  CORTEN_DEV const Tables<T>& tables() const { return args.tables; }
  CORTEN_DEV int lane() const { return team.lane(); }
  CORTEN_DEV void sync() const { team.sync(); }
  CORTEN_DEV int np() const { return NP ? NP : args.layout.sizes.np; }

  template <class Item>
  CORTEN_DEV void each(int n, Item item) const {
    for (int i = lane(); i < n; i += W) item(i);
    sync();
  }
  // without a meeting: what follows does not read it
  template <class Item>
  CORTEN_DEV void each_unsynced(int n, Item item) const {
    for (int i = lane(); i < n; i += W) item(i);
  }
  // entry e of the tree's pattern at (i, j): both halves of a square, or the pattern itself
  CORTEN_DEV void set_inertia(int e, int i, int j, T x) const {
    if constexpr (NP > 0) {
      world.M[i * NP + j] = x;
      world.M[j * NP + i] = x;
    } else {
      world.M[e] = x;
    }
  }
};

}  // namespace corten::gpu
