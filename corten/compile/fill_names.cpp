// Writes the names of all objects, their addresses and the hash map from names to ids.
#include <cstring>

#include "corten/compile/passes.h"
#include "corten/model/names.h"
#include "corten/model/object_kinds.h"

namespace corten {
namespace {

int write_name(Model& m, int adr, const std::string& name) {
  std::memcpy(&m.names[adr], name.c_str(), name.size() + 1);
  return adr + static_cast<int>(name.size()) + 1;
}

}  // namespace

void fill_names(const Spec& spec, Draft& draft, Diagnostics&) {
  Model& m = draft.model;
  int adr = write_name(m, 0, spec.modelname);
  for (const ObjectKind& kind : kObjectKinds) {
    if (!kind.name_adr) continue;
    const std::vector<std::string>& names = draft.names.names(kind.type);
    for (int id = 0; id < static_cast<int>(names.size()); ++id) {
      (m.*kind.name_adr)[id] = adr;
      adr = write_name(m, adr, names[id]);
    }
  }
  fill_names_map(m);
}

}  // namespace corten
