// `corten schema [ELEMENT]`: which elements and attributes of MJCF are understood, from the rows that read
// them.
#include "corten/mjcf/schema.h"

#include <fmt/core.h>

#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "apps/commands.h"
#include "apps/json.h"

namespace corten::app {
namespace {

using mjcf::ElementType;
using mjcf::Kind;
using mjcf::Row;

struct Entry {
  std::string path;
  const ElementType* type;
};

// Depth first; body and default contain themselves and are entered once.
void collect(const ElementType& type, const std::string& path, std::set<const ElementType*>& seen,
             std::vector<Entry>& entries) {
  entries.push_back({path, &type});
  if (!seen.insert(&type).second) return;
  for (const ElementType* child : type.children)
    if (!seen.contains(child)) collect(*child, fmt::format("{}/{}", path, child->name), seen, entries);
}

std::vector<Entry> all_entries() {
  std::set<const ElementType*> seen;
  std::vector<Entry> entries;
  collect(mjcf::mjcf_schema(), std::string(mjcf::mjcf_schema().name), seen, entries);
  return entries;
}

std::string kind_text(const Row& row) {
  switch (row.kind) {
    case Kind::kReal:
    case Kind::kFloat:
      if (row.count == 1) return "real";
      return fmt::format("{}{} reals", row.has(mjcf::kUpTo) ? "up to " : "", row.count);
    case Kind::kInt:
      return "integer";
    case Kind::kInts:
      return fmt::format("{} integers", row.count);
    case Kind::kBool:
      return "true, false";
    case Kind::kKeyword:
    case Kind::kKeywords: {
      std::string words;
      for (const auto& keyword : row.keywords)
        words += (words.empty() ? "" : ", ") + std::string(keyword.word);
      return words;
    }
    case Kind::kString:
      return "text";
    case Kind::kReals:
    case Kind::kFloats:
      return "reals";
    case Kind::kIntegers:
      return "integers";
    case Kind::kWords:
      return "names";
  }
  return "";
}

std::vector<const Row*> rows_of(const ElementType& type) {
  std::vector<const Row*> rows;
  for (const std::string_view name : type.attributes()) rows.push_back(type.row(name));
  return rows;
}

std::string remarks(const Row& row) {
  std::string text;
  if (row.has(mjcf::kAngle)) text += ", an angle";
  if (row.has(mjcf::kRequired)) text += ", required";
  return text;
}

Json entry_json(const Entry& entry) {
  std::vector<Json> attributes;
  for (const Row* row : rows_of(*entry.type))
    attributes.push_back(Json::object({{"name", row->name},
                                       {"value", kind_text(*row)},
                                       {"required", row->has(mjcf::kRequired)},
                                       {"angle", row->has(mjcf::kAngle)}}));
  return Json::object(
      {{"path", entry.path}, {"once", entry.type->once}, {"attributes", Json::array(attributes)}});
}

void print_entry(const Entry& entry) {
  fmt::print("{}{}\n", entry.path, entry.type->once ? "  (at most once)" : "");
  for (const Row* row : rows_of(*entry.type))
    fmt::print("  {:<22}{}{}\n", row->name, kind_text(*row), remarks(*row));
}

std::string unknown_element(const std::string& name, const std::vector<Entry>& entries) {
  std::vector<std::string_view> names;
  for (const Entry& entry : entries) names.push_back(entry.type->name);
  const std::string hint = mjcf::did_you_mean(name, names);
  return fmt::format("no element '{}' in MJCF{}", name, hint.empty() ? "" : " (" + hint + ")");
}

void schema(const std::string& name, bool json) {
  const std::vector<Entry> all = all_entries();
  std::vector<Entry> chosen;
  for (const Entry& entry : all)
    if (name.empty() || entry.type->name == name) chosen.push_back(entry);
  if (chosen.empty()) throw std::runtime_error(unknown_element(name, all));
  if (json) {
    std::vector<Json> list;
    for (const Entry& entry : chosen) list.push_back(entry_json(entry));
    fmt::print("{}\n", Json::array(list).text());
    return;
  }
  for (const Entry& entry : chosen) name.empty() ? fmt::print("{}\n", entry.path) : print_entry(entry);
}

}  // namespace

void add_schema(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("schema", "Show which elements and attributes of MJCF are understood");
  command->footer(
      "Examples:\n"
      "  corten schema\n"
      "  corten schema joint");
  auto name = std::make_shared<std::string>();
  auto json = std::make_shared<bool>(false);
  command->add_option("ELEMENT", *name, "Show the attributes of this element");
  add_json_flag(*command, *json);
  command->callback([name, json] { schema(*name, *json); });
}

}  // namespace corten::app
