#include "viewer/visual_scene.h"

#include <algorithm>
#include <cmath>

#include "corten/model/awake.h"
#include "corten/model/names.h"
#include "viewer/visual_parts.h"

namespace corten::viewer {
namespace {

// Van der Corput sequence: the digits of a number in a base, mirrored at the point.
Real halton(int index, int base) {
  Real result = 0;
  Real place = 1.0 / base;
  for (; index > 0; index /= base, place /= base) result += place * (index % base);
  return result;
}

Rgba from_hsv(Real hue, Real saturation, Real value) {
  Rgba rgba{0, 0, 0, 1};
  for (int i = 0; i < 3; ++i) {
    const Real k = std::fmod((5 - 2 * i) + 6 * hue, 6.0);
    rgba[i] = static_cast<float>(value * (1 - saturation * std::clamp(std::min(k, 4 - k), 0.0, 1.0)));
  }
  return rgba;
}

// Drawn from sequences that spread evenly, by the first dof: an island keeps its colour while others change,
// and a paler one of it while it sleeps.
Rgba dof_color(int dof, bool awake) {
  const int number = dof + 1;
  return from_hsv(halton(number, 7), (0.5 + 0.5 * halton(number, 3)) * (awake ? 1 : 0.7),
                  (0.6 + 0.4 * halton(number, 5)) * (awake ? 1 : 0.6));
}

const char* kind_word(mjtObj type) {
  switch (type) {
    case mjOBJ_BODY:
      return "body";
    case mjOBJ_JOINT:
      return "joint";
    case mjOBJ_GEOM:
      return "geom";
    case mjOBJ_SITE:
      return "site";
    case mjOBJ_CAMERA:
      return "camera";
    case mjOBJ_LIGHT:
      return "light";
    case mjOBJ_TENDON:
      return "tendon";
    case mjOBJ_ACTUATOR:
      return "actuator";
    case mjOBJ_SENSOR:
      return "sensor";
    case mjOBJ_EQUALITY:
      return "equality";
    case mjOBJ_FLEX:
      return "flex";
    case mjOBJ_SKIN:
      return "skin";
    default:
      return "";
  }
}

}  // namespace

void VisualBuilder::add(VisualGeom geom, int objtype, int objid, int category) {
  if (!(category & option.catmask)) return;
  geom.objtype = objtype;
  geom.objid = objid;
  geom.category = category;
  geom.segid = static_cast<int>(geoms.size());
  geoms.push_back(geom);
}

int VisualBuilder::category_of_body(int body) const {
  const bool fixed = m.body_weldid[body] == 0 && m.body_mocapid[m.body_rootid[body]] < 0;
  return fixed ? mjCAT_STATIC : mjCAT_DYNAMIC;
}

bool in_group(const SceneOption::Groups& groups, int group) {
  return groups[static_cast<std::size_t>(std::clamp(group, 0, kNGroup - 1))] != 0;
}

std::string label_of(const Model& m, mjtObj type, int id) {
  if (const char* name = id2name(m, type, id)) return name;
  return std::string(kind_word(type)) + " " + std::to_string(id);
}

void set_material(const VisualBuilder& b, int matid, const Rgba& rgba, int category, VisualGeom& geom) {
  const Rgba unset{0.5F, 0.5F, 0.5F, 1};
  geom.rgba = rgba;
  if (matid >= 0) {
    if (rgba == unset) geom.rgba = b.m.mat_rgba[matid];
    if (b.shows(mjVIS_TEXTURE)) geom.matid = matid;
    geom.emission = b.m.mat_emission[matid];
    geom.specular = b.m.mat_specular[matid];
    geom.shininess = b.m.mat_shininess[matid];
    geom.reflectance = b.m.mat_reflectance[matid];
  }
  if (b.shows(mjVIS_TRANSPARENT) && category == mjCAT_DYNAMIC) geom.rgba[3] *= b.m.vis.map.alpha;
}

Rgba island_color(const Data& d, int island) { return dof_color(d.island_dofadr[island], true); }

void color_by_island(const VisualBuilder& b, int body, VisualGeom& geom) {
  if (!b.shows(mjVIS_ISLAND)) return;
  const int tree = b.m.body_treeid[body];
  if (tree < 0) return;
  geom.matid = -1;
  if (b.d.tree_asleep[tree] >= 0) {
    geom.rgba = dof_color(b.m.tree_dofadr[first_asleep_with(b.d, tree)], false);
    return;
  }
  if (const int island = island_of_body(b, body); island >= 0) {
    geom.rgba = island_color(b.d, island);
  } else {
    geom.rgba = sleep_enabled(b.m) ? dof_color(b.m.tree_dofadr[tree], true) : kNoIsland;
  }
}

int island_of_body(const VisualBuilder& b, int body) {
  if (b.d.nisland == 0) return -1;
  const int weld = b.m.body_weldid[body];
  if (b.m.body_dofnum[weld] == 0) return -1;
  return b.d.dof_island[b.m.body_dofadr[weld]];
}

Real limit_impedance(const Data& d, int type, int id) {
  Real impedance = 0;
  for (int row = d.ne + d.nf; row < d.ne + d.nf + d.nl; ++row)
    if (d.efc_type[row] == type && d.efc_id[row] == id) impedance = d.efc_KBIP[row][2];
  return impedance;
}

std::vector<VisualGeom> visual_geoms(const Model& m, const Data& d, const SceneOption& option,
                                     const Perturb& perturb) {
  VisualBuilder b{m, d, option, perturb, {}};
  for (auto part :
       {add_surfaces,        add_geoms,       add_sites,           add_tendons,      add_slider_cranks,
        add_carried_frames,  add_body_trees,  add_inertias,        add_perturbation, add_body_frames,
        add_selected_point,  add_body_labels, add_joints,          add_actuators,    add_island_labels,
        add_cameras,         add_lights,      add_centers_of_mass, add_skeleton,     add_rangefinders,
        add_external_forces, add_equalities,  add_contacts})
    part(b);
  return std::move(b.geoms);
}

}  // namespace corten::viewer
