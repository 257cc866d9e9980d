// Shapes on a body: geoms and sites. Values are as written.
#pragma once

#include "corten/model/fields_geom.h"
#include "corten/spec/node.h"

namespace corten::spec {

struct Geom : BodyNode {
  Set<int> type = mjGEOM_SPHERE;
  Set<Real3> pos;
  Set<Quat<Real>> quat = Quat<Real>::identity();
  Orientation alt;
  Set<Vec<Real, 6>> fromto = kUndefined6;
  Set<Real3> size;
  Set<int> contype = 1;
  Set<int> conaffinity = 1;
  Set<int> condim = 3;
  Set<int> priority = 0;
  Set<Real3> friction{{1, 0.005, 0.0001}};
  Set<Real> solmix = 1;
  Set<SolRef> solref = kSolRef;
  Set<SolImp> solimp = kSolImp;
  Set<Real> margin = 0;
  Set<Real> gap = 0;
  Set<Real> mass = kUndefined;  // given: wins over density
  Set<Real> density = 1000;
  Set<bool> shellinertia = false;  // mjs typeinertia == mjINERTIA_SHELL
  Set<int> fluid_ellipsoid = 0;    // 1: ellipsoid fluid model
  Set<Vec<Real, 5>> fluid_coefs{{0.5, 0.25, 1.5, 1, 1}};
  std::string material;
  Set<Rgba> rgba = kGrey;
  Set<int> group = 0;
  std::string hfieldname;
  std::string meshname;
  Set<Real> fitscale = 1;
  std::vector<Real> userdata;
  PluginUse plugin;

  template <class Self, class Fn>
  static void visit(Self& n, Fn&& fn) {
    visit_named(n, fn);
    fn(n.type, both("type").words(words::kGeomType).of("mjtGeom"));
    visit_pose(n, fn);
    fn(n.fromto, both("fromto"));
    fn(n.size, both("size", kUpTo));
    fn(n.contype, both("contype"), &GeomFields::geom_contype);
    fn(n.conaffinity, both("conaffinity"), &GeomFields::geom_conaffinity);
    fn(n.condim, both("condim"), &GeomFields::geom_condim);
    fn(n.priority, both("priority"), &GeomFields::geom_priority);
    fn(n.friction, both("friction", kUpTo), &GeomFields::geom_friction);
    fn(n.solmix, both("solmix"), &GeomFields::geom_solmix);
    fn(n.solref, both("solref", kUpTo), &GeomFields::geom_solref);
    fn(n.solimp, both("solimp", kUpTo), &GeomFields::geom_solimp);
    fn(n.margin, both("margin"), &GeomFields::geom_margin);
    fn(n.gap, both("gap"), &GeomFields::geom_gap);
    fn(n.mass, both("mass"));
    fn(n.density, both("density"));
    fn(n.shellinertia, named("typeinertia", "shellinertia").of("mjtGeomInertia"));
    fn(n.fluid_ellipsoid, named("fluid_ellipsoid", "fluidshape").words(words::kFluidShape).of("float"));
    fn(n.fluid_coefs, named("fluid_coefs", "fluidcoef", kUpTo));
    fn(n.material, both("material"));
    fn(n.rgba, both("rgba"), &GeomFields::geom_rgba);
    fn(n.group, both("group"), &GeomFields::geom_group);
    fn(n.hfieldname, named("hfieldname", "hfield"));
    fn(n.meshname, named("meshname", "mesh"));
    fn(n.fitscale, both("fitscale"));
    fn(n.userdata, named("userdata", "user"), &GeomFields::geom_user);
    fn(n.plugin, in_program("plugin"));
  }
};

struct Site : BodyNode {
  Set<int> type = mjGEOM_SPHERE;
  Set<Real3> pos;
  Set<Quat<Real>> quat = Quat<Real>::identity();
  Orientation alt;
  Set<Vec<Real, 6>> fromto = kUndefined6;
  Set<Real3> size{{0.005, 0.005, 0.005}};
  std::string material;
  Set<int> group = 0;
  Set<Rgba> rgba = kGrey;
  std::vector<Real> userdata;

  template <class Self, class Fn>
  static void visit(Self& n, Fn&& fn) {
    visit_named(n, fn);
    visit_pose(n, fn);
    fn(n.fromto, both("fromto"));
    fn(n.size, both("size", kUpTo));
    fn(n.type, both("type").words(words::kGeomType).of("mjtGeom"), &SiteFields::site_type);
    fn(n.material, both("material"));
    fn(n.group, both("group"), &SiteFields::site_group);
    fn(n.rgba, both("rgba"), &SiteFields::site_rgba);
    fn(n.userdata, named("userdata", "user"), &SiteFields::site_user);
  }
};

}  // namespace corten::spec
