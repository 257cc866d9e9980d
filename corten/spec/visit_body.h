// Fields of what bodies carry, under the names of MuJoCo's mjs structs; see visit.h.
#pragma once

#include "corten/spec/body.h"

namespace corten::spec {

template <class Fn>
void visit(Orientation& alt, Fn&& fn) {
  fn("axisangle", alt.axisangle);
  fn("xyaxes", alt.xyaxes);
  fn("zaxis", alt.zaxis);
  fn("euler", alt.euler);
}

template <class N, class Fn>
void visit_pose(N& n, Fn&& fn) {
  fn("pos", n.pos);
  fn("quat", n.quat);
  fn("alt", n.alt);
}

template <class Fn>
void visit(Body& n, Fn&& fn) {
  fn("childclass", n.childclass);
  visit_pose(n, fn);
  fn("mass", n.inertial.mass);
  fn("ipos", n.inertial.pos);
  fn("iquat", n.inertial.quat);
  fn("inertia", n.inertial.diaginertia);
  fn("ialt", n.inertial.alt);
  fn("fullinertia", n.inertial.fullinertia);
  fn("explicitinertial", n.inertial.present);
  fn("mocap", n.mocap);
  fn("gravcomp", n.gravcomp);
  fn("sleep", n.sleep, "mjtSleepPolicy");
  fn("userdata", n.userdata);
  fn("plugin", n.plugin);
}

template <class Fn>
void visit(Frame& n, Fn&& fn) {
  fn("childclass", n.childclass);
  visit_pose(n, fn);
}

template <class Fn>
void visit(Joint& n, Fn&& fn) {
  fn("type", n.type, "mjtJoint");
  fn("pos", n.pos);
  fn("axis", n.axis);
  fn("ref", n.ref);
  fn("align", n.align);
  fn("stiffness", n.stiffness);
  fn("springref", n.springref);
  fn("springdamper", n.springdamper);
  fn("limited", n.limited);
  fn("range", n.range);
  fn("margin", n.margin);
  fn("solref_limit", n.solref_limit);
  fn("solimp_limit", n.solimp_limit);
  fn("actfrclimited", n.actfrclimited);
  fn("actfrcrange", n.actfrcrange);
  fn("armature", n.armature);
  fn("damping", n.damping);
  fn("frictionloss", n.frictionloss);
  fn("solref_friction", n.solref_friction);
  fn("solimp_friction", n.solimp_friction);
  fn("group", n.group);
  fn("actgravcomp", n.actgravcomp);
  fn("userdata", n.userdata);
}

template <class Fn>
void visit(Geom& n, Fn&& fn) {
  fn("type", n.type, "mjtGeom");
  visit_pose(n, fn);
  fn("fromto", n.fromto);
  fn("size", n.size);
  fn("contype", n.contype);
  fn("conaffinity", n.conaffinity);
  fn("condim", n.condim);
  fn("priority", n.priority);
  fn("friction", n.friction);
  fn("solmix", n.solmix);
  fn("solref", n.solref);
  fn("solimp", n.solimp);
  fn("margin", n.margin);
  fn("gap", n.gap);
  fn("mass", n.mass);
  fn("density", n.density);
  fn("typeinertia", n.shellinertia, "mjtGeomInertia");
  fn("fluid_ellipsoid", n.fluid_ellipsoid, "float");  // a number in MuJoCo's struct, a choice of two
  fn("fluid_coefs", n.fluid_coefs);
  fn("material", n.material);
  fn("rgba", n.rgba);
  fn("group", n.group);
  fn("hfieldname", n.hfieldname);
  fn("meshname", n.meshname);
  fn("fitscale", n.fitscale);
  fn("userdata", n.userdata);
  fn("plugin", n.plugin);
}

template <class Fn>
void visit(Site& n, Fn&& fn) {
  visit_pose(n, fn);
  fn("fromto", n.fromto);
  fn("size", n.size);
  fn("type", n.type, "mjtGeom");
  fn("material", n.material);
  fn("group", n.group);
  fn("rgba", n.rgba);
  fn("userdata", n.userdata);
}

template <class Fn>
void visit(Camera& n, Fn&& fn) {
  visit_pose(n, fn);
  fn("mode", n.mode, "mjtCamLight");
  fn("targetbody", n.targetbody);
  fn("proj", n.proj, "mjtProjection");
  fn("resolution", n.resolution);
  fn("output", n.output);
  fn("fovy", n.fovy);
  fn("ipd", n.ipd);
  fn("intrinsic", n.intrinsic);
  fn("sensor_size", n.sensor_size);
  fn("focal_length", n.focal_length);
  fn("focal_pixel", n.focal_pixel);
  fn("principal_length", n.principal_length);
  fn("principal_pixel", n.principal_pixel);
  fn("userdata", n.userdata);
}

template <class Fn>
void visit(Light& n, Fn&& fn) {
  fn("pos", n.pos);
  fn("dir", n.dir);
  fn("mode", n.mode, "mjtCamLight");
  fn("targetbody", n.targetbody);
  fn("active", n.active);
  fn("type", n.type, "mjtLightType");
  fn("texture", n.texture);
  fn("castshadow", n.castshadow);
  fn("bulbradius", n.bulbradius);
  fn("intensity", n.intensity);
  fn("range", n.range);
  fn("attenuation", n.attenuation);
  fn("cutoff", n.cutoff);
  fn("exponent", n.exponent);
  fn("ambient", n.ambient);
  fn("diffuse", n.diffuse);
  fn("specular", n.specular);
}

}  // namespace corten::spec
