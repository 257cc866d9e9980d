#include "corten/compile/compile.h"

#include "corten/compile/passes.h"

namespace corten {
namespace {

using Pass = void (*)(const Spec&, Draft&, Diagnostics&);

// passes of one stage all run; a stage with errors is the last
bool run_stage(std::initializer_list<Pass> passes, const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  for (const Pass pass : passes) pass(spec, draft, diagnostics);
  return diagnostics.ok();
}

bool run(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  const auto stage = [&](std::initializer_list<Pass> passes) {
    return run_stage(passes, spec, draft, diagnostics);
  };
  return stage({list_tree, list_assets, index_names}) &&
         stage({process_meshes, process_textures, process_hfields}) &&
         stage({process_skins, process_materials}) && stage({count_assets, fill_assets});
}

}  // namespace

std::optional<Model> compile(const Spec& spec, const CompileOptions& options, Diagnostics& diagnostics) {
  Draft draft;
  draft.options = &options;
  if (!run(spec, draft, diagnostics)) return std::nullopt;
  return std::move(draft.model);
}

}  // namespace corten
