// Writes bodies, joints, dofs and kinematic trees into the Model.
#include <algorithm>

#include "corten/compile/passes.h"
#include "corten/compile/refuse.h"
#include "corten/model/sparsity.h"
#include "corten/model/structure.h"
#include "corten/spec/rows.h"

namespace corten {
namespace {

int size_of(const std::vector<int>& ids) { return static_cast<int>(ids.size()); }
int first_of(const std::vector<int>& ids) { return ids.empty() ? -1 : ids[0]; }

void fill_body(const DraftBody& body, int id, int plugin, Model& m) {
  m.body_parentid[id] = body.parent;
  m.body_rootid[id] = id == 0 || body.parent == 0 ? id : m.body_rootid[body.parent];
  m.body_weldid[id] = body.weld;
  m.body_jntnum[id] = size_of(body.joints);
  m.body_jntadr[id] = first_of(body.joints);
  m.body_dofnum[id] = body.dof_num;
  m.body_dofadr[id] = body.dof_adr;
  m.body_geomnum[id] = size_of(body.geoms);
  m.body_geomadr[id] = first_of(body.geoms);
  m.body_simple[id] = static_cast<byte>(body.simple);
  m.body_sameframe[id] = static_cast<byte>(body.same_frame);
  m.body_pos[id] = body.pose.pos;
  m.body_quat[id] = body.pose.quat;
  m.body_ipos[id] = body.inertial.pos;
  m.body_iquat[id] = body.inertial.quat;
  m.body_mass[id] = body.mass;
  m.body_inertia[id] = body.inertia;
  spec::to_model<BodyFields>(*body.spec, id, m);
  m.body_contype[id] = body.contype;
  m.body_conaffinity[id] = body.conaffinity;
  m.body_margin[id] = body.margin;
  m.body_plugin[id] = plugin;
}

void fill_bvh(const DraftBody& body, int id, int adr, Model& m) {
  m.body_bvhnum[id] = body.bvh.size();
  m.body_bvhadr[id] = body.bvh.size() ? adr : -1;
  for (int i = 0; i < body.bvh.size(); ++i) {
    m.bvh_depth[adr + i] = body.bvh.depth[i];
    m.bvh_child[adr + i] = body.bvh.child[i];
    m.bvh_nodeid[adr + i] = body.bvh.nodeid[i];
    m.bvh_aabb[adr + i] = body.bvh.aabb[i];
  }
}

// ---- joints and dofs ----

void fill_joint(const DraftJoint& joint, int id, Model& m) {
  const spec::Joint& node = *joint.spec;
  m.jnt_type[id] = joint.type;
  m.jnt_bodyid[id] = joint.body;
  spec::to_model<JointFields>(node, id, m);
  m.jnt_limited[id] = joint.limited;
  m.jnt_actfrclimited[id] = joint.actfrclimited;
  m.jnt_pos[id] = joint.pos;
  m.jnt_axis[id] = joint.axis;
  m.jnt_range[id] = joint.range;
}

// Reference configuration.
void fill_qpos(const DraftJoint& joint, const build::Pose& body, int adr, Model& m) {
  switch (joint.type) {
    case mjJNT_FREE:
      std::copy(body.pos.begin(), body.pos.end(), &m.qpos0[adr]);
      std::copy(body.quat.data(), body.quat.data() + 4, &m.qpos0[adr + 3]);
      std::copy(&m.qpos0[adr], &m.qpos0[adr] + 7, &m.qpos_spring[adr]);
      return;
    case mjJNT_BALL:
      for (int i = 0; i < 4; ++i) m.qpos0[adr + i] = m.qpos_spring[adr + i] = i == 0;
      return;
    default:
      m.qpos0[adr] = joint.ref;
      m.qpos_spring[adr] = joint.springref;
  }
}

void fill_dof(const DraftDof& dof, const spec::Joint& joint, int id, Model& m) {
  m.dof_bodyid[id] = dof.body;
  m.dof_jntid[id] = dof.joint;
  m.dof_parentid[id] = dof.parent;
  m.dof_simplenum[id] = dof.simple_num;
  spec::to_model<DofFields>(joint, id, m);
}

}  // namespace

void fill_bodies(const Spec&, Draft& draft, Diagnostics&) {
  Model& m = draft.model;
  int mocap = 0, bvh = 0;
  for (int id = 0; id < m.nbody; ++id) {
    const DraftBody& body = draft.bodies[id];
    fill_body(body, id, draft.plugin_id(body.spec->plugin), m);
    m.body_mocapid[id] = *body.spec->mocap ? mocap++ : -1;
    fill_bvh(body, id, bvh, m);
    bvh += body.bvh.size();
  }
}

void fill_joints(const Spec&, Draft& draft, Diagnostics&) {
  Model& m = draft.model;
  int qpos = 0;
  for (int id = 0; id < m.njnt; ++id) {
    const DraftJoint& joint = draft.joints[id];
    fill_joint(joint, id, m);
    m.jnt_qposadr[id] = qpos;
    fill_qpos(joint, draft.bodies[joint.body].pose, qpos, m);
    qpos += qpos_width(joint.type);
  }
  int entries = 0;
  for (int id = 0; id < m.nv; ++id) {
    const DraftDof& dof = draft.dofs[id];
    fill_dof(dof, *draft.joints[dof.joint].spec, id, m);
    if (id == 0 || draft.dofs[id - 1].joint != dof.joint) m.jnt_dofadr[dof.joint] = id;
    m.dof_treeid[id] = (id > 0 ? m.dof_treeid[id - 1] : -1) + (dof.parent < 0);
    m.dof_Madr[id] = entries;
    for (int i = id; i >= 0; i = m.dof_parentid[i]) ++entries;
  }
}

void fill_trees(const Spec&, Draft& draft, Diagnostics& diagnostics) {
  Model& m = draft.model;
  for (int id = 0; id < m.nbody; ++id) {
    const int weld = m.body_weldid[id];
    const int tree = m.body_dofnum[weld] ? m.dof_treeid[m.body_dofadr[weld]] : -1;
    m.body_treeid[id] = tree;
    const bool root = tree >= 0 && (id == 0 || m.body_treeid[id - 1] != tree);
    const spec::Body& node = *draft.bodies[id].spec;
    if (*node.sleep != mjSLEEP_AUTO && !root)
      refuse(diagnostics, "body", node, "sleep policy is only allowed on the root of a moving tree");
    if (tree < 0) continue;
    if (root) m.tree_bodyadr[tree] = id, m.tree_sleep_policy[tree] = *node.sleep;
    ++m.tree_bodynum[tree];
  }
  for (int i = m.nv - 1; i >= 0; --i) {
    m.tree_dofadr[m.dof_treeid[i]] = i;
    ++m.tree_dofnum[m.dof_treeid[i]];
  }
}

void fill_sparsity(const Spec&, Draft& draft, Diagnostics&) { fill_sparsity(draft.model); }

}  // namespace corten
