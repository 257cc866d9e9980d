// Inertia of several rigid parts as one: centre of mass and principal axes.
#pragma once

#include <span>

#include "corten/math/principal_axes.h"

namespace corten {

// A rigid part: mass, inertial frame, principal inertia.
struct MassPart {
  Real mass = 0;
  build::Pose pose;
  Vec3<Real> inertia{};
};

// The parts as one; they have mass. If their inertia is undefined (its first number), inertia and axes stay
// as they are in `whole`. Nothing, or what is wrong.
const char* join_masses(std::span<const MassPart> parts, MassPart& whole);

}  // namespace corten
