// Materials: the textures of their roles.
#include "corten/compile/passes.h"
#include "corten/compile/unknown_name.h"

namespace corten {

void process_materials(const Spec&, Draft& draft, Diagnostics& diagnostics) {
  for (DraftMaterial& material : draft.assets.materials)
    for (int role = 0; role < kNTexRole; ++role) {
      const std::string& name = material.spec->textures[role];
      material.texid[role] = name.empty() ? -1 : draft.names.find(mjOBJ_TEXTURE, name);
      if (!name.empty() && material.texid[role] < 0) {
        refuse_unknown(draft, mjOBJ_TEXTURE, "texture", "texture", name, "material", *material.spec,
                       diagnostics);
      }
    }
}

}  // namespace corten
