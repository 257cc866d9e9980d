// The parts an abstract picture is put together from; private to the room.
#pragma once

#include <string>
#include <vector>

#include "viewer/visual_scene.h"

namespace corten::viewer {

struct VisualBuilder {
  const Model& m;
  const Data& d;
  const SceneOption& option;
  const Perturb& perturb;
  std::vector<VisualGeom> geoms;

  // Adds what belongs to one of the categories asked for.
  void add(VisualGeom geom, int objtype, int objid, int category = mjCAT_DECOR);
  bool shows(mjtVisFlag flag) const { return option.shows(flag); }
  // Static: welded to the world and not moved by hand.
  int category_of_body(int body) const;
  bool shows_category(int category) const {
    return category & option.catmask && (category != mjCAT_STATIC || shows(mjVIS_STATIC));
  }
};

using Rgba = Vec<float, 4>;

bool in_group(const SceneOption::Groups& groups, int group);
// The object's name, or its kind and number.
std::string label_of(const Model& m, mjtObj type, int id);
// Colour and light of a material, or rgba where that was set (differs from the default grey).
void set_material(const VisualBuilder& b, int matid, const Rgba& rgba, int category, VisualGeom& geom);
// A colour of its own for an island.
Rgba island_color(const Data& d, int island);
inline constexpr Rgba kNoIsland{0.7F, 0.7F, 0.7F, 1};
// Gives a thing of a moving body the colour of its island, where colours tell islands.
void color_by_island(const VisualBuilder& b, int body, VisualGeom& geom);
// Red, green and blue along the axes of a frame.
void add_axes(VisualBuilder& b, const Vec3<Real>& pos, const Mat3<Real>& mat, Real scale, int id);
// Island of a body's tree, −1 if it has none.
int island_of_body(const VisualBuilder& b, int body);
// Impedance of a limit that holds the tendon or joint now, 0 if none does.
Real limit_impedance(const Data& d, int type, int id);
// Point k of the paths of tendons, and what it lies on: −1 a site, −2 a pulley, else a geom.
Vec3<Real> wrap_point(const Data& d, int k);
int wrap_object(const Data& d, int k);

// in the order MuJoCo has them
void add_surfaces(VisualBuilder& b);
void add_geoms(VisualBuilder& b);
void add_sites(VisualBuilder& b);
void add_tendons(VisualBuilder& b);
void add_slider_cranks(VisualBuilder& b);
void add_carried_frames(VisualBuilder& b);
void add_body_trees(VisualBuilder& b);
void add_inertias(VisualBuilder& b);
void add_perturbation(VisualBuilder& b);
void add_body_frames(VisualBuilder& b);
void add_selected_point(VisualBuilder& b);
void add_body_labels(VisualBuilder& b);
void add_joints(VisualBuilder& b);
void add_actuators(VisualBuilder& b);
void add_island_labels(VisualBuilder& b);
void add_cameras(VisualBuilder& b);
void add_lights(VisualBuilder& b);
void add_centers_of_mass(VisualBuilder& b);
void add_skeleton(VisualBuilder& b);
void add_rangefinders(VisualBuilder& b);
void add_external_forces(VisualBuilder& b);
void add_equalities(VisualBuilder& b);
void add_contacts(VisualBuilder& b);

}  // namespace corten::viewer
