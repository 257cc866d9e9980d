#include "corten/sense/lazy.h"

#include "corten/smooth/com.h"
#include "corten/smooth/energy.h"
#include "corten/smooth/rne.h"

namespace corten::sense {

void fresh_subtree_vel(const Model& m, Data& d) {
  if (!d.flg_subtreevel) subtree_vel(m, d);
}
void fresh_rne_post(const Model& m, Data& d) {
  if (!d.flg_rnepost) rne_post_constraint(m, d);
}
void fresh_energy_pos(const Model& m, Data& d) {
  if (!d.flg_energypos) energy_pos(m, d);
}
void fresh_energy_vel(const Model& m, Data& d) {
  if (!d.flg_energyvel) energy_vel(m, d);
}

}  // namespace corten::sense
