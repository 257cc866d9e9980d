#include "tests/support/compare_models.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace corten::oracle {
namespace {

double difference(double ours, double theirs) {
  if (ours == theirs || (std::isnan(ours) && std::isnan(theirs))) return 0;
  const double e = std::abs(ours - theirs) / std::max(1.0, std::abs(theirs));
  return std::isnan(e) ? std::numeric_limits<double>::infinity() : e;
}

// the scalars of a number or a small vector
template <class T>
std::vector<double> scalars(const T& value) {
  std::vector<double> list;
  if constexpr (requires { value.begin(); })
    for (const auto& x : value) list.push_back(static_cast<double>(x));
  else
    list.push_back(static_cast<double>(value));
  return list;
}

// (name, scalars) of every leaf of a settings struct
using Leaves = std::vector<std::pair<std::string, std::vector<double>>>;

template <class T>
void collect(const std::string& name, const T& value, Leaves& leaves) {
  if constexpr (requires { T::visit(value, [](const char*, const auto&) {}); })
    T::visit(value, [&](const char* field, const auto& x) { collect(name + '.' + field, x, leaves); });
  else
    leaves.emplace_back(name, scalars(value));
}

void compare(const Leaves& ours, const Leaves& theirs, double tolerance,
             std::vector<Difference>& differences) {
  for (std::size_t i = 0; i < ours.size(); ++i) {
    double worst = 0;
    for (std::size_t k = 0; k < ours[i].second.size(); ++k)
      worst = std::max(worst, difference(ours[i].second[k], theirs[i].second[k]));
    if (worst > tolerance) differences.push_back({ours[i].first, worst});
  }
}

// an array of a model: its scalars one after the other
struct Block {
  std::string name;
  const void* data = nullptr;
  std::size_t count = 0;  // of scalars
  std::size_t bytes = 0;
  double (*scalar)(const void* data, std::size_t index) = nullptr;
  bool real = false;
};

template <class T>
double scalar_at(const void* data, std::size_t index) {
  return static_cast<double>(static_cast<const T*>(data)[index]);
}

template <class Element>
auto scalar_of(Element& element) {
  if constexpr (requires { element.data(); })
    return *element.data();
  else if constexpr (std::is_arithmetic_v<Element> || std::is_enum_v<Element>)
    return element;
  else
    return Real{};  // quaternions, poses, bounds: reals only
}

std::vector<Block> blocks_of(const Model& model) {
  std::vector<Block> blocks;
  Model::visit_arrays(model, [&](const char* name, const auto& view, auto...) {
    using Element = std::remove_cv_t<typename std::remove_cvref_t<decltype(view)>::value_type>;
    using T = decltype(scalar_of(std::declval<Element&>()));
    const std::size_t bytes = static_cast<std::size_t>(view.size()) * sizeof(Element);
    blocks.push_back(
        {name, view.data(), bytes / sizeof(T), bytes, scalar_at<T>, std::is_floating_point_v<T>});
  });
  return blocks;
}

double block_error(const Block& ours, const Block& theirs) {
  if (ours.count != theirs.count) return std::numeric_limits<double>::infinity();
  if (ours.bytes == 0 || std::memcmp(ours.data, theirs.data, ours.bytes) == 0) return 0;
  double worst = 0;
  for (std::size_t i = 0; i < ours.count; ++i)
    worst = std::max(worst, difference(ours.scalar(ours.data, i), theirs.scalar(theirs.data, i)));
  return worst;
}

void compare_sizes(const Model& ours, const Model& theirs, std::vector<Difference>& differences) {
  const auto leaves = [](const Model& model) {
    Leaves list;
    Sizes::visit(model.sizes(), [&](const char* name, auto n) { list.emplace_back(name, scalars(n)); });
    std::erase_if(list, [](const auto& leaf) { return leaf.first == "nbuffer"; });
    return list;
  };
  compare(leaves(ours), leaves(theirs), 0, differences);
}

void compare_settings(const Model& ours, const Model& theirs, double tolerance,
                      std::vector<Difference>& differences) {
  const auto leaves = [](const Model& model) {
    Leaves list;
    collect("opt", model.opt, list), collect("vis", model.vis, list), collect("stat", model.stat, list);
    return list;
  };
  compare(leaves(ours), leaves(theirs), tolerance, differences);
}

}  // namespace

std::vector<Difference> model_differences(const Model& theirs, const Model& ours, double tolerance) {
  std::vector<Difference> differences;
  compare_sizes(ours, theirs, differences);
  compare_settings(ours, theirs, tolerance, differences);
  const std::vector<Block> a = blocks_of(ours), b = blocks_of(theirs);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double error = block_error(a[i], b[i]);
    if (error > (a[i].real ? tolerance : 0)) differences.push_back({a[i].name, error});
  }
  return differences;
}

std::vector<Difference> model_differences(const mjModel* theirs, const Model& ours, double tolerance) {
  return model_differences(to_model(theirs), ours, tolerance);
}

std::string to_text(const std::vector<Difference>& differences) {
  std::string text;
  for (const Difference& d : differences) text += "  " + d.field + " " + std::to_string(d.error) + "\n";
  return text;
}

}  // namespace corten::oracle
