// fusestatic: bodies without joints become part of their parents.
#include <algorithm>
#include <unordered_set>

#include "corten/compile/body_bvh.h"
#include "corten/compile/inertia.h"
#include "corten/compile/passes.h"
#include "corten/compile/refuse.h"
#include "corten/compile/renumber.h"

namespace corten {
namespace {

using Names = std::unordered_set<std::string>;

// ---- which bodies somebody refers to ----

void collect_equality(const spec::Equality& node, Names& names) {
  if (node.objtype == mjOBJ_BODY) names.insert({node.name1, node.name2});
}

void collect_sensor(const spec::Sensor& node, Names& names) {
  if (node.objtype == mjOBJ_BODY) names.insert(node.objname);
  if (node.reftype == mjOBJ_BODY) names.insert(node.refname);
}

// A reference as "xbody" does not protect its body: the model is then refused for it.
Names referenced_bodies(const Spec& spec, const Draft& draft) {
  Names names;
  for (const DraftCamera& camera : draft.cameras) names.insert(camera.spec->targetbody);
  for (const DraftLight& light : draft.lights) names.insert(light.spec->targetbody);
  for (const spec::Skin& skin : spec.skins) names.insert(skin.bodyname.begin(), skin.bodyname.end());
  for (const spec::Exclude& node : spec.excludes) names.insert({node.bodyname1, node.bodyname2});
  for (const spec::Equality& node : spec.equalities) collect_equality(node, names);
  for (const spec::Actuator& node : spec.actuators)
    if (node.trntype == mjTRN_BODY) names.insert(node.target);
  for (const spec::Sensor& node : spec.sensors) collect_sensor(node, names);
  for (const spec::Tuple& tuple : spec.tuples)
    for (std::size_t i = 0; i < tuple.objname.size(); ++i)
      if (tuple.objtype[i] == mjOBJ_BODY) names.insert(tuple.objname[i]);
  return names;
}

// bodies whose constraint forces a sensor measures through a site
std::unordered_set<int> force_sensing_bodies(const Spec& spec, const Draft& draft) {
  std::unordered_set<int> bodies;
  for (const spec::Sensor& node : spec.sensors) {
    if (node.type != mjSENS_FORCE && node.type != mjSENS_TORQUE) continue;
    const int site = draft.names.find(mjOBJ_SITE, node.objname);
    if (site >= 0) bodies.insert(draft.sites[site].body);
  }
  return bodies;
}

// ---- fusing one body ----

// The oracle's frame of the fused inertia; right only where neither the body nor its inertia is rotated.
MassPart fused_part(const DraftBody& body) {
  const Vec3<Real> center = body.inertial.pos + to_mat(body.inertial.quat) * body.pose.pos;
  return {body.mass, {center, body.inertial.quat}, body.inertia};
}

void fuse_mass(const DraftBody& body, DraftBody& parent, Diagnostics& diagnostics) {
  if (!(body.mass >= kMinVal<Real>)) return;
  const MassPart parts[] = {{parent.mass, parent.inertial, parent.inertia}, fused_part(body)};
  MassPart whole = parts[0];
  if (parts[0].mass + parts[1].mass < kMinVal<Real>)
    whole = {};
  else if (const char* wrong = join_masses(parts, whole))
    refuse(diagnostics, "body", *body.spec, wrong);
  parent.mass = whole.mass;
  parent.inertial = whole.pose;
  parent.inertia = whole.inertia;
}

void move_carried(Draft& draft, DraftBody& body, int parent_id) {
  DraftBody& parent = draft.bodies[parent_id];
  const auto move = [&](std::vector<int>& from, std::vector<int>& to, auto& elements, auto&& place) {
    for (const int id : from) {
      elements[id].body = parent_id;
      place(elements[id]);
      to.push_back(id);
    }
    from.clear();
  };
  const auto compose_pose = [&](auto& element) { element.pose = build::compose(body.pose, element.pose); };
  const auto compose_carried = [&](auto& element) {
    element.carried = build::compose(body.pose, element.carried);
  };
  move(body.geoms, parent.geoms, draft.geoms, compose_pose);
  move(body.sites, parent.sites, draft.sites, compose_pose);
  move(body.cameras, parent.cameras, draft.cameras, compose_carried);
  move(body.lights, parent.lights, draft.lights, compose_carried);
}

// children take the place of the fused body among its siblings
void move_children(Draft& draft, int id) {
  DraftBody& body = draft.bodies[id];
  std::vector<int>& siblings = draft.bodies[body.parent].children;
  for (const int child : body.children) {
    draft.bodies[child].pose = build::compose(body.pose, draft.bodies[child].pose);
    draft.bodies[child].parent = body.parent;
  }
  const auto place = siblings.erase(std::find(siblings.begin(), siblings.end(), id));
  siblings.insert(place, body.children.begin(), body.children.end());
  body.children.clear();
}

bool collides(const Draft& draft, const DraftBody& body) {
  return std::any_of(body.geoms.begin(), body.geoms.end(), [&](int id) {
    return *draft.geoms[id].spec->contype != 0 || *draft.geoms[id].spec->conaffinity != 0;
  });
}

void fuse(Draft& draft, int id, Diagnostics& diagnostics) {
  DraftBody& body = draft.bodies[id];
  DraftBody& parent = draft.bodies[body.parent];
  const bool new_hierarchy = collides(draft, body);
  if (new_hierarchy && collides(draft, parent)) {
    ++draft.spare_bvh_nodes;
    if (parent.old_leaves.empty()) remember_leaves(draft, parent);
  }
  if (body.parent != 0) fuse_mass(body, parent, diagnostics);
  move_carried(draft, body, body.parent);
  move_children(draft, id);
  if (new_hierarchy) remember_leaves(draft, parent);
}

template <class Drafts>
std::vector<std::string> names_of(const Drafts& drafts) {
  std::vector<std::string> names;
  for (const auto& element : drafts) names.push_back(element.spec->name);
  return names;
}

// References to geoms and sites keep finding the ids from before, as in the oracle.
void rename_tree(Draft& draft) {
  draft.names.assign(mjOBJ_BODY, names_of(draft.bodies));
  draft.names.rename(mjOBJ_GEOM, names_of(draft.geoms));
  draft.names.rename(mjOBJ_SITE, names_of(draft.sites));
  draft.names.assign(mjOBJ_CAMERA, names_of(draft.cameras));
  draft.names.assign(mjOBJ_LIGHT, names_of(draft.lights));
}

// Cameras and lights are placed anew from the specification, which undoes alignfree.
void replace_cameras_and_lights(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  place_cameras(spec, draft, diagnostics);
  place_lights(spec, draft, diagnostics);
  for (DraftCamera& camera : draft.cameras) camera.pose = build::compose(camera.carried, camera.pose);
  for (DraftLight& light : draft.lights) {
    light.pos = to_mat(light.carried.quat) * light.pos + light.carried.pos;
    light.dir = rotate(light.carried.quat, light.dir);
  }
}

}  // namespace

void fuse_static_bodies(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  if (!spec.compiler.fusestatic) return;
  const Names referenced = referenced_bodies(spec, draft);
  const auto sensing = force_sensing_bodies(spec, draft);
  // the oracle cannot find the last body any more once another one was fused, so it fuses no named body then
  const bool last_referenced = referenced.count(draft.bodies.back().spec->name) > 0;
  bool fused = false;
  for (int id = 1; id < static_cast<int>(draft.bodies.size()); ++id) {
    const DraftBody& body = draft.bodies[id];
    const std::string& name = body.spec->name;
    const bool needed =
        !name.empty() && (referenced.count(name) || sensing.count(id) || (fused && last_referenced));
    if (!body.joints.empty() || *body.spec->mocap || needed) continue;
    fuse(draft, id, diagnostics);
    fused = true;
  }
  renumber_tree(draft);
  rename_tree(draft);
  replace_cameras_and_lights(spec, draft, diagnostics);
}

}  // namespace corten
