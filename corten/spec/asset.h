// Assets: meshes, height fields, textures and materials as declared. Files are opened by the compiler.
#pragma once

#include <array>
#include <cstdint>

#include "corten/model/fields_asset.h"
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

  template <class Self, class Fn>
  static void visit(Self& n, Fn&& fn) {
    visit_named(n, fn);
    fn(n.content_type, both("content_type", kNoDefault));
    fn(n.file, both("file", kNoDefault | kByHand));
    fn(n.refpos, both("refpos", kNoDefault));
    fn(n.refquat, both("refquat", kNoDefault));
    fn(n.scale, both("scale"));
    fn(n.inertia, both("inertia").words(words::kMeshInertia).of("mjtMeshInertia"));
    fn(n.smoothnormal, both("smoothnormal", kNoDefault));
    fn(n.needsdf, in_program("needsdf"));
    fn(n.maxhullvert, both("maxhullvert"));
    fn(n.uservert, named("uservert", "vertex", kNoDefault));
    fn(n.usernormal, named("usernormal", "normal", kNoDefault));
    fn(n.usertexcoord, named("usertexcoord", "texcoord", kNoDefault));
    fn(n.userface, named("userface", "face", kNoDefault));
    fn(n.userfacenormal, in_program("userfacenormal"));
    fn(n.userfacetexcoord, in_program("userfacetexcoord"));
    fn(n.plugin, in_program("plugin"));
    fn(n.material, both("material", kNoDefault));
    fn(n.builtin, in_text("builtin", kNoDefault).words(words::kMeshBuiltin));
    fn(n.params, in_text("params", kNoDefault | kByHand));
  }
};

struct HField : Node {
  std::string content_type;
  std::string file;
  Set<Vec<Real, 4>> size;
  Set<int> nrow = 0;
  Set<int> ncol = 0;
  std::vector<float> userdata;  // elevation, rows as the compiler wants them: first row at minimum y

  template <class Self, class Fn>
  static void visit(Self& n, Fn&& fn) {
    fn(n.name, in_text("name"));
    fn(n.content_type, both("content_type"));
    fn(n.file, both("file", kByHand));
    fn(n.size, both("size", kRequired));
    fn(n.nrow, both("nrow"));
    fn(n.ncol, both("ncol"));
    fn(n.userdata, in_program("userdata"));
    fn.only(in_text("elevation"));
  }
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

  template <class Self, class Fn>
  static void visit(Self& n, Fn&& fn) {
    fn(n.name, in_text("name"));
    fn(n.type, both("type").words(words::kTextureType).of("mjtTexture"));
    fn(n.colorspace, both("colorspace").words(words::kColorSpace).of("mjtColorSpace"));
    fn(n.builtin, both("builtin").words(words::kTextureBuiltin));
    fn(n.mark, both("mark").words(words::kTextureMark));
    fn(n.rgb1, both("rgb1"));
    fn(n.rgb2, both("rgb2"));
    fn(n.markrgb, both("markrgb"));
    fn(n.random, both("random"));
    fn(n.height, both("height"));
    fn(n.width, both("width"));
    fn(n.nchannel, both("nchannel"));
    fn(n.content_type, both("content_type"));
    fn(n.file, both("file", kByHand));
    fn(n.gridsize, both("gridsize"));
    fn(n.gridlayout, both("gridlayout", kByHand).of("chars"));
    fn(n.cubefiles, in_program("cubefiles"));
    fn(n.data, in_program("data"));
    fn(n.hflip, both("hflip"));
    fn(n.vflip, both("vflip"));
    fn.only(in_text("fileright"));
    fn.only(in_text("fileleft"));
    fn.only(in_text("fileup"));
    fn.only(in_text("filedown"));
    fn.only(in_text("filefront"));
    fn.only(in_text("fileback"));
  }
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

  template <class Self, class Fn>
  static void visit(Self& n, Fn&& fn) {
    visit_named(n, fn);
    fn(n.textures, in_program("textures"));
    fn(n.texuniform, both("texuniform"), &MaterialFields::mat_texuniform);
    fn(n.texrepeat, both("texrepeat"), &MaterialFields::mat_texrepeat);
    fn(n.emission, both("emission"), &MaterialFields::mat_emission);
    fn(n.specular, both("specular"), &MaterialFields::mat_specular);
    fn(n.shininess, both("shininess"), &MaterialFields::mat_shininess);
    fn(n.reflectance, both("reflectance"), &MaterialFields::mat_reflectance);
    fn(n.metallic, both("metallic"), &MaterialFields::mat_metallic);
    fn(n.roughness, both("roughness"), &MaterialFields::mat_roughness);
    fn(n.rgba, both("rgba"), &MaterialFields::mat_rgba);
    fn.only(in_text("texture"));
  }
};

}  // namespace corten::spec
