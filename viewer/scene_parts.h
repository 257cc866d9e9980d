// The parts a scene is put together from; private to the room.
#pragma once

#include "viewer/assets.h"
#include "viewer/scene.h"

namespace corten::viewer {

struct SceneBuilder {
  const Model& m;
  const Data& d;
  Assets& assets;
  const SceneOption& option;
  Scene& scene;

  void add(const Drawn& drawn);
};

bool shows(const SceneOption::Groups& groups, int group);

// Colour and texture from a material, or from rgba where that was set (differs from the default grey).
Surface make_surface(const SceneBuilder& b, int matid, const Vec<float, 4>& rgba, bool dynamic);

// A capsule, cylinder or cone from one point to another; a cone has its base at the first.
Drawn connector(Form form, Real width, const Vec3<Real>& from, const Vec3<Real>& to);

// Impedance of a limit that holds the tendon or joint now, 0 if none does.
Real limit_impedance(const Data& d, int type, int id);

// in the order MuJoCo has them
void add_flexes(SceneBuilder& b);
void add_skins(SceneBuilder& b);
void add_geoms(SceneBuilder& b);
void add_sites(SceneBuilder& b);
void add_tendons(SceneBuilder& b);
void add_slider_cranks(SceneBuilder& b);
void add_frames(SceneBuilder& b);
void add_inertias(SceneBuilder& b);
void add_joints(SceneBuilder& b);
void add_centers_of_mass(SceneBuilder& b);
void add_rangefinders(SceneBuilder& b);
void add_contacts(SceneBuilder& b);
void add_lights(SceneBuilder& b);

}  // namespace corten::viewer
