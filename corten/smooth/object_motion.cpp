#include "corten/smooth/object_motion.h"

#include "corten/smooth/com.h"

namespace corten {
ObjectFrame object_frame(const Model& m, const Data& d, mjtObj type, int id) {
  switch (type) {
    case mjOBJ_BODY:
      return {id, d.xipos[id], d.ximat[id]};
    case mjOBJ_XBODY:
      return {id, d.xpos[id], d.xmat[id]};
    case mjOBJ_GEOM:
      return {m.geom_bodyid[id], d.geom_xpos[id], d.geom_xmat[id]};
    case mjOBJ_SITE:
      return {m.site_bodyid[id], d.site_xpos[id], d.site_xmat[id]};
    case mjOBJ_CAMERA:
      return {m.cam_bodyid[id], d.cam_xpos[id], d.cam_xmat[id]};
    default:
      return {};
  }
}

Motion<Real> object_velocity(const Model& m, const Data& d, mjtObj type, int id, bool local) {
  const ObjectFrame f = object_frame(m, d, type, id);
  if (f.body < 0 || m.body_weldid[f.body] == 0) return {};
  return motion_at(f, d.cvel[f.body], reference_point(m, d, f.body), local);
}

Motion<Real> object_acceleration(const Model& m, const Data& d, mjtObj type, int id, bool local) {
  const ObjectFrame f = object_frame(m, d, type, id);
  if (f.body < 0 || m.body_weldid[f.body] == 0) return {};
  return acceleration_at(f, d.cvel[f.body], d.cacc[f.body], reference_point(m, d, f.body), local);
}

}  // namespace corten
