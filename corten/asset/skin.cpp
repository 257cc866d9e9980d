// Skins from SKN files, and their weights.
#include "corten/asset/skin.h"

#include <algorithm>

#include "corten/asset/byte_reader.h"
#include "corten/math/build_frame.h"

namespace corten {
namespace {

constexpr size_t kNameBytes = 40;

SkinBone read_bone(ByteReader& reader) {
  SkinBone bone;
  const std::string_view name = reader.take(kNameBytes).substr(0, kNameBytes - 1);
  bone.body = name.substr(0, name.find('\0'));
  bone.bindpos = reader.read<Vec3<float>>();
  bone.bindquat = reader.read<Quat<float>>();
  const int count = reader.read_int();
  if (count < 1) throw AssetError("a bone without vertices");
  bone.vertid = reader.read_vector<int>(count);
  bone.vertweight = reader.read_vector<float>(count);
  return bone;
}

void check_complete(const Skin& skin) {
  if (skin.vert.empty() || skin.face.empty() || skin.bones.empty())
    throw AssetError("a skin needs vertices, faces and bones");
  if (!skin.texcoord.empty() && skin.texcoord.size() != skin.vert.size()) {
    throw AssetError("texcoord has another number of rows than vertex");
  }
}

void check_bone(const SkinBone& bone, size_t vert_count) {
  if (bone.vertid.empty() || bone.vertid.size() != bone.vertweight.size()) {
    throw AssetError("a bone needs vertices (vertid) and as many weights (vertweight)");
  }
  for (const int vertex : bone.vertid)
    if (vertex < 0 || static_cast<size_t>(vertex) >= vert_count) {
      throw AssetError("vertid names vertex " + std::to_string(vertex) + " of " + std::to_string(vert_count));
    }
}

std::vector<float> total_weights(const Skin& skin) {
  std::vector<float> total(skin.vert.size(), 0.0f);
  for (const SkinBone& bone : skin.bones)
    for (size_t i = 0; i < bone.vertid.size(); ++i) total[bone.vertid[i]] += bone.vertweight[i];
  for (size_t v = 0; v < total.size(); ++v)
    if (total[v] <= kMinVal<Real>)
      throw AssetError("the weights of vertex " + std::to_string(v) + " do not add up to more than zero");
  return total;
}

Quat<float> unit_in_double(const Quat<float>& q) {
  Quat<Real> unit{q[0], q[1], q[2], q[3]};
  build::normalize(unit);
  return {static_cast<float>(unit[0]), static_cast<float>(unit[1]), static_cast<float>(unit[2]),
          static_cast<float>(unit[3])};
}

}  // namespace

Skin read_skn(std::string_view bytes) {
  ByteReader reader(bytes);
  const int nvert = reader.read_int(), ntexcoord = reader.read_int(), nface = reader.read_int(),
            nbone = reader.read_int();
  if (nvert < 0 || ntexcoord < 0 || nface < 0 || nbone < 0)
    throw AssetError("the SKN file begins with a negative count");
  Skin skin;
  skin.vert = reader.read_vector<Vec3<float>>(nvert);
  skin.texcoord = reader.read_vector<Vec2<float>>(ntexcoord);
  skin.face = reader.read_vector<Triangle>(nface);
  for (int i = 0; i < nbone; ++i) skin.bones.push_back(read_bone(reader));
  if (reader.remaining() != 0) throw AssetError("unexpected bytes at the end of SKN file");
  return skin;
}

void finish_skin(Skin& skin) {
  check_complete(skin);
  for (const SkinBone& bone : skin.bones) check_bone(bone, skin.vert.size());
  const std::vector<float> total = total_weights(skin);
  for (SkinBone& bone : skin.bones) {
    for (size_t i = 0; i < bone.vertid.size(); ++i) bone.vertweight[i] /= total[bone.vertid[i]];
    bone.bindquat = unit_in_double(bone.bindquat);
  }
}

}  // namespace corten
