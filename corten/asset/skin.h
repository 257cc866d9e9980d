// Skins: a surface whose vertices follow several bodies, its bones, each with a weight.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "corten/geom/triangle.h"
#include "corten/math/quat.h"

namespace corten {

struct SkinBone {
  std::string body;  // by name
  Vec3<float> bindpos{};
  Quat<float> bindquat{};
  std::vector<int> vertid;
  std::vector<float> vertweight;
};

struct Skin {
  std::vector<Vec3<float>> vert;
  std::vector<Vec2<float>> texcoord;  // none, or one per vertex
  std::vector<Triangle> face;
  std::vector<SkinBone> bones;
};

// All throw AssetError.
Skin read_skn(std::string_view bytes);
// Checks sizes and indices, scales the weights of every vertex to the sum 1 and the binding rotations to unit
// length.
void finish_skin(Skin& skin);

}  // namespace corten
