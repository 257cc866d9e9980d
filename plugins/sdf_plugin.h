// A plugin out of a shape: a class with parameters, a distance function, its gradient and the half sizes of a
// box around it. The distance is evaluated exactly as written: gradients are differences over 1e-8, which
// magnify rounding by as much.
#pragma once

#include <array>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <string>

#include "corten/model/plugin.h"
#include "plugins/numbers.h"

namespace corten::plugins {

inline constexpr Real kPi = 3.14159265358979323846;

inline Real larger(Real a, Real b) { return a > b ? a : b; }
inline Real smaller(Real a, Real b) { return a < b ? a : b; }

struct ShapeParameter {
  const char* name;
  Real fallback;
  bool loose = false;  // what follows the number is ignored
};

inline Real shape_parameter(const ShapeParameter& parameter, const std::string& text) {
  if (text.empty()) return parameter.fallback;
  char* end = nullptr;
  errno = 0;
  const Real value = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || errno == ERANGE || !(parameter.loose || is_one_number(text)))
    throw PluginError(std::string(parameter.name) + " must be a number");
  return value;
}

// Slopes over this step [m].
inline constexpr Real kDifference = 1e-8;

template <class Shape>
class SdfPlugin : public Shape {
 public:
  static constexpr int kCapabilities = mjPLUGIN_SDF;
  static constexpr std::size_t kCount = Shape::kParameters.size();
  static constexpr auto kAttributes = [] {
    std::array<const char*, kCount> names;
    for (std::size_t i = 0; i < kCount; ++i) names[i] = Shape::kParameters[i].name;
    return names;
  }();

  explicit SdfPlugin(std::span<const std::string> texts) : Shape(read(texts)) {}
  SdfPlugin(const Model& m, Data&, int instance) : SdfPlugin(plugin_values(m, instance)) {}

  Aabb<Real> aabb() const { return {{}, Shape::half()}; }

 private:
  static std::array<Real, kCount> read(std::span<const std::string> texts) {
    std::array<Real, kCount> values;
    for (std::size_t i = 0; i < kCount; ++i) values[i] = shape_parameter(Shape::kParameters[i], texts[i]);
    return values;
  }
};

}  // namespace corten::plugins
