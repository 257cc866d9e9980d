#include "corten/batch/simulations.h"

#include <algorithm>
#include <cassert>
#include <exception>
#include <stdexcept>

#include "corten/batch/rollout.h"
#include "corten/model/state.h"
#include "corten/model/validate.h"
#include "corten/sim/reset.h"
#include "corten/sim/set_const.h"

namespace corten {
namespace {

// What set_const() derives from parameters; what it derives from the topology is the same for all.
constexpr const char* kDerived[] = {
    "actuator_acc0",     "actuator_biasprm",    "actuator_length0",
    "body_invweight0",   "body_subtreemass",    "cam_mat0",
    "cam_pos0",          "cam_poscom0",         "dof_M0",
    "dof_invweight0",    "dof_length",          "eq_data",
    "flex_rigid",        "flexedge_invweight0", "flexedge_length0",
    "flexedge_rigid",    "light_dir0",          "light_pos0",
    "light_poscom0",     "ngravcomp",           "stat",
    "tendon_invweight0", "tendon_length0",      "tendon_lengthspring",
    "tree_sleep_policy",
};

std::size_t count(int n) { return static_cast<std::size_t>(n); }

template <class T>
std::span<T> row(std::vector<T>& rows, int index, int width) {
  return std::span(rows).subspan(count(index) * count(width), count(width));
}
template <class T>
std::span<const T> row(const std::vector<T>& rows, int index, int width) {
  return std::span(rows).subspan(count(index) * count(width), count(width));
}

// Entries of every array of a Data made for these sizes.
std::vector<long long> layout(const Sizes& sizes) {
  std::vector<long long> entries{sizes.narena};
  Data prototype;
  Data::visit_arrays(prototype, sizes, [&](const char*, auto&, auto... shape) {
    entries.push_back((1LL * ... * static_cast<long long>(shape)));
  });
  return entries;
}

// Nodes of the trees of bodies: they come before those of meshes.
int body_nodes(const Model& m) {
  int last = 0;
  for (int body = 0; body < m.nbody; ++body)
    if (m.body_bvhadr[body] >= 0) last = std::max(last, m.body_bvhadr[body] + m.body_bvhnum[body]);
  return last;
}

std::invalid_argument unknown(const std::string& field) {
  return std::invalid_argument("there is no field '" + field + "'");
}

}  // namespace

Simulations::Simulations(const Model& m, int nsim, int threads, bool persistent)
    : model_(m),
      nsim_(nsim),
      nstate_(corten::state_size(m, mjSTATE_INTEGRATION)),
      persistent_(persistent),
      crew_(threads),
      states_(count(nsim) * count(nstate_)),
      warnings_(count(nsim) * count(mjNWARNING)),
      status_(count(nsim)),
      errors_(count(nsim)) {
  const int needed = persistent ? nsim : crew_.size();
  data_.reserve(count(needed));
  data_.push_back(make_data(model_));
  while (static_cast<int>(data_.size()) < needed) data_.push_back(data_[0]);
  for (int sim = 0; sim < nsim; ++sim)
    get_state(model_, data_[0], row(states_, sim, nstate_), mjSTATE_INTEGRATION);
}

bool Simulations::has_layout(const Model& m) const { return layout(m.sizes()) == layout(model_.sizes()); }

Simulations::Rows& Simulations::add(List& list, const std::string& name, const FieldPlace& place,
                                    std::size_t width) const {
  auto rows = std::make_unique<Rows>(Rows{name, place, width, {}, {}});
  rows->bytes.resize(count(nsim_) * width);
  return *list.emplace_back(std::move(rows));
}

std::size_t Simulations::width_of(const std::string& field, std::span<const std::byte> bytes) const {
  if (field != "bvh_aabb" || model_.nbvhstatic == 0) return bytes.size();
  return bytes.size() / count(model_.nbvhstatic) * count(body_nodes(model_));
}

std::optional<std::span<std::byte>> Simulations::varied(const std::string& field) {
  const auto found = std::ranges::find(varied_, field, [](const auto& rows) { return rows->name; });
  if (found == varied_.end()) return {};
  return (*found)->bytes;
}

std::span<std::byte> Simulations::vary(const std::string& field) {
  if (const auto rows = varied(field)) return *rows;
  const auto place = model_field(field);
  if (!place) throw unknown(field);
  if (own_.empty()) own_.assign(count(crew_.size()), model_);
  const std::span<const std::byte> shared = bytes_at(*place, model_);
  Rows& rows = add(varied_, field, *place, width_of(field, shared));
  for (int sim = 0; sim < nsim_; ++sim) std::ranges::copy(shared.first(rows.width), rows.row(sim).begin());
  if (place->integers) rows.accepted = rows.bytes;
  return rows.bytes;
}

std::span<std::byte> Simulations::show(const std::string& field) {
  const auto place = data_field(field);
  if (!place) throw unknown(field);
  Rows& rows = add(shown_, field, *place, bytes_at(*place, data_[0]).size());
  if (persistent_)
    for (int sim = 0; sim < nsim_; ++sim)
      std::ranges::copy(bytes_at(*place, data_[count(sim)]), rows.row(sim).begin());
  return rows.bytes;
}

// Puts the values of a simulation into a worker's model; integers are looked at when they are new, since they
// may point anywhere.
std::string Simulations::prepare(int sim, Model& m) {
  bool is_new = false;
  for (const auto& rows : varied_) {
    const std::span<const std::byte> values = rows->row(sim);
    std::ranges::copy(values, bytes_at(rows->place, m).begin());
    is_new |= rows->place.integers &&
              !std::ranges::equal(values, row(rows->accepted, sim, static_cast<int>(rows->width)));
  }
  if (!is_new) return {};
  if (std::string problem = validate(m); !problem.empty()) return problem;
  for (const auto& rows : varied_)
    if (rows->place.integers)
      std::ranges::copy(rows->row(sim), row(rows->accepted, sim, static_cast<int>(rows->width)).begin());
  return {};
}

void Simulations::load(int sim, const Model& m, Data& d) const {
  set_state(m, d, row(states_, sim, nstate_), mjSTATE_INTEGRATION);
  std::ranges::copy(row(warnings_, sim, mjNWARNING), d.warning.begin());
}

void Simulations::save(int sim, const Model& m, const Data& d) {
  get_state(m, d, row(states_, sim, nstate_), mjSTATE_INTEGRATION);
  std::ranges::copy(d.warning, row(warnings_, sim, mjNWARNING).begin());
  for (const auto& rows : shown_)
    std::ranges::copy(bytes_at(rows->place, const_cast<Data&>(d)), rows->row(sim).begin());
}

void Simulations::note(int sim, std::string problem) {
  status_[count(sim)] = !problem.empty();
  errors_[count(sim)] = std::move(problem);
}

std::string Simulations::attempt(int sim, int worker, Keep keep, const Work& work, int place) {
  if (!varied_.empty())
    if (std::string problem = prepare(sim, own_[count(worker)]); !problem.empty()) return problem;
  const Model& m = varied_.empty() ? own_model(sim) : own_[count(worker)];
  Data& d = data_[count(persistent_ ? sim : worker)];
  load(sim, m, d);
  std::string problem;
  try {
    problem = work(m, d, place);
  } catch (const std::exception& refusal) {
    problem = refusal.what();
  }
  if (problem.empty() && keep == Keep::kResults) save(sim, m, d);
  return problem;
}

void Simulations::run(std::span<const int> chosen, Keep keep, const Work& work,
                      const std::function<bool()>& stop) {
  const std::lock_guard lock(one_call_at_a_time_);
  const int n = static_cast<int>(chosen.size());
  crew_.for_chunks(n, default_chunk(n, crew_.size()), [&](int first, int last, int worker) {
    for (int i = first; i < last && !stop(); ++i)
      note(chosen[count(i)], attempt(chosen[count(i)], worker, keep, work, i));
  });
}

void Simulations::set_constants(std::span<const int> chosen, const std::function<bool()>& stop) {
  const std::lock_guard lock(one_call_at_a_time_);
  for (const char* field : kDerived) vary(field);
  while (static_cast<int>(workspace_.size()) < crew_.size()) workspace_.push_back(Data::zeros(model_));
  const auto derive = [&](int sim, int worker) {
    Model& m = own_[count(worker)];
    std::string problem = prepare(sim, m);
    if (!problem.empty()) return problem;
    reset_data(m, workspace_[count(worker)]);
    problem = set_const(m, workspace_[count(worker)]);
    if (!problem.empty()) return problem;
    for (const auto& rows : varied_)
      if (std::ranges::find(kDerived, rows->name) != std::end(kDerived))
        std::ranges::copy(bytes_at(rows->place, m).first(rows->width), rows->row(sim).begin());
    return problem;
  };
  crew_.for_chunks(static_cast<int>(chosen.size()), 1, [&](int first, int last, int worker) {
    for (int i = first; i < last && !stop(); ++i) note(chosen[count(i)], derive(chosen[count(i)], worker));
  });
}

const Model& Simulations::own_model(int sim) const {
  if (models_.empty()) return model_;
  return *models_[models_.size() == 1 ? 0 : count(sim)];
}

void Simulations::get_model(int sim, Model& to) const {
  copy_fields(own_model(sim), to);
  for (const auto& rows : varied_) std::ranges::copy(rows->row(sim), bytes_at(rows->place, to).begin());
}

void Simulations::get_data(int sim, Data& to) const {
  if (persistent_) to = data_[count(sim)];
  load(sim, own_model(sim), to);
}

}  // namespace corten
