// Physics options and statistics of a model.
#pragma once

#include "corten/math/vec3.h"
#include "corten/model/enums.h"

namespace corten {

struct Option {
  Real timestep = 0.002;
  Real impratio = 1;
  Real tolerance = 1e-8;
  Real ls_tolerance = 0.01;
  Real noslip_tolerance = 1e-6;
  Real ccd_tolerance = 1e-6;
  Real sleep_tolerance = 1e-4;
  Vec3<Real> gravity{0, 0, -9.81};
  Vec3<Real> wind{};
  Vec3<Real> magnetic{0, -0.5, 0};
  Real density{};
  Real viscosity{};
  Real o_margin{};
  Vec<Real, 2> o_solref{0.02, 1};
  Vec<Real, 5> o_solimp{0.9, 0.95, 0.001, 0.5, 2};
  Vec<Real, 5> o_friction{1, 1, 0.005, 0.0001, 0.0001};
  int integrator = mjINT_EULER;
  int cone = mjCONE_PYRAMIDAL;
  int jacobian = mjJAC_AUTO;
  int solver = mjSOL_NEWTON;
  int iterations = 100;
  int ls_iterations = 50;
  int noslip_iterations{};
  int ccd_iterations = 35;
  int disableflags{};
  int enableflags{};
  int disableactuator{};
  int sdf_initpoints = 40;
  int sdf_iterations = 10;

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
  Real meaninertia{};
  Real meanmass{};
  Real meansize{};
  Real extent{};
  Vec3<Real> center{};

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
