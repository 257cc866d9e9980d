// The arrays of a struct by name: where each view lies in the struct and how numpy shall see it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "python/bindings/views.h"

namespace corten::python {

class ArrayTable {
 public:
  // a visitor that enters every array of `prototype`
  template <class Struct>
  auto collector(Struct& prototype) {
    return [this, &prototype](const char* name, auto& view, auto...) {
      using View = std::remove_reference_t<decltype(view)>;
      names_.emplace_back(name);
      entries_[name] = {place_of(&view, prototype), &view_at<View>};
    };
  }

  const std::vector<std::string>& names() const { return names_; }

  template <class Struct>
  nb::object view(const std::string& name, Struct* in, nb::handle owner) const {
    const auto entry = entries_.find(name);
    if (entry == entries_.end()) throw nb::key_error(name.c_str());
    return entry->second.make(reinterpret_cast<std::byte*>(in) + entry->second.place, owner);
  }

 private:
  struct Entry {
    std::ptrdiff_t place = 0;
    nb::object (*make)(std::byte*, nb::handle) = nullptr;
  };

  template <class View>
  static nb::object view_at(std::byte* view, nb::handle owner) {
    return numpy_view(*reinterpret_cast<View*>(view), owner);
  }

  std::map<std::string, Entry> entries_;
  std::vector<std::string> names_;
};

}  // namespace corten::python
