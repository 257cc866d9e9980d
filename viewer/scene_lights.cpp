// The lights of a scene.
#include "viewer/scene_parts.h"

namespace corten::viewer {
namespace {

Light headlight(const Model& m, const View& view) {
  Light light;
  light.pos = view.pos;
  light.dir = view.forward;
  light.ambient = m.vis.headlight.ambient;
  light.diffuse = m.vis.headlight.diffuse;
  light.specular = m.vis.headlight.specular;
  return light;
}

Light light_of(const Model& m, const Data& d, int i) {
  Light light;
  light.type = m.light_type[i];
  light.pos = d.light_xpos[i];
  light.dir = d.light_xdir[i];
  if (light.type != mjLIGHT_DIRECTIONAL) {
    light.attenuation = m.light_attenuation[i];
    light.cutoff = light.type == mjLIGHT_SPOT ? m.light_cutoff[i] : 180;
    light.exponent = light.type == mjLIGHT_SPOT ? m.light_exponent[i] : 0;
  }
  light.ambient = m.light_ambient[i];
  light.diffuse = m.light_diffuse[i];
  light.specular = m.light_specular[i];
  light.castshadow = m.light_castshadow[i] != 0;
  return light;
}

}  // namespace

std::vector<Light> lights_of(const Model& m, const Data& d, const View& view) {
  std::vector<Light> lights;
  if (m.vis.headlight.active) lights.push_back(headlight(m, view));
  for (int i = 0; i < m.nlight; ++i)
    if (m.light_active[i]) lights.push_back(light_of(m, d, i));
  return lights;
}

}  // namespace corten::viewer
