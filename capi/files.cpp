// Models from text and from MuJoCo's binary files, the cache, the last model as text.
#include <algorithm>
#include <atomic>
#include <cstring>

#include "capi/cpp_types.h"
#include "capi/shared.h"
#include "corten/asset/path.h"
#include "corten/base/whole_file.h"
#include "corten/compile/decompile.h"
#include "corten/load.h"
#include "corten/mjcf/dependencies.h"
#include "corten/mjcf/write.h"
#include "corten/model/mjb.h"

namespace corten::capi {

AssetCache& asset_cache() {
  static auto* cache = new AssetCache();
  return *cache;
}

std::unique_ptr<LastRead>& last_read() {
  static auto* last = new std::unique_ptr<LastRead>();
  return *last;
}

namespace {

std::string warnings_of(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& d : diagnostics.all())
    if (d.severity == Severity::kWarning) text += (text.empty() ? "" : "\n") + format(d);
  return text;
}

// Whether two models have the same numbers.
bool same_numbers(const Model& a, const Model& b) {
  if (!(a.sizes() == b.sizes())) return false;
  return model_to_mjb(a) == model_to_mjb(b);
}

}  // namespace

// ---- text ----
CORTEN_API mjModel* mj_loadXML(const char* filename, const mjVFS* vfs, char* error, int error_sz) {
  put_text("", error, error_sz);
  return answer("mj_loadXML", [=]() -> mjModel* {
    auto last = std::make_unique<LastRead>();
    LoadOptions options;
    options.vfs = files_of(vfs);
    options.cache = &asset_cache();
    options.plugins = known_plugins();
    options.decode = decode_registered(vfs);
    options.spec = &last->spec;
    Loaded loaded = load(given(filename, "filename"), options);
    put_text(loaded.model ? warnings_of(loaded.diagnostics) : loaded.diagnostics.text(), error, error_sz);
    if (!loaded.model) return nullptr;
    last->model = *loaded.model;
    last_read() = std::move(last);
    return boxed(std::move(*loaded.model));
  });
}

namespace {
std::atomic<int> digits{6};
}
int written_digits() {
  constexpr int kExact = 17;  // so many digits tell every number from its neighbours
  return digits < kExact ? digits.load() : 0;
}
CORTEN_API int _mjPRIVATE__get_xml_precision() { return digits; }
CORTEN_API void _mjPRIVATE__set_xml_precision(int precision) { digits = std::clamp(precision, 1, 17); }

CORTEN_API int mj_saveLastXML(const char* filename, const mjModel* m, char* error, int error_sz) {
  put_text("", error, error_sz);
  return answer("mj_saveLastXML", [=] {
    const auto fail = [&](const std::string& why) {
      put_text(why, error, error_sz);
      return 0;
    };
    LastRead* last = last_read().get();
    if (!last) return fail("no model was loaded from XML in this process yet");
    if (m && !last->model) {
      Diagnostics diagnostics;
      CompileOptions options;
      options.cache = &asset_cache(), options.plugins = known_plugins();
      last->model = compile(last->spec, options, diagnostics);
    }
    std::string text;
    if (m && !(last->model && same_numbers(model_of(m), *last->model))) {  // numbers were changed since
      Diagnostics diagnostics;
      Spec spec = decompile(model_of(m), diagnostics);
      restore_assets(last->spec, spec);
      text = mjcf::to_xml(spec, written_digits());
    } else {
      text = mjcf::to_xml(last->spec, written_digits());
    }
    if (!filename || !*filename) {
      std::fwrite(text.data(), 1, text.size(), stdout);
      return 1;
    }
    try {
      write_whole_file(filename, text);
      return 1;
    } catch (const std::runtime_error& problem) {
      return fail(problem.what());
    }
  });
}

CORTEN_API void mj_freeLastXML() { last_read().reset(); }

CORTEN_API void mju_getXMLDependencies(const char* filename, CVector<CString>* dependencies) {
  perform("mju_getXMLDependencies", [=] {
    const std::vector<std::string> paths = mjcf::dependencies(given(filename, "filename"));
    given(dependencies, "dependencies")->resize(paths.size());
    for (std::size_t i = 0; i < paths.size(); ++i) dependencies->span()[i].assign(paths[i]);
  });
}

// ---- binary models ----
CORTEN_API std::int64_t mj_sizeModel(const mjModel* m) {
  return answer("mj_sizeModel", [=] { return static_cast<std::int64_t>(mjb_size(model_of(m))); });
}

CORTEN_API void mj_saveModel(const mjModel* m, const char* filename, void* buffer, int buffer_sz) {
  perform("mj_saveModel", [=] {
    take_settings(*m, box_of(m).model);
    const std::vector<std::byte> bytes = model_to_mjb(model_of(m));
    if (filename) {
      try {
        write_whole_file(filename, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
      } catch (const std::runtime_error& problem) {
        keep_warning(problem.what());
      }
      return;
    }
    if (buffer_sz < 0 || static_cast<std::size_t>(buffer_sz) < bytes.size())
      throw Problem("the buffer has " + std::to_string(buffer_sz) + " bytes, the model needs " +
                    std::to_string(bytes.size()));
    std::memcpy(given(buffer, "buffer"), bytes.data(), bytes.size());
  });
}

namespace {

// What MuJoCo answers to a bad file: a warning and no model.
mjModel* from_bytes(std::span<const std::byte> bytes, const std::string& name) {
  try {
    return boxed(model_from_mjb(bytes, name, known_plugins()));
  } catch (const LoadError& refusal) {
    keep_warning(refusal.what());
    return nullptr;
  }
}

}  // namespace

CORTEN_API mjModel* mj_loadModel(const char* filename, const mjVFS* vfs) {
  return answer("mj_loadModel", [=]() -> mjModel* {
    const std::optional<File> file = files_of(vfs)->open({}, given(filename, "filename"));
    if (file) return from_bytes(std::as_bytes(std::span(file->bytes())), filename);
    keep_warning((std::string("the file '") + filename + "' cannot be opened").c_str());
    return nullptr;
  });
}

CORTEN_API mjModel* mj_loadModelBuffer(const void* buffer, int buffer_sz) {
  return answer("mj_loadModelBuffer", [=] {
    return from_bytes({static_cast<const std::byte*>(given(buffer, "buffer")),
                       static_cast<std::size_t>(std::max(buffer_sz, 0))},
                      "");
  });
}

// ---- cache ----
namespace {

mjCache& cache_handle() {
  static mjCache handle{&asset_cache()};
  return handle;
}

}  // namespace

CORTEN_API const mjCache* mj_getCache() { return &cache_handle(); }
CORTEN_API std::size_t mj_getCacheSize(const mjCache* cache) { return cache ? asset_cache().size() : 0; }
CORTEN_API std::size_t mj_getCacheCapacity(const mjCache* cache) {
  return cache ? asset_cache().capacity() : 0;
}
CORTEN_API std::size_t mj_setCacheCapacity(mjCache* cache, std::size_t size) {
  if (!cache) return 0;
  asset_cache().set_capacity(size);
  return asset_cache().capacity();
}
CORTEN_API void mj_clearCache(mjCache* cache) {
  if (cache) asset_cache().clear();
}

// ---- defaults ----
CORTEN_API void mj_defaultOption(Option* opt) {
  perform("mj_defaultOption", [=] { *given(opt, "opt") = Option(); });
}
CORTEN_API void mj_defaultVisual(Visual* vis) {
  perform("mj_defaultVisual", [=] { *given(vis, "vis") = Visual(); });
}
CORTEN_API void mj_defaultSolRefImp(Real* solref, Real* solimp) {
  const Option option;
  if (solref) std::memcpy(solref, &option.o_solref, sizeof option.o_solref);
  if (solimp) std::memcpy(solimp, &option.o_solimp, sizeof option.o_solimp);
}

}  // namespace corten::capi
