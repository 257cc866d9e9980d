// What the reader puts into a Spec is what the oracle's reader puts into its mjSpec, field by field.
#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

#include <algorithm>
#include <cmath>

#include "corten/mjcf/load.h"
#include "corten/spec/names.h"
#include "tests/support/model_files.h"
#include "tests/support/oracle_reader.h"

namespace corten::mjcf {
namespace {

// Collects differences between our values and the oracle's. Lists of strings are left out: the oracle's
// library was built with another standard library.
class Comparison {
 public:
  std::string what;
  std::vector<std::string> differences;

  void differ(const char* field, const std::string& ours, const std::string& theirs) {
    differences.push_back(what + " " + field + ": ours " + ours + ", oracle " + theirs);
  }
  template <class A, class B>
  void scalar(const char* field, const A& ours, const B& theirs) {
    const bool both_nan = ours != ours && theirs != theirs;
    if (!(ours == static_cast<A>(theirs)) && !both_nan)
      differ(field, std::to_string(ours), std::to_string(theirs));
  }
  template <class A, class B>
  void array(const char* field, const A& ours, const B* theirs, int count) {
    for (int i = 0; i < count; ++i) scalar(field, ours[i], theirs[i]);
  }
  void text(const char* field, const std::string& ours, const mjString* theirs) {
    if (ours != mjs_getString(theirs)) differ(field, ours, mjs_getString(theirs));
  }
  template <class A, class B>
  void list(const char* field, const A& ours, const B& theirs) {
    if (ours.size() != theirs.size())
      return differ(field, std::to_string(ours.size()), std::to_string(theirs.size()));
    for (std::size_t i = 0; i < ours.size(); ++i) scalar(field, ours[i], theirs[i]);
  }
  void orientation(const spec::Orientation& ours, const mjsOrientation& theirs) {
    scalar("alt.type", int{ours.type()}, int{theirs.type});
    if (ours.axisangle.set) array("axisangle", *ours.axisangle, theirs.axisangle, 4);
    if (ours.xyaxes.set) array("xyaxes", *ours.xyaxes, theirs.xyaxes, 6);
    if (ours.zaxis.set) array("zaxis", *ours.zaxis, theirs.zaxis, 3);
    if (ours.euler.set) array("euler", *ours.euler, theirs.euler, 3);
  }
  // undefined is NaN in the oracle
  void fromto(const spec::Set<Vec<Real, 6>>& ours, const double* theirs) {
    if (ours.set == std::isnan(theirs[0])) return differ("fromto", ours.set ? "set" : "unset", "not so");
    if (ours.set) array("fromto", *ours, theirs, 6);
  }
};

void compare(Comparison& c, const spec::Joint& a, const mjsJoint& b) {
  c.scalar("type", *a.type, b.type);
  c.array("pos", *a.pos, b.pos, 3);
  c.array("axis", *a.axis, b.axis, 3);
  c.scalar("ref", *a.ref, b.ref);
  c.scalar("align", *a.align, b.align);
  c.scalar("stiffness", *a.stiffness, b.stiffness);
  c.scalar("springref", *a.springref, b.springref);
  c.array("springdamper", *a.springdamper, b.springdamper, 2);
  c.scalar("limited", *a.limited, b.limited);
  c.array("range", *a.range, b.range, 2);
  c.scalar("margin", *a.margin, b.margin);
  c.array("solref_limit", *a.solref_limit, b.solref_limit, 2);
  c.array("solimp_limit", *a.solimp_limit, b.solimp_limit, 5);
  c.scalar("actfrclimited", *a.actfrclimited, b.actfrclimited);
  c.array("actfrcrange", *a.actfrcrange, b.actfrcrange, 2);
  c.scalar("armature", *a.armature, b.armature);
  c.scalar("damping", *a.damping, b.damping);
  c.scalar("frictionloss", *a.frictionloss, b.frictionloss);
  c.array("solref_friction", *a.solref_friction, b.solref_friction, 2);
  c.array("solimp_friction", *a.solimp_friction, b.solimp_friction, 5);
  c.scalar("group", *a.group, b.group);
  c.scalar("actgravcomp", int{*a.actgravcomp}, b.actgravcomp);
  c.list("userdata", a.userdata, *b.userdata);
}

void compare(Comparison& c, const spec::Geom& a, const mjsGeom& b) {
  c.scalar("type", *a.type, b.type);
  c.array("pos", *a.pos, b.pos, 3);
  c.array("quat", *a.quat, b.quat, 4);
  c.orientation(a.alt, b.alt);
  c.fromto(a.fromto, b.fromto);
  c.array("size", *a.size, b.size, 3);
  c.scalar("contype", *a.contype, b.contype);
  c.scalar("conaffinity", *a.conaffinity, b.conaffinity);
  c.scalar("condim", *a.condim, b.condim);
  c.scalar("priority", *a.priority, b.priority);
  c.array("friction", *a.friction, b.friction, 3);
  c.scalar("solmix", *a.solmix, b.solmix);
  c.array("solref", *a.solref, b.solref, 2);
  c.array("solimp", *a.solimp, b.solimp, 5);
  c.scalar("margin", *a.margin, b.margin);
  c.scalar("gap", *a.gap, b.gap);
  c.scalar("mass", a.mass.set ? *a.mass : NAN, b.mass);
  c.scalar("density", *a.density, b.density);
  c.scalar("typeinertia", int{*a.shellinertia}, b.typeinertia);
  c.scalar("fluid_ellipsoid", *a.fluid_ellipsoid, b.fluid_ellipsoid);
  c.array("fluid_coefs", *a.fluid_coefs, b.fluid_coefs, 5);
  c.text("material", a.material, b.material);
  c.array("rgba", *a.rgba, b.rgba, 4);
  c.scalar("group", *a.group, b.group);
  c.text("hfieldname", a.hfieldname, b.hfieldname);
  c.text("meshname", a.meshname, b.meshname);
  c.scalar("fitscale", *a.fitscale, b.fitscale);
  c.list("userdata", a.userdata, *b.userdata);
  c.scalar("plugin.active", int{a.plugin.active}, b.plugin.active);
}

void compare(Comparison& c, const spec::Site& a, const mjsSite& b) {
  c.scalar("type", *a.type, b.type);
  c.array("pos", *a.pos, b.pos, 3);
  c.array("quat", *a.quat, b.quat, 4);
  c.orientation(a.alt, b.alt);
  c.fromto(a.fromto, b.fromto);
  c.array("size", *a.size, b.size, 3);
  c.text("material", a.material, b.material);
  c.scalar("group", *a.group, b.group);
  c.array("rgba", *a.rgba, b.rgba, 4);
  c.list("userdata", a.userdata, *b.userdata);
}

void compare(Comparison& c, const spec::Camera& a, const mjsCamera& b) {
  c.array("pos", *a.pos, b.pos, 3);
  c.array("quat", *a.quat, b.quat, 4);
  c.orientation(a.alt, b.alt);
  c.scalar("mode", *a.mode, b.mode);
  c.text("targetbody", a.targetbody, b.targetbody);
  c.scalar("proj", *a.proj, b.proj);
  c.array("resolution", *a.resolution, b.resolution, 2);
  c.scalar("output", *a.output, b.output);
  c.scalar("fovy", *a.fovy, b.fovy);
  c.scalar("ipd", *a.ipd, b.ipd);
  c.array("intrinsic", *a.intrinsic, b.intrinsic, 4);
  c.array("sensor_size", *a.sensor_size, b.sensor_size, 2);
  c.array("focal_length", *a.focal_length, b.focal_length, 2);
  c.array("focal_pixel", *a.focal_pixel, b.focal_pixel, 2);
  c.array("principal_length", *a.principal_length, b.principal_length, 2);
  c.array("principal_pixel", *a.principal_pixel, b.principal_pixel, 2);
  c.list("userdata", a.userdata, *b.userdata);
}

void compare(Comparison& c, const spec::Light& a, const mjsLight& b) {
  c.array("pos", *a.pos, b.pos, 3);
  c.array("dir", *a.dir, b.dir, 3);
  c.scalar("mode", *a.mode, b.mode);
  c.text("targetbody", a.targetbody, b.targetbody);
  c.scalar("active", int{*a.active}, b.active);
  c.scalar("type", *a.type, b.type);
  c.text("texture", a.texture, b.texture);
  c.scalar("castshadow", int{*a.castshadow}, b.castshadow);
  c.scalar("bulbradius", *a.bulbradius, b.bulbradius);
  c.scalar("intensity", *a.intensity, b.intensity);
  c.scalar("range", *a.range, b.range);
  c.array("attenuation", *a.attenuation, b.attenuation, 3);
  c.scalar("cutoff", *a.cutoff, b.cutoff);
  c.scalar("exponent", *a.exponent, b.exponent);
  c.array("ambient", *a.ambient, b.ambient, 3);
  c.array("diffuse", *a.diffuse, b.diffuse, 3);
  c.array("specular", *a.specular, b.specular, 3);
}

void compare(Comparison& c, const spec::Body& a, const mjsBody& b) {
  c.array("pos", *a.pos, b.pos, 3);
  c.array("quat", *a.quat, b.quat, 4);
  c.orientation(a.alt, b.alt);
  c.scalar("explicitinertial", int{a.inertial.present}, b.explicitinertial);
  if (a.inertial.present) {
    c.scalar("mass", *a.inertial.mass, b.mass);
    c.array("ipos", *a.inertial.pos, b.ipos, 3);
    if (!a.inertial.fullinertia.set) {  // a URDF's is diagonalised by the oracle's reader, by our compiler
      c.array("iquat", *a.inertial.quat, b.iquat, 4);
      c.orientation(a.inertial.alt, b.ialt);
      c.array("inertia", *a.inertial.diaginertia, b.inertia, 3);
    }
  }
  c.scalar("mocap", int{*a.mocap}, b.mocap);
  c.scalar("gravcomp", *a.gravcomp, b.gravcomp);
  c.scalar("sleep", *a.sleep, b.sleep);
  c.list("userdata", a.userdata, *b.userdata);
  c.scalar("plugin.active", int{a.plugin.active}, b.plugin.active);
}

void compare(Comparison& c, const spec::Mesh& a, const mjsMesh& b) {
  c.text("content_type", a.content_type, b.content_type);
  c.text("file", a.file, b.file);
  c.array("refpos", *a.refpos, b.refpos, 3);
  c.array("refquat", *a.refquat, b.refquat, 4);
  c.array("scale", *a.scale, b.scale, 3);
  c.scalar("smoothnormal", int{*a.smoothnormal}, b.smoothnormal);
  c.scalar("maxhullvert", *a.maxhullvert, b.maxhullvert);
  if (!a.builtin.set) {  // a built-in mesh is made by the oracle's reader, by our compiler
    c.scalar("inertia", *a.inertia, b.inertia);
    c.list("uservert", a.uservert, *b.uservert);
    c.list("usernormal", a.usernormal, *b.usernormal);
    c.list("usertexcoord", a.usertexcoord, *b.usertexcoord);
    c.list("userface", a.userface, *b.userface);
  }
  c.text("material", a.material, b.material);
}

void compare(Comparison& c, const spec::HField& a, const mjsHField& b) {
  c.text("content_type", a.content_type, b.content_type);
  c.text("file", a.file, b.file);
  c.array("size", *a.size, b.size, 4);
  c.scalar("nrow", *a.nrow, b.nrow);
  c.scalar("ncol", *a.ncol, b.ncol);
  // level ground is laid by the oracle's reader, by our compiler
  const bool level = std::all_of(b.userdata->begin(), b.userdata->end(), [](float z) { return z == 0; });
  if (!a.userdata.empty() || !level) c.list("userdata", a.userdata, *b.userdata);
}

void compare(Comparison& c, const spec::Texture& a, const mjsTexture& b) {
  c.scalar("type", *a.type, b.type);
  c.scalar("colorspace", *a.colorspace, b.colorspace);
  c.scalar("builtin", *a.builtin, b.builtin);
  c.scalar("mark", *a.mark, b.mark);
  c.array("rgb1", *a.rgb1, b.rgb1, 3);
  c.array("rgb2", *a.rgb2, b.rgb2, 3);
  c.array("markrgb", *a.markrgb, b.markrgb, 3);
  c.scalar("random", *a.random, b.random);
  c.scalar("height", *a.height, b.height);
  c.scalar("width", *a.width, b.width);
  c.scalar("nchannel", *a.nchannel, b.nchannel);
  c.text("content_type", a.content_type, b.content_type);
  c.text("file", a.file, b.file);
  c.array("gridsize", *a.gridsize, b.gridsize, 2);
  c.array("gridlayout", *a.gridlayout, b.gridlayout, 12);
  c.scalar("hflip", int{*a.hflip}, b.hflip);
  c.scalar("vflip", int{*a.vflip}, b.vflip);
}

void compare(Comparison& c, const spec::Material& a, const mjsMaterial& b) {
  c.scalar("texuniform", int{*a.texuniform}, b.texuniform);
  c.array("texrepeat", *a.texrepeat, b.texrepeat, 2);
  c.scalar("emission", *a.emission, b.emission);
  c.scalar("specular", *a.specular, b.specular);
  c.scalar("shininess", *a.shininess, b.shininess);
  c.scalar("reflectance", *a.reflectance, b.reflectance);
  c.scalar("metallic", *a.metallic, b.metallic);
  c.scalar("roughness", *a.roughness, b.roughness);
  c.array("rgba", *a.rgba, b.rgba, 4);
}

void compare(Comparison& c, const spec::Skin& a, const mjsSkin& b) {
  c.text("file", a.file, b.file);
  c.text("material", a.material, b.material);
  c.array("rgba", *a.rgba, b.rgba, 4);
  c.scalar("inflate", *a.inflate, b.inflate);
  c.scalar("group", *a.group, b.group);
  c.list("vert", a.vert, *b.vert);
  c.list("texcoord", a.texcoord, *b.texcoord);
  c.list("face", a.face, *b.face);
  c.list("bindpos", a.bindpos, *b.bindpos);
  c.list("bindquat", a.bindquat, *b.bindquat);
  if (a.vertid != *b.vertid) c.differ("vertid", "?", "?");
  if (a.vertweight != *b.vertweight) c.differ("vertweight", "?", "?");
}

void compare(Comparison& c, const spec::Pair& a, const mjsPair& b) {
  c.text("geomname1", a.geomname1, b.geomname1);
  c.text("geomname2", a.geomname2, b.geomname2);
  c.scalar("condim", *a.condim, b.condim);
  c.array("solref", *a.solref, b.solref, 2);
  c.array("solreffriction", *a.solreffriction, b.solreffriction, 2);
  c.array("solimp", *a.solimp, b.solimp, 5);
  c.scalar("margin", *a.margin, b.margin);
  c.scalar("gap", *a.gap, b.gap);
  c.array("friction", *a.friction, b.friction, 5);
}

void compare(Comparison& c, const spec::Exclude& a, const mjsExclude& b) {
  c.text("bodyname1", a.bodyname1, b.bodyname1);
  c.text("bodyname2", a.bodyname2, b.bodyname2);
}

void compare(Comparison& c, const spec::Equality& a, const mjsEquality& b) {
  c.scalar("type", *a.type, b.type);
  c.array("data", *a.data, b.data, 11);
  c.scalar("active", int{*a.active}, b.active);
  c.text("name1", a.name1, b.name1);
  c.text("name2", a.name2, b.name2);
  c.scalar("objtype", a.objtype, b.objtype);
  c.array("solref", *a.solref, b.solref, 2);
  c.array("solimp", *a.solimp, b.solimp, 5);
}

void compare(Comparison& c, const spec::Tendon& a, const mjsTendon& b) {
  c.scalar("stiffness", *a.stiffness, b.stiffness);
  c.array("springlength", *a.springlength, b.springlength, 2);
  c.scalar("damping", *a.damping, b.damping);
  c.scalar("frictionloss", *a.frictionloss, b.frictionloss);
  c.array("solref_friction", *a.solref_friction, b.solref_friction, 2);
  c.array("solimp_friction", *a.solimp_friction, b.solimp_friction, 5);
  c.scalar("armature", *a.armature, b.armature);
  c.scalar("limited", *a.limited, b.limited);
  c.scalar("actfrclimited", *a.actfrclimited, b.actfrclimited);
  c.array("range", *a.range, b.range, 2);
  c.array("actfrcrange", *a.actfrcrange, b.actfrcrange, 2);
  c.scalar("margin", *a.margin, b.margin);
  c.array("solref_limit", *a.solref_limit, b.solref_limit, 2);
  c.array("solimp_limit", *a.solimp_limit, b.solimp_limit, 5);
  c.text("material", a.material, b.material);
  c.scalar("width", *a.width, b.width);
  c.array("rgba", *a.rgba, b.rgba, 4);
  c.scalar("group", *a.group, b.group);
  c.list("userdata", a.userdata, *b.userdata);
  c.scalar("path", static_cast<int>(a.path.size()), mjs_getWrapNum(&b));
}

void compare(Comparison& c, const spec::Actuator& a, const mjsActuator& b) {
  c.scalar("gaintype", *a.gaintype, b.gaintype);
  c.array("gainprm", *a.gainprm, b.gainprm, 10);
  c.scalar("biastype", *a.biastype, b.biastype);
  c.array("biasprm", *a.biasprm, b.biasprm, 10);
  c.scalar("dyntype", *a.dyntype, b.dyntype);
  c.array("dynprm", *a.dynprm, b.dynprm, 10);
  c.scalar("actdim", *a.actdim, b.actdim);
  c.scalar("actearly", int{*a.actearly}, b.actearly);
  c.scalar("trntype", a.trntype, b.trntype);
  c.array("gear", *a.gear, b.gear, 6);
  c.text("target", a.target, b.target);
  c.text("refsite", a.refsite, b.refsite);
  c.text("slidersite", a.slidersite, b.slidersite);
  c.scalar("cranklength", *a.cranklength, b.cranklength);
  c.array("lengthrange", *a.lengthrange, b.lengthrange, 2);
  c.scalar("inheritrange", *a.inheritrange, b.inheritrange);
  c.scalar("ctrllimited", *a.ctrllimited, b.ctrllimited);
  c.array("ctrlrange", *a.ctrlrange, b.ctrlrange, 2);
  c.scalar("forcelimited", *a.forcelimited, b.forcelimited);
  c.array("forcerange", *a.forcerange, b.forcerange, 2);
  c.scalar("actlimited", *a.actlimited, b.actlimited);
  c.array("actrange", *a.actrange, b.actrange, 2);
  c.scalar("group", *a.group, b.group);
  c.scalar("nsample", *a.nsample, b.nsample);
  c.scalar("interp", *a.interp, b.interp);
  c.scalar("delay", *a.delay, b.delay);
  c.list("userdata", a.userdata, *b.userdata);
  c.scalar("plugin.active", int{a.plugin.active}, b.plugin.active);
}

void compare(Comparison& c, const spec::Sensor& a, const mjsSensor& b) {
  c.scalar("type", a.type, b.type);
  c.scalar("objtype", a.objtype, b.objtype);
  c.text("objname", a.objname, b.objname);
  c.scalar("reftype", a.reftype, b.reftype);
  c.text("refname", a.refname, b.refname);
  c.array("intprm", a.intprm, b.intprm, 3);
  if (a.type == mjSENS_USER) {
    c.scalar("datatype", *a.datatype, b.datatype);
    c.scalar("needstage", *a.needstage, b.needstage);
    c.scalar("dim", *a.dim, b.dim);
  }
  c.scalar("cutoff", *a.cutoff, b.cutoff);
  c.scalar("noise", *a.noise, b.noise);
  c.scalar("nsample", *a.nsample, b.nsample);
  c.scalar("interp", *a.interp, b.interp);
  c.scalar("delay", *a.delay, b.delay);
  c.array("interval", *a.interval, b.interval, 2);
  c.list("userdata", a.userdata, *b.userdata);
}

void compare(Comparison& c, const spec::Numeric& a, const mjsNumeric& b) {
  c.scalar("size", a.size, b.size);
  c.list("data", a.data, *b.data);
}

void compare(Comparison& c, const spec::Text& a, const mjsText& b) { c.text("data", a.data, b.data); }

void compare(Comparison& c, const spec::Key& a, const mjsKey& b) {
  c.scalar("time", *a.time, b.time);
  c.list("qpos", a.qpos, *b.qpos);
  c.list("qvel", a.qvel, *b.qvel);
  c.list("act", a.act, *b.act);
  c.list("mpos", a.mpos, *b.mpos);
  c.list("mquat", a.mquat, *b.mquat);
  c.list("ctrl", a.ctrl, *b.ctrl);
}

// Compares two lists of elements in order, names too.
template <class N, class As>
void compare_lists(Comparison& c, const char* kind, mjSpec* theirs, ::mjtObj type,
                   const std::vector<const N*>& ours, As&& as) {
  std::vector<mjsElement*> elements;
  for (mjsElement* e = mjs_firstElement(theirs, type); e; e = mjs_nextElement(theirs, e))
    elements.push_back(e);
  c.what = kind;
  c.scalar("count", static_cast<int>(ours.size()), static_cast<int>(elements.size()));
  for (std::size_t i = 0; i < std::min(ours.size(), elements.size()); ++i) {
    c.what = std::string(kind) + " " + std::to_string(i) + " '" + ours[i]->name + "'";
    c.text("name", ours[i]->name, mjs_getName(elements[i]));
    compare(c, *ours[i], *as(elements[i]));
  }
}

template <class N>
std::vector<const N*> pointers(const spec::List<N>& list) {
  std::vector<const N*> all;
  for (const N& node : list) all.push_back(&node);
  return all;
}

template <class N>
std::vector<const N*> tree_pointers(const Spec& spec, spec::List<N> spec::Body::*list) {
  std::vector<const N*> all;
  spec::for_each_body(spec.world, [&](const spec::Body& body) {
    for (const N& node : body.*list) all.push_back(&node);
  });
  return all;
}

void compare_tree(Comparison& c, const Spec& ours, mjSpec* theirs) {
  std::vector<const spec::Body*> bodies;
  spec::for_each_body(ours.world, [&](const spec::Body& body) { bodies.push_back(&body); });
  compare_lists(c, "body", theirs, ::mjOBJ_BODY, bodies, mjs_asBody);
  compare_lists(c, "joint", theirs, ::mjOBJ_JOINT, tree_pointers(ours, &spec::Body::joints), mjs_asJoint);
  compare_lists(c, "geom", theirs, ::mjOBJ_GEOM, tree_pointers(ours, &spec::Body::geoms), mjs_asGeom);
  compare_lists(c, "site", theirs, ::mjOBJ_SITE, tree_pointers(ours, &spec::Body::sites), mjs_asSite);
  compare_lists(c, "camera", theirs, ::mjOBJ_CAMERA, tree_pointers(ours, &spec::Body::cameras), mjs_asCamera);
  compare_lists(c, "light", theirs, ::mjOBJ_LIGHT, tree_pointers(ours, &spec::Body::lights), mjs_asLight);
}

void compare_all_lists(Comparison& c, const Spec& ours, mjSpec* theirs) {
  compare_lists(c, "mesh", theirs, ::mjOBJ_MESH, pointers(ours.meshes), mjs_asMesh);
  compare_lists(c, "hfield", theirs, ::mjOBJ_HFIELD, pointers(ours.hfields), mjs_asHField);
  compare_lists(c, "skin", theirs, ::mjOBJ_SKIN, pointers(ours.skins), mjs_asSkin);
  compare_lists(c, "texture", theirs, ::mjOBJ_TEXTURE, pointers(ours.textures), mjs_asTexture);
  compare_lists(c, "material", theirs, ::mjOBJ_MATERIAL, pointers(ours.materials), mjs_asMaterial);
  compare_lists(c, "pair", theirs, ::mjOBJ_PAIR, pointers(ours.pairs), mjs_asPair);
  compare_lists(c, "exclude", theirs, ::mjOBJ_EXCLUDE, pointers(ours.excludes), mjs_asExclude);
  compare_lists(c, "equality", theirs, ::mjOBJ_EQUALITY, pointers(ours.equalities), mjs_asEquality);
  compare_lists(c, "tendon", theirs, ::mjOBJ_TENDON, pointers(ours.tendons), mjs_asTendon);
  compare_lists(c, "actuator", theirs, ::mjOBJ_ACTUATOR, pointers(ours.actuators), mjs_asActuator);
  compare_lists(c, "sensor", theirs, ::mjOBJ_SENSOR, pointers(ours.sensors), mjs_asSensor);
  compare_lists(c, "numeric", theirs, ::mjOBJ_NUMERIC, pointers(ours.numerics), mjs_asNumeric);
  compare_lists(c, "text", theirs, ::mjOBJ_TEXT, pointers(ours.texts), mjs_asText);
  compare_lists(c, "key", theirs, ::mjOBJ_KEY, pointers(ours.keys), mjs_asKey);
}

void compare_settings(Comparison& c, const Spec& ours, const mjSpec& theirs) {
  c.what = "model";
  c.text("modelname", ours.modelname, theirs.modelname);
  c.text("modelfiledir", ours.modelfiledir, theirs.modelfiledir);
  const mjsCompiler& compiler = theirs.compiler;
  c.scalar("autolimits", int{*ours.compiler.autolimits}, compiler.autolimits);
  c.scalar("boundmass", *ours.compiler.boundmass, compiler.boundmass);
  c.scalar("boundinertia", *ours.compiler.boundinertia, compiler.boundinertia);
  c.scalar("settotalmass", *ours.compiler.settotalmass, compiler.settotalmass);
  c.scalar("balanceinertia", int{*ours.compiler.balanceinertia}, compiler.balanceinertia);
  c.scalar("fitaabb", int{*ours.compiler.fitaabb}, compiler.fitaabb);
  c.scalar("degree", *ours.compiler.degree, compiler.degree);
  c.array("eulerseq", *ours.compiler.eulerseq, compiler.eulerseq, 3);
  c.scalar("discardvisual", int{*ours.compiler.discardvisual}, compiler.discardvisual);
  c.scalar("usethread", int{*ours.compiler.usethread}, compiler.usethread);
  c.scalar("fusestatic", int{*ours.compiler.fusestatic}, compiler.fusestatic);
  c.scalar("inertiafromgeom", *ours.compiler.inertiafromgeom, compiler.inertiafromgeom);
  c.array("inertiagrouprange", *ours.compiler.inertiagrouprange, compiler.inertiagrouprange, 2);
  c.scalar("saveinertial", int{*ours.compiler.saveinertial}, compiler.saveinertial);
  c.scalar("alignfree", int{*ours.compiler.alignfree}, compiler.alignfree);
  c.text("meshdir", *ours.compiler.meshdir, compiler.meshdir);
  c.text("texturedir", *ours.compiler.texturedir, compiler.texturedir);
  c.scalar("strippath", int{*ours.compiler.strippath}, theirs.strippath);
  c.scalar("memory", *ours.size.memory, theirs.memory);
  c.scalar("nuserdata", *ours.size.nuserdata, theirs.nuserdata);
  c.scalar("nkey", *ours.size.nkey, theirs.nkey);
  c.scalar("njmax", *ours.size.njmax, theirs.njmax);
  c.scalar("nconmax", *ours.size.nconmax, theirs.nconmax);
  c.scalar("nstack", *ours.size.nstack, theirs.nstack);
  c.scalar("nuser_body", *ours.size.nuser_body, theirs.nuser_body);
  c.scalar("extent", ours.statistic.extent.set ? *ours.statistic.extent : NAN, theirs.stat.extent);
  c.scalar("meansize", ours.statistic.meansize.set ? *ours.statistic.meansize : NAN, theirs.stat.meansize);
  c.scalar("timestep", ours.option.timestep, theirs.option.timestep);
  c.scalar("disableflags", ours.option.disableflags, theirs.option.disableflags);
  c.scalar("enableflags", ours.option.enableflags, theirs.option.enableflags);
  c.scalar("disableactuator", ours.option.disableactuator, theirs.option.disableactuator);
  static_assert(sizeof(VisualRgba) == sizeof(theirs.visual.rgba));
  c.array("visual.map", &ours.visual.map.stiffness, &theirs.visual.map.stiffness, 13);
  c.array("visual.scale", &ours.visual.scale.forcewidth, &theirs.visual.scale.forcewidth, 17);
  c.array("visual.rgba", ours.visual.rgba.fog.data(), theirs.visual.rgba.fog, 100);
}

std::vector<std::string> differences(const Spec& ours, mjSpec* theirs) {
  Comparison c;
  compare_settings(c, ours, *theirs);
  compare_tree(c, ours, theirs);
  compare_all_lists(c, ours, theirs);
  return c.differences;
}

std::string first(const std::vector<std::string>& all) {
  std::string text = std::to_string(all.size()) + " differences";
  for (std::size_t i = 0; i < std::min<std::size_t>(all.size(), 5); ++i) text += "\n    " + all[i];
  return text;
}

TEST(SpecValues, OfEverySharedModelAreTheOracles) {  // judge: oracle
  load_oracle_plugins();
  int compared = 0;
  for (const std::string& file : model_files()) {
    char error[1000] = "";
    mjSpec* theirs = mj_parseXML(file.c_str(), nullptr, error, sizeof error);
    Diagnostics diagnostics;
    const Spec ours = read_file(file, nullptr, {}, diagnostics);
    if (theirs && diagnostics.ok()) {
      ++compared;
      const auto all = differences(ours, theirs);
      EXPECT_TRUE(all.empty()) << file << ": " << first(all);
    }
    mj_deleteSpec(theirs);
  }
  EXPECT_GT(compared, 100);
}

}  // namespace
}  // namespace corten::mjcf
