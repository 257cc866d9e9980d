#include "corten/mjcf/later.h"

#include <algorithm>
#include <vector>

#include "corten/base/real_from_chars.h"
#include "corten/mjcf/schema.h"

namespace corten::mjcf {
namespace {

constexpr std::string_view kAny = "*";
constexpr std::string_view kServos =
    "general motor position velocity intvelocity damper cylinder muscle plugin";

// In the order of releases. What only pictures, saved text or memory know is neutral with any value.
constexpr LaterAttribute kAttributes[] = {
    {kServos, "armature damping", "3.7", "0"},
    {"flex flexcomp", "cellcount", "3.8", "1"},
    {"flexstrain", "cell", "3.8", ""},
    {"flag", "diagexact", "3.9", "disable"},
    {"compiler", "conflict", "3.10", "warning"},
    {"body", "simple", "3.11", "auto"},
    {"geom", "surfacevel", "3.11", "0"},
    {"geom pair", "adhesion", "3.11", "0"},
    {"intvelocity", "actlimited", "3.11", "auto true"},
    {"flex", "dof nodecoord", "3.12", ""},
    {"general", "input", "3.12", ""},
    {"general", "velrange ffrange", "3.12", "0"},
    {"light", "softness", "3.12", kAny},
    {"site", "mesh", "3.13", ""},
    {"tactile", "cutoff", "3.13", "0"},
    {"flag", "ipc", "3.14", "disable"},
    {"insidesite", "enclosed", "3.15", "false"},
    {"attach", "frame", "3.16", ""},
    {"body", "fuse", "3.16", "auto"},
    {"compiler", "savecompiled savecanonical", "3.16", kAny},
    {"frame", "scale massscale", "3.16", "1"},
    {"frame", "scaling", "3.16", "similar"},
    {"general", "inheritrange", "3.16", "0"},
    {"compiler", "passthrough", "3.17", "none"},
    {"elasticity", "section", "3.17", "circle"},
    {"elasticity", "sectionsize shear", "3.17", "0"},
    {"texture", "embed", "3.17", "auto true"},
    {"texture", "class", "3.17", ""},
    {"elasticity", "yield", "4.0", "0"},
    {"flag", "speculative", "4.0", "disable"},
    {"flexcomp", "mesh", "4.0", ""},
    {"geom", "castshadow", "4.0", kAny},
    {"joint spatial fixed tendon", "springyield", "4.0", "0"},
    {"key", "plastic", "4.0", ""},
    {"tendon", "armature actuatorfrcrange", "4.0", "0"},
    {"tendon", "actuatorfrclimited", "4.0", "auto"},
};

constexpr LaterElement kElements[] = {
    {"equality", "flexstrain", "3.6"},
    {"actuator default", "dcmotor", "3.7"},
    {"actuator default", "orientation", "3.11"},
    {"actuator default", "pid", "3.12"},
    {"default", "texture", "3.17"},
};

constexpr LaterWord kWords[] = {
    {"general", "dyntype", "dcmotor", "3.7"},
    {"general", "gaintype", "dcmotor", "3.7"},
    {"general", "biastype", "dcmotor", "3.7"},
    {"general", "gaintype", "so3", "3.11"},
    {"general", "biastype", "so3", "3.11"},
    {"general", "dyntype", "pid", "3.12"},
    {"general", "gaintype", "pid", "3.12"},
    {"option", "integrator", "discrete", "3.13"},
    {"contact", "data", "linvel angvel", "3.16"},
    {"mesh", "builtin", "grid box cylinder ellipsoid square disc", "3.16"},
};

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == text.npos) return words;
    const std::size_t end = std::min(text.find_first_of(" \t\r\n", begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    text.remove_prefix(end);
  }
}

bool lists(std::string_view list, std::string_view word) {
  return std::ranges::any_of(words_of(list), [&](std::string_view listed) { return listed == word; });
}

bool same(std::string_view word, std::string_view neutral) {
  double a = 0, b = 0;
  const auto number = [](std::string_view text, double& value) {
    const auto [end, status] = real_from_chars(text.data(), text.data() + text.size(), value);
    return status == std::errc() && end == text.data() + text.size();
  };
  return word == neutral || (number(word, a) && number(neutral, b) && a == b);
}

bool changes_nothing(std::string_view value, std::string_view neutral) {
  if (neutral == kAny) return true;
  return std::ranges::all_of(words_of(value), [&](std::string_view word) {
    return std::ranges::any_of(words_of(neutral), [&](std::string_view n) { return same(word, n); });
  });
}

const LaterAttribute* find_attribute(std::string_view element, std::string_view attribute) {
  for (const LaterAttribute& row : kAttributes)
    if (lists(row.elements, element) && lists(row.attributes, attribute)) return &row;
  return nullptr;
}

const LaterElement* find_element(std::string_view parent, std::string_view name) {
  for (const LaterElement& row : kElements)
    if (lists(row.parent, parent) && lists(row.names, name)) return &row;
  return nullptr;
}

std::string hint(std::string_view release) {
  return release.empty() ? std::string()
                         : "of MuJoCo " + std::string(release) + "; this engine computes what 3.5.0 does";
}

class Settle {
 public:
  explicit Settle(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  void element(XmlElement& e) {
    std::erase_if(e.attributes, [&](XmlAttribute& a) { return attribute(e, a); });
    std::erase_if(e.children, [&](XmlElement& child) { return is_unused(e, child); });
    for (XmlElement& child : e.children) element(child);
  }

 private:
  // whether it is to be taken away
  bool attribute(const XmlElement& e, XmlAttribute& a) {
    if (lists(kLaterPolynomials.elements, e.name) && lists(kLaterPolynomials.attributes, a.name))
      shorten(e, a);
    const LaterAttribute* row = find_attribute(e.name, a.name);
    if (!row) return false;
    if (changes_nothing(a.value, row->neutral))
      passed_over(e, a.name, row->release);
    else
      refused(e, a, row->release);
    return true;
  }

  void shorten(const XmlElement& e, XmlAttribute& a) {
    const auto words = words_of(a.value);
    if (words.size() < 2) return;
    const std::size_t behind = static_cast<std::size_t>(words[1].data() - a.value.data());
    if (changes_nothing(std::string_view(a.value).substr(behind), kLaterPolynomials.neutral))
      passed_over(e, a.name, kLaterPolynomials.release);
    else
      refused(e, a, kLaterPolynomials.release);
    a.value = std::string(words[0]);
  }

  // a class that nothing can use
  bool is_unused(const XmlElement& parent, const XmlElement& child) {
    const LaterElement* row = find_element(parent.name, child.name);
    if (!row || parent.name != "default") return false;
    diagnostics_.warning(child.place(), describe(child), "passed over: an element of later releases",
                         hint(row->release));
    return true;
  }

  void passed_over(const XmlElement& e, const std::string& name, std::string_view release) {
    diagnostics_.warning(e.place(), describe(e),
                         "attribute '" + name + "' passed over: it changes no number here", hint(release));
  }
  void refused(const XmlElement& e, const XmlAttribute& a, std::string_view release) {
    diagnostics_.error(
        e.place(), describe(e),
        "attribute '" + a.name + "': the value '" + a.value + "' has a meaning only in later releases",
        hint(release));
  }

  Diagnostics& diagnostics_;
};

}  // namespace

std::span<const LaterAttribute> later_attributes() { return kAttributes; }
std::span<const LaterElement> later_elements() { return kElements; }
std::span<const LaterWord> later_words() { return kWords; }

std::string later_attribute_hint(std::string_view element, std::string_view attribute) {
  const LaterAttribute* row = find_attribute(element, attribute);
  return hint(row ? row->release : "");
}

std::string later_element_hint(std::string_view parent, std::string_view name) {
  const LaterElement* row = find_element(parent, name);
  return hint(row ? row->release : "");
}

std::string later_word_hint(std::string_view element, std::string_view attribute, std::string_view word) {
  for (const LaterWord& row : kWords)
    if (lists(row.elements, element) && row.attribute == attribute && lists(row.words, word))
      return hint(row.release);
  return {};
}

void settle_later(XmlElement& root, Diagnostics& diagnostics) { Settle(diagnostics).element(root); }

}  // namespace corten::mjcf
