// Physics options and statistics of a model.
#pragma once

#include "corten/math/vec3.h"
#include "corten/model/enums.h"

namespace corten {

struct Option {
  Real timestep = 0.002;            // [s]
  Real impratio = 1;                // friction impedance over normal impedance of elliptic contacts
  Real tolerance = 1e-8;            // solver stops when an iteration gains less, scaled
  Real ls_tolerance = 0.01;         // line search stops at this slope, relative to the start
  Real noslip_tolerance = 1e-6;     // as tolerance, for the noslip solver
  Real ccd_tolerance = 1e-6;        // accuracy of convex collision [m]
  Real sleep_tolerance = 1e-4;      // speed below which a tree may fall asleep [m/s]
  Vec3<Real> gravity{0, 0, -9.81};  // [m/s²]
  Vec3<Real> wind{};                // velocity of the medium [m/s]
  Vec3<Real> magnetic{0, -0.5, 0};  // flux seen by magnetometers
  Real density{};                   // of the medium, 0 for none [kg/m³]
  Real viscosity{};                 // of the medium, 0 for none [Pa s]
  Real o_margin{};                  // with contact override: margin of every contact [m]
  Vec<Real, 2> o_solref{0.02, 1};   // with contact override: reference
  Vec<Real, 5> o_solimp{0.9, 0.95, 0.001, 0.5, 2};       // with contact override: impedance
  Vec<Real, 5> o_friction{1, 1, 0.005, 0.0001, 0.0001};  // with contact override: friction
  int integrator = mjINT_EULER;                          // mjtIntegrator
  int cone = mjCONE_PYRAMIDAL;                           // mjtCone
  int jacobian = mjJAC_AUTO;  // mjtJacobian: dense, sparse, or sparse from 60 dofs on
  int solver = mjSOL_NEWTON;  // mjtSolver
  int iterations = 100;       // most iterations of the solver
  int ls_iterations = 50;     // most evaluations of a line search
  int noslip_iterations{};    // iterations of the noslip solver, 0 for none
  int ccd_iterations = 35;    // most iterations of convex collision
  int disableflags{};         // mjtDisableBit set
  int enableflags{};          // mjtEnableBit set
  int disableactuator{};      // bit k switches actuator group k off
  int sdf_initpoints = 40;    // starting points of signed-distance collision
  int sdf_iterations = 10;    // descent steps from each of them

  template <class Self, class Fn>
  static void visit(Self& o, Fn&& fn) {
    fn("timestep", o.timestep);
    fn("impratio", o.impratio);
    fn("tolerance", o.tolerance);
    fn("ls_tolerance", o.ls_tolerance);
    fn("noslip_tolerance", o.noslip_tolerance);
    fn("ccd_tolerance", o.ccd_tolerance);
    fn("sleep_tolerance", o.sleep_tolerance);
    fn("gravity", o.gravity);
    fn("wind", o.wind);
    fn("magnetic", o.magnetic);
    fn("density", o.density);
    fn("viscosity", o.viscosity);
    fn("o_margin", o.o_margin);
    fn("o_solref", o.o_solref);
    fn("o_solimp", o.o_solimp);
    fn("o_friction", o.o_friction);
    fn("integrator", o.integrator);
    fn("cone", o.cone);
    fn("jacobian", o.jacobian);
    fn("solver", o.solver);
    fn("iterations", o.iterations);
    fn("ls_iterations", o.ls_iterations);
    fn("noslip_iterations", o.noslip_iterations);
    fn("ccd_iterations", o.ccd_iterations);
    fn("disableflags", o.disableflags);
    fn("enableflags", o.enableflags);
    fn("disableactuator", o.disableactuator);
    fn("sdf_initpoints", o.sdf_initpoints);
    fn("sdf_iterations", o.sdf_iterations);
  }
};

struct Statistic {
  Real meaninertia{};   // mean diagonal of M at qpos0 [kg or kg m²]
  Real meanmass{};      // mean mass of bodies [kg]
  Real meansize{};      // mean size of bodies [m]
  Real extent{};        // size of the model at qpos0, its longest side or more [m]
  Vec3<Real> center{};  // middle of the model at qpos0, world [m]

  template <class Self, class Fn>
  static void visit(Self& o, Fn&& fn) {
    fn("meaninertia", o.meaninertia);
    fn("meanmass", o.meanmass);
    fn("meansize", o.meansize);
    fn("extent", o.extent);
    fn("center", o.center);
  }
};

}  // namespace corten
