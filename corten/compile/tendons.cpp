// Tendons: paths through joints, sites, geoms and pulleys.
#include <algorithm>

#include "corten/base/client_texts.h"
#include "corten/compile/limits.h"
#include "corten/compile/passes.h"
#include "corten/compile/unknown_name.h"
#include "corten/spec/rows.h"

namespace corten {
namespace {

const char* tag_of(const spec::Tendon& node) { return node.spatial ? "spatial" : "fixed"; }

// ---- elements of the path ----

const char* resolve_geom_wrap(const spec::Wrap& node, Draft& draft, DraftWrap& wrap) {
  wrap.obj = draft.names.find_or_unnamed(mjOBJ_GEOM, node.target);
  if (wrap.obj < 0) return "unknown geom in the path";
  draft.geoms[wrap.obj].visual = false;
  wrap.type = draft.geoms[wrap.obj].type == mjGEOM_CYLINDER ? mjWRAP_CYLINDER : mjWRAP_SPHERE;
  if (wrap.type == mjWRAP_SPHERE && draft.geoms[wrap.obj].type != mjGEOM_SPHERE)
    return "wrapping geoms must be spheres or cylinders";
  wrap.prm = -1;
  if (node.sidesite.empty()) return nullptr;
  const int side = draft.names.find(mjOBJ_SITE, node.sidesite);
  wrap.prm = side;
  return side < 0 ? "unknown sidesite in the path" : nullptr;
}

const char* resolve_wrap(const spec::Wrap& node, Draft& draft, DraftWrap& wrap) {
  wrap = {static_cast<mjtWrap>(node.type), -1, node.prm};
  switch (node.type) {
    case mjWRAP_JOINT:
      wrap.obj = draft.names.find_or_unnamed(mjOBJ_JOINT, node.target);
      return wrap.obj < 0 ? "unknown joint in the path" : nullptr;
    case mjWRAP_SITE:
      wrap.prm = 0;
      wrap.obj = draft.names.find_or_unnamed(mjOBJ_SITE, node.target);
      return wrap.obj < 0 ? "unknown site in the path" : nullptr;
    case mjWRAP_PULLEY:
      return node.prm < 0 ? "the divisor of a pulley is below zero" : nullptr;
    default:
      return resolve_geom_wrap(node, draft, wrap);
  }
}

// ---- the path as a whole ----

// neighbours of element i that are not pulleys or ends decide what it may be
const char* check_spatial_element(const std::vector<DraftWrap>& path, std::size_t i, Real armature) {
  const DraftWrap* before = i > 0 ? &path[i - 1] : nullptr;
  const DraftWrap* after = i + 1 < path.size() ? &path[i + 1] : nullptr;
  const auto is = [](const DraftWrap* wrap, mjtWrap type) { return wrap && wrap->type == type; };
  const auto ends = [&](const DraftWrap* wrap) { return !wrap || wrap->type == mjWRAP_PULLEY; };
  switch (path[i].type) {
    case mjWRAP_JOINT:
      return "a spatial tendon passes sites, geoms and pulleys; joints belong to a fixed tendon";
    case mjWRAP_PULLEY:
      if (!after) return "path cannot end with a pulley";
      return is(before, mjWRAP_PULLEY) ? "consecutive pulleys in path" : nullptr;
    case mjWRAP_SITE:
      if (ends(before) && ends(after)) return "a site needs a neighbor that is not a pulley or an end";
      return is(after, mjWRAP_SITE) && after->obj == path[i].obj ? "the same site twice in a row" : nullptr;
    default:
      if (!is(before, mjWRAP_SITE) || !is(after, mjWRAP_SITE)) return "geom wrap must be between two sites";
      return armature != 0 ? "geom wrapping not supported by tendons with armature" : nullptr;
  }
}

const char* check_spatial(const spec::Tendon& node, const std::vector<DraftWrap>& path) {
  if (path.size() < 2) return "a spatial tendon needs at least two sites";
  if (*node.width <= 0) return "spatial tendon must have positive width";
  if (*node.armature < 0) return client_text::kTendonArmature;
  for (std::size_t i = 0; i < path.size(); ++i)
    if (const char* wrong = check_spatial_element(path, i, *node.armature)) return wrong;
  return nullptr;
}

const char* check_path(const spec::Tendon& node, const std::vector<DraftWrap>& path) {
  if (path.empty()) return "empty path";
  if (path[0].type != mjWRAP_JOINT) return check_spatial(node, path);
  const bool fixed =
      std::all_of(path.begin(), path.end(), [](const auto& w) { return w.type == mjWRAP_JOINT; });
  return fixed ? nullptr
               : "a fixed tendon is a sum of joints; sites, geoms and pulleys belong to a spatial tendon";
}

const char* check_limits(const Spec& spec, const spec::Tendon& node, const DraftTendon& tendon) {
  const bool autolimits = spec.compiler_of(node).autolimits;
  const auto& range = *node.range;
  const auto& force = *node.actfrcrange;
  if (const char* wrong = check_autolimits(autolimits, *node.limited, range, kTendonUnsaid)) return wrong;
  if (const char* wrong = check_autolimits(autolimits, *node.actfrclimited, force)) return wrong;
  if (tendon.limited && range[0] >= range[1])
    return "range is empty: its first value must be below the second";
  if (tendon.actfrclimited && force[0] >= force[1])
    return "invalid actuatorfrcrange in tendon: its first value must be below the second";
  if (tendon.actfrclimited && (force[0] > 0 || force[1] < 0))
    return "invalid actuatorfrcrange in tendon: it must contain 0";
  if ((*node.springlength)[0] > (*node.springlength)[1])
    return "invalid springlength in tendon: its first value exceeds the second";
  return nullptr;
}

void refuse_wrap(const Draft& draft, const spec::Tendon& node, const spec::Wrap& wrap, const char* wrong,
                 Diagnostics& diagnostics) {
  const int type = wrap.type == mjWRAP_JOINT  ? mjOBJ_JOINT
                   : wrap.type == mjWRAP_SITE ? mjOBJ_SITE
                                              : mjOBJ_GEOM;
  const auto unknown = [&](int objtype, const std::string& name) {
    return !name.empty() && draft.names.find(objtype, name) < 0;
  };
  std::string name = wrap.target;
  std::string hint;
  if (unknown(type, wrap.target)) {
    hint = nearest_name(draft, type, wrap.target);
  } else if (unknown(mjOBJ_SITE, wrap.sidesite)) {
    name = wrap.sidesite;
    hint = nearest_name(draft, mjOBJ_SITE, wrap.sidesite);
  }
  diagnostics.error(wrap.place, element_text(tag_of(node), node), std::string(wrong) + ": " + quoted(name),
                    hint);
}

DraftTendon resolve(const Spec& spec, const spec::Tendon& node, Draft& draft, Diagnostics& diagnostics) {
  DraftTendon tendon;
  tendon.spec = &node;
  const char* wrong = nullptr;
  for (const spec::Wrap& element : node.path) {
    const char* bad = resolve_wrap(element, draft, tendon.path.emplace_back());
    if (bad && !wrong) {
      wrong = bad;
      refuse_wrap(draft, node, element, bad, diagnostics);
    }
  }
  tendon.limited = is_limited(*node.limited, *node.range);
  tendon.actfrclimited = is_limited(*node.actfrclimited, *node.actfrcrange);
  if (!wrong && (wrong = check_path(node, tendon.path))) refuse(diagnostics, tag_of(node), node, wrong);
  if (const char* bad = check_limits(spec, node, tendon)) refuse(diagnostics, tag_of(node), node, bad);
  if (!node.material.empty()) {
    tendon.material = draft.names.find(mjOBJ_MATERIAL, node.material);
    if (tendon.material < 0)
      refuse_unknown(draft, mjOBJ_MATERIAL, "material", "material", node.material, tag_of(node), node,
                     diagnostics);
  }
  return tendon;
}

void fill_tendon(const DraftTendon& tendon, int id, Model& m) {
  const spec::Tendon& node = *tendon.spec;
  m.tendon_matid[id] = tendon.material;
  spec::to_model<TendonFields>(node, id, m);
  m.tendon_limited[id] = tendon.limited;
  m.tendon_actfrclimited[id] = tendon.actfrclimited;
}

}  // namespace

void resolve_tendons(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  for (const spec::Tendon& node : spec.tendons)
    draft.tendons.push_back(resolve(spec, node, draft, diagnostics));
}

void fill_tendons(const Spec&, Draft& draft, Diagnostics&) {
  Model& m = draft.model;
  int adr = 0;
  for (int id = 0; id < m.ntendon; ++id) {
    const DraftTendon& tendon = draft.tendons[id];
    fill_tendon(tendon, id, m);
    m.tendon_adr[id] = adr;
    m.tendon_num[id] = static_cast<int>(tendon.path.size());
    for (const DraftWrap& wrap : tendon.path) {
      m.wrap_type[adr] = wrap.type;
      m.wrap_objid[adr] = wrap.obj;
      m.wrap_prm[adr++] = wrap.prm;
    }
  }
}

}  // namespace corten
