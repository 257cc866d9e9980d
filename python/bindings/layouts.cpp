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

#include "corten/model/data.h"
#include "corten/model/enums.h"
#include "corten/model/model.h"
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

// Shapes of arrays in words: every size gets a number of its own, and what the visitors are told is read
// back.
class ShapeWords {
 public:
  template <class Size>
  void number(const char* name, Size& size) {
    size = static_cast<Size>(kFirst + kStep * static_cast<int>(names_.size()));
    names_.emplace_back(name);
  }

  // a visitor that writes "(nbody, 3) float64" into the dictionary
  auto writer(nb::dict& words) const {
    return [this, &words](const char* name, auto& view, auto... counts) {
      using Entry = std::remove_cvref_t<decltype(*view.data())>;
      using Scalar = typename Element<Entry>::Scalar;
      std::string text;
      ((text += (text.empty() ? "" : ", ") + word(static_cast<std::int64_t>(counts))), ...);
      if constexpr (!std::is_same_v<Scalar, Entry>) text += ", " + std::to_string(Element<Entry>::kCount);
      if (text.find(',') == std::string::npos) text += ",";
      words[name] = "(" + text + ") " +
                    nb::cast<std::string>(
                        nb::module_::import_("numpy").attr("dtype")(numpy_letters<Scalar>()).attr("name"));
    };
  }

 private:
  static constexpr int kFirst = 10007, kStep = 97;

  std::string word(std::int64_t count) const {
    for (int factor = 1; factor <= 9; ++factor)
      for (std::size_t i = 0; i < names_.size(); ++i)
        if (count == std::int64_t{factor} * (kFirst + kStep * static_cast<int>(i)))
          return (factor > 1 ? std::to_string(factor) + "*" : "") + names_[i];
    return std::to_string(count);
  }

  template <class Scalar>
  static constexpr const char* numpy_letters() {
    if constexpr (std::is_same_v<Scalar, double>) return "f8";
    if constexpr (std::is_same_v<Scalar, float>) return "f4";
    if constexpr (std::is_same_v<Scalar, char>) return "i1";
    if constexpr (std::is_integral_v<Scalar>) {
      constexpr bool kSigned = std::is_signed_v<Scalar>;
      return sizeof(Scalar) == 8   ? (kSigned ? "i8" : "u8")
             : sizeof(Scalar) == 4 ? (kSigned ? "i4" : "u4")
                                   : (kSigned ? "i1" : "u1");
    }
  }

  std::vector<std::string> names_;
};

nb::dict model_shapes() {
  ShapeWords shapes;
  Model prototype;
  Sizes::visit(static_cast<Sizes&>(prototype),
               [&](const char* name, auto& size) { shapes.number(name, size); });
  nb::dict words;
  Model::visit_arrays(prototype, shapes.writer(words));
  return words;
}

nb::dict data_shapes() {
  ShapeWords shapes;
  Sizes sizes;
  Sizes::visit(sizes, [&](const char* name, auto& size) { shapes.number(name, size); });
  Data prototype;
  StepCounts::visit(static_cast<StepCounts&>(prototype),
                    [&](const char* name, int& count) { shapes.number(name, count); });
  nb::dict words;
  Data::visit_arrays(prototype, sizes, shapes.writer(words));
  Data::visit_arena(prototype, sizes, shapes.writer(words));
  return words;
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

  m.attr("model_shapes") = model_shapes();
  m.attr("data_shapes") = data_shapes();

  nb::dict enums;
  for (const EnumText& text : enum_texts())
    enums[nb::str(text.name.data(), text.name.size())] = text.enumerators;
  m.attr("enum_texts") = enums;
}

}  // namespace corten::python
