// Fields of deformable objects.
#pragma once

#include <cstdint>

#include "corten/base/array.h"
#include "corten/math/spatial.h"
#include "corten/model/constants.h"

namespace corten {

// Flexes.
struct FlexFields {
  Array<int> flex_contype;              // bits offered to the other side's conaffinity
  Array<int> flex_conaffinity;          // bits accepted from the other side's contype
  Array<int> flex_condim;               // dimensions of its contacts: 1, 3, 4 or 6
  Array<int> flex_priority;             // of two sides the higher one decides the contact parameters
  Array<Real> flex_solmix;              // weight when contact parameters are mixed
  Array<Vec<Real, kNRef>> flex_solref;  // reference of its contacts
  Array<Vec<Real, kNImp>> flex_solimp;  // impedance of its contacts
  Array<Vec3<Real>> flex_friction;      // sliding, spinning [m], rolling [m]
  Array<Real> flex_margin;              // distance at which contacts are detected [m]
  Array<Real> flex_gap;                 // part of the margin without force [m]
  Array<byte> flex_internal;            // whether vertices and faces of one element collide
  Array<int> flex_selfcollide;          // mjtFlexSelf: how elements of one flex find each other
  Array<int> flex_activelayers;         // outer layers of a solid that take part in self-collision
  Array<int> flex_passive;              // whether its contacts act as passive forces
  Array<int> flex_dim;                  // 1 lines, 2 triangles, 3 tetrahedra
  Array<int> flex_matid;                // material, −1 if none
  Array<int> flex_group;                // group for viewers and rays
  Array<int> flex_interp;        // order of the interpolation between nodes, 0 if vertices move by themselves
  Array<int> flex_nodeadr;       // first node
  Array<int> flex_nodenum;       // number of nodes
  Array<int> flex_vertadr;       // first vertex
  Array<int> flex_vertnum;       // number of vertices
  Array<int> flex_edgeadr;       // first edge
  Array<int> flex_edgenum;       // number of edges
  Array<int> flex_elemadr;       // first element
  Array<int> flex_elemnum;       // number of elements
  Array<int> flex_elemdataadr;   // start of its elements in flex_elem
  Array<int> flex_elemedgeadr;   // start of its elements in flex_elemedge
  Array<int> flex_shellnum;      // number of faces on the surface
  Array<int> flex_shelldataadr;  // start of its surface in flex_shell, −1 if none
  Array<int> flex_evpairadr;     // first element-vertex pair, −1 if none
  Array<int> flex_evpairnum;     // number of element-vertex pairs
  Array<int> flex_texcoordadr;   // first texture coordinate, −1 if none
  Array<int> flex_nodebodyid;    // body of a node
  Array<int> flex_vertbodyid;    // body of a vertex, −1 when interpolated
  Array<int> flex_vertedgeadr;   // start of a vertex in flex_vertedge
  Array<int> flex_vertedgenum;   // number of edges at a vertex
  Array<Vec<int, 2>> flex_vertedge;      // edges at each vertex, numbered within the flex
  Array<Vec<int, 2>> flex_edge;          // vertices of an edge, numbered within the flex
  Array<Vec<int, 2>> flex_edgeflap;      // vertices opposite the edge in its two triangles, −1 if none
  Array<int> flex_elem;                  // dim + 1 vertices per element, numbered within the flex
  Array<int> flex_elemtexcoord;          // texture coordinates of the same corners
  Array<int> flex_elemedge;              // 1, 3 or 6 edges per element, numbered within the flex
  Array<int> flex_elemlayer;             // distance of an element from the surface, in layers
  Array<int> flex_shell;                 // dim vertices per surface face, outward
  Array<Vec<int, 2>> flex_evpair;        // element and vertex of the surface that may collide
  Array<Vec3<Real>> flex_vert;           // vertex in the frame of its body [m]
  Array<Vec3<Real>> flex_vert0;          // vertex at qpos0 within the box of flex_size, 0 to 1
  Array<Vec<Real, 4>> flex_vertmetric;   // inverse of the weighted rest shape around a vertex, 2×2
  Array<Vec3<Real>> flex_node;           // node in the frame of its body [m]
  Array<Vec3<Real>> flex_node0;          // node at qpos0, world [m]
  Array<Real> flexedge_length0;          // rest length [m]
  Array<Real> flexedge_invweight0;       // inverse inertia along the edge at qpos0 [1/kg]
  Array<Real> flex_radius;               // thickness around vertices, edges and faces [m]
  Array<Vec3<Real>> flex_size;           // half-sizes of the box around the vertices at qpos0 [m]
  Array<Vec<Real, 21>> flex_stiffness;   // elastic coefficients of an element
  Array<Vec<Real, 17>> flex_bending;     // bending coefficients of an edge and its flaps
  Array<Real> flex_damping;              // time constant of elastic damping [s]
  Array<Real> flex_edgestiffness;        // spring along edges [N/m]
  Array<Real> flex_edgedamping;          // damping along edges [N s/m]
  Array<int> flex_edgeequality;          // 0 no equality holds it, 1 its edges, 2 its vertices
  Array<byte> flex_rigid;                // whether all vertices belong to one body
  Array<byte> flexedge_rigid;            // whether both ends move as one body
  Array<byte> flex_centered;             // whether every vertex is at the origin of its body
  Array<byte> flex_flatskin;             // whether it is drawn with flat faces
  Array<int> flex_bvhadr;                // first node of its bounding volume tree, −1 if none
  Array<int> flex_bvhnum;                // number of nodes
  Array<int> flexedge_J_rownnz;          // edge Jacobian: entries per row
  Array<int> flexedge_J_rowadr;          // edge Jacobian: start of each row
  Array<int> flexedge_J_colind;          // edge Jacobian: dofs
  Array<Vec<int, 2>> flexvert_J_rownnz;  // vertex Jacobian: entries of its two rows
  Array<Vec<int, 2>> flexvert_J_rowadr;  // vertex Jacobian: start of its two rows
  Array<Vec<int, 2>> flexvert_J_colind;  // vertex Jacobian: dofs
  Array<Vec<float, 4>> flex_rgba;        // colour without a material
  Array<Vec<float, 2>> flex_texcoord;    // texture coordinates

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
