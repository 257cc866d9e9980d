// Geoms, sites and lights of a scene.
#include "viewer/scene_parts.h"

namespace corten::viewer {
namespace {

// Welded to the world and not moved by hand.
bool is_static(const Model& m, int body) {
  return m.body_weldid[body] == 0 && m.body_mocapid[m.body_rootid[body]] < 0;
}

// False for types that have no surface.
bool set_form(SceneBuilder& b, int type, int dataid, Drawn& drawn) {
  switch (type) {
    case mjGEOM_PLANE:
      drawn.form = Form::plane;
      return true;
    case mjGEOM_SPHERE:
      drawn.form = Form::sphere;
      return true;
    case mjGEOM_CAPSULE:
      drawn.form = Form::capsule;
      return true;
    case mjGEOM_ELLIPSOID:
      drawn.form = Form::ellipsoid;
      return true;
    case mjGEOM_CYLINDER:
      drawn.form = Form::cylinder;
      return true;
    case mjGEOM_BOX:
      drawn.form = Form::box;
      return true;
    case mjGEOM_HFIELD:
      drawn.form = Form::triangles;
      if (dataid >= 0) drawn.triangles = &b.assets.hfield(dataid);
      return dataid >= 0;
    case mjGEOM_MESH:
    case mjGEOM_SDF:
      drawn.form = Form::triangles;
      if (dataid >= 0) drawn.triangles = &b.assets.mesh(dataid);
      return dataid >= 0;
    default:
      return false;
  }
}

void add_headlight(SceneBuilder& b) {
  const VisualHeadlight& head = b.m.vis.headlight;
  Light light;
  light.pos = b.scene.view.pos;
  light.dir = b.scene.view.forward;
  light.ambient = head.ambient;
  light.diffuse = head.diffuse;
  light.specular = head.specular;
  b.scene.lights.push_back(light);
}

}  // namespace

void add_geoms(SceneBuilder& b) {
  const Model& m = b.m;
  for (int i = 0; i < m.ngeom; ++i) {
    const bool fixed = is_static(m, m.geom_bodyid[i]);
    if ((fixed && !b.option.statics) || !shows(b.option.geomgroup, m.geom_group[i])) continue;
    Drawn drawn;
    if (!set_form(b, m.geom_type[i], m.geom_dataid[i], drawn)) continue;
    drawn.pos = b.d.geom_xpos[i];
    drawn.mat = b.d.geom_xmat[i];
    drawn.size = m.geom_size[i];
    drawn.surface = make_surface(b, m.geom_matid[i], m.geom_rgba[i], !fixed);
    const bool mesh = m.geom_type[i] == mjGEOM_MESH || m.geom_type[i] == mjGEOM_SDF;
    drawn.surface.texcoord = mesh && m.mesh_texcoordadr[m.geom_dataid[i]] >= 0;
    drawn.objid = i;
    drawn.objtype = mjOBJ_GEOM;
    b.add(drawn);
  }
}

void add_sites(SceneBuilder& b) {
  const Model& m = b.m;
  for (int i = 0; i < m.nsite; ++i) {
    const bool fixed = is_static(m, m.site_bodyid[i]);
    if ((fixed && !b.option.statics) || !shows(b.option.sitegroup, m.site_group[i])) continue;
    Drawn drawn;
    if (!set_form(b, m.site_type[i], -1, drawn)) continue;
    drawn.pos = b.d.site_xpos[i];
    drawn.mat = b.d.site_xmat[i];
    drawn.size = m.site_size[i];
    drawn.surface = make_surface(b, m.site_matid[i], m.site_rgba[i], !fixed);
    drawn.objid = i;
    drawn.objtype = mjOBJ_SITE;
    b.add(drawn);
  }
}

void add_lights(SceneBuilder& b) {
  const Model& m = b.m;
  if (m.vis.headlight.active) add_headlight(b);
  for (int i = 0; i < m.nlight; ++i) {
    if (!m.light_active[i]) continue;
    Light light;
    light.type = m.light_type[i];
    light.pos = b.d.light_xpos[i];
    light.dir = b.d.light_xdir[i];
    if (light.type != mjLIGHT_DIRECTIONAL) {
      light.attenuation = m.light_attenuation[i];
      light.cutoff = light.type == mjLIGHT_SPOT ? m.light_cutoff[i] : 180;
      light.exponent = light.type == mjLIGHT_SPOT ? m.light_exponent[i] : 0;
    }
    light.ambient = m.light_ambient[i];
    light.diffuse = m.light_diffuse[i];
    light.specular = m.light_specular[i];
    light.castshadow = m.light_castshadow[i] != 0;
    b.scene.lights.push_back(light);
  }
}

}  // namespace corten::viewer
