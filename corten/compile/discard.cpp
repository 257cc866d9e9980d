// discardvisual: geoms that only show, and meshes only they use, are left out.
#include "corten/compile/passes.h"
#include "corten/compile/renumber.h"

namespace corten {
namespace {

void drop_visual_geoms(Draft& draft) {
  std::vector<bool> keep;
  for (const DraftGeom& geom : draft.geoms) keep.push_back(!geom.visual);
  const std::vector<int> new_id = drop_others(draft.geoms, keep);
  for (DraftBody& body : draft.bodies) {
    std::vector<int> kept;
    for (const int id : body.geoms)
      if (new_id[id] >= 0) kept.push_back(new_id[id]);
    body.geoms = std::move(kept);
  }
  for (DraftPair& pair : draft.pairs) {
    pair.geom1 = new_id[pair.geom1];
    pair.geom2 = new_id[pair.geom2];
  }
  for (DraftTendon& tendon : draft.tendons)
    for (DraftWrap& wrap : tendon.path)
      if (wrap.type == mjWRAP_SPHERE || wrap.type == mjWRAP_CYLINDER) wrap.obj = new_id[wrap.obj];
  for (DraftSensor& sensor : draft.sensors) {
    if (sensor.spec->objtype == mjOBJ_GEOM) sensor.obj = new_id[sensor.obj];
    if (sensor.spec->reftype == mjOBJ_GEOM) sensor.ref = new_id[sensor.ref];
  }
  for (DraftTuple& tuple : draft.tuples)
    for (std::size_t i = 0; i < tuple.objid.size(); ++i)
      if (tuple.spec->objtype[i] == mjOBJ_GEOM) tuple.objid[i] = new_id[tuple.objid[i]];
}

void drop_unused_meshes(Draft& draft) {
  std::vector<bool> keep(draft.assets.meshes.size(), false);
  for (const DraftGeom& geom : draft.geoms)
    if (geom.mesh >= 0) keep[geom.mesh] = true;
  for (const DraftSensor& sensor : draft.sensors)
    if (sensor.spec->objtype == mjOBJ_MESH) keep[sensor.obj] = true;
  const std::vector<int> new_id = drop_others(draft.assets.meshes, keep);
  for (DraftGeom& geom : draft.geoms)
    if (geom.mesh >= 0) geom.mesh = new_id[geom.mesh];
  for (DraftSensor& sensor : draft.sensors)
    if (sensor.spec->objtype == mjOBJ_MESH) sensor.obj = new_id[sensor.obj];
}

template <class Elements, class Name>
void rename(NameIndex& index, mjtObj type, const Elements& elements, Name&& name) {
  std::vector<std::string> names;
  for (const auto& element : elements) names.push_back(name(element));
  index.assign(type, std::move(names));
}

}  // namespace

void discard_visual_geoms(const Spec& spec, Draft& draft, Diagnostics&) {
  if (!spec.compiler.discardvisual) return;
  drop_visual_geoms(draft);
  drop_unused_meshes(draft);
  rename(draft.names, mjOBJ_GEOM, draft.geoms, [](const DraftGeom& geom) { return geom.spec->name; });
  rename(draft.names, mjOBJ_MESH, draft.assets.meshes, [](const DraftMesh& mesh) { return mesh.name; });
}

}  // namespace corten
