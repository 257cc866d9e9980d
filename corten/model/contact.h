// One contact between two geoms or flexes.
#pragma once

#include "corten/math/mat3.h"

namespace corten {

struct Contact {
  Real dist{};                    // gap between the surfaces [m]; negative when they overlap
  Vec3<Real> pos{};               // midpoint, world [m]
  Mat3<Real> frame{};             // rows: normal from geom 1 to geom 2, two tangents
  Real includemargin{};           // contact acts when dist < includemargin = margin − gap
  Vec<Real, 5> friction{};        // tangent 1, 2, spin, roll 1, 2
  Vec<Real, 2> solref{};          // reference of the normal direction
  Vec<Real, 2> solreffriction{};  // reference of the friction directions; zero means solref
  Vec<Real, 5> solimp{};          // impedance
  Real mu{};                      // friction of the regularised cone, set with the constraint rows
  Vec<Real, 36> H{};              // cone Hessian, set by the solver
  int dim{};                      // 1, 3, 4 or 6 constrained directions
  int geom1{};                    // = geom[0]; kept by MuJoCo for old code
  int geom2{};                    // = geom[1]
  Vec<int, 2> geom{};             // geom ids; −1 for a flex
  Vec<int, 2> flex{};             // flex ids; −1 for a geom
  Vec<int, 2> elem{};             // flex element ids; −1 for a geom or vertex
  Vec<int, 2> vert{};             // flex vertex ids; −1 for a geom or element
  int exclude{};                  // 0 acts, 1 in the gap, 2 fused, 3 no dofs affected
  int efc_address{};              // first constraint row, −1 if none

  template <class Self, class Fn>
  static void visit(Self& c, Fn&& fn) {
    fn("dist", c.dist);
    fn("pos", c.pos);
    fn("frame", c.frame);
    fn("includemargin", c.includemargin);
    fn("friction", c.friction);
    fn("solref", c.solref);
    fn("solreffriction", c.solreffriction);
    fn("solimp", c.solimp);
    fn("mu", c.mu);
    fn("H", c.H);
    fn("dim", c.dim);
    fn("geom1", c.geom1);
    fn("geom2", c.geom2);
    fn("geom", c.geom);
    fn("flex", c.flex);
    fn("elem", c.elem);
    fn("vert", c.vert);
    fn("exclude", c.exclude);
    fn("efc_address", c.efc_address);
  }
};

}  // namespace corten
