// Names of the objects of a model by type: id of a name, name of an id.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "corten/model/enums.h"

namespace corten {

class NameIndex {
 public:
  // Takes the names of all objects of one type in id order; empty ones cannot be found.
  void assign(mjtObj type, std::vector<std::string> names) {
    Table& t = table(type);
    t.names = std::move(names);
    t.ids.clear();
    for (int id = 0; id < static_cast<int>(t.names.size()); ++id)
      if (!t.names[id].empty()) t.ids.emplace(t.names[id], id);
  }

  // New names in id order, while references are still resolved to the old ids.
  void rename(mjtObj type, std::vector<std::string> names) { table(type).names = std::move(names); }

  const std::vector<std::string>& names(mjtObj type) const { return table(type).names; }

  // id, or -1
  int find(int type, std::string_view name) const {
    if (type <= mjOBJ_UNKNOWN || type >= mjNOBJECT) return -1;
    const Table& t = table(type);
    const auto it = t.ids.find(std::string(name));
    return it == t.ids.end() ? -1 : it->second;
  }

  // The same, but the empty name is that of the last object without one: so the oracle reads the references
  // of pairs, excludes, equalities and tendons.
  int find_or_unnamed(int type, std::string_view name) const {
    if (!name.empty() || type <= mjOBJ_UNKNOWN || type >= mjNOBJECT) return find(type, name);
    const std::vector<std::string>& all = table(type).names;
    const auto last = std::find(all.rbegin(), all.rend(), std::string());
    return static_cast<int>(all.rend() - last) - 1;
  }

 private:
  struct Table {
    std::vector<std::string> names;
    std::unordered_map<std::string, int> ids;  // first object of a name
  };
  // body and xbody are the same objects
  const Table& table(int type) const {
    return tables_[static_cast<std::size_t>(type == mjOBJ_XBODY ? mjOBJ_BODY : type)];
  }
  Table& table(int type) {
    return tables_[static_cast<std::size_t>(type == mjOBJ_XBODY ? mjOBJ_BODY : type)];
  }

  std::array<Table, mjNOBJECT> tables_;
};

}  // namespace corten
