// Force of a contact in its own frame, decoded from the constraint rows.
#pragma once

#include <span>

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// Normal and tangential force, then torques, in the contact frame; zero when the contact has no rows.
Wrench<Real> contact_force(const Model& m, const Data& d, int contact);

// The same between the force (dim numbers) and the forces along the edges of the friction pyramid, 2 (dim -
// 1) of them, which come in pairs normal ± μ tangent.
void decode_pyramid(std::span<const Real> edges, std::span<const Real> mu, int dim, std::span<Real> force);
void encode_pyramid(std::span<const Real> force, std::span<const Real> mu, int dim, std::span<Real> edges);

}  // namespace corten
