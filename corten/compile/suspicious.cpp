// Warnings about models that are legal but probably not what was meant. They change nothing.
#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "corten/compile/passes.h"
#include "corten/compile/refuse.h"
#include "corten/spec/names.h"

namespace corten {
namespace {

void warn(Diagnostics& diagnostics, const char* tag, const spec::Node& node, std::string message,
          std::string hint) {
  diagnostics.warning(node.place, element_text(tag, node), std::move(message), std::move(hint));
}

// ---- classes that nothing uses ----

std::set<std::string> used_classes(const Spec& spec) {
  std::set<std::string> used;
  const auto add = [&](const auto& nodes) {
    for (const auto& node : nodes) used.insert(node.classname);
  };
  spec::for_each_body(spec.world, [&](const spec::Body& body) {
    used.insert(body.childclass);
    for (const spec::Frame& frame : body.frames) used.insert(frame.childclass);
    add(body.joints), add(body.geoms), add(body.sites), add(body.cameras), add(body.lights);
  });
  add(spec.meshes), add(spec.materials), add(spec.pairs), add(spec.equalities);
  add(spec.tendons), add(spec.actuators);
  return used;
}

// Reports the outermost classes that neither are used nor have one that inherits from them and is.
void check_classes(const Spec& spec, Diagnostics& diagnostics) {
  if (!spec.origins.empty()) return;  // attached models bring all their classes
  const std::set<std::string> used = used_classes(spec);
  std::vector<const spec::Default*> classes;  // parents first
  std::unordered_map<const spec::Default*, const spec::Default*> parent;
  spec::for_each_nested(spec.defaults, [&](const spec::Default& record) {
    classes.push_back(&record);
    for (const spec::Default& child : record.children) parent[&child] = &record;
  });
  std::unordered_set<const spec::Default*> needed{&spec.defaults};
  for (std::size_t i = classes.size(); i-- > 1;)
    if (used.contains(classes[i]->name) || needed.contains(classes[i])) {
      needed.insert(classes[i]);
      needed.insert(parent[classes[i]]);
    }
  for (const spec::Default* record : classes)
    if (!needed.contains(record) && needed.contains(parent[record]))
      diagnostics.warning(record->place, "<default class=\"" + record->name + "\">", "class is not used",
                          "name it in class or childclass, or remove it");
}

// ---- assets that nothing uses ----

struct UsedAssets {
  std::set<std::string> meshes, hfields, materials, textures;
};

UsedAssets used_assets(const Spec& spec) {
  UsedAssets used;
  spec::for_each_body(spec.world, [&](const spec::Body& body) {
    for (const spec::Geom& geom : body.geoms) {
      used.meshes.insert(geom.meshname);
      used.hfields.insert(geom.hfieldname);
      used.materials.insert(geom.material);
    }
    for (const spec::Site& site : body.sites) used.materials.insert(site.material);
    for (const spec::Light& light : body.lights) used.textures.insert(light.texture);
  });
  for (const spec::Mesh& mesh : spec.meshes) used.materials.insert(mesh.material);
  for (const spec::Skin& skin : spec.skins) used.materials.insert(skin.material);
  for (const spec::Tendon& tendon : spec.tendons) used.materials.insert(tendon.material);
  for (const spec::Material& material : spec.materials)
    used.textures.insert(material.textures.begin(), material.textures.end());
  for (const spec::Sensor& sensor : spec.sensors)
    if (sensor.objtype == mjOBJ_MESH) used.meshes.insert(sensor.objname);
  for (const spec::Tuple& tuple : spec.tuples)
    for (std::size_t i = 0; i < tuple.objname.size(); ++i) {
      if (tuple.objtype[i] == mjOBJ_MESH) used.meshes.insert(tuple.objname[i]);
      if (tuple.objtype[i] == mjOBJ_HFIELD) used.hfields.insert(tuple.objname[i]);
      if (tuple.objtype[i] == mjOBJ_MATERIAL) used.materials.insert(tuple.objname[i]);
      if (tuple.objtype[i] == mjOBJ_TEXTURE) used.textures.insert(tuple.objname[i]);
    }
  return used;
}

void check_asset(const char* tag, const spec::Node& node, const std::string& name,
                 const std::set<std::string>& used, Diagnostics& diagnostics) {
  if (node.origin != 0 || used.contains(name)) return;  // attached models bring all their assets
  diagnostics.warning(node.place, std::string("<") + tag + " name=\"" + name + "\">", "asset is not used",
                      "remove it; it is loaded for nothing");
}

void check_assets(const Spec& spec, const Draft& draft, Diagnostics& diagnostics) {
  const UsedAssets used = used_assets(spec);
  const DraftAssets& assets = draft.assets;
  for (const DraftMesh& mesh : assets.meshes)
    check_asset("mesh", *mesh.spec, mesh.name, used.meshes, diagnostics);
  for (const DraftHField& hfield : assets.hfields)
    check_asset("hfield", *hfield.spec, hfield.name, used.hfields, diagnostics);
  for (const DraftMaterial& material : assets.materials)
    check_asset("material", *material.spec, material.spec->name, used.materials, diagnostics);
  for (const DraftTexture& texture : assets.textures)
    if (*texture.spec->type != mjTEXTURE_SKYBOX)
      check_asset("texture", *texture.spec, texture.name, used.textures, diagnostics);
}

// ---- mass ----

// A mesh that fills less than a millionth of its bounding box is a surface rather than a solid.
void check_mesh_volume(const DraftMesh& mesh, Diagnostics& diagnostics) {
  constexpr Real kThin = 1e-6;
  if (!mesh.mesh || *mesh.spec->inertia == mjMESH_INERTIA_SHELL) return;
  if (*mesh.spec->builtin == mjMESH_BUILTIN_PLATE) return;
  const Vec3<Real> side = mesh.mesh->upper - mesh.mesh->lower;
  const Real largest = std::max({side[0], side[1], side[2]});
  if (std::abs(mesh.mesh->volume) < kThin * largest * largest * largest)
    warn(diagnostics, "mesh", *mesh.spec, "mesh has almost no volume, its mass and inertia are unreliable",
         "close the surface or use inertia=\"shell\"");
}

void check_masses(const Draft& draft, Diagnostics& diagnostics) {
  constexpr Real kTiny = 1e-9;
  for (const DraftMesh& mesh : draft.assets.meshes) check_mesh_volume(mesh, diagnostics);
  for (std::size_t id = 1; id < draft.bodies.size(); ++id) {
    const DraftBody& body = draft.bodies[id];
    if (body.joints.empty() || body.mass >= kTiny) continue;
    warn(diagnostics, "body", *body.spec, "moving body has no mass of its own",
         "give it a geom with mass or an inertial");
  }
}

// ---- limits that do nothing ----

bool is_given(const Vec<Real, 2>& range) { return range[0] != 0 || range[1] != 0; }

void check_limit(const char* tag, const spec::Node& node, int limited, const Vec<Real, 2>& range,
                 const std::string& name, Diagnostics& diagnostics) {
  if (limited != mjLIMITED_FALSE || !is_given(range)) return;
  warn(diagnostics, tag, node, name + "range is given but " + name + "limited is false",
       "the range has no effect; remove one of them");
}

// Degrees that look like radians: no larger than a turn, and not whole numbers.
void check_angle(const Spec& spec, const spec::Joint& joint, Diagnostics& diagnostics) {
  if (*joint.type != mjJNT_HINGE || *spec.compiler_of(joint).degree == 0 || !is_given(*joint.range)) return;
  const Vec<Real, 2>& range = *joint.range;
  const bool small = std::abs(range[0]) <= 2 * build::kPi && std::abs(range[1]) <= 2 * build::kPi;
  const bool whole = range[0] == std::round(range[0]) && range[1] == std::round(range[1]);
  if (small && !whole && *joint.limited != mjLIMITED_FALSE)
    warn(diagnostics, "joint", joint, "range is less than a turn of radians, but angles are degrees",
         "is <compiler angle=\"radian\"/> missing?");
}

void check_limits(const Spec& spec, Diagnostics& diagnostics) {
  spec::for_each_body(spec.world, [&](const spec::Body& body) {
    for (const spec::Joint& joint : body.joints) {
      check_limit("joint", joint, *joint.limited, *joint.range, "", diagnostics);
      check_limit("joint", joint, *joint.actfrclimited, *joint.actfrcrange, "actuatorfrc", diagnostics);
      check_angle(spec, joint, diagnostics);
    }
  });
  for (const spec::Tendon& tendon : spec.tendons)
    check_limit(tendon.spatial ? "spatial" : "fixed", tendon, *tendon.limited, *tendon.range, "",
                diagnostics);
  for (const spec::Actuator& actuator : spec.actuators) {
    check_limit("actuator", actuator, *actuator.ctrllimited, *actuator.ctrlrange, "ctrl", diagnostics);
    check_limit("actuator", actuator, *actuator.forcelimited, *actuator.forcerange, "force", diagnostics);
    check_limit("actuator", actuator, *actuator.actlimited, *actuator.actrange, "act", diagnostics);
  }
}

// ---- motion that cannot be what was meant ----

void check_damping(const char* tag, const spec::Node& node, Real damping, Diagnostics& diagnostics) {
  if (damping < 0)
    warn(diagnostics, tag, node, "damping is negative and adds energy", "use a value of at least 0");
}

void check_motion(const Spec& spec, Diagnostics& diagnostics) {
  spec::for_each_body(spec.world, [&](const spec::Body& body) {
    for (const spec::Joint& joint : body.joints) check_damping("joint", joint, *joint.damping, diagnostics);
  });
  for (const spec::Tendon& tendon : spec.tendons)
    check_damping(tendon.spatial ? "spatial" : "fixed", tendon, *tendon.damping, diagnostics);
}

// ---- keyframes ----

void check_keys(const Spec& spec, const Model& m, Diagnostics& diagnostics) {
  for (const spec::Key& key : spec.keys) {
    if (key.qpos.empty() || static_cast<int>(key.qpos.size()) == m.nq) continue;
    warn(diagnostics, "key", key,
         "qpos has " + std::to_string(key.qpos.size()) + " of " + std::to_string(m.nq) + " values",
         "the rest is filled with reference values as they are written");
  }
}

}  // namespace

void warn_suspicious(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  if (!draft.options->warn_suspicious) return;
  check_classes(spec, diagnostics);
  check_assets(spec, draft, diagnostics);
  check_masses(draft, diagnostics);
  check_limits(spec, diagnostics);
  check_motion(spec, diagnostics);
  check_keys(spec, draft.model, diagnostics);
}

}  // namespace corten
