// Arrays of Data that live in the step arena: constraint rows and islands.
#pragma once

#include "corten/base/array.h"
#include "corten/math/vec3.h"

namespace corten {

// Constraint rows.
struct RowFields {
  Array<int> efc_type;
  Array<int> efc_id;
  Array<int> efc_J_rownnz;
  Array<int> efc_J_rowadr;
  Array<int> efc_J_rowsuper;
  Array<int> efc_J_colind;
  Array<Real> efc_J;
  Array<Real> efc_pos;
  Array<Real> efc_margin;
  Array<Real> efc_frictionloss;
  Array<Real> efc_diagApprox;
  Array<Vec<Real, 4>> efc_KBIP;
  Array<Real> efc_D;
  Array<Real> efc_R;
  Array<int> tendon_efcadr;
  Array<int> efc_AR_rownnz;
  Array<int> efc_AR_rowadr;
  Array<int> efc_AR_colind;
  Array<Real> efc_AR;
  Array<Real> efc_vel;
  Array<Real> efc_aref;
  Array<Real> efc_b;
  Array<int> efc_state;
  Array<Real> efc_force;

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
  Array<int> tree_island;
  Array<int> island_ntree;
  Array<int> island_itreeadr;
  Array<int> map_itree2tree;
  Array<int> dof_island;
  Array<int> island_nv;
  Array<int> island_idofadr;
  Array<int> island_dofadr;
  Array<int> map_dof2idof;
  Array<int> map_idof2dof;
  Array<Real> ifrc_smooth;
  Array<Real> iacc_smooth;
  Array<int> iM_rownnz;
  Array<int> iM_rowadr;
  Array<int> iM_colind;
  Array<Real> iM;
  Array<Real> iLD;
  Array<Real> iLDiagInv;
  Array<Real> iacc;
  Array<int> efc_island;
  Array<int> island_ne;
  Array<int> island_nf;
  Array<int> island_nefc;
  Array<int> island_iefcadr;
  Array<int> map_efc2iefc;
  Array<int> map_iefc2efc;
  Array<int> iefc_type;
  Array<int> iefc_id;
  Array<int> iefc_J_rownnz;
  Array<int> iefc_J_rowadr;
  Array<int> iefc_J_rowsuper;
  Array<int> iefc_J_colind;
  Array<Real> iefc_J;
  Array<Real> iefc_frictionloss;
  Array<Real> iefc_D;
  Array<Real> iefc_R;
  Array<Real> iefc_aref;
  Array<int> iefc_state;
  Array<Real> iefc_force;
  Array<Real> ifrc_constraint;

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
