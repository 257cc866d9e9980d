// Asset passes that are still to come: an asset is refused instead of being silently left out.
#include "corten/compile/passes.h"
#include "corten/compile/refuse.h"

namespace corten {

void process_meshes(const Spec&, Draft& draft, Diagnostics& diagnostics) {
  for (const DraftMesh& mesh : draft.assets.meshes)
    refuse(diagnostics, "mesh", *mesh.spec, "not supported yet");
}

void process_textures(const Spec&, Draft& draft, Diagnostics& diagnostics) {
  for (const DraftTexture& texture : draft.assets.textures)
    refuse(diagnostics, "texture", *texture.spec, "not supported yet");
}

void process_hfields(const Spec&, Draft& draft, Diagnostics& diagnostics) {
  for (const DraftHField& hfield : draft.assets.hfields)
    refuse(diagnostics, "hfield", *hfield.spec, "not supported yet");
}

void process_skins(const Spec&, Draft& draft, Diagnostics& diagnostics) {
  for (const DraftSkin& skin : draft.assets.skins)
    refuse(diagnostics, "skin", *skin.spec, "not supported yet");
}

void process_materials(const Spec&, Draft& draft, Diagnostics& diagnostics) {
  for (const DraftMaterial& material : draft.assets.materials)
    refuse(diagnostics, "material", *material.spec, "not supported yet");
}

void count_assets(const Spec&, Draft&, Diagnostics&) {}

void fill_assets(const Spec&, Draft&, Diagnostics&) {}

}  // namespace corten
