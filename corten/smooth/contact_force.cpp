#include "corten/smooth/contact_force.h"

#include <algorithm>

namespace corten {

void decode_pyramid(std::span<const Real> edges, std::span<const Real> mu, int dim, std::span<Real> force) {
  force[0] = dim == 1 ? edges[0] : 0;
  for (int k = 0; k < 2 * (dim - 1); ++k) force[0] += edges[k];
  for (int k = 1; k < dim; ++k) force[k] = (edges[2 * k - 2] - edges[2 * k - 1]) * mu[k - 1];
}

void encode_pyramid(std::span<const Real> force, std::span<const Real> mu, int dim, std::span<Real> edges) {
  const Real normal = force[0] / (dim - 1);
  for (int k = 1; k < dim; ++k) {
    const Real tangent = std::min(normal, force[k] / mu[k - 1]);
    edges[2 * k - 2] = (normal + tangent) * 0.5;
    edges[2 * k - 1] = (normal - tangent) * 0.5;
  }
}

Wrench<Real> contact_force(const Model& m, const Data& d, int contact) {
  Vec<Real, 6> f{};
  if (contact < 0 || contact >= d.ncon) return {};
  const Contact& con = d.contact[contact];
  if (con.efc_address < 0 || con.efc_address >= d.nefc) return {};  // without rows: excluded, or no room
  const Real* rows = d.efc_force.data() + con.efc_address;
  if (con.dim > 1 && m.opt.cone == mjCONE_PYRAMIDAL) {
    decode_pyramid({rows, static_cast<std::size_t>(2 * (con.dim - 1))}, con.friction.e, con.dim, f.e);
  } else {
    std::copy_n(rows, con.dim, f.begin());
  }
  return {{f[0], f[1], f[2]}, {f[3], f[4], f[5]}};
}

}  // namespace corten
