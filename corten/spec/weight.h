// How much copying a part of a specification makes: what replicate and attach draw from the budget.
#pragma once

#include "corten/spec/spec.h"

namespace corten::spec {

struct Weight {
  std::int64_t bodies = 0;    // without the root
  std::int64_t elements = 0;  // bodies included
  double bytes = 0;           // of the elements, their names and lists of numbers
};
// A tree of bodies, the root excepted, and what it carries. Each copy of a name gets `longer` characters
// more.
Weight weight_of(const Body& root, std::size_t longer = 0);
// Texts and lists of numbers in the records of a class, which every element of it gets a copy of.
double carried_bytes(const Default& record);
// How many elements the lists of a Spec have, which a copy looks through for references.
int list_elements(const Spec& spec);
// Assets, mechanisms and classes of a Spec.
Weight weight_of_lists(const Spec& spec);

}  // namespace corten::spec
