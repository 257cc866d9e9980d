#include "corten/mjcf/urdf_parts.h"

#include <algorithm>

#include "corten/mjcf/attribute.h"
#include "corten/spec/orientation.h"

namespace corten::mjcf::urdf {

const XmlElement* child(const XmlElement& element, std::string_view name, Issues& issues, bool required) {
  const XmlElement* found = nullptr;
  for (const XmlElement& candidate : element.children) {
    if (candidate.name != name) continue;
    if (found) issues.error(candidate, "may appear only once");
    found = found ? found : &candidate;
  }
  if (!found && required) issues.error(element, "needs an element <" + std::string(name) + ">");
  return found;
}

bool numbers(const XmlElement& element, std::string_view name, Real* values, int count, Issues& issues,
             bool required) {
  const std::string* text = element.find(name);
  if (required && (!text || is_blank(*text))) {
    issues.error(element, missing(name));
  }
  const auto read = read_reals(element, name, count, issues);
  if (read) std::copy(read->begin(), read->end(), values);
  return read.has_value();
}

std::optional<Origin> read_origin(const XmlElement& element, Issues& issues) {
  const XmlElement* origin = child(element, "origin", issues);
  if (!origin) return std::nullopt;
  Origin read;
  spec::Real3 rpy{};
  numbers(*origin, "xyz", read.pos.data(), 3, issues);
  numbers(*origin, "rpy", rpy.data(), 3, issues);
  (void)spec::resolve_euler(rpy, "XYZ", read.quat);
  return read;
}

}  // namespace corten::mjcf::urdf
