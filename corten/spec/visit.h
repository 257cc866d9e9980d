// The fields of every element under the names of MuJoCo's mjs structs: fn(name, field) or, where the number
// is one of an enumeration's, fn(name, field, enumeration). Programs that edit a Spec by name (Python) are
// made of it.
#pragma once

#include "corten/spec/spec.h"

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

template <class Fn>
void visit(Flex& n, Fn&& fn) {
  fn("contype", n.contact.contype);
  fn("conaffinity", n.contact.conaffinity);
  fn("condim", n.contact.condim);
  fn("priority", n.contact.priority);
  fn("friction", n.contact.friction);
  fn("solmix", n.contact.solmix);
  fn("solref", n.contact.solref);
  fn("solimp", n.contact.solimp);
  fn("margin", n.contact.margin);
  fn("gap", n.contact.gap);
  fn("dim", n.dim);
  fn("radius", n.radius);
  fn("size", n.size);
  fn("internal", n.contact.internal);
  fn("flatskin", n.flatskin);
  fn("selfcollide", n.contact.selfcollide);
  fn("vertcollide", n.contact.vertcollide);
  fn("passive", n.contact.passive);
  fn("activelayers", n.contact.activelayers);
  fn("group", n.group);
  fn("edgestiffness", n.edgestiffness);
  fn("edgedamping", n.edgedamping);
  fn("rgba", n.rgba);
  fn("material", n.material);
  fn("young", n.elasticity.young);
  fn("poisson", n.elasticity.poisson);
  fn("damping", n.elasticity.damping);
  fn("thickness", n.elasticity.thickness);
  fn("elastic2d", n.elasticity.elastic2d);
  fn("nodebody", n.nodebody);
  fn("vertbody", n.vertbody);
  fn("node", n.node);
  fn("vert", n.vert);
  fn("elem", n.elem);
  fn("texcoord", n.texcoord);
  fn("elemtexcoord", n.elemtexcoord);
}

template <class Fn>
void visit(Mesh& n, Fn&& fn) {
  fn("content_type", n.content_type);
  fn("file", n.file);
  fn("refpos", n.refpos);
  fn("refquat", n.refquat);
  fn("scale", n.scale);
  fn("inertia", n.inertia, "mjtMeshInertia");
  fn("smoothnormal", n.smoothnormal);
  fn("needsdf", n.needsdf);
  fn("maxhullvert", n.maxhullvert);
  fn("uservert", n.uservert);
  fn("usernormal", n.usernormal);
  fn("usertexcoord", n.usertexcoord);
  fn("userface", n.userface);
  fn("userfacenormal", n.userfacenormal);
  fn("userfacetexcoord", n.userfacetexcoord);
  fn("plugin", n.plugin);
  fn("material", n.material);
}

template <class Fn>
void visit(HField& n, Fn&& fn) {
  fn("content_type", n.content_type);
  fn("file", n.file);
  fn("size", n.size);
  fn("nrow", n.nrow);
  fn("ncol", n.ncol);
  fn("userdata", n.userdata);
}

template <class Fn>
void visit(Skin& n, Fn&& fn) {
  fn("file", n.file);
  fn("material", n.material);
  fn("rgba", n.rgba);
  fn("inflate", n.inflate);
  fn("group", n.group);
  fn("vert", n.vert);
  fn("texcoord", n.texcoord);
  fn("face", n.face);
  fn("bodyname", n.bodyname);
  fn("bindpos", n.bindpos);
  fn("bindquat", n.bindquat);
  fn("vertid", n.vertid);
  fn("vertweight", n.vertweight);
}

template <class Fn>
void visit(Texture& n, Fn&& fn) {
  fn("type", n.type, "mjtTexture");
  fn("colorspace", n.colorspace, "mjtColorSpace");
  fn("builtin", n.builtin);
  fn("mark", n.mark);
  fn("rgb1", n.rgb1);
  fn("rgb2", n.rgb2);
  fn("markrgb", n.markrgb);
  fn("random", n.random);
  fn("height", n.height);
  fn("width", n.width);
  fn("nchannel", n.nchannel);
  fn("content_type", n.content_type);
  fn("file", n.file);
  fn("gridsize", n.gridsize);
  fn("gridlayout", n.gridlayout, "chars");
  fn("cubefiles", n.cubefiles);
  fn("data", n.data);
  fn("hflip", n.hflip);
  fn("vflip", n.vflip);
}

template <class Fn>
void visit(Material& n, Fn&& fn) {
  fn("textures", n.textures);
  fn("texuniform", n.texuniform);
  fn("texrepeat", n.texrepeat);
  fn("emission", n.emission);
  fn("specular", n.specular);
  fn("shininess", n.shininess);
  fn("reflectance", n.reflectance);
  fn("metallic", n.metallic);
  fn("roughness", n.roughness);
  fn("rgba", n.rgba);
}

template <class Fn>
void visit(Pair& n, Fn&& fn) {
  fn("geomname1", n.geomname1);
  fn("geomname2", n.geomname2);
  fn("condim", n.condim);
  fn("solref", n.solref);
  fn("solreffriction", n.solreffriction);
  fn("solimp", n.solimp);
  fn("margin", n.margin);
  fn("gap", n.gap);
  fn("friction", n.friction);
}

template <class Fn>
void visit(Exclude& n, Fn&& fn) {
  fn("bodyname1", n.bodyname1);
  fn("bodyname2", n.bodyname2);
}

template <class Fn>
void visit(Equality& n, Fn&& fn) {
  fn("type", n.type, "mjtEq");
  fn("data", n.data);
  fn("active", n.active);
  fn("name1", n.name1);
  fn("name2", n.name2);
  fn("objtype", n.objtype, "mjtObj");
  fn("solref", n.solref);
  fn("solimp", n.solimp);
}

template <class Fn>
void visit(Tendon& n, Fn&& fn) {
  fn("stiffness", n.stiffness);
  fn("springlength", n.springlength);
  fn("damping", n.damping);
  fn("frictionloss", n.frictionloss);
  fn("solref_friction", n.solref_friction);
  fn("solimp_friction", n.solimp_friction);
  fn("armature", n.armature);
  fn("limited", n.limited);
  fn("actfrclimited", n.actfrclimited);
  fn("range", n.range);
  fn("actfrcrange", n.actfrcrange);
  fn("margin", n.margin);
  fn("solref_limit", n.solref_limit);
  fn("solimp_limit", n.solimp_limit);
  fn("material", n.material);
  fn("width", n.width);
  fn("rgba", n.rgba);
  fn("group", n.group);
  fn("userdata", n.userdata);
}

template <class Fn>
void visit(Actuator& n, Fn&& fn) {
  fn("gaintype", n.gaintype, "mjtGain");
  fn("gainprm", n.gainprm);
  fn("biastype", n.biastype, "mjtBias");
  fn("biasprm", n.biasprm);
  fn("dyntype", n.dyntype, "mjtDyn");
  fn("dynprm", n.dynprm);
  fn("actdim", n.actdim);
  fn("actearly", n.actearly);
  fn("trntype", n.trntype, "mjtTrn");
  fn("gear", n.gear);
  fn("target", n.target);
  fn("refsite", n.refsite);
  fn("slidersite", n.slidersite);
  fn("cranklength", n.cranklength);
  fn("lengthrange", n.lengthrange);
  fn("inheritrange", n.inheritrange);
  fn("ctrllimited", n.ctrllimited);
  fn("ctrlrange", n.ctrlrange);
  fn("forcelimited", n.forcelimited);
  fn("forcerange", n.forcerange);
  fn("actlimited", n.actlimited);
  fn("actrange", n.actrange);
  fn("group", n.group);
  fn("nsample", n.nsample);
  fn("interp", n.interp);
  fn("delay", n.delay);
  fn("userdata", n.userdata);
  fn("plugin", n.plugin);
}

template <class Fn>
void visit(Sensor& n, Fn&& fn) {
  fn("type", n.type, "mjtSensor");
  fn("objtype", n.objtype, "mjtObj");
  fn("objname", n.objname);
  fn("reftype", n.reftype, "mjtObj");
  fn("refname", n.refname);
  fn("intprm", n.intprm);
  fn("datatype", n.datatype, "mjtDataType");
  fn("needstage", n.needstage, "mjtStage");
  fn("dim", n.dim);
  fn("cutoff", n.cutoff);
  fn("noise", n.noise);
  fn("nsample", n.nsample);
  fn("interp", n.interp);
  fn("delay", n.delay);
  fn("interval", n.interval);
  fn("userdata", n.userdata);
  fn("plugin", n.plugin);
}

template <class Fn>
void visit(Numeric& n, Fn&& fn) {
  fn("data", n.data);
  fn("size", n.size);
}

template <class Fn>
void visit(Text& n, Fn&& fn) {
  fn("data", n.data);
}

template <class Fn>
void visit(Tuple& n, Fn&& fn) {
  fn("objtype", n.objtype);
  fn("objname", n.objname);
  fn("objprm", n.objprm);
}

template <class Fn>
void visit(Key& n, Fn&& fn) {
  fn("time", n.time);
  fn("qpos", n.qpos);
  fn("qvel", n.qvel);
  fn("act", n.act);
  fn("mpos", n.mpos);
  fn("mquat", n.mquat);
  fn("ctrl", n.ctrl);
}

template <class Fn>
void visit(PluginInstance& n, Fn&& fn) {
  fn("plugin_name", n.plugin_name);
  fn("active", n.active);
  fn("config", n.config);
}

template <class Fn>
void visit(PluginUse& n, Fn&& fn) {
  fn("name", n.name);
  fn("plugin_name", n.plugin_name);
  fn("active", n.active);
  fn("config", n.config);
  fn("info", n.info);
}

template <class Fn>
void visit(Compiler& n, Fn&& fn) {
  fn("autolimits", n.autolimits);
  fn("boundmass", n.boundmass);
  fn("boundinertia", n.boundinertia);
  fn("settotalmass", n.settotalmass);
  fn("balanceinertia", n.balanceinertia);
  fn("fitaabb", n.fitaabb);
  fn("degree", n.degree);
  fn("eulerseq", n.eulerseq, "chars");
  fn("discardvisual", n.discardvisual);
  fn("usethread", n.usethread);
  fn("fusestatic", n.fusestatic);
  fn("inertiafromgeom", n.inertiafromgeom);
  fn("inertiagrouprange", n.inertiagrouprange);
  fn("saveinertial", n.saveinertial);
  fn("alignfree", n.alignfree);
  fn("meshdir", n.meshdir);
  fn("texturedir", n.texturedir);
}

template <class Fn>
void visit(LengthRange& n, Fn&& fn) {
  fn("mode", n.mode);
  fn("useexisting", n.useexisting);
  fn("uselimit", n.uselimit);
  fn("accel", n.accel);
  fn("maxforce", n.maxforce);
  fn("timeconst", n.timeconst);
  fn("timestep", n.timestep);
  fn("inttotal", n.inttotal);
  fn("interval", n.interval);
  fn("tolrange", n.tolrange);
}

template <class Fn>
void visit(Statistic& n, Fn&& fn) {
  fn("meaninertia", n.meaninertia);
  fn("meanmass", n.meanmass);
  fn("meansize", n.meansize);
  fn("extent", n.extent);
  fn("center", n.center);
}

// Settings that MuJoCo keeps in the specification itself.
template <class Fn>
void visit(Spec& n, Fn&& fn) {
  fn("modelname", n.modelname);
  fn("comment", n.comment);
  fn("modelfiledir", n.modelfiledir);
  fn("strippath", n.compiler.strippath);
  fn("meshdir", n.compiler.meshdir);
  fn("texturedir", n.compiler.texturedir);
  fn("memory", n.size.memory);
  fn("nemax", n.size.nemax);
  fn("njmax", n.size.njmax);
  fn("nconmax", n.size.nconmax);
  fn("nstack", n.size.nstack);
  fn("nuserdata", n.size.nuserdata);
  fn("nkey", n.size.nkey);
  fn("nuser_body", n.size.nuser_body);
  fn("nuser_jnt", n.size.nuser_jnt);
  fn("nuser_geom", n.size.nuser_geom);
  fn("nuser_site", n.size.nuser_site);
  fn("nuser_cam", n.size.nuser_cam);
  fn("nuser_tendon", n.size.nuser_tendon);
  fn("nuser_actuator", n.size.nuser_actuator);
  fn("nuser_sensor", n.size.nuser_sensor);
}

}  // namespace corten::spec
