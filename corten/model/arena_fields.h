// Arrays of Data that live in the step arena: constraint rows and islands.
#pragma once

#include "corten/base/array.h"
#include "corten/math/vec3.h"

namespace corten {

// Constraint rows.
struct RowFields {
  Array<int> efc_type;           // mjtConstraint
  Array<int> efc_id;             // equality, dof, joint, tendon or contact of the row
  Array<int> efc_J_rownnz;       // J: entries per row
  Array<int> efc_J_rowadr;       // J: start of each row
  Array<int> efc_J_rowsuper;     // rows right after this one with the same pattern
  Array<int> efc_J_colind;       // J: dofs
  Array<Real> efc_J;             // Jacobian; sparse rows or dense ones as opt.jacobian says
  Array<Real> efc_pos;           // residual or distance [m or rad]
  Array<Real> efc_margin;        // the row pulls towards efc_pos = efc_margin
  Array<Real> efc_frictionloss;  // largest friction force
  Array<Real> efc_diagApprox;    // estimate of the diagonal of J M⁻¹ Jᵀ
  Array<Vec<Real, 4>> efc_KBIP;  // stiffness, damping, impedance and its derivative
  Array<Real> efc_D;             // 1 / R
  Array<Real> efc_R;             // regularisation of the row
  Array<int> tendon_efcadr;      // first row of a tendon, −1 if none
  Array<int> efc_AR_rownnz;      // AR: entries per row
  Array<int> efc_AR_rowadr;      // AR: start of each row
  Array<int> efc_AR_colind;      // AR: rows
  Array<Real> efc_AR;            // J M⁻¹ Jᵀ + R; only for dual solvers
  Array<Real> efc_vel;           // J qvel
  Array<Real> efc_aref;          // reference acceleration
  Array<Real> efc_b;             // J qacc_smooth − efc_aref
  Array<int> efc_state;          // mjtConstraintState
  Array<Real> efc_force;         // constraint force

  // n: sizes of the model; c: counts of this step
  template <class Self, class Sizes, class Counts, class Fn>
  static void visit(Self& f, [[maybe_unused]] const Sizes& n, const Counts& c, Fn&& fn) {
    fn("efc_type", f.efc_type, c.nefc);
    fn("efc_id", f.efc_id, c.nefc);
    fn("efc_J_rownnz", f.efc_J_rownnz, c.nefc);
    fn("efc_J_rowadr", f.efc_J_rowadr, c.nefc);
    fn("efc_J_rowsuper", f.efc_J_rowsuper, c.nefc);
    fn("efc_J_colind", f.efc_J_colind, c.nJ);
    fn("efc_J", f.efc_J, c.nJ);
    fn("efc_pos", f.efc_pos, c.nefc);
    fn("efc_margin", f.efc_margin, c.nefc);
    fn("efc_frictionloss", f.efc_frictionloss, c.nefc);
    fn("efc_diagApprox", f.efc_diagApprox, c.nefc);
    fn("efc_KBIP", f.efc_KBIP, c.nefc);
    fn("efc_D", f.efc_D, c.nefc);
    fn("efc_R", f.efc_R, c.nefc);
    fn("tendon_efcadr", f.tendon_efcadr, n.ntendon);
    fn("efc_AR_rownnz", f.efc_AR_rownnz, c.nefc);
    fn("efc_AR_rowadr", f.efc_AR_rowadr, c.nefc);
    fn("efc_AR_colind", f.efc_AR_colind, c.nA);
    fn("efc_AR", f.efc_AR, c.nA);
    fn("efc_vel", f.efc_vel, c.nefc);
    fn("efc_aref", f.efc_aref, c.nefc);
    fn("efc_b", f.efc_b, c.nefc);
    fn("efc_state", f.efc_state, c.nefc);
    fn("efc_force", f.efc_force, c.nefc);
  }
};

// Islands: the constraint problem reordered into independent parts.
struct IslandFields {
  Array<int> tree_island;         // island of a tree, −1 if none
  Array<int> island_ntree;        // number of trees
  Array<int> island_itreeadr;     // first entry in map_itree2tree
  Array<int> map_itree2tree;      // trees in the order of islands
  Array<int> dof_island;          // island of a dof, −1 if none
  Array<int> island_nv;           // number of dofs
  Array<int> island_idofadr;      // first dof in the order of islands
  Array<int> island_dofadr;       // first dof in the order of the model
  Array<int> map_dof2idof;        // place of a dof in the order of islands
  Array<int> map_idof2dof;        // dofs in the order of islands, unconstrained ones last
  Array<Real> ifrc_smooth;        // qfrc_smooth in the order of islands
  Array<Real> iacc_smooth;        // qacc_smooth in the order of islands
  Array<int> iM_rownnz;           // M in the order of islands: entries per row
  Array<int> iM_rowadr;           // M in the order of islands: start of each row
  Array<int> iM_colind;           // M in the order of islands: dofs within the island
  Array<Real> iM;                 // M in the order of islands
  Array<Real> iLD;                // qLD in the order of islands
  Array<Real> iLDiagInv;          // qLDiagInv in the order of islands
  Array<Real> iacc;               // qacc in the order of islands
  Array<int> efc_island;          // island of a row
  Array<int> island_ne;           // number of equality rows
  Array<int> island_nf;           // number of friction rows
  Array<int> island_nefc;         // number of rows
  Array<int> island_iefcadr;      // first row in the order of islands
  Array<int> map_efc2iefc;        // place of a row in the order of islands
  Array<int> map_iefc2efc;        // rows in the order of islands
  Array<int> iefc_type;           // efc_type in the order of islands
  Array<int> iefc_id;             // efc_id in the order of islands
  Array<int> iefc_J_rownnz;       // J by islands: entries per row
  Array<int> iefc_J_rowadr;       // J by islands: start of each row
  Array<int> iefc_J_rowsuper;     // J by islands: rows right after with the same pattern
  Array<int> iefc_J_colind;       // J by islands: dofs within the island
  Array<Real> iefc_J;             // J by islands
  Array<Real> iefc_frictionloss;  // efc_frictionloss in the order of islands
  Array<Real> iefc_D;             // efc_D in the order of islands
  Array<Real> iefc_R;             // efc_R in the order of islands
  Array<Real> iefc_aref;          // efc_aref in the order of islands
  Array<int> iefc_state;          // efc_state in the order of islands
  Array<Real> iefc_force;         // efc_force in the order of islands
  Array<Real> ifrc_constraint;    // qfrc_constraint in the order of islands

  // n: sizes of the model; c: counts of this step
  template <class Self, class Sizes, class Counts, class Fn>
  static void visit(Self& f, [[maybe_unused]] const Sizes& n, const Counts& c, Fn&& fn) {
    fn("tree_island", f.tree_island, n.ntree);
    fn("island_ntree", f.island_ntree, c.nisland);
    fn("island_itreeadr", f.island_itreeadr, c.nisland);
    fn("map_itree2tree", f.map_itree2tree, n.ntree);
    fn("dof_island", f.dof_island, n.nv);
    fn("island_nv", f.island_nv, c.nisland);
    fn("island_idofadr", f.island_idofadr, c.nisland);
    fn("island_dofadr", f.island_dofadr, c.nisland);
    fn("map_dof2idof", f.map_dof2idof, n.nv);
    fn("map_idof2dof", f.map_idof2dof, n.nv);
    fn("ifrc_smooth", f.ifrc_smooth, c.nidof);
    fn("iacc_smooth", f.iacc_smooth, c.nidof);
    fn("iM_rownnz", f.iM_rownnz, c.nidof);
    fn("iM_rowadr", f.iM_rowadr, c.nidof);
    fn("iM_colind", f.iM_colind, n.nC);
    fn("iM", f.iM, n.nC);
    fn("iLD", f.iLD, n.nC);
    fn("iLDiagInv", f.iLDiagInv, c.nidof);
    fn("iacc", f.iacc, c.nidof);
    fn("efc_island", f.efc_island, c.nefc);
    fn("island_ne", f.island_ne, c.nisland);
    fn("island_nf", f.island_nf, c.nisland);
    fn("island_nefc", f.island_nefc, c.nisland);
    fn("island_iefcadr", f.island_iefcadr, c.nisland);
    fn("map_efc2iefc", f.map_efc2iefc, c.nefc);
    fn("map_iefc2efc", f.map_iefc2efc, c.nefc);
    fn("iefc_type", f.iefc_type, c.nefc);
    fn("iefc_id", f.iefc_id, c.nefc);
    fn("iefc_J_rownnz", f.iefc_J_rownnz, c.nefc);
    fn("iefc_J_rowadr", f.iefc_J_rowadr, c.nefc);
    fn("iefc_J_rowsuper", f.iefc_J_rowsuper, c.nefc);
    fn("iefc_J_colind", f.iefc_J_colind, c.nJ);
    fn("iefc_J", f.iefc_J, c.nJ);
    fn("iefc_frictionloss", f.iefc_frictionloss, c.nefc);
    fn("iefc_D", f.iefc_D, c.nefc);
    fn("iefc_R", f.iefc_R, c.nefc);
    fn("iefc_aref", f.iefc_aref, c.nefc);
    fn("iefc_state", f.iefc_state, c.nefc);
    fn("iefc_force", f.iefc_force, c.nefc);
    fn("ifrc_constraint", f.ifrc_constraint, c.nidof);
  }
};

}  // namespace corten
