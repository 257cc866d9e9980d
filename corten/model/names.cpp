#include "corten/model/names.h"

#include <cstdint>
#include <span>

#include "corten/model/object_kinds.h"

namespace corten {
namespace {

const ObjectKind* named_kind(int type) {
  const ObjectKind* kind = object_kind(type == mjOBJ_XBODY ? mjOBJ_BODY : type);
  return kind && kind->count ? kind : nullptr;
}

// Calls fn with every kind that has names, in their order.
template <class Fn>
void for_each_named(Fn&& fn) {
  for (const ObjectKind& kind : kObjectKinds)
    if (kind.count) fn(kind);
}

// Index of the kind's first slot in names_map.
int first_slot(const Sizes& n, const ObjectKind& kind) {
  int slots = 0;
  for_each_named(
      [&](const ObjectKind& other) { slots += other.type < kind.type ? 2 * (n.*(other.count)) : 0; });
  return slots;
}

// the oracle's hash: 33 h ^ c over signed characters
int home_slot(std::string_view name, int slots) {
  std::uint64_t h = 5381;
  for (const char c : name) h = (h * 33) ^ static_cast<std::uint64_t>(static_cast<signed char>(c));
  return static_cast<int>(h % static_cast<std::uint64_t>(slots));
}

std::string_view name_at(const Model& m, int adr) {
  if (adr < 0 || adr >= m.names.size()) return {};
  const char* first = m.names.data() + adr;
  std::size_t length = 0;
  while (adr + static_cast<int>(length) < m.names.size() && first[length]) ++length;
  return {first, length};
}

}  // namespace

int object_count(const Model& m, int type) {
  const ObjectKind* kind = named_kind(type);
  return kind ? m.*(kind->count) : 0;
}

int name2id(const Model& m, int type, std::string_view name) {
  const ObjectKind* kind = named_kind(type);
  const int slots = 2 * object_count(m, type);
  if (!slots || name.empty()) return -1;
  const std::span<const int> map = m.names_map.slice(first_slot(m, *kind), slots);
  const Array<int>& adr = m.*(kind->name_adr);
  int slot = home_slot(name, slots);
  for (int probe = 0; probe < slots; ++probe, slot = (slot + 1) % slots) {
    const int id = map[static_cast<std::size_t>(slot)];
    if (id < 0 || id >= adr.size()) return -1;
    if (name_at(m, adr[id]) == name) return id;
  }
  return -1;
}

const char* id2name(const Model& m, int type, int id) {
  if (id < 0 || id >= object_count(m, type)) return nullptr;
  const std::string_view name = name_at(m, (m.*(named_kind(type)->name_adr))[id]);
  return name.empty() ? nullptr : name.data();
}

int names_map_size(const Sizes& n) {
  int slots = 0;
  for_each_named([&](const ObjectKind& kind) { slots += 2 * (n.*(kind.count)); });
  return slots;
}

void fill_names_map(Model& m) {
  for (int& slot : m.names_map) slot = -1;
  for_each_named([&](const ObjectKind& kind) {
    const int slots = 2 * (m.*(kind.count));
    const std::span<int> map = m.names_map.slice(first_slot(m, kind), slots);
    const Array<int>& adr = m.*(kind.name_adr);
    for (int id = 0; id < adr.size(); ++id) {
      const std::string_view name = name_at(m, adr[id]);
      if (name.empty()) continue;
      int slot = home_slot(name, slots);
      while (map[static_cast<std::size_t>(slot)] >= 0) slot = (slot + 1) % slots;
      map[static_cast<std::size_t>(slot)] = id;
    }
  });
}

}  // namespace corten
