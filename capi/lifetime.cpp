// Models and data made, copied, reset and deleted; the program's own marks in the memory of a step.
#include <cstring>
#include <memory>

#include "capi/call.h"
#include "corten/model/warning.h"
#include "corten/sim/reset.h"

namespace corten::capi {
namespace {

// All arrays and settings of one model into another of the same sizes, whose memory stays where it is.
void assign(Model& to, const Model& from) {
  std::vector<const void*> sources;
  Model::visit_arrays(from,
                      [&](const char*, const auto& array, auto...) { sources.push_back(array.data()); });
  std::size_t next = 0;
  Model::visit_arrays(to, [&](const char*, auto& array, auto...) {
    const void* source = sources[next++];
    const std::size_t bytes = static_cast<std::size_t>(array.size()) * sizeof *array.data();
    if (bytes) std::memcpy(array.data(), source, bytes);
  });
  to.opt = from.opt, to.vis = from.vis, to.stat = from.stat;
  to.signature = from.signature, to.plugins = from.plugins;
}

void require_asleep(const Model& m, const Data& d) {
  if (const std::string awake = failed_to_sleep(m, d); !awake.empty()) throw Problem(awake);
}

// The numbers that only a whole view shows.
void show_all(const Model& m, DataBox& box) { show(m, box.data, *box.view); }

}  // namespace

CORTEN_API mjModel* mj_copyModel(mjModel* dest, const mjModel* src) {
  return answer("mj_copyModel", [=]() -> mjModel* {
    const Model& from = model_of(src);
    take_settings(*src, box_of(src).model);
    if (!dest || is_bare(dest)) return boxed(Model(from), dest);
    ModelBox& to = box_of(dest);
    if (!(to.model.sizes() == from.sizes())) throw Problem("dest has other sizes than src");
    if (&to.model != &from) assign(to.model, from);
    show(to.model, *to.view);
    return dest;
  });
}

CORTEN_API void mj_deleteModel(mjModel* m) {
  if (m) perform("mj_deleteModel", [=] { unbox(m); });
}

// Null, and a warning, if the sizes are no longer those that the model was made with.
CORTEN_API mjData* mj_makeData(const mjModel* m) {
  return answer("mj_makeData", [=]() -> mjData* {
    const Model& model = model_of(m);
    const auto seen = std::make_unique<mjModel>();
    show(box_of(m).model, *seen);
    if (std::memcmp(seen->sizes, m->sizes, sizeof m->sizes) != 0) {
      keep_warning("mj_makeData: the sizes in mjModel were changed; they cannot be after it is compiled");
      return nullptr;
    }
    return boxed(model, make_data(model));
  });
}

CORTEN_API mjData* mj_copyData(mjData* dest, const mjModel* m, const mjData* src) {
  return answer("mj_copyData", [=]() -> mjData* {
    const ModelBox& model = box_of(m);
    DataBox& from = box_of(model, src);
    take_numbers(*from.view, from.data);
    if (!dest || is_bare(dest)) return boxed(model.model, Data(from.data), dest);
    DataBox& to = box_of(model, dest);
    if (&to != &from) to.data = from.data;
    show_all(model.model, to);
    return dest;
  });
}

// For abstract pictures: the step's memory is not needed, but harmless.
CORTEN_API mjData* mjv_copyData(mjData* dest, const mjModel* m, const mjData* src) {
  const bool fits = answer("mjv_copyData", [=] { return box_of(box_of(m), src).view == src; });
  mjData* copy = fits ? mj_copyData(dest, m, src) : nullptr;
  if (copy && is_alive(copy)) std::fill_n(copy->arena_arrays, kArenaArrays, nullptr);
  return copy;
}

// Large arrays, which abstract pictures do not need, keep what they hold.
CORTEN_API void mjv_copyModel(mjModel* dest, const mjModel* src) {
  perform("mjv_copyModel", [=] {
    const Model& from = model_of(src);
    Model& to = editable(dest);
    if (!(from.sizes() == to.sizes())) throw Problem("the models have other sizes");
    const auto large = [](std::string_view name) {
      for (const char* prefix :
           {"mesh_vert", "mesh_normal", "mesh_texcoord", "mesh_face", "mesh_graph", "mesh_poly",
            "hfield_data", "tex_data", "skin_vert", "skin_face", "bvh_", "oct_"})
        if (name.starts_with(prefix)) return !name.ends_with("adr") && !name.ends_with("num");
      return false;
    };
    std::vector<const void*> sources;
    Model::visit_arrays(from,
                        [&](const char*, const auto& array, auto...) { sources.push_back(array.data()); });
    std::size_t next = 0;
    Model::visit_arrays(to, [&](const char* name, auto& array, auto...) {
      const void* source = sources[next++];
      const std::size_t bytes = static_cast<std::size_t>(array.size()) * sizeof *array.data();
      if (bytes && !large(name)) std::memcpy(static_cast<void*>(array.data()), source, bytes);
    });
    to.opt = from.opt, to.vis = from.vis, to.stat = from.stat;
    show(to, *dest);
  });
}

CORTEN_API void mj_deleteData(mjData* d) {
  if (d)
    perform("mj_deleteData", [=] {
      forget_calls(box_of(d));
      unbox(d);
    });
}

namespace {

void reset(const char* function, const mjModel* m, mjData* d) {
  engine(function, m, d, [=](const Model& model, Data& data, const Hooks&) {
    reset_data(model, data);
    show_all(model, box_of(d));
    require_asleep(model, data);
  });
}

}  // namespace

CORTEN_API void mj_resetData(const mjModel* m, mjData* d) { reset("mj_resetData", m, d); }

// The value fills memory in debug builds of MuJoCo and nothing here.
CORTEN_API void mj_resetDataDebug(const mjModel* m, mjData* d, unsigned char) {
  reset("mj_resetDataDebug", m, d);
}

CORTEN_API void mj_resetDataKeyframe(const mjModel* m, mjData* d, int key) {
  engine("mj_resetDataKeyframe", m, d, [=](const Model& model, Data& data, const Hooks&) {
    reset_data_keyframe(model, data, key);
    show_all(model, box_of(d));
    require_asleep(model, data);
  });
}

// ---- memory of a step for the program ----

namespace {

// Scratch is handed out in pieces that any type may stand in.
struct alignas(Buffer::kAlign) Piece {
  std::byte bytes[Buffer::kAlign];
};

std::byte* scratch(DataBox& box, std::size_t bytes) {
  const auto pieces = static_cast<int>((bytes + sizeof(Piece) - 1) / sizeof(Piece));
  box.view->pstack += static_cast<std::size_t>(pieces) * sizeof(Piece);
  return box.marks.back().alloc<Piece>(pieces).data()->bytes;
}

// At the beginning of what is allocated after a mark: what the view showed before. pbase says where.
struct Mark {
  std::size_t pbase, pstack;
};

const Mark* last_mark(const DataBox& box) {
  const auto first = reinterpret_cast<std::uintptr_t>(box.data.arena.data());
  const std::uintptr_t at = box.view->pbase;  // which programs may have written
  const bool inside = at >= first && at - first < box.data.arena.size() && at % sizeof(Piece) == 0;
  return inside ? reinterpret_cast<const Mark*>(at) : nullptr;
}

}  // namespace

CORTEN_API void mj_markStack(mjData* d) {
  perform("mj_markStack", [=] {
    DataBox& box = box_of(d);
    const Mark before{d->pbase, d->pstack};
    box.marks.emplace_back(box.data.arena);
    std::byte* place = scratch(box, sizeof before);
    std::memcpy(place, &before, sizeof before);
    d->pbase = reinterpret_cast<std::uintptr_t>(place);
  });
}

CORTEN_API void mj_freeStack(mjData* d) {
  perform("mj_freeStack", [=] {
    DataBox& box = box_of(d);
    const Mark* mark = box.marks.empty() ? nullptr : last_mark(box);
    const Mark before = mark ? *mark : Mark{0, 0};
    if (!box.marks.empty()) box.marks.pop_back();
    d->pbase = before.pbase, d->pstack = before.pstack;
  });
}

namespace {

void* stack_memory(const char* function, mjData* d, std::size_t count, std::size_t size,
                   std::size_t alignment) {
  return answer(function, [=]() -> void* {
    DataBox& box = box_of(d);
    if (!count || !size) return nullptr;
    if (box.marks.empty()) throw Problem("mj_markStack has to be called first");
    if (!alignment || (alignment & (alignment - 1))) throw Problem("the alignment is not a power of two");
    const std::size_t slack = alignment > Buffer::kAlign ? alignment : 0;
    const auto room = static_cast<std::size_t>(d->narena);
    if (slack > room || count > (room - slack) / size)
      throw Problem("the memory of the step has no room for " + std::to_string(count) + " times " +
                    std::to_string(size) + " bytes: raise memory in <size>");
    const auto address = reinterpret_cast<std::uintptr_t>(scratch(box, count * size + slack));
    return reinterpret_cast<void*>((address + alignment - 1) & ~(std::uintptr_t{alignment} - 1));
  });
}

}  // namespace

CORTEN_API void* mj_stackAllocByte(mjData* d, std::size_t bytes, std::size_t alignment) {
  return stack_memory("mj_stackAllocByte", d, bytes, 1, alignment);
}
CORTEN_API void* mj_stackAllocInfo(mjData* d, std::size_t bytes, std::size_t alignment, const char*, int) {
  return stack_memory("mj_stackAllocInfo", d, bytes, 1, alignment);
}
CORTEN_API Real* mj_stackAllocNum(mjData* d, std::size_t size) {
  return static_cast<Real*>(stack_memory("mj_stackAllocNum", d, size, sizeof(Real), alignof(Real)));
}
CORTEN_API int* mj_stackAllocInt(mjData* d, std::size_t size) {
  return static_cast<int*>(stack_memory("mj_stackAllocInt", d, size, sizeof(int), alignof(int)));
}

// Memory that lives until the next step; null when there is no room.
CORTEN_API void* mj_arenaAllocByte(mjData* d, std::size_t bytes, std::size_t alignment) {
  return answer("mj_arenaAllocByte", [=]() -> void* {
    Data& data = box_of(d).data;
    const std::size_t used = data.arena.used();
    const std::size_t pad = alignment ? (alignment - used % alignment) % alignment : 0;
    Array<std::byte> memory;
    if (bytes + pad > data.arena.size() || !data.arena.alloc(static_cast<int>(bytes + pad), memory))
      return nullptr;
    d->parena = data.arena.used();
    return memory.data() + pad;
  });
}

CORTEN_API void mj_warning(mjData* d, int warning, int info) {
  perform("mj_warning", [=] {
    Data& data = box_of(d).data;
    if (warning < 0 || warning >= mjNWARNING) throw Problem("there is no warning " + std::to_string(warning));
    WarningStat& shown = d->warning[warning];
    if (shown.number == 0)
      keep_warning((warning_text(warning, info) + "; time " + std::to_string(d->time)).c_str());
    shown.lastinfo = info, ++shown.number;
    data.warning[static_cast<std::size_t>(warning)] = shown;
  });
}

}  // namespace corten::capi
