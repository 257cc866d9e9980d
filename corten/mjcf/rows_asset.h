// Rows of assets, custom fields, extensions and keyframes.
#pragma once

#include "corten/mjcf/rows_body.h"
#include "corten/spec/spec.h"

namespace corten::mjcf {

inline constexpr auto kMeshRows = [] {
  using N = spec::Mesh;
  using R = Of<N>;
  return join(name_class_rows<N>(),
              rows(R::row<&N::content_type>("content_type", kNoDefault), by_hand("file", kNoDefault),
                   R::row<&N::uservert>("vertex", kNoDefault), R::row<&N::usernormal>("normal", kNoDefault),
                   R::row<&N::usertexcoord>("texcoord", kNoDefault), R::row<&N::userface>("face", kNoDefault),
                   R::row<&N::refpos>("refpos", kNoDefault), R::row<&N::refquat>("refquat", kNoDefault),
                   R::row<&N::scale>("scale"), R::row<&N::smoothnormal>("smoothnormal", kNoDefault),
                   R::row<&N::maxhullvert>("maxhullvert"), R::words<&N::inertia>("inertia", kMeshInertia),
                   R::words<&N::builtin>("builtin", kMeshBuiltin, kNoDefault), by_hand("params", kNoDefault),
                   R::row<&N::material>("material", kNoDefault)));
}();

// read only for builtin meshes
inline constexpr auto kMeshParamRows = rows(Of<spec::Mesh>::row<&spec::Mesh::params>("params"));

inline constexpr auto kHFieldRows = [] {
  using N = spec::HField;
  using R = Of<N>;
  return rows(R::row<&N::name>("name"), R::row<&N::content_type>("content_type"), by_hand("file"),
              R::row<&N::nrow>("nrow"), R::row<&N::ncol>("ncol"), R::row<&N::size>("size", kRequired),
              by_hand("elevation"));
}();

inline constexpr auto kTextureRows = [] {
  using N = spec::Texture;
  using R = Of<N>;
  return rows(R::row<&N::name>("name"), R::words<&N::type>("type", kTextureType),
              R::words<&N::colorspace>("colorspace", kColorSpace), R::row<&N::content_type>("content_type"),
              by_hand("file"), R::row<&N::gridsize>("gridsize"), by_hand("gridlayout"), by_hand("fileright"),
              by_hand("fileleft"), by_hand("fileup"), by_hand("filedown"), by_hand("filefront"),
              by_hand("fileback"), R::words<&N::builtin>("builtin", kTextureBuiltin),
              R::row<&N::rgb1>("rgb1"), R::row<&N::rgb2>("rgb2"), R::words<&N::mark>("mark", kTextureMark),
              R::row<&N::markrgb>("markrgb"), R::row<&N::random>("random"), R::row<&N::width>("width"),
              R::row<&N::height>("height"), R::row<&N::hflip>("hflip"), R::row<&N::vflip>("vflip"),
              R::row<&N::nchannel>("nchannel"));
}();

inline constexpr auto kMaterialRows = [] {
  using N = spec::Material;
  using R = Of<N>;
  return join(
      name_class_rows<N>(),
      rows(by_hand("texture"), R::row<&N::texrepeat>("texrepeat"), R::row<&N::texuniform>("texuniform"),
           R::row<&N::emission>("emission"), R::row<&N::specular>("specular"),
           R::row<&N::shininess>("shininess"), R::row<&N::reflectance>("reflectance"),
           R::row<&N::metallic>("metallic"), R::row<&N::roughness>("roughness"), R::row<&N::rgba>("rgba")));
}();
inline constexpr auto kLayerRows = rows(by_hand("texture", kRequired), by_hand("role", kRequired));

inline constexpr auto kModelAssetRows =
    rows(by_hand("name"), by_hand("file", kRequired), by_hand("content_type"));

inline constexpr auto kSkinRows = [] {
  using N = spec::Skin;
  using R = Of<N>;
  return rows(R::row<&N::name>("name"), by_hand("file"), R::row<&N::material>("material"),
              R::row<&N::rgba>("rgba"), R::row<&N::inflate>("inflate"), R::row<&N::vert>("vertex"),
              R::row<&N::texcoord>("texcoord"), R::row<&N::face>("face"), R::row<&N::group>("group"));
}();

// One bone of a skin while it is read.
struct Bone {
  std::string body;
  spec::Set<Vec3<float>> bindpos;
  spec::Set<Quat<float>> bindquat;
  std::vector<int> vertid;
  std::vector<float> vertweight;
};
inline constexpr auto kBoneRows = [] {
  using R = Of<Bone>;
  return rows(R::row<&Bone::body>("body", kRequired), R::row<&Bone::bindpos>("bindpos", kRequired),
              R::row<&Bone::bindquat>("bindquat", kRequired), R::row<&Bone::vertid>("vertid", kRequired),
              R::row<&Bone::vertweight>("vertweight", kRequired));
}();

inline constexpr auto kExtensionPluginRows = rows(by_hand("plugin", kRequired));
inline constexpr auto kInstanceRows = rows(by_hand("name", kRequired));

inline constexpr auto kNumericRows = rows(by_hand("name", kRequired), by_hand("size"), by_hand("data"));
inline constexpr auto kTextRows = rows(Of<spec::Text>::row<&spec::Text::name>("name", kRequired),
                                       Of<spec::Text>::row<&spec::Text::data>("data", kRequired));
inline constexpr auto kTupleRows = rows(Of<spec::Tuple>::row<&spec::Tuple::name>("name", kRequired));
// One element of a tuple, before it joins the lists of the node.
struct TupleElement {
  std::string objname;
  Real prm = 0;
};
inline constexpr auto kTupleElementRows =
    rows(by_hand("objtype", kRequired), Of<TupleElement>::row<&TupleElement::objname>("objname", kRequired),
         Of<TupleElement>::row<&TupleElement::prm>("prm"));

inline constexpr auto kKeyRows = [] {
  using N = spec::Key;
  using R = Of<N>;
  return rows(R::row<&N::name>("name"), R::row<&N::time>("time"), R::row<&N::qpos>("qpos"),
              R::row<&N::qvel>("qvel"), R::row<&N::act>("act"), R::row<&N::mpos>("mpos"),
              R::row<&N::mquat>("mquat"), R::row<&N::ctrl>("ctrl"));
}();

}  // namespace corten::mjcf
