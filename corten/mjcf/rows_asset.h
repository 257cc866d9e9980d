// Rows of assets, custom fields and extensions beside those that spec declares.
#pragma once

#include "corten/mjcf/rows_body.h"

namespace corten::mjcf {

// read only for builtin meshes
inline Rows mesh_param_rows() {
  static const RowList all = [] {
    RowList params = pick(rows_of<spec::Mesh>(), {"params"});
    for (Row& row : params) row.flags = kNoFlag;
    return params;
  }();
  return all;
}

inline constexpr auto kLayerRows = rows(by_hand("texture", kRequired), by_hand("role", kRequired));

inline constexpr auto kModelAssetRows =
    rows(by_hand("name"), by_hand("file", kRequired), by_hand("content_type"));

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

// One element of a tuple, before it joins the lists of the node.
struct TupleElement {
  std::string objname;
  Real prm = 0;
};
inline constexpr auto kTupleElementRows =
    rows(by_hand("objtype", kRequired), Of<TupleElement>::row<&TupleElement::objname>("objname", kRequired),
         Of<TupleElement>::row<&TupleElement::prm>("prm"));

}  // namespace corten::mjcf
