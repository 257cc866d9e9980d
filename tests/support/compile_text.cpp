#include "tests/support/compile_text.h"

#include "corten/compile/compile.h"
#include "corten/mjcf/load.h"
#include "plugins/builtin.h"

namespace corten {

std::optional<Model> compile_ours(const std::string& xml, const std::string& folder, Diagnostics& diagnostics,
                                  AssetCache* cache) {
  Spec spec = mjcf::read_string(xml, nullptr, {false, builtin_plugins()}, diagnostics);
  spec.modelfiledir = folder;
  return diagnostics.ok() ? compile(spec, {nullptr, cache, {}, false, {}, builtin_plugins()}, diagnostics)
                          : std::nullopt;
}

oracle::ModelPtr compile_theirs(const std::string& xml, const std::string& folder, std::string& message) {
  char error[1000] = "";
  mjSpec* spec = mj_parseXMLString(xml.c_str(), nullptr, error, sizeof error);
  message = error;
  if (!spec) return nullptr;
  mjs_setString(spec->modelfiledir, folder.c_str());
  oracle::ModelPtr model(mj_compile(spec, nullptr));
  if (!model) message = mjs_getError(spec);
  mj_deleteSpec(spec);
  return model;
}

}  // namespace corten
