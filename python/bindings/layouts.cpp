// Descriptions of plain structs and enumerations, from which the Python package builds its classes: one
// description, many uses.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <tuple>
#include <vector>

#include "corten/model/enums.h"
#include "corten/sim/length_range.h"
#include "python/bindings/handles.h"
#include "python/bindings/views.h"

namespace corten::python {
namespace {

template <class Scalar>
constexpr const char* numpy_format() {
  if constexpr (std::is_same_v<Scalar, double>) return "f8";
  if constexpr (std::is_same_v<Scalar, float>) return "f4";
  if constexpr (std::is_same_v<Scalar, int>) return "i4";
}

// name, numpy format, length (0: a scalar), offset
using FieldLayout = std::tuple<std::string, std::string, int, std::ptrdiff_t>;

template <class Struct>
std::vector<FieldLayout> layout_of() {
  std::vector<FieldLayout> fields;
  Struct prototype;
  Struct::visit(prototype, [&](const char* name, auto& member) {
    using Member = std::remove_reference_t<decltype(member)>;
    using Scalar = typename Element<Member>::Scalar;
    const int length = std::is_same_v<Scalar, Member> ? 0 : Element<Member>::kCount;
    fields.emplace_back(name, numpy_format<Scalar>(), length, place_of(&member, prototype));
  });
  return fields;
}

template <class Struct>
void add(nb::dict& layouts, const char* name) {
  layouts[name] = nb::make_tuple(layout_of<Struct>(), sizeof(Struct));
}

template <class Struct>
nb::bytes default_bytes() {
  const Struct value;
  return nb::bytes(&value, sizeof value);
}

}  // namespace

void bind_layouts(nb::module_& m) {
  nb::dict layouts;
  add<Option>(layouts, "MjOption");
  add<Statistic>(layouts, "MjStatistic");
  add<VisualGlobal>(layouts, "Global");
  add<VisualQuality>(layouts, "Quality");
  add<VisualHeadlight>(layouts, "Headlight");
  add<VisualMap>(layouts, "Map");
  add<VisualScale>(layouts, "Scale");
  add<VisualRgba>(layouts, "Rgba");
  add<Contact>(layouts, "MjContact");
  add<WarningStat>(layouts, "MjWarningStat");
  add<TimerStat>(layouts, "MjTimerStat");
  add<SolverStat>(layouts, "MjSolverStat");
  add<LengthRangeOptions>(layouts, "MjLROpt");
  m.attr("struct_layouts") = layouts;
  m.attr("default_option") = default_bytes<Option>();

  nb::dict enums;
  for (const EnumText& text : enum_texts())
    enums[nb::str(text.name.data(), text.name.size())] = text.enumerators;
  m.attr("enum_texts") = enums;
}

}  // namespace corten::python
