// Finds the assets geoms refer to, and the meshes whose convex hull somebody needs.
#include <unordered_set>

#include "corten/compile/passes.h"
#include "corten/compile/unknown_name.h"

namespace corten {
namespace {

void find_asset(mjtObj type, const char* kind, const std::string& name, const DraftGeom& geom,
                const Draft& draft, int& id, Diagnostics& diagnostics) {
  if (name.empty()) return;
  id = draft.names.find(type, name);
  if (id < 0) refuse_unknown(draft, type, kind, kind, name, "geom", *geom.spec, diagnostics);
}

void link_geom(DraftGeom& geom, const Draft& draft, Diagnostics& diagnostics) {
  const spec::Geom& node = *geom.spec;
  geom.type = static_cast<mjtGeom>(*node.type);
  find_asset(mjOBJ_MESH, "mesh", node.meshname, geom, draft, geom.mesh, diagnostics);
  find_asset(mjOBJ_HFIELD, "hfield", node.hfieldname, geom, draft, geom.hfield, diagnostics);
  if ((geom.type == mjGEOM_MESH || geom.type == mjGEOM_SDF) && node.meshname.empty())
    refuse(diagnostics, "geom", node, "mesh geom must have a mesh");
  if (geom.type == mjGEOM_HFIELD && node.hfieldname.empty())
    refuse(diagnostics, "geom", node, "hfield geom must have an hfield");
  if (geom.type != mjGEOM_HFIELD && !node.hfieldname.empty())
    refuse(diagnostics, "geom", node, "hfield given but the type is not hfield");
}

// the geom's own material, else its mesh's
void link_material(const Spec& spec, DraftGeom& geom, const Draft& draft, Diagnostics& diagnostics) {
  if (spec.compiler.discardvisual) return;
  const std::string& own = geom.spec->material;
  const std::string& name =
      own.empty() && geom.mesh >= 0 ? draft.assets.meshes[geom.mesh].spec->material : own;
  find_asset(mjOBJ_MATERIAL, "material", name, geom, draft, geom.material, diagnostics);
}

std::unordered_set<std::string> geoms_in_pairs(const Spec& spec) {
  std::unordered_set<std::string> names;
  for (const spec::Pair& pair : spec.pairs) names.insert({pair.geomname1, pair.geomname2});
  return names;
}

bool may_collide(const spec::Geom& geom, const std::unordered_set<std::string>& in_pairs) {
  return *geom.contype != 0 || *geom.conaffinity != 0 || in_pairs.count(geom.name) > 0;
}

}  // namespace

void link_assets(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  const auto in_pairs = geoms_in_pairs(spec);
  for (DraftMesh& mesh : draft.assets.meshes) {
    mesh.needs_hull = false;
    mesh.needs_octree = *mesh.spec->needsdf;
  }
  for (DraftGeom& geom : draft.geoms) {
    link_geom(geom, draft, diagnostics);
    link_material(spec, geom, draft, diagnostics);
    const bool is_mesh = geom.type == mjGEOM_MESH || geom.type == mjGEOM_SDF;
    if (is_mesh && geom.mesh >= 0 && may_collide(*geom.spec, in_pairs))
      draft.assets.meshes[geom.mesh].needs_hull = true;
    if (geom.type == mjGEOM_SDF && geom.mesh >= 0) draft.assets.meshes[geom.mesh].needs_octree = true;
  }
}

}  // namespace corten
