// An XML document as a tree of elements that know where they were written. Comments, text and declarations
// are checked and dropped; what is accepted is what the oracle's parser accepts.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "corten/base/budget.h"

namespace corten::mjcf {

// The file an element came from.
struct Source {
  std::string file;         // as it was opened; empty for text from memory
  std::string include_dir;  // folder under which an included file was opened; empty for the top file
  bool included = false;
};

struct XmlAttribute {
  std::string name;
  std::string value;
};

struct XmlElement {
  std::string name;
  std::vector<XmlAttribute> attributes;
  std::vector<XmlElement> children;
  std::shared_ptr<const Source> source;
  int line = 0;
  bool has_other_nodes = false;  // a comment, CDATA or text that is not blank
  std::string first_comment;     // the comment that is the very first child node

  const std::string* find(std::string_view attribute) const;
  Place place() const { return {source ? source->file : std::string(), line, 0}; }
};

// The root element, or nothing and a diagnostic.
// Elements are drawn from the budget, if there is one, which throws when it is spent.
std::optional<XmlElement> parse_xml(std::string_view text, std::shared_ptr<const Source> source,
                                    Diagnostics& diagnostics, Budget* budget = nullptr);

// < > & and quotes as entities, for writing.
std::string escape_xml(std::string_view text);

}  // namespace corten::mjcf
