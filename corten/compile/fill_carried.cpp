// Writes what bodies carry into the Model: geoms, sites, cameras, lights.
#include <algorithm>

#include "corten/compile/passes.h"
#include "corten/compile/same_frame.h"
#include "corten/spec/rows.h"

namespace corten {

void fill_geoms(const Spec&, Draft& draft, Diagnostics&) {
  Model& m = draft.model;
  for (int id = 0; id < m.ngeom; ++id) {
    const DraftGeom& geom = draft.geoms[id];
    const spec::Geom& node = *geom.spec;
    m.geom_type[id] = geom.type;
    spec::to_model<GeomFields>(node, id, m);
    m.geom_bodyid[id] = geom.body;
    m.geom_dataid[id] = geom.mesh >= 0 ? geom.mesh : geom.hfield;
    m.geom_matid[id] = geom.material;
    m.geom_plugin[id] = draft.plugin_id(node.plugin);
    m.geom_sameframe[id] = static_cast<byte>(same_frame(geom.pose, draft.bodies[geom.body].inertial));
    m.geom_size[id] = geom.size;
    m.geom_aabb[id] = geom.aabb;
    m.geom_rbound[id] = geom.rbound;
    m.geom_pos[id] = geom.pose.pos;
    m.geom_quat[id] = geom.pose.quat;
    m.geom_fluid[id] = geom.fluid;
  }
}

void fill_sites(const Spec&, Draft& draft, Diagnostics&) {
  Model& m = draft.model;
  for (int id = 0; id < m.nsite; ++id) {
    const DraftSite& site = draft.sites[id];
    const spec::Site& node = *site.spec;
    spec::to_model<SiteFields>(node, id, m);
    m.site_bodyid[id] = site.body;
    m.site_matid[id] = site.material;
    m.site_sameframe[id] = static_cast<byte>(same_frame(site.pose, draft.bodies[site.body].inertial));
    m.site_size[id] = site.size;
    m.site_pos[id] = site.pose.pos;
    m.site_quat[id] = site.pose.quat;
  }
}

void fill_cameras(const Spec&, Draft& draft, Diagnostics&) {
  Model& m = draft.model;
  for (int id = 0; id < m.ncam; ++id) {
    const DraftCamera& camera = draft.cameras[id];
    const spec::Camera& node = *camera.spec;
    spec::to_model<CameraFields>(node, id, m);
    m.cam_bodyid[id] = camera.body;
    m.cam_targetbodyid[id] = camera.target;
    m.cam_pos[id] = camera.pose.pos;
    m.cam_quat[id] = camera.pose.quat;
    m.cam_fovy[id] = camera.fovy;
    m.cam_sensorsize[id] = *node.sensor_size;
    m.cam_intrinsic[id] = camera.intrinsic;
  }
}

void fill_lights(const Spec&, Draft& draft, Diagnostics&) {
  Model& m = draft.model;
  for (int id = 0; id < m.nlight; ++id) {
    const DraftLight& light = draft.lights[id];
    const spec::Light& node = *light.spec;
    spec::to_model<LightFields>(node, id, m);
    m.light_bodyid[id] = light.body;
    m.light_targetbodyid[id] = light.target;
    m.light_texid[id] = light.texture;
    m.light_pos[id] = light.pos;
    m.light_dir[id] = light.dir;
  }
}

}  // namespace corten
