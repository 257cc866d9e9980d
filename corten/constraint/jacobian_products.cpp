#include "corten/constraint/jacobian_products.h"

#include "corten/smooth/transmission.h"

namespace corten {

Csr constraint_jacobian(const Model& m, const Data& d) {
  if (!is_sparse(m)) return Csr::dense(d.nefc, m.nv, d.efc_J.data());
  return {d.nefc,
          m.nv,
          d.efc_J_rownnz.data(),
          d.efc_J_rowadr.data(),
          d.efc_J_colind.data(),
          d.efc_J.data(),
          d.efc_J_rowsuper.data()};
}

Csr constraint_inverse_inertia(const Model& m, const Data& d) {
  if (!is_sparse(m)) return Csr::dense(d.nefc, d.nefc, d.efc_AR.data());
  return {d.nefc,          d.nefc, d.efc_AR_rownnz.data(), d.efc_AR_rowadr.data(), d.efc_AR_colind.data(),
          d.efc_AR.data(), nullptr};
}

void mul_jac_vec(const Model& m, const Data& d, std::span<Real> result, std::span<const Real> vec) {
  if (d.nefc) mul(constraint_jacobian(m, d), vec, result);
}

void mul_jac_t_vec(const Model& m, const Data& d, std::span<Real> result, std::span<const Real> vec) {
  if (d.nefc) mul_transpose(constraint_jacobian(m, d), vec, result);
}

}  // namespace corten
