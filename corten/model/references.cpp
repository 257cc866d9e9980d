#include <algorithm>

#include "corten/model/checker.h"
#include "corten/model/names.h"
#include "corten/model/validate_parts.h"

namespace corten {
namespace {

void check_tree(const Model& m, Checker& c) {
  c.require(m.nbody > 0, "nbody", 0, m.nbody);
  c.earlier("body_parentid", m.body_parentid, 0);
  c.earlier("body_rootid", m.body_rootid, 0);
  c.earlier("body_weldid", m.body_weldid, 0);
  c.ids("body_mocapid", m.body_mocapid, -1, m.nmocap);
  c.ids("body_treeid", m.body_treeid, -1, m.ntree);
  c.ids("body_plugin", m.body_plugin, -1, m.nplugin);
  c.ranges("body_jntadr", m.body_jntadr, m.body_jntnum, m.njnt);
  c.ranges("body_dofadr", m.body_dofadr, m.body_dofnum, m.nv);
  c.ranges("body_geomadr", m.body_geomadr, m.body_geomnum, m.ngeom);
  c.ranges("body_bvhadr", m.body_bvhadr, m.body_bvhnum, m.nbvh);
  c.ids("jnt_type", m.jnt_type, mjJNT_FREE, mjJNT_HINGE + 1);
  c.ids("jnt_bodyid", m.jnt_bodyid, 0, m.nbody);
  constexpr int kQposOf[] = {7, 4, 1, 1}, kDofOf[] = {6, 3, 1, 1};
  for (int j = 0; j < m.njnt && c.ok(); ++j) {
    const int qpos = m.jnt_qposadr[j], dof = m.jnt_dofadr[j], type = m.jnt_type[j];
    c.require(qpos >= 0 && qpos <= m.nq - kQposOf[type], "jnt_qposadr", j, qpos);
    c.require(dof >= 0 && dof <= m.nv - kDofOf[type], "jnt_dofadr", j, dof);
  }
  c.ids("dof_bodyid", m.dof_bodyid, 0, m.nbody);
  c.ids("dof_jntid", m.dof_jntid, 0, m.njnt);
  c.ids("dof_treeid", m.dof_treeid, 0, m.ntree);
  c.ids("dof_Madr", m.dof_Madr, 0, m.nM);
  for (int i = 0; i < m.nv; ++i)
    c.require(m.dof_parentid[i] >= -1 && m.dof_parentid[i] < i, "dof_parentid", i, m.dof_parentid[i]);
  c.ranges("tree_bodyadr", m.tree_bodyadr, m.tree_bodynum, m.nbody);
  c.ranges("tree_dofadr", m.tree_dofadr, m.tree_dofnum, m.nv);
}

void check_sparsity(const Model& m, Checker& c) {
  c.sparse("B_rowadr", m.B_rowadr, m.B_rownnz, m.B_colind, m.nv);
  c.sparse("M_rowadr", m.M_rowadr, m.M_rownnz, m.M_colind, m.nv);
  c.sparse("D_rowadr", m.D_rowadr, m.D_rownnz, m.D_colind, m.nv);
  c.ids("mapM2M", m.mapM2M, 0, m.nM);
  c.ids("mapM2D", m.mapM2D, -1, m.nM);
  c.ids("mapD2M", m.mapD2M, 0, m.nD);
}

void check_scene(const Model& m, Checker& c) {
  c.ids("geom_type", m.geom_type, 0, mjNGEOMTYPES);
  c.ids("geom_bodyid", m.geom_bodyid, 0, m.nbody);
  c.ids("geom_matid", m.geom_matid, -1, m.nmat);
  c.ids("geom_plugin", m.geom_plugin, -1, m.nplugin);
  for (int g = 0; g < m.ngeom; ++g) {
    const int count = m.geom_type[g] == mjGEOM_HFIELD ? m.nhfield : m.nmesh;
    const bool needed = m.geom_type[g] == mjGEOM_HFIELD || m.geom_type[g] == mjGEOM_MESH;
    c.require(
        m.geom_dataid[g] >= (needed ? 0 : -1) && m.geom_dataid[g] < std::max(count, needed ? 0 : m.nhfield),
        "geom_dataid", g, m.geom_dataid[g]);
  }
  c.ids("site_bodyid", m.site_bodyid, 0, m.nbody);
  c.ids("site_matid", m.site_matid, -1, m.nmat);
  c.ids("cam_bodyid", m.cam_bodyid, 0, m.nbody);
  c.ids("cam_targetbodyid", m.cam_targetbodyid, -1, m.nbody);
  c.ids("light_bodyid", m.light_bodyid, 0, m.nbody);
  c.ids("light_targetbodyid", m.light_targetbodyid, -1, m.nbody);
  c.ids("bvh_child", m.bvh_child, -1, m.nbvh);
  c.ids("oct_child", m.oct_child, -1, m.noct);
  c.ids("pair_geom1", m.pair_geom1, 0, m.ngeom);
  c.ids("pair_geom2", m.pair_geom2, 0, m.ngeom);
}

void check_assets(const Model& m, Checker& c) {
  c.ranges("mesh_vertadr", m.mesh_vertadr, m.mesh_vertnum, m.nmeshvert);
  c.ranges("mesh_normaladr", m.mesh_normaladr, m.mesh_normalnum, m.nmeshnormal);
  c.ranges("mesh_faceadr", m.mesh_faceadr, m.mesh_facenum, m.nmeshface);
  c.ranges("mesh_texcoordadr", m.mesh_texcoordadr, m.mesh_texcoordnum, m.nmeshtexcoord);
  c.ranges("mesh_bvhadr", m.mesh_bvhadr, m.mesh_bvhnum, m.nbvh);
  c.ranges("mesh_octadr", m.mesh_octadr, m.mesh_octnum, m.noct);
  c.ranges("mesh_polyadr", m.mesh_polyadr, m.mesh_polynum, m.nmeshpoly);
  c.ranges("mesh_polyvertadr", m.mesh_polyvertadr, m.mesh_polyvertnum, m.nmeshpolyvert);
  c.ranges("mesh_polymapadr", m.mesh_polymapadr, m.mesh_polymapnum, m.nmeshpolymap);
  c.ids("mesh_graphadr", m.mesh_graphadr, -1, m.nmeshgraph);
  c.ranges("skin_vertadr", m.skin_vertadr, m.skin_vertnum, m.nskinvert);
  c.ranges("skin_faceadr", m.skin_faceadr, m.skin_facenum, m.nskinface);
  c.ranges("skin_boneadr", m.skin_boneadr, m.skin_bonenum, m.nskinbone);
  c.ranges("skin_bonevertadr", m.skin_bonevertadr, m.skin_bonevertnum, m.nskinbonevert);
  c.ids("skin_bonebodyid", m.skin_bonebodyid, 0, m.nbody);
  c.ids("mat_texid", m.mat_texid, -1, m.ntex);
  for (int h = 0; h < m.nhfield; ++h) {
    const std::int64_t cells = static_cast<std::int64_t>(m.hfield_nrow[h]) * m.hfield_ncol[h];
    c.require(m.hfield_nrow[h] >= 0 && m.hfield_ncol[h] >= 0 && m.hfield_adr[h] >= 0 &&
                  m.hfield_adr[h] + cells <= m.nhfielddata,
              "hfield_adr", h, m.hfield_adr[h]);
  }
}

void check_flexes(const Model& m, Checker& c) {
  c.ranges("flex_nodeadr", m.flex_nodeadr, m.flex_nodenum, m.nflexnode);
  c.ranges("flex_vertadr", m.flex_vertadr, m.flex_vertnum, m.nflexvert);
  c.ranges("flex_edgeadr", m.flex_edgeadr, m.flex_edgenum, m.nflexedge);
  c.ranges("flex_elemadr", m.flex_elemadr, m.flex_elemnum, m.nflexelem);
  c.ranges("flex_evpairadr", m.flex_evpairadr, m.flex_evpairnum, m.nflexevpair);
  c.ranges("flex_bvhadr", m.flex_bvhadr, m.flex_bvhnum, m.nbvh);
  c.ids("flex_nodebodyid", m.flex_nodebodyid, 0, m.nbody);
  c.ids("flex_vertbodyid", m.flex_vertbodyid, -1, m.nbody);
  c.ids("flexedge_J_colind", m.flexedge_J_colind, 0, m.nv);
  c.ids("flexvert_J_colind", m.flexvert_J_colind, 0, m.nv);
}

// Ids whose meaning a type beside them tells.
void check_typed_id(const Model& m, const char* name, int index, int type, int id, Checker& c) {
  const bool none = type == mjOBJ_UNKNOWN || object_count(m, type) == 0;
  c.require(id >= -1 && (none || id < object_count(m, type)), name, index, id);
}

void check_mechanism(const Model& m, Checker& c) {
  c.ids("eq_type", m.eq_type, 0, mjEQ_DISTANCE + 1);
  c.ranges("tendon_adr", m.tendon_adr, m.tendon_num, m.nwrap);
  for (int w = 0; w < m.nwrap; ++w) {
    const int type = m.wrap_type[w];
    const int object = type == mjWRAP_JOINT    ? mjOBJ_JOINT
                       : type == mjWRAP_SITE   ? mjOBJ_SITE
                       : type >= mjWRAP_SPHERE ? mjOBJ_GEOM
                                               : mjOBJ_UNKNOWN;
    c.require(type >= 0 && type <= mjWRAP_CYLINDER, "wrap_type", w, type);
    if (object != mjOBJ_UNKNOWN)
      c.require(m.wrap_objid[w] >= 0 && m.wrap_objid[w] < object_count(m, object), "wrap_objid", w,
                m.wrap_objid[w]);
  }
  c.ranges("actuator_actadr", m.actuator_actadr, m.actuator_actnum, m.na);
  c.ids("actuator_plugin", m.actuator_plugin, -1, m.nplugin);
  constexpr int kTarget[] = {mjOBJ_JOINT, mjOBJ_JOINT, mjOBJ_SITE, mjOBJ_TENDON, mjOBJ_SITE, mjOBJ_BODY};
  for (int i = 0; i < m.nu; ++i) {
    const int type = m.actuator_trntype[i];
    const bool known = type >= 0 && type <= mjTRN_BODY;
    c.require(known || type == mjTRN_UNDEFINED, "actuator_trntype", i, type);
    if (known)
      c.require(m.actuator_trnid[i][0] >= 0 && m.actuator_trnid[i][0] < object_count(m, kTarget[type]),
                "actuator_trnid", i, m.actuator_trnid[i][0]);
  }
  c.ids("sensor_plugin", m.sensor_plugin, -1, m.nplugin);
  c.ranges("sensor_adr", m.sensor_adr, m.sensor_dim, m.nsensordata);
  for (int i = 0; i < m.nsensor; ++i) {
    check_typed_id(m, "sensor_objid", i, m.sensor_objtype[i], m.sensor_objid[i], c);
    check_typed_id(m, "sensor_refid", i, m.sensor_reftype[i], m.sensor_refid[i], c);
  }
  for (int i = 0; i < m.neq; ++i) {
    check_typed_id(m, "eq_obj1id", i, m.eq_objtype[i], m.eq_obj1id[i], c);
    check_typed_id(m, "eq_obj2id", i, m.eq_objtype[i], m.eq_obj2id[i], c);
  }
}

void check_text(const Model& m, Checker& c) {
  c.ranges("numeric_adr", m.numeric_adr, m.numeric_size, m.nnumericdata);
  c.ranges("text_adr", m.text_adr, m.text_size, m.ntextdata);
  c.ranges("tuple_adr", m.tuple_adr, m.tuple_size, m.ntupledata);
  c.ids("plugin_attradr", m.plugin_attradr, 0, m.npluginattr);
  c.ranges("plugin_stateadr", m.plugin_stateadr, m.plugin_statenum, m.npluginstate);
  c.require(m.nnames_map >= names_map_size(m), "nnames_map", 0, m.nnames_map);
  c.require(m.nnames == 0 || m.names[m.nnames - 1] == 0, "names", m.nnames - 1, 1);
}

}  // namespace

std::string bad_reference(const Model& m) {
  Checker c;
  for (const auto check :
       {check_tree, check_sparsity, check_scene, check_assets, check_flexes, check_mechanism, check_text})
    if (c.ok()) check(m, c);
  return c.problem();
}

}  // namespace corten
