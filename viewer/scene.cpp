// Puts a scene together: things, lights, mirror, sky.
#include "viewer/scene.h"

#include <algorithm>
#include <cmath>

#include "viewer/scene_parts.h"
#include "viewer/shapes.h"

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

// the far end of the first infinite plane fades
void find_haze(const Model& m, Scene& scene) {
  scene.haze.reset();
  for (const Drawn& drawn : scene.drawn) {
    if (drawn.form != Form::plane || drawn.size[0] != 0 || drawn.size[1] != 0) continue;
    scene.haze = {drawn.pos, drawn.mat, m.vis.map.haze, m.vis.rgba.haze};
    return;
  }
}

Fog make_fog(const Model& m) {
  const auto extent = static_cast<float>(m.stat.extent);
  const auto& color = m.vis.rgba.fog;
  return {m.vis.map.fogstart * extent, m.vis.map.fogend * extent, {color[0], color[1], color[2]}};
}

// What can be seen: finite and not wholly transparent.
void add_drawn(Drawn drawn, Scene& scene) {
  if (drawn.surface.rgba[3] == 0 || !is_finite(drawn)) return;
  drawn.transparent = drawn.surface.rgba[3] < kOpaque;
  if (seen_from_behind(drawn, scene.view)) {
    drawn.transparent = true;
    drawn.surface.rgba[3] *= 0.3F;
  }
  scene.drawn.push_back(drawn);
}

}  // namespace

Drawn cable_link(Real radius, const Vec3<Real>& from, const Vec3<Real>& to) {
  Drawn drawn;
  drawn.form = Form::capsule;
  drawn.mat = to_mat(quat_z_to_vec(to - from));
  drawn.pos = (from + to) * 0.5;
  drawn.size = {radius, norm(to - from) / 2, 0};
  return drawn;
}

Scene bare_scene(const Model& m, Assets& assets, const View& view) {
  Scene scene;
  scene.view = view;
  scene.unit = m.stat.extent;
  if (assets.skybox() >= 0) scene.skybox = &assets.texture(assets.skybox());
  scene.fog = make_fog(m);
  return scene;
}

Scene make_scene(const Model& m, const Data& d, Assets& assets, const View& view, const SceneOption& option) {
  Scene scene = bare_scene(m, assets, view);
  scene.lights = lights_of(m, d, view);
  for (int i = 0; i < m.nskin; ++i) scene.skins.push_back(posed_skin(m, d, i));
  for (int i = 0; i < m.nflex; ++i) scene.flexes.push_back(posed_flex(m, d, i, option));
  return scene;
}

void put_geoms(const Model& m, Assets& assets, std::span<const VisualGeom> geoms, Scene& scene) {
  scene.drawn.clear();
  scene.moving.clear();
  for (std::size_t i = 0; i < geoms.size(); ++i)
    for (Drawn& drawn : shapes_of(m, assets, geoms[i], scene)) {
      drawn.geom = static_cast<int>(i);
      add_drawn(drawn, scene);
    }
  scene.mirror = find_mirror(scene.drawn);
  find_haze(m, scene);
}

}  // namespace corten::viewer
