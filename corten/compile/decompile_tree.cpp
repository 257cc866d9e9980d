// Bodies and what they carry, from the arrays of a model.
#include "corten/compile/decompile_parts.h"

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
  out.stiffness = m.jnt_stiffness[jnt];
  out.limited = limited(m.jnt_limited[jnt]);
  out.range = m.jnt_range[jnt];
  out.margin = m.jnt_margin[jnt];
  out.solref_limit = m.jnt_solref[jnt];
  out.solimp_limit = m.jnt_solimp[jnt];
  out.actfrclimited = limited(m.jnt_actfrclimited[jnt]);
  out.actfrcrange = m.jnt_actfrcrange[jnt];
  out.actgravcomp = m.jnt_actgravcomp[jnt] != 0;
  out.armature = m.dof_armature[dof];
  out.damping = m.dof_damping[dof];
  out.frictionloss = m.dof_frictionloss[dof];
  out.solref_friction = m.dof_solref[dof];
  out.solimp_friction = m.dof_solimp[dof];
  out.group = m.jnt_group[jnt];
  out.userdata = user_numbers(m.jnt_user, jnt);
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
  out.contype = m.geom_contype[geom];
  out.conaffinity = m.geom_conaffinity[geom];
  out.condim = m.geom_condim[geom];
  out.priority = m.geom_priority[geom];
  out.friction = m.geom_friction[geom];
  out.solmix = m.geom_solmix[geom];
  out.solref = m.geom_solref[geom];
  out.solimp = m.geom_solimp[geom];
  out.margin = m.geom_margin[geom];
  out.gap = m.geom_gap[geom];
  if (m.geom_fluid[geom][0] > 0) {
    out.fluid_ellipsoid = 1;
    const Vec<Real, kNFluid>& fluid = m.geom_fluid[geom];
    out.fluid_coefs = Vec<Real, 5>{fluid[1], fluid[2], fluid[3], fluid[4], fluid[5]};
  }
  out.material = names.refer(mjOBJ_MATERIAL, m.geom_matid[geom]);
  out.rgba = m.geom_rgba[geom];
  out.group = m.geom_group[geom];
  out.userdata = user_numbers(m.geom_user, geom);
}

void add_site(const Model& m, int site, Namer& names, spec::Body& body) {
  spec::Site& out = body.sites.add();
  out.name = names.own(mjOBJ_SITE, site);
  out.type = m.site_type[site];
  out.pos = m.site_pos[site];
  out.quat = m.site_quat[site];
  out.size = m.site_size[site];
  out.material = names.refer(mjOBJ_MATERIAL, m.site_matid[site]);
  out.group = m.site_group[site];
  out.rgba = m.site_rgba[site];
  out.userdata = user_numbers(m.site_user, site);
}

void add_camera(const Model& m, int cam, Namer& names, spec::Body& body) {
  spec::Camera& out = body.cameras.add();
  out.name = names.own(mjOBJ_CAMERA, cam);
  out.pos = m.cam_pos[cam];
  out.quat = m.cam_quat[cam];
  out.mode = m.cam_mode[cam];
  out.targetbody = names.refer(mjOBJ_BODY, m.cam_targetbodyid[cam]);
  out.proj = m.cam_projection[cam];
  out.resolution = m.cam_resolution[cam];
  out.output = m.cam_output[cam];
  out.ipd = m.cam_ipd[cam];
  const Vec<float, 2>& sensor = m.cam_sensorsize[cam];
  const Vec<float, 4>& intrinsic = m.cam_intrinsic[cam];
  if (sensor[0] > 0 || sensor[1] > 0) {  // the field of view follows from these
    out.sensor_size = sensor;
    out.focal_length = Vec<float, 2>{intrinsic[0], intrinsic[1]};
    out.principal_length = Vec<float, 2>{intrinsic[2], intrinsic[3]};
  } else {
    out.fovy = m.cam_fovy[cam];
  }
  out.userdata = user_numbers(m.cam_user, cam);
}

void add_light(const Model& m, int light, Namer& names, spec::Body& body) {
  spec::Light& out = body.lights.add();
  out.name = names.own(mjOBJ_LIGHT, light);
  out.pos = m.light_pos[light];
  out.dir = m.light_dir[light];
  out.mode = m.light_mode[light];
  out.targetbody = names.refer(mjOBJ_BODY, m.light_targetbodyid[light]);
  out.active = m.light_active[light] != 0;
  out.type = m.light_type[light];
  out.texture = names.refer(mjOBJ_TEXTURE, m.light_texid[light]);
  out.castshadow = m.light_castshadow[light] != 0;
  out.bulbradius = m.light_bulbradius[light];
  out.intensity = m.light_intensity[light];
  out.range = m.light_range[light];
  out.attenuation = m.light_attenuation[light];
  out.cutoff = m.light_cutoff[light];
  out.exponent = m.light_exponent[light];
  out.ambient = m.light_ambient[light];
  out.diffuse = m.light_diffuse[light];
  out.specular = m.light_specular[light];
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
    out.gravcomp = m.body_gravcomp[body];
    out.userdata = user_numbers(m.body_user, body);
    add_sleep(m, body, out);
    add_inertial(m, body, out);
    fill_body(m, body, names, out);
  }
}

}  // namespace corten
