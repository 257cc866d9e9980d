#include "corten/compile/compile.h"

#include "corten/compile/passes.h"
#include "corten/spec/names.h"

namespace corten {
namespace {

template <class Drafts>
void note(mjtObj type, const Drafts& drafts, ObjectPlaces& places) {
  for (const auto& element : drafts) places[type].push_back(element.spec->place);
}

void note_places(const Draft& draft, ObjectPlaces& places) {
  note(mjOBJ_BODY, draft.bodies, places);
  note(mjOBJ_JOINT, draft.joints, places);
  note(mjOBJ_GEOM, draft.geoms, places);
  note(mjOBJ_SITE, draft.sites, places);
  note(mjOBJ_PAIR, draft.pairs, places);
  note(mjOBJ_EQUALITY, draft.equalities, places);
  note(mjOBJ_TENDON, draft.tendons, places);
  note(mjOBJ_ACTUATOR, draft.actuators, places);
  note(mjOBJ_SENSOR, draft.sensors, places);
}

using Pass = void (*)(const Spec&, Draft&, Diagnostics&);

// All passes of a stage run; true if nothing is wrong so far.
bool run_stage(std::initializer_list<Pass> passes, const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  for (const Pass pass : passes) {
    draft.budget.check_time({}, "<mujoco>");
    pass(spec, draft, diagnostics);
  }
  return diagnostics.ok();
}

// What needs only names and joints of the tree: it is looked at after errors in shapes and masses too, so
// that one run tells as much as it can. Lengths of keyframes follow from actuators, so they wait for those.
bool resolve_references(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  run_stage({resolve_pairs, resolve_equalities, resolve_tendons, resolve_actuators, resolve_sensors,
             resolve_custom},
            spec, draft, diagnostics);
  return diagnostics.ok() && run_stage({resolve_keys}, spec, draft, diagnostics);
}

// Shapes and masses of what has been listed. Joints are placed whatever happens to assets: references need
// them.
bool shape_listed(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  const auto stage = [&](std::initializer_list<Pass> passes) {
    return run_stage(passes, spec, draft, diagnostics);
  };
  const bool has_assets = stage({link_assets, process_assets});
  stage({place_frames, place_joints});
  if (!has_assets) return stage({check_plain_geoms});
  return stage({shape_geoms, weigh_bodies, place_sites, place_cameras, place_lights});
}

bool run(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  const auto stage = [&](std::initializer_list<Pass> passes) {
    return run_stage(passes, spec, draft, diagnostics);
  };
  if (!stage({check_words, list_tree, list_assets, resolve_plugins})) return false;
  stage({index_names});  // of those that repeat, the first counts
  if (shape_listed(spec, draft, diagnostics) &&
      stage({align_free_bodies, fuse_static_bodies, check_free_joints, aim_cameras, aim_lights,
             collect_body_filters, check_moving_masses}))
    stage({resolve_flexes, process_skins, process_materials});
  return resolve_references(spec, draft, diagnostics) &&
         stage({discard_visual_geoms, build_body_bvhs, list_dofs, list_flex_dofs, count_sizes, count_flexes,
                count_assets}) &&
         stage({make_model,      fill_settings, fill_bodies,    fill_joints,  fill_geoms,      fill_sites,
                fill_cameras,    fill_lights,   fill_assets,    fill_flexes,  fill_trees,      fill_pairs,
                fill_equalities, fill_tendons,  fill_actuators, fill_plugins, measure_plugins, fill_sensors,
                fill_custom,     fill_keys,     fill_names,     fill_sparsity}) &&
         stage({set_total_mass, derive_constants}) &&
         stage({apply_spring_dampers, find_length_ranges, override_statistics}) &&
         stage({try_step, warn_of_sleep, warn_suspicious});
}

}  // namespace

bool shape_and_weigh(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  const auto stage = [&](std::initializer_list<Pass> passes) {
    return run_stage(passes, spec, draft, diagnostics);
  };
  return stage({check_words, list_tree, list_assets, resolve_plugins, index_names}) &&
         shape_listed(spec, draft, diagnostics);
}

std::optional<Model> compile(const Spec& spec, const CompileOptions& options, Diagnostics& diagnostics) {
  Draft draft(options);
  bool compiled = false;
  within_budget(draft.budget, diagnostics, [&] { compiled = run(spec, draft, diagnostics); });
  if (!compiled) return std::nullopt;
  draft.model.signature = spec::structure_signature(spec);
  if (options.places) note_places(draft, *options.places);
  return std::move(draft.model);
}

}  // namespace corten
