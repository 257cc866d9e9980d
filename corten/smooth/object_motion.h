// Velocity and acceleration of objects with a frame: bodies, geoms, sites, cameras.
#pragma once

#include "corten/model/data.h"
#include "corten/model/model.h"
#include "corten/smooth/object_motion_core.h"

namespace corten {

using ObjectFrame = ObjectFrameOf<Real>;
ObjectFrame object_frame(const Model& m, const Data& d, mjtObj type, int id);

// At the origin of the object, in world axes or its own. Zero for objects fixed to the world.
Motion<Real> object_velocity(const Model& m, const Data& d, mjtObj type, int id, bool local);
// Needs rne_post_constraint; includes the upward acceleration that stands for gravity.
Motion<Real> object_acceleration(const Model& m, const Data& d, mjtObj type, int id, bool local);

}  // namespace corten
