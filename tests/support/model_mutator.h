// Random changes to a model's text, guided by the schema: attributes and elements added, altered and removed,
// with values that are mostly sensible and sometimes not. The same seed makes the same change.
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "corten/mjcf/schema.h"

namespace corten::mjcf {

// The elements of a model file with its includes expanded; nothing if it cannot be parsed.
std::optional<XmlElement> parse_model_file(const std::string& path);

std::string to_text(const XmlElement& root);

class ModelMutator {
 public:
  explicit ModelMutator(std::uint64_t seed) : random_(seed) {}

  // Makes `count` changes.
  void mutate(XmlElement& root, int count);

 private:
  // an element, what the schema says about it, and where it stands
  struct Target {
    XmlElement* element;
    const ElementType* type;
    XmlElement* parent;
    const ElementType* parent_type;
  };

  void collect(XmlElement& element, const ElementType* type, XmlElement* parent,
               const ElementType* parent_type);
  void collect_names(const XmlElement& element, bool in_default);

  void change_once(XmlElement& root);
  void set_attribute(Target target);
  void set_number(Target target);
  void remove_attribute(Target target);
  void add_element(Target target);
  void remove_element(Target target);
  void duplicate_element(Target target);
  void wrap_in_frame(Target target);
  void swap_siblings(Target target);
  void set_compiler(XmlElement& root);
  void add_class(XmlElement& root);

  std::string value(const Row& row, const XmlElement& element);
  std::string numbers(int count, bool integers);
  std::string number(bool integer);
  std::string any_name(std::string_view attribute, const XmlElement& element);
  std::string hand_value(std::string_view attribute, const XmlElement& element);
  XmlElement new_element(const ElementType& type);

  int below(int n) { return n <= 0 ? 0 : static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  bool chance(int percent) { return below(100) < percent; }
  template <class T>
  const T& pick(const std::vector<T>& list) {
    return list[static_cast<std::size_t>(below(static_cast<int>(list.size())))];
  }

  std::mt19937_64 random_;
  std::vector<Target> targets_;
  std::map<std::string, std::vector<std::string>> names_;  // by kind of object
  int next_name_ = 0;
};

}  // namespace corten::mjcf
