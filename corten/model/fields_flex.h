// Fields of deformable objects.
#pragma once

#include <cstdint>

#include "corten/base/array.h"
#include "corten/math/spatial.h"
#include "corten/model/constants.h"

namespace corten {

// Flexes.
struct FlexFields {
  Array<int> flex_contype;
  Array<int> flex_conaffinity;
  Array<int> flex_condim;
  Array<int> flex_priority;
  Array<Real> flex_solmix;
  Array<Vec<Real, kNRef>> flex_solref;
  Array<Vec<Real, kNImp>> flex_solimp;
  Array<Vec3<Real>> flex_friction;
  Array<Real> flex_margin;
  Array<Real> flex_gap;
  Array<byte> flex_internal;
  Array<int> flex_selfcollide;
  Array<int> flex_activelayers;
  Array<int> flex_passive;
  Array<int> flex_dim;
  Array<int> flex_matid;
  Array<int> flex_group;
  Array<int> flex_interp;
  Array<int> flex_nodeadr;
  Array<int> flex_nodenum;
  Array<int> flex_vertadr;
  Array<int> flex_vertnum;
  Array<int> flex_edgeadr;
  Array<int> flex_edgenum;
  Array<int> flex_elemadr;
  Array<int> flex_elemnum;
  Array<int> flex_elemdataadr;
  Array<int> flex_elemedgeadr;
  Array<int> flex_shellnum;
  Array<int> flex_shelldataadr;
  Array<int> flex_evpairadr;
  Array<int> flex_evpairnum;
  Array<int> flex_texcoordadr;
  Array<int> flex_nodebodyid;
  Array<int> flex_vertbodyid;
  Array<int> flex_vertedgeadr;
  Array<int> flex_vertedgenum;
  Array<Vec<int, 2>> flex_vertedge;
  Array<Vec<int, 2>> flex_edge;
  Array<Vec<int, 2>> flex_edgeflap;
  Array<int> flex_elem;
  Array<int> flex_elemtexcoord;
  Array<int> flex_elemedge;
  Array<int> flex_elemlayer;
  Array<int> flex_shell;
  Array<Vec<int, 2>> flex_evpair;
  Array<Vec3<Real>> flex_vert;
  Array<Vec3<Real>> flex_vert0;
  Array<Vec<Real, 4>> flex_vertmetric;
  Array<Vec3<Real>> flex_node;
  Array<Vec3<Real>> flex_node0;
  Array<Real> flexedge_length0;
  Array<Real> flexedge_invweight0;
  Array<Real> flex_radius;
  Array<Vec3<Real>> flex_size;
  Array<Vec<Real, 21>> flex_stiffness;
  Array<Vec<Real, 17>> flex_bending;
  Array<Real> flex_damping;
  Array<Real> flex_edgestiffness;
  Array<Real> flex_edgedamping;
  Array<int> flex_edgeequality;
  Array<byte> flex_rigid;
  Array<byte> flexedge_rigid;
  Array<byte> flex_centered;
  Array<byte> flex_flatskin;
  Array<int> flex_bvhadr;
  Array<int> flex_bvhnum;
  Array<int> flexedge_J_rownnz;
  Array<int> flexedge_J_rowadr;
  Array<int> flexedge_J_colind;
  Array<Vec<int, 2>> flexvert_J_rownnz;
  Array<Vec<int, 2>> flexvert_J_rowadr;
  Array<Vec<int, 2>> flexvert_J_colind;
  Array<Vec<float, 4>> flex_rgba;
  Array<Vec<float, 2>> flex_texcoord;

  template <class Self, class Sizes, class Fn>
  static void visit(Self& f, const Sizes& n, Fn&& fn) {
    fn("flex_contype", f.flex_contype, n.nflex);
    fn("flex_conaffinity", f.flex_conaffinity, n.nflex);
    fn("flex_condim", f.flex_condim, n.nflex);
    fn("flex_priority", f.flex_priority, n.nflex);
    fn("flex_solmix", f.flex_solmix, n.nflex);
    fn("flex_solref", f.flex_solref, n.nflex);
    fn("flex_solimp", f.flex_solimp, n.nflex);
    fn("flex_friction", f.flex_friction, n.nflex);
    fn("flex_margin", f.flex_margin, n.nflex);
    fn("flex_gap", f.flex_gap, n.nflex);
    fn("flex_internal", f.flex_internal, n.nflex);
    fn("flex_selfcollide", f.flex_selfcollide, n.nflex);
    fn("flex_activelayers", f.flex_activelayers, n.nflex);
    fn("flex_passive", f.flex_passive, n.nflex);
    fn("flex_dim", f.flex_dim, n.nflex);
    fn("flex_matid", f.flex_matid, n.nflex);
    fn("flex_group", f.flex_group, n.nflex);
    fn("flex_interp", f.flex_interp, n.nflex);
    fn("flex_nodeadr", f.flex_nodeadr, n.nflex);
    fn("flex_nodenum", f.flex_nodenum, n.nflex);
    fn("flex_vertadr", f.flex_vertadr, n.nflex);
    fn("flex_vertnum", f.flex_vertnum, n.nflex);
    fn("flex_edgeadr", f.flex_edgeadr, n.nflex);
    fn("flex_edgenum", f.flex_edgenum, n.nflex);
    fn("flex_elemadr", f.flex_elemadr, n.nflex);
    fn("flex_elemnum", f.flex_elemnum, n.nflex);
    fn("flex_elemdataadr", f.flex_elemdataadr, n.nflex);
    fn("flex_elemedgeadr", f.flex_elemedgeadr, n.nflex);
    fn("flex_shellnum", f.flex_shellnum, n.nflex);
    fn("flex_shelldataadr", f.flex_shelldataadr, n.nflex);
    fn("flex_evpairadr", f.flex_evpairadr, n.nflex);
    fn("flex_evpairnum", f.flex_evpairnum, n.nflex);
    fn("flex_texcoordadr", f.flex_texcoordadr, n.nflex);
    fn("flex_nodebodyid", f.flex_nodebodyid, n.nflexnode);
    fn("flex_vertbodyid", f.flex_vertbodyid, n.nflexvert);
    fn("flex_vertedgeadr", f.flex_vertedgeadr, n.nflexvert);
    fn("flex_vertedgenum", f.flex_vertedgenum, n.nflexvert);
    fn("flex_vertedge", f.flex_vertedge, n.nflexedge);
    fn("flex_edge", f.flex_edge, n.nflexedge);
    fn("flex_edgeflap", f.flex_edgeflap, n.nflexedge);
    fn("flex_elem", f.flex_elem, n.nflexelemdata);
    fn("flex_elemtexcoord", f.flex_elemtexcoord, n.nflexelemdata);
    fn("flex_elemedge", f.flex_elemedge, n.nflexelemedge);
    fn("flex_elemlayer", f.flex_elemlayer, n.nflexelem);
    fn("flex_shell", f.flex_shell, n.nflexshelldata);
    fn("flex_evpair", f.flex_evpair, n.nflexevpair);
    fn("flex_vert", f.flex_vert, n.nflexvert);
    fn("flex_vert0", f.flex_vert0, n.nflexvert);
    fn("flex_vertmetric", f.flex_vertmetric, n.nflexvert);
    fn("flex_node", f.flex_node, n.nflexnode);
    fn("flex_node0", f.flex_node0, n.nflexnode);
    fn("flexedge_length0", f.flexedge_length0, n.nflexedge);
    fn("flexedge_invweight0", f.flexedge_invweight0, n.nflexedge);
    fn("flex_radius", f.flex_radius, n.nflex);
    fn("flex_size", f.flex_size, n.nflex);
    fn("flex_stiffness", f.flex_stiffness, n.nflexelem);
    fn("flex_bending", f.flex_bending, n.nflexedge);
    fn("flex_damping", f.flex_damping, n.nflex);
    fn("flex_edgestiffness", f.flex_edgestiffness, n.nflex);
    fn("flex_edgedamping", f.flex_edgedamping, n.nflex);
    fn("flex_edgeequality", f.flex_edgeequality, n.nflex);
    fn("flex_rigid", f.flex_rigid, n.nflex);
    fn("flexedge_rigid", f.flexedge_rigid, n.nflexedge);
    fn("flex_centered", f.flex_centered, n.nflex);
    fn("flex_flatskin", f.flex_flatskin, n.nflex);
    fn("flex_bvhadr", f.flex_bvhadr, n.nflex);
    fn("flex_bvhnum", f.flex_bvhnum, n.nflex);
    fn("flexedge_J_rownnz", f.flexedge_J_rownnz, n.nflexedge);
    fn("flexedge_J_rowadr", f.flexedge_J_rowadr, n.nflexedge);
    fn("flexedge_J_colind", f.flexedge_J_colind, n.nJfe);
    fn("flexvert_J_rownnz", f.flexvert_J_rownnz, n.nflexvert);
    fn("flexvert_J_rowadr", f.flexvert_J_rowadr, n.nflexvert);
    fn("flexvert_J_colind", f.flexvert_J_colind, n.nJfv);
    fn("flex_rgba", f.flex_rgba, n.nflex);
    fn("flex_texcoord", f.flex_texcoord, n.nflextexcoord);
  }
};

}  // namespace corten
