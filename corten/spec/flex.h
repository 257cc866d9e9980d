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
};

struct FlexElasticity {
  Set<Real> young = 0;
  Set<Real> poisson = 0;
  Set<Real> damping = 0;
  Set<Real> thickness = -1;
  Set<int> elastic2d = 0;  // 0 none, 1 bend, 2 stretch, 3 both
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
};

}  // namespace corten::spec
