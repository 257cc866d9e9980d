// Assets: meshes, height fields, textures and materials as declared. Files are opened by the compiler.
#pragma once

#include <array>
#include <cstdint>

#include "corten/spec/node.h"

namespace corten::spec {

struct Mesh : Node {
  std::string content_type;
  // reduced path as in the text; the compiler strips it if asked and joins it to meshdir and the model's
  // folder (texturedir for textures). Inside an included file it may already name the include's folder.
  std::string file;
  Set<Real3> refpos;
  Set<Quat<Real>> refquat = Quat<Real>::identity();
  Set<Real3> scale{{1, 1, 1}};
  Set<int> inertia = mjMESH_INERTIA_LEGACY;
  Set<bool> smoothnormal = false;
  Set<bool> needsdf = false;  // asked for by a program; geoms of type sdf need one anyway
  Set<int> maxhullvert = -1;
  std::vector<float> uservert;
  std::vector<float> usernormal;
  std::vector<float> usertexcoord;
  std::vector<int> userface;
  std::vector<int> userfacenormal;
  std::vector<int> userfacetexcoord;
  Set<int> builtin = mjMESH_BUILTIN_NONE;
  std::vector<Real> params;  // of the builtin; counts and ranges already checked by the reader
  std::string material;
  PluginUse plugin;
};

struct HField : Node {
  std::string content_type;
  std::string file;
  Set<Vec<Real, 4>> size;
  Set<int> nrow = 0;
  Set<int> ncol = 0;
  std::vector<float> userdata;  // elevation, rows as the compiler wants them: first row at minimum y
};

struct Texture : Node {
  Set<int> type = mjTEXTURE_CUBE;
  Set<int> colorspace = mjCOLORSPACE_AUTO;
  Set<int> builtin = mjBUILTIN_NONE;
  Set<int> mark = mjMARK_NONE;
  Set<Real3> rgb1{{0.8, 0.8, 0.8}};
  Set<Real3> rgb2{{0.5, 0.5, 0.5}};
  Set<Real3> markrgb;
  Set<Real> random = 0.01;
  Set<int> height = 0;
  Set<int> width = 0;
  Set<int> nchannel = 3;
  std::string content_type;
  std::string file;
  Set<Vec<int, 2>> gridsize{{1, 1}};
  Set<std::string> gridlayout{"............"};  // always 12 characters
  std::array<std::string, 6> cubefiles;         // right left up down front back
  std::vector<std::uint8_t> data;               // from memory, set by programs
  Set<bool> hflip = false;
  Set<bool> vflip = false;
};

struct Material : Node {
  std::array<std::string, kNTexRole> textures;  // by mjtTextureRole; attribute `texture` is the RGB role
  Set<bool> texuniform = false;
  Set<Vec<float, 2>> texrepeat{{1, 1}};
  Set<float> emission = 0.0F;
  Set<float> specular = 0.5F;
  Set<float> shininess = 0.5F;
  Set<float> reflectance = 0.0F;
  Set<float> metallic = -1.0F;
  Set<float> roughness = -1.0F;
  Set<Rgba> rgba{{1, 1, 1, 1}};
};

}  // namespace corten::spec
