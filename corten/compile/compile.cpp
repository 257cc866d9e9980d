#include "corten/compile/compile.h"

#include "corten/compile/passes.h"

namespace corten {
namespace {

using Pass = void (*)(const Spec&, Draft&, Diagnostics&);

// passes of one stage all run; a stage with errors is the last
bool run_stage(std::initializer_list<Pass> passes, const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  for (const Pass pass : passes) {
    draft.budget.check_time({}, "<mujoco>");
    pass(spec, draft, diagnostics);
  }
  return diagnostics.ok();
}

bool run(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  const auto stage = [&](std::initializer_list<Pass> passes) {
    return run_stage(passes, spec, draft, diagnostics);
  };
  return shape_and_weigh(spec, draft, diagnostics) &&
         stage({align_free_bodies, fuse_static_bodies, check_free_joints, aim_cameras, aim_lights,
                collect_body_filters, check_moving_masses}) &&
         stage({resolve_flexes, process_skins, process_materials, resolve_pairs, resolve_equalities,
                resolve_tendons}) &&
         stage({resolve_actuators}) && stage({resolve_sensors, resolve_custom, resolve_keys}) &&
         stage({discard_visual_geoms, build_body_bvhs, list_dofs, list_flex_dofs, count_sizes, count_flexes,
                count_assets}) &&
         stage({make_model,      fill_settings, fill_bodies,    fill_joints,  fill_geoms,      fill_sites,
                fill_cameras,    fill_lights,   fill_assets,    fill_flexes,  fill_trees,      fill_pairs,
                fill_equalities, fill_tendons,  fill_actuators, fill_plugins, measure_plugins, fill_sensors,
                fill_custom,     fill_keys,     fill_names,     fill_sparsity}) &&
         stage({set_total_mass, derive_constants}) &&
         stage({apply_spring_dampers, find_length_ranges, override_statistics}) &&
         stage({try_step, warn_suspicious});
}

}  // namespace

bool shape_and_weigh(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  const auto stage = [&](std::initializer_list<Pass> passes) {
    return run_stage(passes, spec, draft, diagnostics);
  };
  return stage({list_tree, list_assets, resolve_plugins, index_names}) &&
         stage({link_assets, process_assets}) && stage({place_frames}) &&
         stage({shape_geoms, weigh_bodies, place_joints, place_sites, place_cameras, place_lights});
}

std::optional<Model> compile(const Spec& spec, const CompileOptions& options, Diagnostics& diagnostics) {
  Draft draft(options);
  bool compiled = false;
  within_budget(draft.budget, diagnostics, [&] { compiled = run(spec, draft, diagnostics); });
  if (!compiled) return std::nullopt;
  return std::move(draft.model);
}

}  // namespace corten
