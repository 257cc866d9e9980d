// Bodies and what they carry, from the arrays of a model.
#include "corten/compile/decompile_parts.h"
#include "corten/spec/rows.h"

namespace corten {
namespace {

void add_inertial(const Model& m, int body, spec::Body& out) {
  if (m.body_mass[body] <= 0) return;
  out.inertial.present = true;
  out.inertial.mass = m.body_mass[body];
  out.inertial.pos = m.body_ipos[body];
  out.inertial.quat = m.body_iquat[body];
  out.inertial.diaginertia = m.body_inertia[body];
}

void add_joint(const Model& m, int jnt, const Namer& names, spec::Body& body) {
  spec::Joint& out = body.joints.add();
  const int dof = m.jnt_dofadr[jnt];
  const bool scalar = m.jnt_type[jnt] == mjJNT_HINGE || m.jnt_type[jnt] == mjJNT_SLIDE;
  out.name = names.own(mjOBJ_JOINT, jnt);
  out.type = m.jnt_type[jnt];
  if (m.jnt_type[jnt] != mjJNT_FREE) out.pos = m.jnt_pos[jnt];
  if (scalar) {
    out.axis = m.jnt_axis[jnt];
    out.ref = m.qpos0[m.jnt_qposadr[jnt]];
    out.springref = m.qpos_spring[m.jnt_qposadr[jnt]];
  }
  if (m.jnt_type[jnt] == mjJNT_FREE) out.align = mjALIGNFREE_FALSE;
  spec::from_model<JointFields>(m, jnt, out);
  out.limited = limited(m.jnt_limited[jnt]);
  out.range = m.jnt_range[jnt];
  out.actfrclimited = limited(m.jnt_actfrclimited[jnt]);
  spec::from_model<DofFields>(m, dof, out);
}

// the compiled pose of a mesh geom contains the centring of the mesh: takes it away again
void place_geom(const Model& m, int geom, spec::Geom& out) {
  Vec3<Real> pos = m.geom_pos[geom];
  Quat<Real> quat = m.geom_quat[geom];
  if (m.geom_type[geom] == mjGEOM_MESH || m.geom_type[geom] == mjGEOM_SDF) {
    const int mesh = m.geom_dataid[geom];
    quat = quat * conjugate(m.mesh_quat[mesh]);
    pos = pos - rotate(quat, m.mesh_pos[mesh]);
  }
  out.pos = pos;
  out.quat = quat;
}

void add_geom(const Model& m, int geom, Namer& names, spec::Body& body) {
  spec::Geom& out = body.geoms.add();
  out.name = names.own(mjOBJ_GEOM, geom);
  out.type = m.geom_type[geom];
  place_geom(m, geom, out);
  if (m.geom_type[geom] == mjGEOM_MESH || m.geom_type[geom] == mjGEOM_SDF)
    out.meshname = names.refer(mjOBJ_MESH, m.geom_dataid[geom]);
  else if (m.geom_type[geom] == mjGEOM_HFIELD)
    out.hfieldname = names.refer(mjOBJ_HFIELD, m.geom_dataid[geom]);
  else
    out.size = m.geom_size[geom];
  spec::from_model<GeomFields>(m, geom, out);
  if (m.geom_fluid[geom][0] > 0) {
    out.fluid_ellipsoid = 1;
    const Vec<Real, kNFluid>& fluid = m.geom_fluid[geom];
    out.fluid_coefs = Vec<Real, 5>{fluid[1], fluid[2], fluid[3], fluid[4], fluid[5]};
  }
  out.material = names.refer(mjOBJ_MATERIAL, m.geom_matid[geom]);
  out.plugin = names.plugin(m.geom_plugin[geom]);
}

void add_site(const Model& m, int site, Namer& names, spec::Body& body) {
  spec::Site& out = body.sites.add();
  out.name = names.own(mjOBJ_SITE, site);
  spec::from_model<SiteFields>(m, site, out);
  out.pos = m.site_pos[site];
  out.quat = m.site_quat[site];
  out.size = m.site_size[site];
  out.material = names.refer(mjOBJ_MATERIAL, m.site_matid[site]);
}

void add_camera(const Model& m, int cam, Namer& names, spec::Body& body) {
  spec::Camera& out = body.cameras.add();
  out.name = names.own(mjOBJ_CAMERA, cam);
  out.pos = m.cam_pos[cam];
  out.quat = m.cam_quat[cam];
  spec::from_model<CameraFields>(m, cam, out);
  out.targetbody = names.refer(mjOBJ_BODY, m.cam_targetbodyid[cam]);
  const Vec<float, 2>& sensor = m.cam_sensorsize[cam];
  const Vec<float, 4>& intrinsic = m.cam_intrinsic[cam];
  if (sensor[0] > 0 || sensor[1] > 0) {  // the field of view follows from these
    out.sensor_size = sensor;
    out.focal_length = Vec<float, 2>{intrinsic[0], intrinsic[1]};
    out.principal_length = Vec<float, 2>{intrinsic[2], intrinsic[3]};
  } else {
    out.fovy = m.cam_fovy[cam];
  }
}

void add_light(const Model& m, int light, Namer& names, spec::Body& body) {
  spec::Light& out = body.lights.add();
  out.name = names.own(mjOBJ_LIGHT, light);
  out.pos = m.light_pos[light];
  out.dir = m.light_dir[light];
  spec::from_model<LightFields>(m, light, out);
  out.targetbody = names.refer(mjOBJ_BODY, m.light_targetbodyid[light]);
  out.texture = names.refer(mjOBJ_TEXTURE, m.light_texid[light]);
}

// a policy that the compiler chose needs no word
void add_sleep(const Model& m, int body, spec::Body& out) {
  const int tree = m.body_treeid[body];
  if (tree < 0 || m.tree_bodyadr[tree] != body) return;
  if (m.tree_sleep_policy[tree] >= mjSLEEP_NEVER) out.sleep = m.tree_sleep_policy[tree];
}

void fill_body(const Model& m, int body, Namer& names, spec::Body& out) {
  for (int i = 0; i < m.body_jntnum[body]; ++i) add_joint(m, m.body_jntadr[body] + i, names, out);
  for (int i = 0; i < m.body_geomnum[body]; ++i) add_geom(m, m.body_geomadr[body] + i, names, out);
  for (int i = 0; i < m.nsite; ++i)
    if (m.site_bodyid[i] == body) add_site(m, i, names, out);
  for (int i = 0; i < m.ncam; ++i)
    if (m.cam_bodyid[i] == body) add_camera(m, i, names, out);
  for (int i = 0; i < m.nlight; ++i)
    if (m.light_bodyid[i] == body) add_light(m, i, names, out);
}

}  // namespace

void decompile_tree(const Model& m, Namer& names, Spec& spec) {
  // lists keep the address of their elements
  std::vector<spec::Body*> bodies{&spec.world};
  fill_body(m, 0, names, spec.world);
  spec.world.userdata = user_numbers(m.body_user, 0);
  for (int body = 1; body < m.nbody; ++body) {
    spec::Body& out = bodies[static_cast<std::size_t>(m.body_parentid[body])]->bodies.add();
    bodies.push_back(&out);
    out.name = names.own(mjOBJ_BODY, body);
    out.pos = m.body_pos[body];
    out.quat = m.body_quat[body];
    out.mocap = m.body_mocapid[body] >= 0;
    spec::from_model<BodyFields>(m, body, out);
    out.plugin = names.plugin(m.body_plugin[body]);
    add_sleep(m, body, out);
    add_inertial(m, body, out);
    fill_body(m, body, names, out);
  }
}

}  // namespace corten
