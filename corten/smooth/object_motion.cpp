#include "corten/smooth/object_motion.h"

#include "corten/smooth/com.h"

namespace corten {
namespace {

// a spatial motion of the body, moved to the object's origin
Motion<Real> at_object(const Model& m, const Data& d, const ObjectFrame& f, const Motion<Real>& motion,
                       bool local) {
  const Motion<Real> moved = transport(motion, f.pos, reference_point(m, d, f.body));
  return local ? to_local(moved, f.rot) : moved;
}

}  // namespace

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
  return at_object(m, d, f, d.cvel[f.body], local);
}

Motion<Real> object_acceleration(const Model& m, const Data& d, mjtObj type, int id, bool local) {
  const ObjectFrame f = object_frame(m, d, type, id);
  if (f.body < 0 || m.body_weldid[f.body] == 0) return {};
  const Motion<Real> velocity = at_object(m, d, f, d.cvel[f.body], local);
  Motion<Real> acc = at_object(m, d, f, d.cacc[f.body], local);
  acc.lin += cross(velocity.ang, velocity.lin);
  return acc;
}

}  // namespace corten
