#include "capi/boxes.h"

#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

namespace corten::capi {
namespace {

enum class Kind { kModel, kData };

// Never destroyed: programs delete models from destructors of their own globals.
struct Alive {
  std::shared_mutex mutex;
  std::unordered_map<const void*, Kind> boxes;
  std::atomic<std::uint64_t> deletions{1};  // what a thread remembers is good until the next one
};
Alive& alive() {
  static auto* list = new Alive();
  return *list;
}

// What a thread has looked up since the last deletion anywhere.
struct Seen {
  const void* box = nullptr;
  const void* model = nullptr;  // of a data: one that fits it
  std::uint64_t deletions = 0;
};
constexpr std::size_t kSeen = 64;
thread_local std::array<Seen, kSeen> seen;

Seen& seen_at(const void* box) { return seen[reinterpret_cast<std::uintptr_t>(box) / 64 % kSeen]; }

void require_alive(const void* box, Kind kind, const char* what) {
  if (!box) throw Problem(std::string(what) + " is a null pointer");
  Seen& memory = seen_at(box);
  Alive& list = alive();
  const std::uint64_t now = list.deletions.load(std::memory_order_acquire);
  if (memory.box == box && memory.deletions == now) return;
  {
    const std::shared_lock lock(list.mutex);
    const auto found = list.boxes.find(box);
    if (found == list.boxes.end() || found->second != kind)
      throw Problem(std::string(what) + " was deleted, or was not made by this library");
  }
  memory = {box, nullptr, now};
}

void enlist(const void* box, Kind kind) {
  const std::unique_lock lock(alive().mutex);
  alive().boxes.emplace(box, kind);
}

void strike(const void* box) {
  const std::unique_lock lock(alive().mutex);
  alive().boxes.erase(box);
  alive().deletions.fetch_add(1, std::memory_order_release);
}

}  // namespace

mjModel* boxed(Model&& model) {
  auto box = std::make_unique<ModelBox>();
  box->model = std::move(model);
  show(box->model, *box);
  enlist(static_cast<mjModel*>(box.get()), Kind::kModel);
  return box.release();
}

mjData* boxed(const Model& model, Data&& data) {
  auto box = std::make_unique<DataBox>();
  box->data = std::move(data);
  box->sizes = model.sizes();
  show(model, box->data, *box);
  enlist(static_cast<mjData*>(box.get()), Kind::kData);
  return box.release();
}

void unbox(mjModel* m) {
  ModelBox& box = box_of(m);
  strike(m);
  delete &box;
}

void unbox(mjData* d) {
  DataBox& box = box_of(d);
  strike(d);
  while (!box.marks.empty()) box.marks.pop_back();
  delete &box;
}

ModelBox& box_of(const mjModel* m) {
  require_alive(m, Kind::kModel, "the mjModel");
  return *static_cast<ModelBox*>(const_cast<mjModel*>(m));
}

DataBox& box_of(const mjData* d) {
  require_alive(d, Kind::kData, "the mjData");
  return *static_cast<DataBox*>(const_cast<mjData*>(d));
}

DataBox& box_of(const ModelBox& model, const mjData* d) {
  DataBox& box = box_of(d);
  Seen& memory = seen_at(d);
  if (memory.model == &model) return box;
  if (!(box.sizes == model.model.sizes())) throw Problem("the mjData belongs to a model of other sizes");
  memory.model = &model;
  return box;
}

const Model& model_of(const mjModel* m) {
  ModelBox& box = box_of(m);
  if (std::memcmp(&box.opt, &box.model.opt, sizeof box.opt) != 0 ||
      std::memcmp(&box.stat, &box.model.stat, sizeof box.stat) != 0) [[unlikely]] {
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    take_settings(box, box.model);
  }
  return box.model;
}

Model& editable(mjModel* m) { return const_cast<Model&>(model_of(m)); }

const Data& data_of(const mjModel* m, const mjData* d) {
  DataBox& box = box_of(box_of(m), d);
  if (box.time != box.data.time) box.data.time = box.time;
  return box.data;
}

}  // namespace corten::capi
