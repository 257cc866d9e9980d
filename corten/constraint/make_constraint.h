// Constraint rows of the current configuration.
#pragma once

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// Equalities, friction loss, limits, contacts, in that order.
//   in:  kinematics, tendons, d.contact, d.eq_active
//   out: efc_J and its layout, efc_type efc_id efc_pos efc_margin efc_frictionloss efc_diagApprox efc_KBIP
//        efc_D efc_R tendon_efcadr; contact.efc_address, .mu, .exclude; counts
void make_constraint(const Model& m, Data& d);

// Array views end where the rows do: after a stage that drops them.
void trim_rows(const Model& m, Data& d);

// in: efc_J efc_KBIP efc_pos efc_margin d.qvel    out: efc_vel efc_aref
void reference_constraint(const Model& m, Data& d);

// The solver works on forces, or noslip will: J M⁻¹ Jᵀ is needed.
bool is_dual(const Model& m);

// in: efc_J efc_R, factor of M    out: efc_AR and its layout, if the problem is dual
void project_constraint(const Model& m, Data& d);

}  // namespace corten
