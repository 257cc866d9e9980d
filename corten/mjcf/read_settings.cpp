// Reading of compiler, option, size, visual and statistic. Sections of one kind merge, later ones win.
#include <charconv>

#include "corten/base/client_texts.h"
#include "corten/mjcf/reader.h"
#include "corten/mjcf/rows_settings.h"

namespace corten::mjcf {

namespace {

const XmlElement* child_of(const XmlElement& element, std::string_view name) {
  for (const XmlElement& child : element.children) {
    if (child.name == name) return &child;
  }
  return nullptr;
}

// As the oracle, an option/flag or compiler/lengthrange that an include brought is not seen.
const XmlElement* own_child_of(const XmlElement& element, std::string_view name) {
  const XmlElement* child = child_of(element, name);
  return child && child->source == element.source ? child : nullptr;
}

void read_directories(const XmlElement& section, spec::Compiler& compiler) {
  const auto assign = [&](const char* attribute, spec::Set<std::string>& field) {
    if (const std::string* text = section.find(attribute)) field = *text;
  };
  assign("assetdir", compiler.meshdir);
  assign("assetdir", compiler.texturedir);
  assign("meshdir", compiler.meshdir);
  assign("texturedir", compiler.texturedir);
}

void read_flag(const XmlElement& element, std::string_view name, int bit, bool set_when, int& bits,
               Issues& issues) {
  const std::optional<int> word = read_keyword(element, name, kEnable, issues);
  if (!word) return;
  bits &= ~bit;
  if ((*word != 0) == set_when) bits |= bit;
}

void read_actuator_groups(const XmlElement& section, Context& context) {
  const auto groups = read_integers(section, "actuatorgroupdisable", context.issues);
  if (!groups) return;
  if (groups->size() > 31)
    return context.issues.error(section, "attribute 'actuatorgroupdisable': at most 31 values");
  for (int group : *groups) {
    if (group < 0 || group > 30) {
      return context.issues.error(section, std::string("attribute 'actuatorgroupdisable': groups ") +
                                               (group < 0 ? client_text::kNotNegative : "cannot exceed 30"));
    }
    context.spec.option.disableactuator |= 1 << group;
  }
}

// "10M": a number of bytes with an optional suffix; -1 leaves it unset.
std::optional<std::int64_t> parse_memory(std::string_view text) {
  const std::vector<std::string> words = parse_words(text);
  if (words.size() != 1) return {};
  std::string_view word = words.front();
  if (word == "-1") return -1;
  int shift = 0;
  const std::size_t suffix = std::string_view("kmgtpe").find(static_cast<char>(word.back() | 0x20));
  if (word.back() >= 'A' && suffix != std::string_view::npos) {
    shift = 10 * (static_cast<int>(suffix) + 1);
    word.remove_suffix(1);
  }
  if (word.starts_with('+')) word.remove_prefix(1);
  std::uint64_t bytes = 0;
  const auto [end, status] = std::from_chars(word.data(), word.data() + word.size(), bytes);
  if (status != std::errc() || end != word.data() + word.size()) return {};
  if (shift > 0 && (bytes >> (64 - shift)) != 0) return {};
  bytes <<= shift;
  return static_cast<std::int64_t>(bytes);
}

void read_memory(const XmlElement& section, Context& context) {
  const std::string* text = section.find("memory");
  if (!text) return;
  const std::optional<std::int64_t> bytes = parse_memory(*text);
  if (!bytes) {
    return context.issues.error(section, "attribute 'memory': '" + *text + "' is no size",
                                "an integer with an optional K, M, G, T, P or E");
  }
  if (*bytes != -1) context.spec.size.memory = *bytes;
}

}  // namespace

void read_compiler(const XmlElement& section, Context& context) {
  spec::Compiler& compiler = context.spec.compiler;
  read_rows(section, rows_of<spec::Compiler>(), &compiler, context.issues);
  if (read_keyword(section, "coordinate", kCoordinate, context.issues).value_or(0) == 1) {
    context.issues.error(section, "global coordinates are no longer supported",
                         "convert the model with MuJoCo 2.3.3 or older");
  }
  if (const std::string* text = section.find("eulerseq")) {
    if (text->size() == 3) {
      compiler.eulerseq = *text;
    } else {
      context.issues.error(section, "attribute 'eulerseq': expected three letters");
    }
  }
  read_directories(section, compiler);
  if (const XmlElement* child = own_child_of(section, "lengthrange")) {
    read_rows(*child, rows_of<spec::LengthRange>(), &compiler.lengthrange, context.issues);
  }
}

void read_option(const XmlElement& section, Context& context) {
  Option& option = context.spec.option;
  read_rows(section, option_rows(), &option, context.issues);
  read_actuator_groups(section, context);
  const XmlElement* flag = own_child_of(section, "flag");
  if (!flag) return;
  int bit = 1;
  for (std::string_view name : kDisableFlags) {
    read_flag(*flag, name, bit, false, option.disableflags, context.issues);
    bit <<= 1;
  }
  bit = 1;
  for (std::string_view name : kEnableFlags) {
    read_flag(*flag, name, bit, true, option.enableflags, context.issues);
    bit <<= 1;
  }
}

void read_size(const XmlElement& section, Context& context) {
  spec::Size& size = context.spec.size;
  size.place = section.place();
  read_memory(section, context);
  read_rows(section, rows_of<spec::Size>(), &size, context.issues);
  for (const char* name : {"nstack", "njmax"}) {
    std::string problem;
    const std::string* text = section.find(name);
    if (text && size.memory.set && parse_integer(*text, problem).value_or(-1) != -1) {
      context.issues.error(section, "attribute '" + std::string(name) + "' cannot be combined with 'memory'");
    }
  }
  for (const char* name : {"nconmax", "nuser_body", "nuser_jnt", "nuser_geom", "nuser_site", "nuser_cam",
                           "nuser_tendon", "nuser_actuator", "nuser_sensor"}) {
    std::string problem;
    const std::string* text = section.find(name);
    if (text && parse_integer(*text, problem).value_or(0) < -1) {
      context.issues.error(section, "attribute '" + std::string(name) + "' must be -1 or more");
    }
  }
}

void read_visual(const XmlElement& section, Context& context) {
  Visual& visual = context.spec.visual;
  for (const XmlElement& child : section.children) {
    for (const VisualPart& part : visual_parts())
      if (child.name == part.name) read_rows(child, part.rows, part.in(visual), context.issues);
    if (child.name == "global" && visual.global_.realtime <= 0)
      context.issues.error(child, "attribute 'realtime' must be positive");
    if (child.name == "map" && visual.map.znear <= 0) context.issues.error(child, client_text::kZnear);
  }
}

void read_statistic(const XmlElement& section, Context& context) {
  spec::Statistic& statistic = context.spec.statistic;
  read_rows(section, rows_of<spec::Statistic>(), &statistic, context.issues);
  if (statistic.extent.set && *statistic.extent <= 0) {
    context.issues.error(section, client_text::kExtent);
  }
}

}  // namespace corten::mjcf
