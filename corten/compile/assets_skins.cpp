// Skins: from file or the numbers of the element, their bones found among the bodies.
#include "corten/asset/path.h"
#include "corten/compile/assets_files.h"
#include "corten/compile/assets_rows.h"
#include "corten/compile/passes.h"

namespace corten {
namespace {

bool has_data(const spec::Skin& node) {
  return !node.vert.empty() || !node.texcoord.empty() || !node.face.empty() || !node.bodyname.empty();
}

Skin read(const Spec& spec, const Draft& draft, const spec::Skin& node) {
  if (has_data(node))
    throw AssetError("the skin has both numbers and the file " + quoted(node.file) + "; keep one");
  if (to_lower(extension_of(node.file)) != ".skn")
    throw AssetError("skins are read from .skn files, not " + quoted(node.file));
  return read_skn(open_asset(spec, draft, node, node.file, AssetFolder::kMesh).bytes());
}

Skin from_element(const spec::Skin& node) {
  Skin skin;
  skin.vert = rows_of<Vec3<float>>(node.vert, "vertex");
  skin.texcoord = rows_of<Vec2<float>>(node.texcoord, "texcoord");
  skin.face = rows_of<Triangle>(node.face, "face");
  const auto bindpos = rows_of<Vec3<float>>(node.bindpos, "bindpos");
  const auto bindquat = rows_of<Quat<float>>(node.bindquat, "bindquat");
  const size_t nbone = node.bodyname.size();
  if (bindpos.size() != nbone || bindquat.size() != nbone || node.vertid.size() != nbone ||
      node.vertweight.size() != nbone) {
    throw AssetError("every bone needs bindpos, bindquat, vertid and vertweight");
  }
  for (size_t i = 0; i < nbone; ++i)
    skin.bones.push_back({node.bodyname[i], bindpos[i], bindquat[i], node.vertid[i], node.vertweight[i]});
  return skin;
}

void find_bones(const Draft& draft, DraftSkin& skin) {
  for (const SkinBone& bone : skin.skin.bones) {
    skin.bone_body.push_back(draft.names.find(mjOBJ_BODY, bone.body));
    if (skin.bone_body.back() < 0)
      throw AssetError("no body is called " + quoted(bone.body) + ", which a bone names");
  }
}

void process(const Spec& spec, const Draft& draft, DraftSkin& skin) {
  const spec::Skin& node = *skin.spec;
  skin.skin = node.file.empty() ? from_element(node) : read(spec, draft, node);
  finish_skin(skin.skin);
  find_bones(draft, skin);
  if (node.material.empty()) return;
  skin.material = draft.names.find(mjOBJ_MATERIAL, node.material);
  if (skin.material < 0) throw AssetError("no material is called " + quoted(node.material));
}

}  // namespace

void process_skins(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  std::vector<AssetJob> jobs;
  const auto work = [&](DraftSkin& skin) { process(spec, draft, skin); };
  add_jobs("skin", draft.assets.skins, comes_from_file<DraftSkin>, work, jobs);
  run_jobs(spec, jobs, diagnostics);
}

}  // namespace corten
