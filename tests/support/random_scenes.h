// Random scenes of every geom type and option of collision, and all that both engines find in them.
#pragma once

#include <string>

#include "tests/support/contacts.h"

namespace corten::oracle {

// MJCF of a scene: crowded bodies, some of them aligned, tiny, huge or far from the origin. The oracle may
// refuse it (a mesh without volume, say).
std::string random_scene(unsigned seed);

// Null when the oracle refuses it. Some models are edited after they were compiled.
ModelPtr load_scene(const std::string& xml, unsigned seed);

// Moves the bodies of the scene, then compares contacts, marks of trees, distances of geoms and rays bit for
// bit. The first difference, empty when there is none.
std::string compare_scene(ContactScene& scene, unsigned seed);

}  // namespace corten::oracle
