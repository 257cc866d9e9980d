// The passes of compilation; compile.cpp says in which order they run and which of them run after errors.
// Each reads the specification and what earlier passes left in the Draft.
#pragma once

#include "corten/compile/draft.h"

namespace corten {

// ---- what is there ----
void check_words(const Spec& spec, Draft& draft, Diagnostics& diagnostics);  // values that stand for words
void list_tree(const Spec& spec, Draft& draft, Diagnostics& diagnostics);    // bodies and what they carry
void list_assets(const Spec& spec, Draft& draft, Diagnostics& diagnostics);  // with names from files
void resolve_plugins(const Spec& spec, Draft& draft, Diagnostics& diagnostics);  // instances and their users
void index_names(const Spec& spec, Draft& draft, Diagnostics& diagnostics);      // refuses repeated ones

// ---- assets (assets_*.cpp) ----
void link_assets(const Spec& spec, Draft& draft,
                 Diagnostics& diagnostics);  // geoms' meshes; who needs a hull
void process_assets(const Spec& spec, Draft& draft,
                    Diagnostics& diagnostics);  // meshes, textures, height fields

// ---- the tree ----
void place_frames(const Spec& spec, Draft& draft, Diagnostics& diagnostics);  // bodies and frames
void shape_geoms(const Spec& spec, Draft& draft, Diagnostics& diagnostics);   // sizes, poses, masses
// of those without a file behind them, where some file is missing: what else is wrong
void check_plain_geoms(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void weigh_bodies(const Spec& spec, Draft& draft, Diagnostics& diagnostics);  // inertial frames
void place_joints(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void place_sites(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void place_cameras(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void place_lights(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void align_free_bodies(const Spec& spec, Draft& draft, Diagnostics& diagnostics);

void fuse_static_bodies(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void check_free_joints(const Spec& spec, Draft& draft,
                       Diagnostics& diagnostics);  // fusing can bring a free body to the top
void aim_cameras(const Spec& spec, Draft& draft, Diagnostics& diagnostics);  // targets
void aim_lights(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void collect_body_filters(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void check_moving_masses(const Spec& spec, Draft& draft, Diagnostics& diagnostics);

// ---- what acts on the tree ----
void resolve_flexes(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void process_skins(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void process_materials(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void resolve_pairs(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void resolve_equalities(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void resolve_tendons(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void resolve_actuators(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void resolve_sensors(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void resolve_custom(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void resolve_keys(const Spec& spec, Draft& draft, Diagnostics& diagnostics);

// ---- the Model ----
void discard_visual_geoms(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void build_body_bvhs(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void list_dofs(const Spec& spec, Draft& draft, Diagnostics& diagnostics);  // and which are simple
void list_flex_dofs(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void count_sizes(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void count_flexes(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void count_assets(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void make_model(const Spec& spec, Draft& draft, Diagnostics& diagnostics);  // allocates draft.model
void fill_assets(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void fill_settings(const Spec& spec, Draft& draft, Diagnostics& diagnostics);  // option, visual
void fill_bodies(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void fill_joints(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void fill_geoms(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void fill_sites(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void fill_cameras(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void fill_lights(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void fill_flexes(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void fill_trees(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void fill_pairs(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void fill_equalities(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void fill_tendons(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void fill_actuators(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void fill_plugins(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void measure_plugins(const Spec& spec, Draft& draft, Diagnostics& diagnostics);  // state, sensors
void fill_sensors(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void fill_custom(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void fill_keys(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void fill_sparsity(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void fill_names(const Spec& spec, Draft& draft, Diagnostics& diagnostics);

// ---- what follows from the Model itself ----
void set_total_mass(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void derive_constants(const Spec& spec, Draft& draft, Diagnostics& diagnostics);  // at qpos0
void apply_spring_dampers(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void find_length_ranges(const Spec& spec, Draft& draft, Diagnostics& diagnostics);  // by simulation
void override_statistics(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void warn_of_sleep(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void warn_suspicious(const Spec& spec, Draft& draft, Diagnostics& diagnostics);
void try_step(const Spec& spec, Draft& draft, Diagnostics& diagnostics);

// The stages that give geoms their shape and bodies their mass. False with errors.
bool shape_and_weigh(const Spec& spec, Draft& draft, Diagnostics& diagnostics);

}  // namespace corten
