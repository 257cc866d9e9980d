#include "corten/smooth/contact_force.h"

#include <algorithm>

namespace corten {
namespace {

// Edges of the pyramid come in pairs normal ± μ tangent.
Vec<Real, 6> decode_pyramid(const Real* edges, const Vec<Real, 5>& mu, int dim) {
  Vec<Real, 6> f{};
  for (int k = 0; k < 2 * (dim - 1); ++k) f[0] += edges[k];
  for (int k = 1; k < dim; ++k) f[k] = (edges[2 * k - 2] - edges[2 * k - 1]) * mu[k - 1];
  return f;
}

}  // namespace

Wrench<Real> contact_force(const Model& m, const Data& d, int contact) {
  Vec<Real, 6> f{};
  if (contact < 0 || contact >= d.ncon) return {};
  const Contact& con = d.contact[contact];
  if (con.efc_address < 0) return {};
  const Real* rows = d.efc_force.data() + con.efc_address;
  if (con.dim > 1 && m.opt.cone == mjCONE_PYRAMIDAL) {
    f = decode_pyramid(rows, con.friction, con.dim);
  } else {
    std::copy_n(rows, con.dim, f.begin());
  }
  return {{f[0], f[1], f[2]}, {f[3], f[4], f[5]}};
}

}  // namespace corten
