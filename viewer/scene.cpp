// Puts a scene together: everything visible in MuJoCo's order, lights, mirror, sky.
#include "viewer/scene.h"

#include <algorithm>
#include <cmath>

#include "viewer/scene_parts.h"

namespace corten::viewer {
namespace {

constexpr float kOpaque = 0.995F;  // less alpha than this is blended

bool is_finite(const Drawn& drawn) {
  for (int i = 0; i < 3; ++i)
    if (!std::isfinite(drawn.pos[i]) || !std::isfinite(drawn.size[i])) return false;
  for (Real x : drawn.mat.e)
    if (!std::isfinite(x)) return false;
  return true;
}

// The back of a plane is seen through.
bool seen_from_behind(const Drawn& drawn, const View& view) {
  return drawn.form == Form::plane && dot(view.pos - drawn.pos, drawn.mat.col(2)) < 0;
}

// Planes and boxes mirror, and only the first of them does.
int find_mirror(const std::vector<Drawn>& drawn) {
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    const bool flat = drawn[i].form == Form::plane || drawn[i].form == Form::box;
    if (flat && !drawn[i].transparent && drawn[i].surface.reflectance > 0) return static_cast<int>(i);
  }
  return -1;
}

void find_haze(SceneBuilder& b) {
  for (const Drawn& drawn : b.scene.drawn) {
    if (drawn.form != Form::plane || drawn.size[0] != 0 || drawn.size[1] != 0) continue;
    b.scene.haze = {drawn.pos, drawn.mat, b.m.vis.map.haze, b.m.vis.rgba.haze};
    return;
  }
}

void set_fog(SceneBuilder& b) {
  const auto extent = static_cast<float>(b.m.stat.extent);
  const auto& color = b.m.vis.rgba.fog;
  b.scene.fog = {b.m.vis.map.fogstart * extent, b.m.vis.map.fogend * extent, {color[0], color[1], color[2]}};
}

}  // namespace

void add_to_scene(Scene& scene, const Drawn& drawn) {
  if (drawn.surface.rgba[3] == 0 || !is_finite(drawn)) return;
  scene.drawn.push_back(drawn);
  Drawn& added = scene.drawn.back();
  added.transparent = drawn.surface.rgba[3] < kOpaque;
  if (seen_from_behind(drawn, scene.view)) {
    added.transparent = true;
    added.surface.rgba[3] *= 0.3F;
  }
}

void SceneBuilder::add(const Drawn& drawn) { add_to_scene(scene, drawn); }

bool shows(const SceneOption::Groups& groups, int group) {
  return groups[static_cast<std::size_t>(std::clamp(group, 0, kNGroup - 1))] != 0;
}

Surface make_surface(const SceneBuilder& b, int matid, const Vec<float, 4>& rgba, bool dynamic) {
  const Vec<float, 4> unset{0.5F, 0.5F, 0.5F, 1};
  Surface surface;
  surface.rgba = rgba;
  if (matid >= 0) {
    if (rgba == unset) surface.rgba = b.m.mat_rgba[matid];
    surface.emission = b.m.mat_emission[matid];
    surface.specular = b.m.mat_specular[matid];
    surface.shininess = b.m.mat_shininess[matid];
    surface.reflectance = b.m.mat_reflectance[matid];
    const int texid = b.m.mat_texid[matid][mjTEXROLE_RGB];
    if (b.option.texture && texid >= 0) surface.texture = &b.assets.texture(texid);
    surface.texrepeat = b.m.mat_texrepeat[matid];
    surface.texuniform = b.m.mat_texuniform[matid] != 0;
  }
  if (b.option.transparent && dynamic) surface.rgba[3] *= b.m.vis.map.alpha;
  return surface;
}

Real limit_impedance(const Data& d, int type, int id) {
  Real impedance = 0;
  for (int row = d.ne + d.nf; row < d.ne + d.nf + d.nl; ++row)
    if (d.efc_type[row] == type && d.efc_id[row] == id) impedance = d.efc_KBIP[row][2];
  return impedance;
}

Drawn connector(Form form, Real width, const Vec3<Real>& from, const Vec3<Real>& to) {
  Drawn drawn;
  const Vec3<Real> along = to - from;
  const Real length = norm(along);
  drawn.form = form;
  drawn.mat = to_mat(quat_z_to_vec(along));
  drawn.pos = form == Form::cone ? from : (from + to) * 0.5;
  drawn.size = {width, form == Form::cone ? length : length / 2, 0};
  return drawn;
}

Scene make_scene(const Model& m, const Data& d, Assets& assets, const SceneOption& option, const View& view) {
  Scene scene;
  scene.view = view;
  scene.unit = m.stat.extent;
  SceneBuilder b{m, d, assets, option, scene};
  for (auto part :
       {add_flexes, add_skins, add_geoms, add_sites, add_tendons, add_slider_cranks, add_frames, add_inertias,
        add_joints, add_centers_of_mass, add_rangefinders, add_contacts, add_lights})
    part(b);
  scene.mirror = find_mirror(scene.drawn);
  if (assets.skybox() >= 0) scene.skybox = &assets.texture(assets.skybox());
  find_haze(b);
  set_fog(b);
  return scene;
}

}  // namespace corten::viewer
