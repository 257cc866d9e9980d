// Sizes of the model that its assets decide.
#include "corten/compile/assets_files.h"
#include "corten/compile/passes.h"

namespace corten {
namespace {

int length(const auto& items) { return static_cast<int>(items.size()); }

void count_mesh(const Mesh& mesh, Sizes& n) {
  n.nmeshvert += length(mesh.vert);
  n.nmeshnormal += length(mesh.normal);
  n.nmeshtexcoord += length(mesh.texcoord);
  n.nmeshface += length(mesh.face);
  n.nmeshgraph += length(mesh.graph);
  n.nmeshpoly += mesh.polygons.count();
  n.nmeshpolyvert += length(mesh.polygons.vert);
  n.nmeshpolymap += length(mesh.polygons.map);
  n.nbvhstatic += mesh.bvh.size();
  n.nbvh += mesh.bvh.size();
  n.noct += mesh.octree.size();
}

void count_skin(const Skin& skin, Sizes& n) {
  n.nskinvert += length(skin.vert);
  n.nskintexvert += length(skin.texcoord);
  n.nskinface += length(skin.face);
  n.nskinbone += length(skin.bones);
  for (const SkinBone& bone : skin.bones) n.nskinbonevert += length(bone.vertid);
}

// each path with its final 0; one byte at least
void count_paths(const Spec& spec, const DraftAssets& assets, Sizes& n) {
  int total = 0;
  const auto count = [&](const auto& items) {
    for (const auto& item : items)
      if (!item.spec->file.empty()) total += length(stored_path(spec, item.spec->file)) + 1;
  };
  count(assets.hfields);
  count(assets.meshes);
  count(assets.skins);
  count(assets.textures);
  n.npaths = std::max(1, total);
}

}  // namespace

void count_assets(const Spec& spec, Draft& draft, Diagnostics&) {
  const DraftAssets& assets = draft.assets;
  Sizes& n = draft.sizes;
  n.nmesh = length(assets.meshes);
  n.nskin = length(assets.skins);
  n.nhfield = length(assets.hfields);
  n.ntex = length(assets.textures);
  n.nmat = length(assets.materials);
  for (const DraftMesh& mesh : assets.meshes) count_mesh(*mesh.mesh, n);
  for (const DraftSkin& skin : assets.skins) count_skin(skin.skin, n);
  for (const DraftHField& hfield : assets.hfields) n.nhfielddata += length(hfield.field.data);
  for (const DraftTexture& texture : assets.textures)
    n.ntexdata += static_cast<std::int64_t>(texture.image.data.size());
  count_paths(spec, assets, n);
}

}  // namespace corten
