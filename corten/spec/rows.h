// The rows of an element, and the values it shares with the Model, made from
// the `visit` of its struct.
#pragma once

#include "corten/spec/row.h"
#include "corten/spec/spec.h"

namespace corten {
struct Model;
}

namespace corten::spec {

// A value that the Model takes as it is.
struct ModelCopy {
  std::ptrdiff_t value, set;  // places in the node; set −1: plain
  std::ptrdiff_t array;       // place in the Model
  const void* group;          // kGroup of the struct of Model's arrays
  void (*store)(const void* value, void* array, int id);
  void (*load)(const void* array, int id, void* value);
};
template <class Group>
inline constexpr char kGroup = 0;

// What is declared of a struct; compiled in rows.cpp for every struct that has
// a `visit`.
template <class N>
struct Declared {
  static Rows rows(std::string_view element);
  static std::span<const ModelCopy> copies();
};

// Attributes of the element of a struct, or those it has in another element:
// rows_of<Flex>("edge").
template <class N>
Rows rows_of(std::string_view element = {}) {
  return Declared<N>::rows(element);
}

void to_model(std::span<const ModelCopy> copies, const void* group, const void* node, int id, Model& m);
void from_model(std::span<const ModelCopy> copies, const void* group, const Model& m, int id, void* node);

// Values of a node to and from the arrays of Group (JointFields, DofFields, …)
// that take them as they are.
template <class Group, class N>
void to_model(const N& node, int id, Model& m) {
  to_model(Declared<N>::copies(), &kGroup<Group>, &node, id, m);
}
template <class Group, class N>
void from_model(const Model& m, int id, N& node) {
  from_model(Declared<N>::copies(), &kGroup<Group>, m, id, &node);
}

}  // namespace corten::spec
