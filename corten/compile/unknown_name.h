// References to objects that do not exist: what to say, with the nearest name that does.
#pragma once

#include "corten/base/near_word.h"
#include "corten/compile/draft.h"
#include "corten/compile/refuse.h"

namespace corten {

inline std::string nearest_name(const Draft& draft, int type, const std::string& name) {
  if (type <= mjOBJ_UNKNOWN || type >= mjNOBJECT) return {};
  std::vector<std::string_view> known;
  for (const std::string& candidate : draft.names.names(static_cast<mjtObj>(type)))
    if (!candidate.empty()) known.push_back(candidate);
  return did_you_mean(name, known);
}

// `kind` is the word for the type of object, `attribute` the attribute that holds the name.
inline void refuse_unknown(const Draft& draft, int type, const char* kind, std::string_view attribute,
                           const std::string& name, const std::string& tag, const spec::Node& node,
                           Diagnostics& diagnostics) {
  const std::string where = "attribute '" + std::string(attribute) + "': ";
  if (name.empty())
    return refuse(diagnostics, tag.c_str(), node, where + "missing", std::string("name a ") + kind);
  refuse(diagnostics, tag.c_str(), node, where + "unknown " + kind + ' ' + quoted(name),
         nearest_name(draft, type, name));
}

}  // namespace corten
