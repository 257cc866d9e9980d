#include "capi/boxes.h"

#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

namespace corten::capi {

CORTEN_API void mju_free(void* memory);

namespace {

enum class Kind { kModel, kData };

// Never destroyed: programs delete models from destructors of their own globals.
struct Alive {
  std::shared_mutex mutex;
  struct Entry {
    Kind kind;
    void* box;
  };
  std::unordered_map<const void*, Entry> boxes;  // by view
  std::atomic<std::uint64_t> deletions{1};       // what a thread remembers is good until the next one
};
Alive& alive() {
  static auto* list = new Alive();
  return *list;
}

// What a thread has looked up since the last deletion anywhere.
struct Seen {
  const void* view = nullptr;
  void* box = nullptr;
  const void* model = nullptr;  // of a data: one that fits it
  std::uint64_t deletions = 0;
  Kind kind = Kind::kModel;
};
constexpr std::size_t kSeen = 64;
thread_local std::array<Seen, kSeen> seen;

Seen& seen_at(const void* view) { return seen[reinterpret_cast<std::uintptr_t>(view) / 64 % kSeen]; }

// The box of a view that is alive.
void* living(const void* view, Kind kind, const char* what) {
  if (!view) throw Problem(std::string(what) + " is a null pointer");
  Seen& memory = seen_at(view);
  Alive& list = alive();
  const std::uint64_t now = list.deletions.load(std::memory_order_acquire);
  if (memory.view == view && memory.deletions == now && memory.kind == kind) return memory.box;
  const std::shared_lock lock(list.mutex);
  const auto found = list.boxes.find(view);
  if (found == list.boxes.end() || found->second.kind != kind)
    throw Problem(std::string(what) + " was deleted, or was not made by this library");
  memory = {view, found->second.box, nullptr, now, kind};
  return memory.box;
}

void enlist(const void* view, Kind kind, void* box) {
  const std::unique_lock lock(alive().mutex);
  alive().boxes[view] = {kind, box};
}

void strike(const void* view) {
  const std::unique_lock lock(alive().mutex);
  alive().boxes.erase(view);
  alive().deletions.fetch_add(1, std::memory_order_release);
}

// Memory of the program's for a view, or our own.
template <class Box, class View>
void set_view(Box& box, View* memory) {
  box.given = memory != nullptr;
  if (memory) std::memset(static_cast<void*>(memory), 0, sizeof *memory);
  box.view = memory ? memory : new View();
}

template <class Box>
void end(Box& box) {
  strike(box.view);
  if (box.given)
    mju_free(box.view);
  else
    delete box.view;
  delete &box;
}

}  // namespace

mjModel* boxed(Model&& model, mjModel* memory) {
  auto box = std::make_unique<ModelBox>();
  box->model = std::move(model);
  set_view(*box, memory);
  show(box->model, *box->view);
  enlist(box->view, Kind::kModel, box.get());
  return box.release()->view;
}

mjData* boxed(const Model& model, Data&& data, mjData* memory) {
  auto box = std::make_unique<DataBox>();
  box->data = std::move(data);
  box->sizes = model.sizes();
  set_view(*box, memory);
  show(model, box->data, *box->view);
  enlist(box->view, Kind::kData, box.get());
  return box.release()->view;
}

void unbox(mjModel* m) { end(box_of(m)); }

void unbox(mjData* d) {
  DataBox& box = box_of(d);
  while (!box.marks.empty()) box.marks.pop_back();
  end(box);
}

bool is_alive(const void* view) {
  const std::shared_lock lock(alive().mutex);
  return alive().boxes.contains(view);
}

void forget_matches() { alive().deletions.fetch_add(1, std::memory_order_release); }

ModelBox& box_of(const mjModel* m) { return *static_cast<ModelBox*>(living(m, Kind::kModel, "the mjModel")); }
DataBox& box_of(const mjData* d) { return *static_cast<DataBox*>(living(d, Kind::kData, "the mjData")); }

DataBox& box_of(const ModelBox& model, const mjData* d) {
  DataBox& box = box_of(d);
  Seen& memory = seen_at(d);
  if (memory.model == &model) return box;
  if (!(box.sizes == model.model.sizes())) throw Problem("the mjData belongs to a model of other sizes");
  memory.model = &model;
  return box;
}

const PassingView*& passing_view() {
  static thread_local const PassingView* innermost = nullptr;
  return innermost;
}

const Model& model_of(const mjModel* m) {
  for (const PassingView* view = passing_view(); view; view = view->outer)
    if (m && view->m == m) return *view->model;
  ModelBox& box = box_of(m);
  if (std::memcmp(&box.view->opt, &box.model.opt, sizeof box.view->opt) != 0 ||
      std::memcmp(&box.view->stat, &box.model.stat, sizeof box.view->stat) != 0) [[unlikely]] {
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    take_settings(*box.view, box.model);
  }
  return box.model;
}

Model& editable(mjModel* m) { return const_cast<Model&>(model_of(m)); }

const Data& data_of(const mjModel* m, const mjData* d) {
  for (const PassingView* view = passing_view(); view; view = view->outer)
    if (d && view->d == d) return *view->data;
  DataBox& box = box_of(box_of(m), d);
  if (box.view->time != box.data.time) box.data.time = box.view->time;
  return box.data;
}

}  // namespace corten::capi
