#include "corten/sim/constraint_update.h"

#include "corten/constraint/jacobian_products.h"
#include "corten/sim/constraint_problem.h"
#include "corten/solver/row_cost.h"

namespace corten {

Real constraint_update(const Model& m, Data& d, std::span<const Real> jar, bool cone_hessians) {
  if (d.nefc == 0) return 0;
  Arena::Frame frame(d.arena);
  const Real cost =
      rows_cost(whole_rows(m, d, frame), jar, d.efc_force.span(), d.efc_state.span(), cone_hessians);
  mul_jac_t_vec(m, d, d.qfrc_constraint.span(), d.efc_force.span());
  return cost;
}

}  // namespace corten
