#include "capi/views.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "corten/model/mj_order.h"

namespace corten::capi {
namespace {

// Writes one pointer per visited array.
struct Pointers {
  void** next;
  template <class View, class... Shape>
  void operator()(const char*, View& view, Shape...) {
    *next++ = view.data();
  }
};

// The same for arrays of the step, which mjData has in another order.
struct ArenaPointers {
  void** pointers;
  const int* place;
  template <class View, class... Shape>
  void operator()(const char*, View& view, Shape...) {
    pointers[*place++] = view.data();
  }
};
const std::vector<int> kArenaPlaces = arena_places_in_mj_order();

}  // namespace

void show(Model& m, mjModel& view) {
  std::int64_t* size = view.sizes;
  Sizes::visit(m, [&](const char*, auto n) { *size++ = n; });
  assert(size == view.sizes + kModelSizes);
  size[-1] = mj_buffer_size(m);
  view.opt = m.opt, view.vis = m.vis, view.stat = m.stat;
  Pointers pointers{view.arrays};
  visit_in_mj_order(m, pointers);
  assert(pointers.next == view.arrays + kModelArrays);
  // the first array of the visit stands at the beginning of the buffer
  view.buffer = m.qpos0.data();
  view.signature = m.signature;
}

void show(const Model& m, Data& d, mjData& view) {
  view.narena = static_cast<std::int64_t>(d.arena.size());
  view.arena = d.arena.data();
  view.nplugin = m.nplugin;
  Pointers pointers{view.arrays};
  Data::visit_arrays(d, m.sizes(), pointers);
  assert(pointers.next == view.arrays + kDataArrays);
  view.buffer = d.qpos.data();
  view.nbuffer = 0;
  Data::visit_arrays(d, m.sizes(), [&](const char*, auto& array, auto...) {
    view.nbuffer += static_cast<std::int64_t>(static_cast<std::size_t>(array.size()) * sizeof *array.data());
  });
  view.signature = m.signature;
  std::copy(d.solver.begin(), d.solver.end(), view.solver);
  show_numbers(d, view, m.sizes());
}

bool take_settings(const mjModel& view, Model& m) {
  const auto take = [](const auto& from, auto& to) {
    if (std::memcmp(&from, &to, sizeof to) == 0) return false;
    std::memcpy(&to, &from, sizeof to);
    return true;
  };
  const bool option = take(view.opt, m.opt), visual = take(view.vis, m.vis),
             statistic = take(view.stat, m.stat);
  return option || visual || statistic;
}

namespace {

// fn(number of the view, the same of the engine) for what both sides may write
template <class View, class Engine, class Fn>
void for_shared_numbers(View& view, Engine& d, Fn&& fn) {
  fn(view.time, d.time);
  for (int i = 0; i < 2; ++i) {
    fn(view.energy[i], d.energy[i]);
    fn(view.solver_fwdinv[i], d.solver_fwdinv[i]);
  }
  for (std::size_t i = 0; i < mjNWARNING; ++i) fn(view.warning[i], d.warning[i]);
  for (std::size_t i = 0; i < mjNTIMER; ++i) fn(view.timer[i], d.timer[i]);
  fn(view.flg_energypos, d.flg_energypos);
  fn(view.flg_energyvel, d.flg_energyvel);
  fn(view.flg_subtreevel, d.flg_subtreevel);
  fn(view.flg_rnepost, d.flg_rnepost);
  fn(view.maxuse_stack, d.maxuse_stack);
  fn(view.maxuse_arena, d.maxuse_arena);
  fn(view.maxuse_con, d.maxuse_con);
  fn(view.maxuse_efc, d.maxuse_efc);
}

// Programs may drop contacts and rows, not invent them: the arrays have room for what the engine counted.
void take_count(int wanted, int& count) {
  if (wanted >= 0 && wanted < count) count = wanted;
}

}  // namespace

void take_numbers(const mjData& view, Data& d) {
  for_shared_numbers(view, d, [](const auto& theirs, auto& ours) { ours = theirs; });
  take_count(view.counts.ncon, d.ncon);
  take_count(view.counts.nefc, d.nefc);
}

void show_numbers(Data& d, mjData& view, const Sizes& sizes) {
  for_shared_numbers(view, d, [](auto& theirs, const auto& ours) { theirs = ours; });
  view.counts = d.counts();
  view.ntree_awake = d.ntree_awake, view.nbody_awake = d.nbody_awake;
  view.nparent_awake = d.nparent_awake, view.nv_awake = d.nv_awake;
  for (int island = 0; island < kNIsland; ++island) {
    const int count = std::clamp(d.solver_niter[island], 0, kNSolver);
    view.solver_niter[island] = d.solver_niter[island];
    view.solver_nnz[island] = d.solver_nnz[island];
    if (count) std::copy_n(d.solver.data() + island * kNSolver, count, view.solver + island * kNSolver);
  }
  view.parena = d.arena.used();
  // contacts always begin the memory of a step; programs keep the address
  view.contact = d.contact.data() ? d.contact.data() : reinterpret_cast<Contact*>(d.arena.data());
  Data::visit_arena(d, sizes, ArenaPointers{view.arena_arrays, kArenaPlaces.data()});
}

}  // namespace corten::capi
