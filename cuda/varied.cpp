#include "cuda/varied.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "corten/batch/field_bytes.h"
#include "corten/sim/reset.h"
#include "corten/sim/set_const.h"

namespace corten::gpu {
namespace {

[[noreturn]] void refuse(const std::string& why) { throw std::invalid_argument(why); }

// Where a world starts is its state, and derived constants follow from the rest.
bool is_fixed(const std::string& name) {
  return name == "qpos0" || name.starts_with("key_") || name.starts_with("mesh_") ||
         name.ends_with("invweight0") || name == "stat";
}

FieldPlace place_of(const std::string& name) {
  const auto place = model_field(name);
  if (!place) refuse("the model has no field " + name);
  if (!place->reals || is_fixed(name)) refuse(name + " is the same in all worlds");
  return *place;
}

std::size_t numbers_in(const FieldPlace& place, const Model& m) {
  return bytes_at(place, const_cast<Model&>(m)).size() / sizeof(Real);
}

}  // namespace

void VariedFields::set(std::span<const VariedField> fields, std::span<const unsigned char> chosen) {
  auto values = values_;
  for (const VariedField& f : fields) {
    const FieldPlace place = place_of(f.name);
    const std::size_t n = numbers_in(place, *model_), count = static_cast<std::size_t>(nworld_);
    if (f.values.size() != n * count)
      refuse(f.name + " takes " + std::to_string(n * count) + " numbers, not " +
             std::to_string(f.values.size()));
    if (std::ranges::any_of(f.values, [](Real x) { return std::isnan(x); }))
      refuse(f.name + " has entries that are not numbers");
    std::vector<Real>& kept = values[f.name];
    if (kept.empty()) {  // every world begins with the model's
      const auto bytes = bytes_at(place, const_cast<Model&>(*model_));
      kept.resize(n * count);
      for (std::size_t w = 0; w < count; ++w) std::memcpy(kept.data() + w * n, bytes.data(), bytes.size());
    }
    for (std::size_t w = 0; w < count; ++w)
      if (chosen.empty() || chosen[w])
        std::copy_n(f.values.begin() + static_cast<std::ptrdiff_t>(w * n), n,
                    kept.begin() + static_cast<std::ptrdiff_t>(w * n));
  }
  values_.swap(values);
}

void VariedFields::make(int world, Model& m, Data& d) const {
  copy_fields(*model_, m);
  for (const auto& [name, values] : values_) {
    const auto bytes = bytes_at(place_of(name), m);
    const std::size_t n = bytes.size() / sizeof(Real);
    if (n) std::memcpy(bytes.data(), values.data() + static_cast<std::size_t>(world) * n, bytes.size());
  }
  reset_data(m, d);
  if (const std::string wrong = set_const(m, d); !wrong.empty())
    refuse("world " + std::to_string(world) + ": " + wrong);
}

}  // namespace corten::gpu
