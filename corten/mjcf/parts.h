// Children of an element, each read by the function that a table has beside its name. What no table names the
// schema check has reported.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "corten/mjcf/reader.h"

namespace corten::mjcf {

// What becomes of a second element of that name, where the schema lets it pass (inside a frame it lets all).
enum class Second { kCounts, kIgnored, kRefused };

// `Owner` is what the element describes.
template <class Owner>
struct Part {
  std::string_view name;
  void (*read)(const XmlElement& child, Owner& owner, Context& context);
  Second second = Second::kCounts;
};

template <class Owner, std::size_t N>
void read_parts(const XmlElement& element, const Part<Owner> (&parts)[N], Owner& owner, Context& context) {
  bool seen[N] = {};
  for (const XmlElement& child : element.children)
    for (std::size_t i = 0; i < N; ++i) {
      const Part<Owner>& part = parts[i];
      if (child.name != part.name) continue;
      if (!seen[i] || part.second != Second::kIgnored) part.read(child, owner, context);
      if (seen[i] && part.second == Second::kRefused)
        context.issues.error(child, "only one " + child.name + " element is allowed");
      seen[i] = true;
    }
}

// Children of the model itself, which need no owner.
template <std::size_t N>
void read_parts(const XmlElement& section, const Section (&parts)[N], Context& context) {
  for (const XmlElement& child : section.children)
    for (const Section& part : parts)
      if (child.name == part.name) part.read(child, context);
}

// One explicit instance for all bodies that a generator makes, if it configures its plugin itself.
void share_plugin(spec::PluginUse& plugin, std::string name, Context& context);

}  // namespace corten::mjcf
