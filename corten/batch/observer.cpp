#include "corten/batch/observer.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <type_traits>

#include "corten/model/element.h"

namespace corten {
namespace {

// The time, the energy or an array of Data as plain reals; nothing when there is none of that name.
std::optional<std::span<const Real>> reals_of(const Model& m, const Data& d, const std::string& field) {
  if (field == "time") return std::span(&d.time, 1);
  if (field == "energy") return std::span<const Real>(d.energy);
  std::optional<std::span<const Real>> found;
  Data::visit_arrays(d, m.sizes(), [&](const char* name, const auto& array, auto...) {
    using E = Element<typename std::remove_cvref_t<decltype(array)>::value_type>;
    if constexpr (std::is_same_v<typename E::Scalar, Real>) {
      if (field == name)
        found = std::span(reinterpret_cast<const Real*>(array.data()),
                          static_cast<std::size_t>(array.size()) * E::kCount);
    }
  });
  return found;
}

}  // namespace

Observer::Observer(const Model& m, std::vector<ObservedPart> parts) : parts_(std::move(parts)) {
  const Data example = Data::zeros(m);
  for (ObservedPart& part : parts_) {
    const auto all = reals_of(m, example, part.field);
    if (!all)
      throw std::invalid_argument("observed field '" + part.field + "' is not an array of reals of the data");
    const int end = static_cast<int>(all->size());
    if (part.last < 0) part.last = end;
    if (part.first < 0 || part.first > part.last || part.last > end)
      throw std::invalid_argument("observed part of '" + part.field + "' is outside its " +
                                  std::to_string(end) + " numbers");
    size_ += part.last - part.first;
  }
}

bool Observer::shows(std::initializer_list<const char*> fields) const {
  return std::ranges::any_of(parts_, [&](const ObservedPart& part) {
    return std::ranges::any_of(fields, [&](const char* field) { return part.field == field; });
  });
}

std::vector<std::span<const Real>> Observer::places(const Model& m, const Data& d) const {
  std::vector<std::span<const Real>> result;
  for (const ObservedPart& part : parts_)
    result.push_back(reals_of(m, d, part.field)
                         ->subspan(static_cast<std::size_t>(part.first),
                                   static_cast<std::size_t>(part.last - part.first)));
  return result;
}

void Observer::observe(std::span<const std::span<const Real>> places, std::span<Real> row) const {
  Real* out = row.data();
  for (std::size_t i = 0; i < parts_.size(); ++i)
    for (const Real x : places[i]) *out++ = std::min(std::max(x, parts_[i].low), parts_[i].high);
}

}  // namespace corten
