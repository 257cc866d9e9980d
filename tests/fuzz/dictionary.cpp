// Words of MJCF for libFuzzer, one per line, from the attribute table.
#include <cstdio>
#include <set>
#include <string>

#include "corten/mjcf/schema.h"

int main() {
  using corten::mjcf::ElementType;
  std::set<const ElementType*> seen{&corten::mjcf::mjcf_schema()};
  std::vector<const ElementType*> open(seen.begin(), seen.end());
  std::set<std::string> words{"1073741824", "268435456", "65536", "2147483647", "nan", "inf", "1e308"};
  while (!open.empty()) {
    const ElementType& type = *open.back();
    open.pop_back();
    words.insert("<" + std::string(type.name));
    for (const std::string_view name : type.attributes()) {
      words.insert(std::string(name) + "='");
      if (const corten::mjcf::Row* row = type.row(name))
        for (const corten::mjcf::Keyword& keyword : row->keywords) words.insert(std::string(keyword.word));
    }
    for (const ElementType* child : type.children)
      if (seen.insert(child).second) open.push_back(child);
  }
  for (const std::string& word : words) std::printf("\"%s\"\n", word.c_str());
}
