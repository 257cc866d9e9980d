#include "corten/load.h"

#include <algorithm>
#include <utility>

#include "corten/mjcf/load.h"
#include "corten/model/binary.h"

namespace corten {
namespace {

mjcf::ReadOptions read_options(const LoadOptions& options) {
  mjcf::ReadOptions read;
  read.lenient = options.lenient;
  read.limits = options.limits;
  read.plugins = options.plugins;
  read.decode = options.decode;
  return read;
}

bool named_before(const Diagnostics& diagnostics, const Place& place) {
  return std::any_of(diagnostics.all().begin(), diagnostics.all().end(), [&](const Diagnostic& d) {
    return d.severity == Severity::kError && d.place.file == place.file && d.place.line == place.line;
  });
}

// What compilation has to say of a text that is refused already, except where it was wrong before: a value
// that could not be read would be reported again as one that is missing.
void add_errors(const Diagnostics& later, Diagnostics& diagnostics) {
  const Diagnostics before = diagnostics;
  for (const Diagnostic& d : later.all())
    if (d.severity == Severity::kError && d.place.line > 0 && !named_before(before, d.place))
      diagnostics.error(d.place, d.element, d.message, d.hint);
}

std::optional<Model> compile_read(Spec spec, const LoadOptions& options, Diagnostics& diagnostics) {
  const CompileOptions how{options.vfs,    options.cache,   options.progress, options.warn_suspicious,
                           options.limits, options.plugins, options.places};
  std::optional<Model> model;
  if (diagnostics.ok()) {
    model = compile(spec, how, diagnostics);
  } else if (!diagnostics.full()) {
    Diagnostics later;
    (void)compile(spec, how, later);
    add_errors(later, diagnostics);
  }
  if (options.spec) *options.spec = std::move(spec);
  return model;
}

std::optional<Model> from_bytes(std::string_view bytes, const std::string& path, const LoadOptions& options,
                                Diagnostics& diagnostics) {
  try {
    return model_from_bytes(std::as_bytes(std::span(bytes)), path, options.plugins);
  } catch (const LoadError& refusal) {
    for (const Diagnostic& d : refusal.diagnostics().all())
      diagnostics.error(d.place, d.element, d.message, d.hint);
    return std::nullopt;
  }
}

}  // namespace

Limits usual_limits() { return {}; }

std::optional<Model> load(const std::string& path, const LoadOptions& options, Diagnostics& diagnostics) {
  static const Vfs kDisk;
  const Vfs& files = options.vfs ? *options.vfs : kDisk;
  const std::optional<File> file = files.open({}, path);
  if (file && is_binary(file->bytes())) return from_bytes(file->bytes(), path, options, diagnostics);
  return compile_read(mjcf::read_file(path, options.vfs, read_options(options), diagnostics), options,
                      diagnostics);
}

std::optional<Model> load_text(std::string_view xml, const LoadOptions& options, Diagnostics& diagnostics) {
  return compile_read(mjcf::read_string(xml, options.vfs, read_options(options), diagnostics), options,
                      diagnostics);
}

Loaded load(const std::string& path, const LoadOptions& options) {
  Loaded loaded;
  loaded.model = load(path, options, loaded.diagnostics);
  return loaded;
}

Loaded load_text(std::string_view xml, const LoadOptions& options) {
  Loaded loaded;
  loaded.model = load_text(xml, options, loaded.diagnostics);
  return loaded;
}

Model Loaded::value() && {
  if (!model) throw LoadError(std::move(diagnostics));
  return std::move(*model);
}

}  // namespace corten
