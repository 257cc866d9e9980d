// Writes what bodies carry into the Model: geoms, sites, cameras, lights.
#include <algorithm>

#include "corten/compile/passes.h"
#include "corten/compile/same_frame.h"

namespace corten {

void fill_geoms(const Spec&, Draft& draft, Diagnostics&) {
  Model& m = draft.model;
  for (int id = 0; id < m.ngeom; ++id) {
    const DraftGeom& geom = draft.geoms[id];
    const spec::Geom& node = *geom.spec;
    m.geom_type[id] = geom.type;
    m.geom_contype[id] = *node.contype;
    m.geom_conaffinity[id] = *node.conaffinity;
    m.geom_condim[id] = *node.condim;
    m.geom_bodyid[id] = geom.body;
    m.geom_dataid[id] = geom.mesh >= 0 ? geom.mesh : geom.hfield;
    m.geom_matid[id] = geom.material;
    m.geom_group[id] = *node.group;
    m.geom_priority[id] = *node.priority;
    m.geom_plugin[id] = draft.plugin_id(node.plugin);
    m.geom_sameframe[id] = static_cast<byte>(same_frame(geom.pose, draft.bodies[geom.body].inertial));
    m.geom_solmix[id] = *node.solmix;
    m.geom_solref[id] = *node.solref;
    m.geom_solimp[id] = *node.solimp;
    m.geom_size[id] = geom.size;
    m.geom_aabb[id] = geom.aabb;
    m.geom_rbound[id] = geom.rbound;
    m.geom_pos[id] = geom.pose.pos;
    m.geom_quat[id] = geom.pose.quat;
    m.geom_friction[id] = *node.friction;
    m.geom_margin[id] = *node.margin;
    m.geom_gap[id] = *node.gap;
    m.geom_fluid[id] = geom.fluid;
    m.geom_rgba[id] = *node.rgba;
    std::copy(node.userdata.begin(), node.userdata.end(), m.geom_user[id].begin());
  }
}

void fill_sites(const Spec&, Draft& draft, Diagnostics&) {
  Model& m = draft.model;
  for (int id = 0; id < m.nsite; ++id) {
    const DraftSite& site = draft.sites[id];
    const spec::Site& node = *site.spec;
    m.site_type[id] = *node.type;
    m.site_bodyid[id] = site.body;
    m.site_matid[id] = site.material;
    m.site_group[id] = *node.group;
    m.site_sameframe[id] = static_cast<byte>(same_frame(site.pose, draft.bodies[site.body].inertial));
    m.site_size[id] = site.size;
    m.site_pos[id] = site.pose.pos;
    m.site_quat[id] = site.pose.quat;
    m.site_rgba[id] = *node.rgba;
    std::copy(node.userdata.begin(), node.userdata.end(), m.site_user[id].begin());
  }
}

void fill_cameras(const Spec&, Draft& draft, Diagnostics&) {
  Model& m = draft.model;
  for (int id = 0; id < m.ncam; ++id) {
    const DraftCamera& camera = draft.cameras[id];
    const spec::Camera& node = *camera.spec;
    m.cam_mode[id] = *node.mode;
    m.cam_bodyid[id] = camera.body;
    m.cam_targetbodyid[id] = camera.target;
    m.cam_pos[id] = camera.pose.pos;
    m.cam_quat[id] = camera.pose.quat;
    m.cam_projection[id] = *node.proj;
    m.cam_fovy[id] = camera.fovy;
    m.cam_ipd[id] = *node.ipd;
    m.cam_resolution[id] = *node.resolution;
    m.cam_output[id] = *node.output;
    m.cam_sensorsize[id] = *node.sensor_size;
    m.cam_intrinsic[id] = camera.intrinsic;
    std::copy(node.userdata.begin(), node.userdata.end(), m.cam_user[id].begin());
  }
}

void fill_lights(const Spec&, Draft& draft, Diagnostics&) {
  Model& m = draft.model;
  for (int id = 0; id < m.nlight; ++id) {
    const DraftLight& light = draft.lights[id];
    const spec::Light& node = *light.spec;
    m.light_mode[id] = *node.mode;
    m.light_bodyid[id] = light.body;
    m.light_targetbodyid[id] = light.target;
    m.light_type[id] = *node.type;
    m.light_texid[id] = light.texture;
    m.light_castshadow[id] = *node.castshadow;
    m.light_bulbradius[id] = *node.bulbradius;
    m.light_intensity[id] = *node.intensity;
    m.light_range[id] = *node.range;
    m.light_active[id] = *node.active;
    m.light_pos[id] = light.pos;
    m.light_dir[id] = light.dir;
    m.light_attenuation[id] = *node.attenuation;
    m.light_cutoff[id] = *node.cutoff;
    m.light_exponent[id] = *node.exponent;
    m.light_ambient[id] = *node.ambient;
    m.light_diffuse[id] = *node.diffuse;
    m.light_specular[id] = *node.specular;
  }
}

}  // namespace corten
