// Fields of assets and deformables, under the names of MuJoCo's mjs structs; see visit.h.
#pragma once

#include "corten/spec/asset.h"
#include "corten/spec/flex.h"

namespace corten::spec {

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

}  // namespace corten::spec
