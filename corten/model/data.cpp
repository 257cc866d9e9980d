#include "corten/model/data.h"

#include <cstring>

#include "corten/model/layout.h"
#include "corten/model/model.h"

namespace corten {
namespace {

// Moves a view from one block of memory to the same offset in another.
template <class T>
Array<T> rebased(const Array<T>& view, const std::byte* from, std::byte* to) {
  if (!view.data()) return {};
  const std::ptrdiff_t offset = reinterpret_cast<const std::byte*>(view.data()) - from;
  return Array<T>(reinterpret_cast<T*>(to + offset), view.size());
}

}  // namespace

Data::Data(const Model& m) : arena(static_cast<std::size_t>(m.narena)), pair_memory(m), sizes_(m.sizes()) {
  Layout measure;
  visit_arrays(*this, sizes_, measure);
  buffer_ = Buffer(measure.size());
  visit_arrays(*this, sizes_, Layout(buffer_.data()));
}

Data::Data(const Data& other)
    : arena(other.arena.size()),
      pair_memory(other.pair_memory),
      sizes_(other.sizes_),
      buffer_(other.buffer_.size()) {
  visit_arrays(*this, sizes_, Layout(buffer_.data()));
  *this = other;
}

Data& Data::operator=(const Data& other) {
  if (this == &other) return *this;
  if (buffer_.size() != other.buffer_.size() || arena.size() != other.arena.size())
    return *this = Data(other);
  sizes_ = other.sizes_;
  visit_arrays(*this, sizes_, Layout(buffer_.data()));
  if (buffer_.size()) std::memcpy(buffer_.data(), other.buffer_.data(), buffer_.size());
  static_cast<StepCounts&>(*this) = other;
  static_cast<DataScalars&>(*this) = other;
  static_cast<RowFields&>(*this) = other;
  static_cast<IslandFields&>(*this) = other;
  arena = other.arena;
  const std::byte* from = other.arena.data();
  std::byte* to = arena.data();
  contact = rebased(other.contact, from, to);
  visit_arena(*this, sizes_, [&](const char*, auto& view, auto...) { view = rebased(view, from, to); });
  if (plugin_memory.size() || other.plugin_memory.size()) plugin_memory = other.plugin_memory;
  tell_plugin_data();
  return *this;
}

void Data::tell_plugin_data() {
  for (int i = 0; i < plugin_memory.size(); ++i)
    plugin_data[i] = reinterpret_cast<std::uintptr_t>(plugin_memory[i]);
}

}  // namespace corten
