// Copies processed assets into the Model: textures, materials, height fields, skins and paths.
#include "corten/compile/assets_fill.h"

#include "corten/compile/assets_files.h"
#include "corten/compile/passes.h"
#include "corten/spec/rows.h"

namespace corten {
namespace {

void fill_hfields(const DraftAssets& assets, Model& m) {
  int adr = 0;
  for (int i = 0; i < m.nhfield; ++i) {
    const HField& field = assets.hfields[i].field;
    m.hfield_size[i] = *assets.hfields[i].spec->size;
    m.hfield_nrow[i] = field.nrow;
    m.hfield_ncol[i] = field.ncol;
    m.hfield_adr[i] = adr;
    copy_into(m.hfield_data, adr, field.data);
  }
}

void fill_textures(const DraftAssets& assets, Model& m) {
  std::int64_t adr = 0;
  for (int i = 0; i < m.ntex; ++i) {
    const DraftTexture& texture = assets.textures[i];
    m.tex_type[i] = *texture.spec->type;
    m.tex_colorspace[i] = texture.colorspace;
    m.tex_height[i] = texture.image.height;
    m.tex_width[i] = texture.image.width;
    m.tex_nchannel[i] = texture.image.nchannel;
    m.tex_adr[i] = adr;
    copy_into(m.tex_data, adr, texture.image.data);
  }
}

void fill_materials(const DraftAssets& assets, Model& m) {
  for (int i = 0; i < m.nmat; ++i) {
    const spec::Material& node = *assets.materials[i].spec;
    m.mat_texid[i] = assets.materials[i].texid;
    spec::to_model<MaterialFields>(node, i, m);
  }
}

struct SkinCursor {
  int vert = 0, texcoord = 0, face = 0, bone = 0, bonevert = 0;
};

void fill_bones(const DraftSkin& skin, SkinCursor& next, Model& m) {
  for (size_t i = 0; i < skin.skin.bones.size(); ++i) {
    const SkinBone& bone = skin.skin.bones[i];
    m.skin_bonevertadr[next.bone] = next.bonevert;
    m.skin_bonevertnum[next.bone] = static_cast<int>(bone.vertid.size());
    m.skin_bonebindpos[next.bone] = bone.bindpos;
    m.skin_bonebindquat[next.bone] = bone.bindquat;
    m.skin_bonebodyid[next.bone] = skin.bone_body[i];
    int weight = next.bonevert;
    copy_into(m.skin_bonevertid, next.bonevert, bone.vertid);
    copy_into(m.skin_bonevertweight, weight, bone.vertweight);
    ++next.bone;
  }
}

void fill_skins(const DraftAssets& assets, Model& m) {
  SkinCursor next;
  for (int i = 0; i < m.nskin; ++i) {
    const DraftSkin& draft = assets.skins[i];
    const Skin& skin = draft.skin;
    m.skin_matid[i] = draft.material;
    m.skin_group[i] = *draft.spec->group;
    m.skin_rgba[i] = *draft.spec->rgba;
    m.skin_inflate[i] = *draft.spec->inflate;
    m.skin_vertadr[i] = next.vert;
    m.skin_vertnum[i] = static_cast<int>(skin.vert.size());
    m.skin_texcoordadr[i] = skin.texcoord.empty() ? -1 : next.texcoord;
    m.skin_faceadr[i] = next.face;
    m.skin_facenum[i] = static_cast<int>(skin.face.size());
    m.skin_boneadr[i] = next.bone;
    m.skin_bonenum[i] = static_cast<int>(skin.bones.size());
    copy_into(m.skin_vert, next.vert, skin.vert);
    copy_into(m.skin_texcoord, next.texcoord, skin.texcoord);
    copy_into(m.skin_face, next.face, skin.face);
    fill_bones(draft, next, m);
  }
}

void fill_paths(const Spec& spec, const DraftAssets& assets, Model& m) {
  int adr = 0;
  const auto fill = [&](const auto& items, Array<int> pathadr) {
    for (size_t i = 0; i < items.size(); ++i) {
      const std::string& file = items[i].spec->file;
      pathadr[static_cast<int>(i)] = file.empty() ? -1 : adr;
      if (file.empty()) continue;
      copy_into(m.paths, adr, stored_path(spec, file));
      m.paths[adr++] = '\0';
    }
  };
  m.paths[0] = '\0';
  fill(assets.hfields, m.hfield_pathadr);
  fill(assets.meshes, m.mesh_pathadr);
  fill(assets.skins, m.skin_pathadr);
  fill(assets.textures, m.tex_pathadr);
}

}  // namespace

void fill_assets(const Spec& spec, Draft& draft, Diagnostics&) {
  fill_meshes(draft.assets, draft.bodies, draft.model);
  fill_hfields(draft.assets, draft.model);
  fill_textures(draft.assets, draft.model);
  fill_materials(draft.assets, draft.model);
  fill_skins(draft.assets, draft.model);
  fill_paths(spec, draft.assets, draft.model);
}

}  // namespace corten
