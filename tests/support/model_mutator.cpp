#include "tests/support/model_mutator.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "corten/mjcf/reader.h"

namespace corten::mjcf {
namespace {

void write(const XmlElement& element, std::string& text) {
  text += "<" + element.name;
  for (const XmlAttribute& attribute : element.attributes)
    text += " " + attribute.name + "=\"" + escape_xml(attribute.value) + "\"";
  if (element.children.empty()) {
    text += "/>\n";
    return;
  }
  text += ">\n";
  for (const XmlElement& child : element.children) write(child, text);
  text += "</" + element.name + ">\n";
}

void set(XmlElement& element, std::string_view name, std::string value) {
  for (XmlAttribute& attribute : element.attributes) {
    if (attribute.name != name) continue;
    attribute.value = std::move(value);
    return;
  }
  element.attributes.push_back({std::string(name), std::move(value)});
}

bool is_container(std::string_view name) { return name == "frame" || name == "replicate"; }

// the kind of object that an attribute of this name refers to
std::string referred_kind(std::string_view attribute) {
  static const std::map<std::string_view, std::string> kKinds = {
      {"joint", "joint"},     {"jointinparent", "joint"}, {"joint1", "joint"},      {"joint2", "joint"},
      {"body", "body"},       {"body1", "body"},          {"body2", "body"},        {"target", "body"},
      {"subtree1", "body"},   {"subtree2", "body"},       {"geom", "geom"},         {"geom1", "geom"},
      {"geom2", "geom"},      {"site", "site"},           {"site1", "site"},        {"site2", "site"},
      {"slidersite", "site"}, {"cranksite", "site"},      {"refsite", "site"},      {"sidesite", "site"},
      {"tendon", "tendon"},   {"tendon1", "tendon"},      {"tendon2", "tendon"},    {"actuator", "actuator"},
      {"camera", "camera"},   {"mesh", "mesh"},           {"material", "material"}, {"texture", "texture"},
      {"hfield", "hfield"},   {"class", "class"},         {"childclass", "class"},  {"model", "model"},
  };
  const auto found = kKinds.find(attribute);
  return found == kKinds.end() ? "" : found->second;
}

bool is_orientation(std::string_view name) {
  return name == "quat" || name == "axisangle" || name == "xyaxes" || name == "zaxis" || name == "euler";
}

}  // namespace

std::optional<XmlElement> parse_model_file(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  Diagnostics diagnostics;
  auto source = std::make_shared<Source>();
  source->file = path;
  std::optional<XmlElement> root = parse_xml(text.str(), source, diagnostics);
  if (root) expand_includes(*root, path, Vfs(), diagnostics);
  return diagnostics.ok() ? root : std::nullopt;
}

std::string to_text(const XmlElement& root) {
  std::string text;
  write(root, text);
  return text;
}

void ModelMutator::mutate(XmlElement& root, int count) {
  for (int i = 0; i < count; ++i) change_once(root);
}

void ModelMutator::collect(XmlElement& element, const ElementType* type, XmlElement* parent,
                           const ElementType* parent_type) {
  targets_.push_back({&element, type, parent, parent_type});
  for (XmlElement& child : element.children) {
    const std::string_view name = child.name == "worldbody" ? "body" : std::string_view(child.name);
    const ElementType* child_type = is_container(name) ? type : type->child(name);
    if (child_type) collect(child, child_type, &element, type);
  }
}

void ModelMutator::collect_names(const XmlElement& element, bool in_default) {
  static const std::vector<std::string> kActuators = {
      "general", "motor", "position", "velocity", "intvelocity", "damper", "cylinder", "muscle", "adhesion"};
  const bool is_class = element.name == "default";
  if (const std::string* name = element.find(is_class ? "class" : "name");
      name && (is_class || !in_default)) {
    std::string kind = is_class                                                         ? "class"
                       : element.name == "freejoint"                                    ? "joint"
                       : element.name == "spatial" || element.name == "fixed"           ? "tendon"
                       : std::count(kActuators.begin(), kActuators.end(), element.name) ? "actuator"
                                                                                        : element.name;
    names_[kind].push_back(*name);
  }
  for (const XmlElement& child : element.children) collect_names(child, in_default || is_class);
}

void ModelMutator::change_once(XmlElement& root) {
  targets_.clear();
  names_.clear();
  collect(root, &mjcf_schema(), nullptr, nullptr);
  collect_names(root, false);
  const Target target = pick(targets_);
  switch (below(20)) {
    case 0:
    case 1:
      return remove_attribute(target);
    case 2:
    case 3:
    case 4:
      return add_element(target);
    case 5:
      return remove_element(target);
    case 6:
      return duplicate_element(target);
    case 7:
      return wrap_in_frame(target);
    case 8:
      return swap_siblings(target);
    case 9:
      return set_compiler(root);
    case 10:
      return add_class(root);
    case 11:
    case 12:
    case 13:
      return set_number(target);
    default:
      return set_attribute(target);
  }
}

void ModelMutator::set_attribute(Target target) {
  if (is_container(target.element->name) || target.element->name == "worldbody") return;
  const std::vector<std::string_view> names = target.type->attributes();
  if (names.empty()) return;
  const std::string_view name = pick(names);
  if (is_orientation(name) && chance(85))
    std::erase_if(target.element->attributes, [](const auto& a) { return is_orientation(a.name); });
  set(*target.element, name, value(*target.type->row(name), *target.element));
}

// changes one number of an attribute that is there
void ModelMutator::set_number(Target target) {
  if (target.element->attributes.empty()) return;
  XmlAttribute& attribute =
      target.element
          ->attributes[static_cast<std::size_t>(below(static_cast<int>(target.element->attributes.size())))];
  std::istringstream words(attribute.value);
  std::vector<std::string> list;
  for (std::string word; words >> word;) list.push_back(word);
  if (list.empty() || list[0].find_first_not_of("+-.0123456789e") != std::string::npos) return;
  const std::size_t index = static_cast<std::size_t>(below(static_cast<int>(list.size())));
  const bool integer = list[index].find_first_of(".e") == std::string::npos;
  list[index] = number(integer && chance(70));
  if (chance(5)) list.push_back("1");
  if (chance(5)) list.pop_back();
  attribute.value.clear();
  for (const std::string& word : list) attribute.value += (attribute.value.empty() ? "" : " ") + word;
}

void ModelMutator::remove_attribute(Target target) {
  auto& attributes = target.element->attributes;
  if (attributes.empty()) return;
  attributes.erase(attributes.begin() + below(static_cast<int>(attributes.size())));
}

void ModelMutator::add_element(Target target) {
  std::vector<const ElementType*> kinds;
  for (const ElementType* child : target.type->children)
    if (child->name != "plugin" && child->name != "flexcomp" && child->name != "deformable" &&
        child->name != "extension" && child->name != "flex" && child->name != "flexvert" &&
        child->name != "model")
      kinds.push_back(child);
  if (kinds.empty()) return;
  XmlElement child = new_element(*pick(kinds));
  if (target.parent == nullptr && child.name == "body") child.name = "worldbody", child.attributes.clear();
  auto& children = target.element->children;
  children.insert(children.begin() + below(static_cast<int>(children.size()) + 1), std::move(child));
}

void ModelMutator::remove_element(Target target) {
  if (!target.parent) return;
  auto& children = target.parent->children;
  children.erase(children.begin() + (target.element - children.data()));
}

void rename_all(XmlElement& element, const std::string& suffix) {
  for (XmlAttribute& attribute : element.attributes)
    if (attribute.name == "name" || (element.name == "default" && attribute.name == "class"))
      attribute.value += suffix;
  for (XmlElement& child : element.children) rename_all(child, suffix);
}

void ModelMutator::duplicate_element(Target target) {
  if (!target.parent) return;
  XmlElement copy = *target.element;
  if (chance(90)) rename_all(copy, "_" + std::to_string(++next_name_) + "c");
  auto& children = target.parent->children;
  children.insert(children.begin() + below(static_cast<int>(children.size()) + 1), std::move(copy));
}

void ModelMutator::wrap_in_frame(Target target) {
  if (!target.parent || (target.parent_type->name != "body") || target.element->name == "inertial") return;
  XmlElement frame;
  frame.name = chance(75) ? "frame" : "replicate";
  if (frame.name == "replicate") {
    set(frame, "count", std::to_string(chance(90) ? 1 + below(3) : below(13)));
    if (chance(80)) set(frame, "offset", numbers(3, false));
    if (chance(50)) set(frame, "euler", numbers(3, false));
    if (chance(50)) set(frame, "sep", "-");
  } else {
    if (chance(30)) set(frame, "name", "frame" + std::to_string(++next_name_));
    if (chance(80)) set(frame, "pos", numbers(3, false));
    static const std::vector<std::pair<std::string, int>> kOrientations = {
        {"quat", 4}, {"axisangle", 4}, {"xyaxes", 6}, {"zaxis", 3}, {"euler", 3}};
    const auto& [name, count] = pick(kOrientations);
    if (chance(70)) set(frame, name, numbers(count, false));
  }
  if (chance(25)) set(frame, "childclass", any_name("childclass", frame));
  frame.children.push_back(*target.element);
  *target.element = std::move(frame);
}

void ModelMutator::swap_siblings(Target target) {
  auto& children = target.element->children;
  if (children.size() < 2) return;
  const int n = static_cast<int>(children.size());
  std::swap(children[static_cast<std::size_t>(below(n))], children[static_cast<std::size_t>(below(n))]);
}

void ModelMutator::set_compiler(XmlElement& root) {
  const ElementType& type = *mjcf_schema().child("compiler");
  XmlElement compiler;
  compiler.name = "compiler";
  for (int i = 1 + below(2); i > 0; --i) {
    const std::string_view name = pick(type.attributes());
    if (name == "coordinate" || name.ends_with("dir")) continue;
    set(compiler, name, value(*type.row(name), compiler));
  }
  root.children.insert(root.children.begin() + below(static_cast<int>(root.children.size()) + 1), compiler);
}

void ModelMutator::add_class(XmlElement& root) {
  const ElementType& type = *mjcf_schema().child("default");
  XmlElement main;
  main.name = "default";
  XmlElement own;
  own.name = "default";
  set(own, "class", "class" + std::to_string(++next_name_));
  for (XmlElement* holder : {&main, &own}) {
    if (chance(40)) continue;
    const ElementType& record = *pick(type.children);
    if (&record == &type) continue;
    XmlElement child;
    child.name = record.name;
    for (int i = below(4); i > 0; --i) {
      const std::string_view name = pick(record.attributes());
      set(child, name, value(*record.row(name), child));
    }
    holder->children.push_back(child);
  }
  main.children.push_back(own);
  root.children.insert(root.children.begin() + below(static_cast<int>(root.children.size()) + 1), main);
}

XmlElement ModelMutator::new_element(const ElementType& type) {
  XmlElement element;
  element.name = type.name;
  for (Rows rows : type.rows)
    for (const Row& row : rows) {
      const bool reference =
          !referred_kind(row.name).empty() && row.name != "class" && row.name != "material";
      if (row.has(kRequired) || (reference && chance(40)) || chance(8))
        set(element, row.name, value(row, element));
    }
  if (element.find("name")) set(element, "name", "new" + std::to_string(++next_name_));
  if (type.name == "geom" || type.name == "site") set(element, "size", ".1 .2 .3");
  if (type.name == "body" && chance(80)) {
    XmlElement geom;
    geom.name = "geom";
    set(geom, "size", ".1 .2 .3");
    element.children.push_back(geom);
  }
  return element;
}

std::string ModelMutator::number(bool integer) {
  static const std::vector<std::string> kOdd = {"0",   "-0",  "1e-20", "-1",  "1e10", "1e-8",
                                                "nan", "inf", "-inf",  "100", "1e5"};
  static const std::vector<std::string> kPlain = {"0", "1", "-1", ".5", "2", ".01", "90", "-.3", "3", "1.5"};
  if (integer) return chance(95) ? std::to_string(below(8) - 1) : std::to_string(below(40) - 10);
  if (chance(1)) return pick(kOdd);
  if (chance(40)) return pick(kPlain);
  std::ostringstream text;
  text.precision(chance(50) ? 3 : 17);
  text << (static_cast<double>(below(2000001)) - 1000000) / 1000000 * (chance(20) ? 90 : 1);
  return text.str();
}

std::string ModelMutator::numbers(int count, bool integers) {
  if (chance(2)) count += below(3) - 1;
  std::string text;
  const bool ordered = chance(30);  // ranges
  for (int i = 0; i < count; ++i) text += (i ? " " : "") + number(integers);
  return ordered && count == 2 && !integers
             ? "-" + std::to_string(1 + below(3)) + " " + std::to_string(1 + below(9))
             : text;
}

std::string ModelMutator::any_name(std::string_view attribute, const XmlElement& element) {
  std::string kind = referred_kind(attribute);
  if (attribute == "objname" || attribute == "refname") {
    const std::string* type = element.find(attribute == "objname" ? "objtype" : "reftype");
    kind = type ? (*type == "xbody" ? "body" : *type) : "body";
  }
  const auto found = names_.find(kind);
  if (found == names_.end() || chance(3)) {
    if (names_.empty() || chance(50)) return "nobody";
    return pick(std::next(names_.begin(), below(static_cast<int>(names_.size())))->second);
  }
  if (kind == "body" && chance(5)) return "world";
  return pick(found->second);
}

// values of attributes that the reader reads by hand
std::string ModelMutator::hand_value(std::string_view attribute, const XmlElement& element) {
  static const std::map<std::string_view, std::vector<std::string>> kValues = {
      {"eulerseq", {"xyz", "zyx", "XYZ", "xYz", "ZXZ", "abc", "xy"}},
      {"memory", {"1M", "10K", "2000000", "-1", "1X"}},
      {"objtype", {"body", "xbody", "geom", "site", "camera", "joint", "tendon"}},
      {"reftype", {"body", "xbody", "geom", "site", "camera"}},
      {"gridlayout", {"LRUDFB", "....", "."}},
      {"data", {"found", "force", "found force", "dist", "dist dir", "normal", "force found", "1 2 3"}},
      {"reduce", {"none", "mindist", "maxforce", "netforce"}},
      {"type", {"box", "capsule", "cylinder", "sphere", "cable"}},
      {"curve", {"s", "s sin(s) 0", "cos(s) sin(s) s", "0 s"}},
      {"initial", {"free", "none", "ball"}},
      {"kind", {"main"}},
      {"count", {"5 1 1", "4 1 1", "7", "2 1 1"}},
      {"content_type", {"model/stl", "model/obj", "image/png", "x"}},
      {"role", {"rgb", "orm", "normal"}},
      {"params", {"2", "1 1", "5 1 1", "6 .3 1 1", ".3 .4 60 40 .2"}},
  };
  const auto found = kValues.find(attribute);
  if (found != kValues.end() && chance(90)) return pick(found->second);
  if (!referred_kind(attribute).empty() || attribute == "objname" || attribute == "refname")
    return any_name(attribute, element);
  if (attribute == "name" || attribute == "prefix") return "new" + std::to_string(++next_name_);
  return chance(70) ? numbers(1 + below(4), chance(40)) : "x";
}

std::string ModelMutator::value(const Row& row, const XmlElement& element) {
  if (chance(1)) return "";
  if (chance(1)) return "x";
  const int count = row.has(kUpTo) ? 1 + below(row.count) : row.count;
  switch (row.kind) {
    case Kind::kReal:
    case Kind::kFloat:
      return numbers(count, false);
    case Kind::kInt:
      return number(true);
    case Kind::kInts:
      return numbers(count, true);
    case Kind::kBool:
      return chance(50) ? "true" : "false";
    case Kind::kKeyword:
    case Kind::kKeywords:
      if (row.name == "coordinate" || row.name == "sleep") return "local";
      return std::string(
          row.keywords[static_cast<std::size_t>(below(static_cast<int>(row.keywords.size())))].word);
    case Kind::kReals:
    case Kind::kFloats:
      return numbers(1 + below(7), false);
    case Kind::kIntegers:
      return numbers(1 + below(7), true);
    case Kind::kWords:
      return any_name(row.name, element);
    case Kind::kString:
      break;
  }
  return hand_value(row.name, element);
}

}  // namespace corten::mjcf
