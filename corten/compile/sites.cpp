// Sites: pose, size, material.
#include "corten/compile/fromto.h"
#include "corten/compile/passes.h"
#include "corten/compile/place.h"
#include "corten/compile/unknown_name.h"

namespace corten {
namespace {

const char* check_type(mjtGeom type) {
  return type == mjGEOM_PLANE || type == mjGEOM_HFIELD || type == mjGEOM_MESH ? "invalid site type" : nullptr;
}

const char* check_size(mjtGeom type, const Vec3<Real>& size) {
  const int needed = type == mjGEOM_SPHERE                               ? 1
                     : type == mjGEOM_CAPSULE || type == mjGEOM_CYLINDER ? 2
                     : type == mjGEOM_ELLIPSOID || type == mjGEOM_BOX    ? 3
                                                                         : 0;
  for (int i = 0; i < needed; ++i)
    if (size[i] <= 0) return "sizes of a site must be positive";
  return nullptr;
}

}  // namespace

void place_sites(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  for (DraftSite& site : draft.sites) {
    const spec::Site& node = *site.spec;
    const mjtGeom type = static_cast<mjtGeom>(*node.type);
    site.size = *node.size;
    build::Pose pose = resolve_pose(spec, "site", node, diagnostics);
    const char* wrong = check_type(type);
    if (!wrong && !std::isnan((*node.fromto)[0])) wrong = apply_fromto(*node.fromto, type, pose, site.size);
    if (!wrong) wrong = check_size(type, site.size);
    if (wrong) refuse(diagnostics, "site", node, wrong);
    site.pose = in_frame(draft.bodies[site.body], node.frame, pose);
    build::normalize(site.pose.quat);
    if (node.material.empty()) continue;
    site.material = draft.names.find(mjOBJ_MATERIAL, node.material);
    if (site.material < 0)
      refuse_unknown(draft, mjOBJ_MATERIAL, "material", "material", node.material, "site", node, diagnostics);
  }
}

}  // namespace corten
