#include "tests/support/compare_models.h"

#include <cmath>
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

template <class View>
constexpr bool is_real() {
  using Element = typename View::value_type;
  if constexpr (requires(Element e) { e.data(); })
    return std::is_floating_point_v<std::remove_cvref_t<decltype(*Element{}.data())>>;
  else
    return std::is_floating_point_v<Element> || sizeof(Element) > sizeof(double);
}

}  // namespace

std::vector<Difference> model_differences(const mjModel* om, const Model& ours, double tolerance) {
  std::vector<Difference> differences;
  const Model theirs = to_model(om);
  Leaves a, b;
  Sizes::visit(ours.sizes(), [&](const char* name, auto n) { a.emplace_back(name, scalars(n)); });
  Sizes::visit(theirs.sizes(), [&](const char* name, auto n) { b.emplace_back(name, scalars(n)); });
  std::erase_if(a, [](const auto& leaf) { return leaf.first == "nbuffer"; });
  std::erase_if(b, [](const auto& leaf) { return leaf.first == "nbuffer"; });
  compare(a, b, 0, differences);
  a.clear(), b.clear();
  collect("opt", ours.opt, a), collect("vis", ours.vis, a), collect("stat", ours.stat, a);
  collect("opt", theirs.opt, b), collect("vis", theirs.vis, b), collect("stat", theirs.stat, b);
  compare(a, b, tolerance, differences);
  Model::visit_arrays(ours, [&](const char* name, const auto& view, auto...) {
    const double error = field_error(om, ours, name);
    if (error > (is_real<std::remove_cvref_t<decltype(view)>>() ? tolerance : 0))
      differences.push_back({name, error});
  });
  return differences;
}

std::string to_text(const std::vector<Difference>& differences) {
  std::string text;
  for (const Difference& d : differences) text += "  " + d.field + " " + std::to_string(d.error) + "\n";
  return text;
}

}  // namespace corten::oracle
