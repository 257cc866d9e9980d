// Deformables: <flex> and <skin>. (The generator <flexcomp> is expanded while reading: mjcf/flexcomp.h.)
#pragma once

#include "corten/spec/node.h"

namespace corten::spec {

// contact parameters of a flex
struct FlexContact {
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
  Set<bool> internal = false;
  Set<int> selfcollide = mjFLEXSELF_AUTO;
  Set<int> activelayers = 1;
  Set<bool> vertcollide = false;
  Set<bool> passive = false;

  template <class Self, class Fn>
  static void visit(Self& n, Fn&& fn) {
    fn(n.contype, both("contype"));
    fn(n.conaffinity, both("conaffinity"));
    fn(n.condim, both("condim"));
    fn(n.priority, both("priority"));
    fn(n.friction, both("friction", kUpTo));
    fn(n.solmix, both("solmix"));
    fn(n.solref, both("solref", kUpTo));
    fn(n.solimp, both("solimp", kUpTo));
    fn(n.margin, both("margin"));
    fn(n.gap, both("gap"));
    fn(n.internal, both("internal"));
    fn(n.selfcollide, both("selfcollide").words(words::kFlexSelf));
    fn(n.activelayers, both("activelayers"));
    fn(n.vertcollide, both("vertcollide"));
    fn(n.passive, both("passive"));
  }
};

struct FlexElasticity {
  Set<Real> young = 0;
  Set<Real> poisson = 0;
  Set<Real> damping = 0;
  Set<Real> thickness = -1;
  Set<int> elastic2d = 0;  // 0 none, 1 bend, 2 stretch, 3 both

  template <class Self, class Fn>
  static void visit(Self& n, Fn&& fn) {
    fn(n.young, both("young"));
    fn(n.poisson, both("poisson"));
    fn(n.damping, both("damping"));
    fn(n.thickness, both("thickness"));
    fn(n.elastic2d, both("elastic2d").words(words::kElastic2d));
  }
};

struct Flex : Node {
  FlexContact contact;
  FlexElasticity elasticity;
  Set<Real> edgestiffness = 0;
  Set<Real> edgedamping = 0;
  Set<int> dim = 2;
  Set<Real> radius = 0.005;
  Set<Real3> size;  // half sizes of the box around the vertices
  Set<bool> flatskin = false;
  Set<int> group = 0;
  std::string material;
  Set<Rgba> rgba = kGrey;
  std::vector<std::string> nodebody;
  std::vector<std::string> vertbody;
  std::vector<Real> node;
  std::vector<Real> vert;
  std::vector<int> elem;
  std::vector<float> texcoord;
  std::vector<int> elemtexcoord;

  template <class Self, class Fn>
  static void visit(Self& n, Fn&& fn) {
    fn(n.name, in_text("name"));
    fn(n.dim, both("dim"));
    fn(n.radius, both("radius"));
    fn(n.size, in_program("size"));
    fn(n.flatskin, both("flatskin"));
    fn(n.group, both("group"));
    fn(n.edgestiffness, named("edgestiffness", "stiffness").in("edge"));
    fn(n.edgedamping, named("edgedamping", "damping").in("edge"));
    fn(n.rgba, both("rgba"));
    fn(n.material, both("material"));
    fn(n.nodebody, named("nodebody", "node"));
    fn(n.vertbody, named("vertbody", "body", kRequired));
    fn(n.node, in_program("node"));
    fn(n.vert, named("vert", "vertex"));
    fn(n.elem, named("elem", "element", kRequired));
    fn(n.texcoord, both("texcoord"));
    fn(n.elemtexcoord, both("elemtexcoord"));
    fn.program_of(n.contact);
    fn.program_of(n.elasticity);
  }
};

struct Skin : Node {
  std::string file;  // as written; see Mesh::file
  std::string material;
  Set<Rgba> rgba = kGrey;
  Set<float> inflate = 0.0F;
  Set<int> group = 0;
  std::vector<float> vert;
  std::vector<float> texcoord;
  std::vector<int> face;
  // bones, side by side
  std::vector<std::string> bodyname;
  std::vector<float> bindpos;   // 3 per bone
  std::vector<float> bindquat;  // 4 per bone
  std::vector<std::vector<int>> vertid;
  std::vector<std::vector<float>> vertweight;

  template <class Self, class Fn>
  static void visit(Self& n, Fn&& fn) {
    fn(n.name, in_text("name"));
    fn(n.file, both("file", kByHand));
    fn(n.material, both("material"));
    fn(n.rgba, both("rgba"));
    fn(n.inflate, both("inflate"));
    fn(n.group, both("group"));
    fn(n.vert, named("vert", "vertex"));
    fn(n.texcoord, both("texcoord"));
    fn(n.face, both("face"));
    fn(n.bodyname, in_program("bodyname"));
    fn(n.bindpos, in_program("bindpos"));
    fn(n.bindquat, in_program("bindquat"));
    fn(n.vertid, in_program("vertid"));
    fn(n.vertweight, in_program("vertweight"));
  }
};

}  // namespace corten::spec
