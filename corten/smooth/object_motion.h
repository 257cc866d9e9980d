// Velocity and acceleration of objects with a frame: bodies, geoms, sites, cameras.
#pragma once

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// Where an object is and what it is fixed to. body < 0: the type has no frame.
struct ObjectFrame {
  int body = -1;
  Vec3<Real> pos{};
  Mat3<Real> rot{};
};
ObjectFrame object_frame(const Model& m, const Data& d, mjtObj type, int id);

// At the origin of the object, in world axes or its own. Zero for objects fixed to the world.
Motion<Real> object_velocity(const Model& m, const Data& d, mjtObj type, int id, bool local);
// Needs rne_post_constraint; includes the upward acceleration that stands for gravity.
Motion<Real> object_acceleration(const Model& m, const Data& d, mjtObj type, int id, bool local);

}  // namespace corten
