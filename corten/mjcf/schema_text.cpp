#include "corten/mjcf/schema_text.h"

#include <algorithm>
#include <vector>

#include "corten/mjcf/schema.h"

namespace corten::mjcf {
namespace {

constexpr std::size_t kAttributeColumn = 30, kWidth = 30;  // of the plain table
constexpr int kFirstPadding = 5, kPadding = 15;            // pixels

// ! exactly once, ? at most once, R may contain itself, * any number
char kind(const ElementType& element, int level) {
  if (level == 0) return '!';
  const auto& children = element.children;
  if (std::find(children.begin(), children.end(), &element) != children.end()) return 'R';
  return element.once ? '?' : '*';
}

// worldbody and body are one
std::string name_of(const ElementType& element) {
  return element.name == "body" || element.name == "worldbody" ? "(world)body" : std::string(element.name);
}

std::vector<std::string_view> sorted_attributes(const ElementType& element) {
  std::vector<std::string_view> names = element.attributes();
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

void add_plain(const ElementType& element, int level, std::string& out) {
  std::string line(std::size_t(level) * 3, ' ');
  line += name_of(element) + " (" + kind(element, level) + ")";
  line.resize(std::max(line.size(), kAttributeColumn), ' ');
  std::size_t used = 0;
  for (const std::string_view name : sorted_attributes(element)) {
    if (used > kWidth) {
      line += "\n" + std::string(kAttributeColumn, ' ');
      used = 0;
    }
    line += std::string(name) + " ";
    used += name.size() + 1;
  }
  out += line + "\n";
}

void add_html(const ElementType& element, int level, bool pad, std::string& out) {
  const std::string padding =
      pad ? " style=\"padding-left:" + std::to_string(kFirstPadding + kPadding * level) + "\"" : "";
  out += "<tr>\n\t<td" + padding + " bgcolor=\"#EEEEEE\" class=\"el\">";
  for (int i = 0; !pad && i < 4 * level; ++i) out += "&nbsp;";
  out +=
      name_of(element) + "</td>\n\t<td class=\"ty\">" + kind(element, level) + "</td>\n\t<td class=\"at\">";
  for (const std::string_view name : sorted_attributes(element)) out += std::string(name) + " ";
  out += "</td>\n</tr>\n";
}

template <class Add>
void walk(const ElementType& element, int level, const Add& add) {
  add(element, level);
  for (const ElementType* child : element.children)
    if (child != &element) walk(*child, level + 1, add);
}

}  // namespace

std::string schema_text(bool flg_html, bool flg_pad) {
  std::string out;
  if (flg_html) out += "<table border=\"1\">\n";
  walk(mjcf_schema(), 0, [&](const ElementType& element, int level) {
    flg_html ? add_html(element, level, flg_pad, out) : add_plain(element, level, out);
  });
  if (flg_html) out += "</table>\n";
  return out;
}

}  // namespace corten::mjcf
