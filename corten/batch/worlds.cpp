#include "corten/batch/worlds.h"

#include <algorithm>
#include <cassert>

#include "corten/batch/rollout.h"
#include "corten/model/state.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"
#include "corten/smooth/com.h"
#include "corten/smooth/rne.h"

namespace corten {
namespace {

template <class T>
std::span<T> row(std::span<T> rows, int index, int width) {
  return rows.subspan(static_cast<std::size_t>(index) * static_cast<std::size_t>(width),
                      static_cast<std::size_t>(width));
}

PluginForces forces_of(const Model& m, const PluginForces& all, int world) {
  if (all.passive.empty()) return {};
  return {row(all.actuator, world, m.nu), row(all.passive, world, m.nplugin * m.nv)};
}

}  // namespace

Worlds::Worlds(const Model& m, int nworld, int threads)
    : m_(m), nworld_(nworld), nstate_(corten::state_size(m, mjSTATE_INTEGRATION)), crew_(threads) {
  for (int worker = 0; worker < crew_.size(); ++worker) data_.push_back(make_data(m));
  states_.resize(static_cast<std::size_t>(nworld_) * static_cast<std::size_t>(nstate_));
  for (int world = 0; world < nworld_; ++world) get_state(m_, data_[0], state(world), mjSTATE_INTEGRATION);
}

std::span<Real> Worlds::watch(std::vector<ObservedPart> parts) {
  auto watch = std::make_unique<Watch>(Watch{Observer(m_, std::move(parts)), {}, {}});
  for (const Data& d : data_) watch->places.push_back(watch->observer.places(m_, d));
  watch->rows.resize(static_cast<std::size_t>(nworld_) * static_cast<std::size_t>(watch->observer.size()));
  needs_rne_post_constraint_ |= watch->observer.shows({"cacc", "cfrc_int", "cfrc_ext"});
  needs_subtree_vel_ |= watch->observer.shows({"subtree_linvel", "subtree_angmom"});
  return watches_.emplace_back(std::move(watch))->rows;
}

std::span<Real> Worlds::state(int world) { return row(std::span<Real>(states_), world, nstate_); }

Data& Worlds::enter(int world, int worker) {
  Data& d = data_[worker];
  set_state(m_, d, state(world), mjSTATE_INTEGRATION);
  return d;
}

void Worlds::leave(int world, int worker) {
  Data& d = data_[worker];
  get_state(m_, d, state(world), mjSTATE_INTEGRATION);
  for (const auto& watch : watches_)
    watch->observer.observe(watch->places[worker],
                            row(std::span<Real>(watch->rows), world, watch->observer.size()));
}

void Worlds::step(std::span<const Real> control, int nstep, std::span<const bool> active,
                  const PluginForces& forces) {
  assert(control.size() == static_cast<std::size_t>(nworld_) * static_cast<std::size_t>(m_.nu));
  crew_.for_chunks(nworld_, default_chunk(nworld_, crew_.size()), [&](int first, int last, int worker) {
    for (int world = first; world < last; ++world) {
      if (!active.empty() && !active[world]) continue;
      Data& d = enter(world, worker);
      std::ranges::copy(row(control, world, m_.nu), d.ctrl.begin());
      PluginForces own = forces_of(m_, forces, world);
      d.plugin_memory.host = own.passive.empty() ? nullptr : &own;
      for (int i = 0; i < nstep; ++i) corten::step(m_, d);
      d.plugin_memory.host = nullptr;
      if (needs_subtree_vel_) subtree_vel(m_, d);
      if (needs_rne_post_constraint_) rne_post_constraint(m_, d);
      leave(world, worker);
    }
  });
}

void Worlds::reset(std::span<const int> worlds, std::span<const Real> qpos, std::span<const Real> qvel) {
  crew_.for_chunks(static_cast<int>(worlds.size()), 1, [&](int first, int last, int worker) {
    for (int i = first; i < last; ++i) {
      const int world = worlds[i];
      Data& d = data_[worker];
      reset_data(m_, d);
      std::ranges::copy(row(qpos, i, m_.nq), d.qpos.begin());
      std::ranges::copy(row(qvel, i, m_.nv), d.qvel.begin());
      corten::forward(m_, d);
      leave(world, worker);
    }
  });
}

void step_all(Crew& crew, const Model& m, std::span<Data* const> worlds, int nstep) {
  crew.for_chunks(static_cast<int>(worlds.size()), 1, [&](int first, int last, int) {
    for (int world = first; world < last; ++world)
      for (int i = 0; i < nstep; ++i) step(m, *worlds[world]);
  });
}

}  // namespace corten
