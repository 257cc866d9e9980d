// The schema of MJCF: which elements may stand where, how often, and with which attributes.
#pragma once

#include <vector>

#include "corten/base/near_word.h"
#include "corten/mjcf/row.h"
#include "corten/mjcf/xml_tree.h"

namespace corten::mjcf {

using corten::did_you_mean;

struct ElementType {
  std::string_view name;
  bool once = false;  // at most one per parent
  std::vector<Rows> rows{};
  std::vector<const ElementType*> children{};
  bool in_default = false;  // rows that are not allowed in <default> do not count

  const ElementType* child(std::string_view child_name) const;
  const Row* row(std::string_view attribute) const;
  std::vector<std::string_view> attributes() const;
};

// The root <mujoco>; `worldbody` and `body` share one type, which contains itself.
const ElementType& mjcf_schema();

// Reports every element and attribute the schema does not know. As in the oracle, the inside of <frame> and
// <replicate> is not looked at, and a body directly under the root is.
void check_schema(const XmlElement& root, Diagnostics& diagnostics);

// <joint name="elbow"> for messages.
std::string describe(const XmlElement& element);

}  // namespace corten::mjcf
