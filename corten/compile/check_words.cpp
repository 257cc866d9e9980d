// Values that stand for words of MJCF. Reading leaves no others, but a program may write any number into a
// specification: each must be the value of a word, or what the field holds before anybody writes to it.
#include "corten/compile/passes.h"
#include "corten/compile/refuse.h"
#include "corten/spec/kinds.h"
#include "corten/spec/names.h"
#include "corten/spec/rows.h"

namespace corten {
namespace {

using spec::Row;
using words::Keywords;

int value_at(const Row& row, const void* node) {
  return *static_cast<const int*>(row.field(const_cast<void*>(node)).value);
}

std::string wrong_word(std::string_view field, int value) {
  return std::string(field) + " is " + std::to_string(value) + ": there is no such " + std::string(field);
}

std::string words_of(Keywords keywords) {
  std::string all;
  for (const words::Keyword& keyword : keywords)
    all += (all.empty() ? "use " : ", ") + std::string(keyword.word) + " (" + std::to_string(keyword.value) +
           ")";
  return all;
}

// Fields of a struct that hold the value of a word, with what they hold at first.
template <class N>
class WordFields {
 public:
  explicit WordFields(spec::Rows rows) {
    static const N fresh{};
    for (const Row& row : rows)
      if (row.kind == spec::Kind::kKeyword && row.locate && row.name != "fluidshape")  // any number is one
        fields_.push_back({row, value_at(row, &fresh)});
  }
  // refuse(message, hint) about each that is wrong
  template <class Refuse>
  void check(const N& values, Refuse&& refuse) const {
    for (const auto& [row, fresh] : fields_) {
      const int value = value_at(row, &values);
      if (value != fresh && !words::find_value(row.keywords, value))
        refuse(wrong_word(row.name, value), words_of(row.keywords));
    }
  }

 private:
  struct WordField {
    Row row;
    int fresh;
  };
  std::vector<WordField> fields_;
};

template <class N, class Part>
void check_node(const N& node, const Part& part, Diagnostics& diagnostics) {
  static const WordFields<Part> fields(spec::rows_of<Part>());
  fields.check(part, [&](std::string message, std::string hint) {
    refuse(diagnostics, spec::KindOf<N>::kWord, node, std::move(message), std::move(hint));
  });
}

template <class N>
void check_list(const spec::List<N>& nodes, Diagnostics& diagnostics) {
  if constexpr (!std::is_same_v<N, spec::PluginInstance>)
    for (const N& node : nodes) check_node(node, node, diagnostics);
}

void check_parts(const Spec& spec, Diagnostics& diagnostics) {
  for (const spec::Flex& flex : spec.flexes) {
    check_node(flex, flex.contact, diagnostics);
    check_node(flex, flex.elasticity, diagnostics);
  }
  static const WordFields<spec::Sensor> of_users(spec::rows_of<spec::Sensor>("user"));
  for (const spec::Sensor& sensor : spec.sensors)
    of_users.check(sensor, [&](std::string message, std::string hint) {
      refuse(diagnostics, "sensor", sensor, std::move(message), std::move(hint));
    });
}

// What elements of MJCF stand for, and programs say by a number.
template <class N>
void check_kind(const N& node, const char* field, int value, int last, Diagnostics& diagnostics) {
  if (value < 0 || value > last) refuse(diagnostics, spec::KindOf<N>::kWord, node, wrong_word(field, value));
}

void check_kinds(const Spec& spec, Diagnostics& diagnostics) {
  for (const spec::Sensor& node : spec.sensors) check_kind(node, "type", node.type, mjSENS_USER, diagnostics);
  for (const spec::Equality& node : spec.equalities)
    check_kind(node, "type", *node.type, mjEQ_DISTANCE, diagnostics);
  for (const spec::Actuator& node : spec.actuators)
    if (node.trntype != mjTRN_UNDEFINED) check_kind(node, "trntype", node.trntype, mjTRN_BODY, diagnostics);
}

void check_option(const Option& option, Diagnostics& diagnostics) {
  const auto check = [&](const char* field, int value, Keywords keywords) {
    if (!words::find_value(keywords, value))
      diagnostics.error({}, "<option>", wrong_word(field, value), words_of(keywords));
  };
  check("integrator", option.integrator, words::kIntegrator);
  check("cone", option.cone, words::kCone);
  check("jacobian", option.jacobian, words::kJacobian);
  check("solver", option.solver, words::kSolver);
}

}  // namespace

void check_words(const Spec& spec, Draft&, Diagnostics& diagnostics) {
  check_option(spec.option, diagnostics);
  spec::for_each_body(spec.world, [&](const spec::Body& body) {
    if (&body == &spec.world) check_node(body, body, diagnostics);
    spec::for_each_list(body, [&](auto, const auto& nodes) { check_list(nodes, diagnostics); });
  });
  spec::for_each_list(spec, [&](auto, const auto& nodes) { check_list(nodes, diagnostics); });
  check_parts(spec, diagnostics);
  check_kinds(spec, diagnostics);
}

}  // namespace corten
