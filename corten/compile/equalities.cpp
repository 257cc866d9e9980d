// Equality constraints: the objects they tie together.
#include "corten/compile/passes.h"
#include "corten/compile/unknown_name.h"
#include "corten/spec/rows.h"

namespace corten {
namespace {

const char* tag_of(const spec::Equality& node) {
  switch (*node.type) {
    case mjEQ_CONNECT:
      return "connect";
    case mjEQ_WELD:
      return "weld";
    case mjEQ_JOINT:
      return "joint";
    case mjEQ_TENDON:
      return "tendon";
    case mjEQ_FLEX:
      return "flex";
    case mjEQ_FLEXVERT:
      return "flexvert";
    default:
      return "equality";
  }
}

const char* kind_of(const spec::Equality& node) {
  return node.named_objects() == mjOBJ_SITE   ? "site"
         : node.named_objects() == mjOBJ_BODY ? "body"
         : node.named_objects() == mjOBJ_FLEX ? "flex"
                                              : tag_of(node);  // joint, tendon
}

int find(const Draft& draft, const spec::Equality& node, const std::string& name, const char* number,
         Diagnostics& diagnostics) {
  const int id = draft.names.find_or_unnamed(node.named_objects(), name);
  if (id < 0)
    refuse_unknown(draft, node.named_objects(), kind_of(node), std::string(kind_of(node)) + number, name,
                   tag_of(node), node, diagnostics);
  return id;
}

void check_joint(const Draft& draft, const spec::Equality& node, int joint, Diagnostics& diagnostics) {
  if (joint < 0) return;
  const mjtJoint type = draft.joints[joint].type;
  if (type != mjJNT_HINGE && type != mjJNT_SLIDE)
    refuse(diagnostics, "joint", node, "only hinge and slide joints can be used in an equality");
}

DraftEquality resolve(const spec::Equality& node, const Draft& draft, Diagnostics& diagnostics) {
  DraftEquality eq{&node};
  eq.obj1 = find(draft, node, node.name1, "1", diagnostics);
  if (!node.name2.empty())
    eq.obj2 = find(draft, node, node.name2, "2", diagnostics);
  else if (node.objtype == mjOBJ_BODY)
    eq.obj2 = 0;
  else if (node.objtype == mjOBJ_SITE)
    refuse(diagnostics, tag_of(node), node, "attribute 'site2': missing", "name a site");
  if (eq.obj1 >= 0 && eq.obj1 == eq.obj2)
    refuse(diagnostics, tag_of(node), node, "the two objects are the same");
  if (*node.type == mjEQ_JOINT) {
    check_joint(draft, node, eq.obj1, diagnostics);
    check_joint(draft, node, eq.obj2, diagnostics);
  }
  if (node.named_objects() == mjOBJ_FLEX && eq.obj1 >= 0 && eq.obj1 < static_cast<int>(draft.flexes.size()) &&
      draft.flexes[eq.obj1].rigid)
    refuse(diagnostics, tag_of(node), node, "a rigid flex has nothing to hold");
  return eq;
}

}  // namespace

void resolve_equalities(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  for (const spec::Equality& node : spec.equalities)
    draft.equalities.push_back(resolve(node, draft, diagnostics));
}

void fill_equalities(const Spec&, Draft& draft, Diagnostics&) {
  Model& m = draft.model;
  for (int id = 0; id < m.neq; ++id) {
    const DraftEquality& eq = draft.equalities[id];
    const spec::Equality& node = *eq.spec;
    spec::to_model<EqualityFields>(node, id, m);
    m.eq_obj1id[id] = eq.obj1;
    m.eq_obj2id[id] = eq.obj2;
    m.eq_objtype[id] = node.objtype;
    // between sites the whole row of a connect is cleared, that of a weld is left as it is
    if (*node.type == mjEQ_CONNECT && node.objtype == mjOBJ_SITE) m.eq_data[id] = {};
  }
}

}  // namespace corten
