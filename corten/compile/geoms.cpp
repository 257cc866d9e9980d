// Geoms: size, pose, bounds, mass and inertia of each.
#include <algorithm>

#include "corten/compile/bounds.h"
#include "corten/compile/fluid.h"
#include "corten/compile/fromto.h"
#include "corten/compile/passes.h"
#include "corten/compile/place.h"
#include "corten/compile/refuse.h"
#include "corten/compile/shape_mass.h"

namespace corten {
namespace {

bool is_mesh(mjtGeom type) { return type == mjGEOM_MESH || type == mjGEOM_SDF; }

// Half sizes a mesh geom needs to contain the processed mesh around its frame.
Vec3<Real> mesh_size(const Mesh& mesh) {
  Vec3<Real> size;
  for (int i = 0; i < 3; ++i) size[i] = std::max(std::abs(mesh.lower[i]), std::abs(mesh.upper[i]));
  return size;
}

Aabb<Real> mesh_aabb(const Mesh& mesh) {
  Aabb<Real> box;
  for (int i = 0; i < 3; ++i) {
    box.center[i] = (mesh.upper[i] + mesh.lower[i]) / 2;
    box.half[i] = (mesh.upper[i] - mesh.lower[i]) / 2;
  }
  return box;
}

// ---- primitives fitted to a mesh ----

// by the box of equal inertia
Vec3<Real> fit_box(mjtGeom type, const Vec3<Real>& b, Vec3<Real> size) {
  switch (type) {
    case mjGEOM_SPHERE:
      size[0] = (b[0] + b[1] + b[2]) / 3;
      break;
    case mjGEOM_CAPSULE:
      size[0] = (b[0] + b[1]) / 2;
      size[1] = std::max(0.0, b[2] - size[0] / 2);
      break;
    case mjGEOM_CYLINDER:
      size[0] = (b[0] + b[1]) / 2;
      size[1] = b[2];
      break;
    default:
      size = b;
  }
  return size;
}

// by the bounding box
Vec3<Real> fit_aabb(mjtGeom type, const Vec3<Real>& half, Vec3<Real> size) {
  const Real across = std::max(half[0], half[1]);
  switch (type) {
    case mjGEOM_SPHERE:
      size[0] = std::max(across, half[2]);
      break;
    case mjGEOM_CAPSULE:
      size[0] = across;
      size[1] = half[2] - across;
      break;
    case mjGEOM_CYLINDER:
      size[0] = across;
      size[1] = half[2];
      break;
    default:
      size = half;
  }
  return size;
}

void fit_to_mesh(const Spec& spec, DraftGeom& geom, const Mesh& mesh, build::Pose& pose,
                 Diagnostics& diagnostics) {
  Vec3<Real> center{};
  if (is_mesh(geom.type)) {
    geom.size = mesh_size(mesh);
  } else if (geom.type == mjGEOM_PLANE || geom.type == mjGEOM_HFIELD) {
    refuse(diagnostics, "geom", *geom.spec, "cannot fit a plane or hfield to a mesh");
  } else {
    if (spec.compiler.fitaabb) {
      const Aabb<Real> box = mesh_aabb(mesh);
      geom.size = fit_aabb(geom.type, box.half, geom.size);
      center = box.center;
    } else {
      geom.size = fit_box(geom.type, mesh.box, geom.size);
    }
    geom.size *= *geom.spec->fitscale;
  }
  pose = build::compose(pose, build::compose({mesh.pos, mesh.quat}, {center, Quat<Real>::identity()}));
}

// ---- size and pose ----

const char* check_size(mjtGeom type, const Vec3<Real>& size) {
  const bool bad[3] = {size[0] <= 0, size[1] <= 0, size[2] <= 0};
  switch (type) {
    case mjGEOM_PLANE:
      return bad[2] ? "the third size of a plane, the spacing of its grid, must be positive" : nullptr;
    case mjGEOM_SPHERE:
      return bad[0] ? "the radius (first size) must be positive" : nullptr;
    case mjGEOM_CAPSULE:
    case mjGEOM_CYLINDER:
      return bad[0] || bad[1] ? "the first two sizes must be positive" : nullptr;
    case mjGEOM_ELLIPSOID:
    case mjGEOM_BOX:
      return bad[0]   ? "size 0 must be positive, like the others"
             : bad[1] ? "size 1 must be positive, like the others"
             : bad[2] ? "size 2 must be positive, like the others"
                      : nullptr;
    default:
      return nullptr;
  }
}

bool has_nan(const Vec3<Real>& v) { return std::isnan(v[0]) || std::isnan(v[1]) || std::isnan(v[2]); }

void size_and_place(const Spec& spec, const Draft& draft, DraftGeom& geom, Diagnostics& diagnostics) {
  const spec::Geom& node = *geom.spec;
  build::Pose pose = resolve_pose(spec, "geom", node, diagnostics);
  build::normalize(pose.quat);
  geom.size = *node.size;
  if (!std::isnan((*node.fromto)[0])) {
    const char* wrong = geom.mesh >= 0 ? "fromto cannot be used with a mesh"
                                       : apply_fromto(*node.fromto, geom.type, pose, geom.size);
    if (wrong) refuse(diagnostics, "geom", node, wrong);
  }
  if (geom.type == mjGEOM_HFIELD && geom.hfield >= 0) {
    const Vec<Real, 4>& h = *draft.assets.hfields[geom.hfield].spec->size;
    geom.size = {h[0], h[1], 0.25 * h[2] + 0.5 * h[3]};
  }
  if (geom.mesh >= 0) fit_to_mesh(spec, geom, *draft.assets.meshes[geom.mesh].mesh, pose, diagnostics);
  if (const char* wrong = check_size(geom.type, geom.size)) refuse(diagnostics, "geom", node, wrong);
  if (has_nan(geom.size)) refuse(diagnostics, "geom", node, "nan in size");
  geom.pose = in_frame(draft.bodies[geom.body], node.frame, pose);
}

// ---- mass ----

bool in_group_range(const Spec& spec, const spec::Geom& geom) {
  const Vec<int, 2>& range = *spec.compiler_of(geom).inertiagrouprange;
  return range[0] <= *geom.group && *geom.group <= range[1];
}

// Geoms weigh something only where a body takes its inertia from them.
bool counts_for_inertia(const Spec& spec, const DraftGeom& geom, const DraftBody& body) {
  const bool written = body.spec->inertial.present;
  const bool from_geom = *spec.compiler_of(*geom.spec).inertiafromgeom == mjINERTIAFROMGEOM_TRUE;
  return geom.body != 0 && (!written || from_geom) && in_group_range(spec, *geom.spec);
}

Real geom_mass(const spec::Geom& node, Real volume) {
  if (!std::isnan(*node.mass)) {
    if (*node.mass == 0) return 0;
    return volume > build::kEps ? *node.mass : 0;
  }
  return *node.density * volume;
}

void weigh_geom(const Spec& spec, const Draft& draft, DraftGeom& geom, Diagnostics& diagnostics) {
  const spec::Geom& node = *geom.spec;
  if (node.shellinertia && is_mesh(geom.type))
    refuse(diagnostics, "geom", node,
           "inertia should be specified in the mesh asset: shellinertia does not apply to a mesh");
  if (!counts_for_inertia(spec, geom, draft.bodies[geom.body])) return;
  if (std::isnan(*node.mass) ? *node.density < 0 : *node.mass < 0)
    refuse(diagnostics, "geom", node, "mass and density must not be negative");
  WeighedShape shape{geom.type, geom.size, node.shellinertia ? mjINERTIA_SHELL : mjINERTIA_VOLUME};
  Real volume = shape_volume(shape);
  if (is_mesh(geom.type)) {
    const Mesh& mesh = *draft.assets.meshes[geom.mesh].mesh;
    shape.size = mesh.box;
    volume = mesh.volume;
  }
  geom.mass = geom_mass(node, volume);
  if (geom.mass > 0) geom.inertia = shape_inertia(shape, geom.mass);
}

void bound_geom(const Draft& draft, DraftGeom& geom) {
  const Vec<Real, 4> hfield =
      geom.hfield >= 0 ? *draft.assets.hfields[geom.hfield].spec->size : Vec<Real, 4>{};
  const Aabb<Real> mesh = geom.mesh >= 0 ? mesh_aabb(*draft.assets.meshes[geom.mesh].mesh) : Aabb<Real>{};
  geom.aabb = geom_aabb(geom.type, geom.size, hfield, mesh);
  geom.rbound = geom_rbound(geom.type, geom.size, hfield);
}

void check_geom(const Draft& draft, const DraftGeom& geom, Diagnostics& diagnostics) {
  const int condim = *geom.spec->condim;
  if (condim != 1 && condim != 3 && condim != 4 && condim != 6)
    refuse(diagnostics, "geom", *geom.spec, "invalid condim", "use 1, 3, 4 or 6");
  if (geom.type == mjGEOM_PLANE && draft.bodies[geom.body].weld != 0)
    refuse(diagnostics, "geom", *geom.spec,
           "a plane cannot move; put it in the world or in a body without joints");
}

}  // namespace

void check_plain_geoms(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  for (DraftGeom& geom : draft.geoms) {
    if (!geom.spec->meshname.empty() || !geom.spec->hfieldname.empty()) continue;
    check_geom(draft, geom, diagnostics);
    size_and_place(spec, draft, geom, diagnostics);
  }
}

void shape_geoms(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  for (DraftGeom& geom : draft.geoms) {
    check_geom(draft, geom, diagnostics);
    size_and_place(spec, draft, geom, diagnostics);
    weigh_geom(spec, draft, geom, diagnostics);
    bound_geom(draft, geom);
    geom.visual = *geom.spec->contype == 0 && *geom.spec->conaffinity == 0;
    if (*geom.spec->fluid_ellipsoid)
      geom.fluid = fluid_coefficients(geom.type, geom.size, *geom.spec->fluid_coefs);
  }
}

}  // namespace corten
