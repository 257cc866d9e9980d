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

// `parts` together have mass.
MassPart join_masses(std::span<const MassPart> parts);

}  // namespace corten
