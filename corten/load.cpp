#include "corten/load.h"

#include "corten/compile/compile.h"
#include "corten/mjcf/load.h"

namespace corten {
namespace {

std::optional<Model> compile_read(const Spec& spec, const LoadOptions& options, Diagnostics& diagnostics) {
  if (!diagnostics.ok()) return std::nullopt;
  return compile(spec,
                 {options.vfs, options.cache, options.progress, options.warn_suspicious, options.limits,
                  options.plugins},
                 diagnostics);
}

mjcf::ReadOptions read_options(const LoadOptions& options) {
  mjcf::ReadOptions read;
  read.lenient = options.lenient;
  read.limits = options.limits;
  read.plugins = options.plugins;
  return read;
}

Model or_throw(std::optional<Model> model, Diagnostics diagnostics) {
  if (!model) throw LoadError(std::move(diagnostics));
  return std::move(*model);
}

}  // namespace

std::optional<Model> load_model_file(const std::string& path, const LoadOptions& options,
                                     Diagnostics& diagnostics) {
  const Spec spec = mjcf::read_file(path, options.vfs, read_options(options), diagnostics);
  return compile_read(spec, options, diagnostics);
}

std::optional<Model> load_model_string(std::string_view xml, const LoadOptions& options,
                                       Diagnostics& diagnostics) {
  const Spec spec = mjcf::read_string(xml, options.vfs, read_options(options), diagnostics);
  return compile_read(spec, options, diagnostics);
}

Model load_model_file(const std::string& path, const LoadOptions& options) {
  Diagnostics diagnostics;
  std::optional<Model> model = load_model_file(path, options, diagnostics);
  return or_throw(std::move(model), std::move(diagnostics));
}

Model load_model_string(std::string_view xml, const LoadOptions& options) {
  Diagnostics diagnostics;
  std::optional<Model> model = load_model_string(xml, options, diagnostics);
  return or_throw(std::move(model), std::move(diagnostics));
}

}  // namespace corten
