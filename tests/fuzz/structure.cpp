#include "tests/fuzz/structure.h"

#include <cstring>
#include <memory>

#include "tests/fuzz/scenes.h"
#include "tests/support/model_mutator.h"

namespace corten::fuzz {
namespace {

using mjcf::ElementType;
using mjcf::XmlElement;

constexpr const char* kValues[] = {"1073741824", "268435456", "65536",      "2147483647", "-2147483648",
                                   "nan",        "-1",        "0",          "1e308",      "65536 65536",
                                   "-inf",       "1e-320",    "1000000000", "",           "0 0 0 0"};

struct Place {
  XmlElement* element;
  const ElementType* type;
};

std::vector<Place> places(XmlElement& root) {
  std::vector<Place> all{{&root, &mjcf::mjcf_schema()}};
  for (std::size_t i = 0; i < all.size(); ++i)
    for (XmlElement& child : all[i].element->children)
      if (const ElementType* type = all[i].type->child(child.name)) all.push_back({&child, type});
  return all;
}

void set(XmlElement& element, std::string_view name, const char* value) {
  for (mjcf::XmlAttribute& attribute : element.attributes)
    if (attribute.name == name) return (void)(attribute.value = value);
  element.attributes.push_back({std::string(name), value});
}

// an element gets a value, or four twins
void change(XmlElement& root, std::uint8_t which, std::uint8_t attribute, std::uint8_t value) {
  std::vector<Place> all = places(root);
  const Place& place = all[which % all.size()];
  constexpr std::uint8_t kRepeat = 250;
  if (value >= kRepeat && !place.element->children.empty()) {
    std::vector<XmlElement>& children = place.element->children;
    const XmlElement twin = children[attribute % children.size()];
    for (int i = 0; i < 4; ++i) children.push_back(twin);
    return;
  }
  const std::vector<std::string_view> names = place.type->attributes();
  if (!names.empty())
    set(*place.element, names[attribute % names.size()], kValues[value % std::size(kValues)]);
}

}  // namespace

std::string changed_scene(const std::uint8_t* data, std::size_t size) {
  Diagnostics diagnostics;
  std::optional<XmlElement> root = mjcf::parse_xml(kScene, std::make_shared<mjcf::Source>(), diagnostics);
  std::uint32_t seed = 0;
  std::memcpy(&seed, data, std::min(size, sizeof seed));
  const std::size_t begin = std::min(size, sizeof seed);
  if (seed) mjcf::ModelMutator(seed).mutate(*root, 1 + static_cast<int>(seed % 5));
  for (std::size_t i = begin; i + 3 <= size && i < begin + 30; i += 3)
    change(*root, data[i], data[i + 1], data[i + 2]);
  return mjcf::to_text(*root);
}

}  // namespace corten::fuzz
