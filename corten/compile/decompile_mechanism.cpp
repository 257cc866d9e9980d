// Contacts, equalities, tendons, actuators and sensors, from the arrays of a model.
#include "corten/compile/decompile_parts.h"

namespace corten {

void decompile_contacts(const Model& m, Namer& names, Spec& spec) {
  for (int i = 0; i < m.npair; ++i) {
    spec::Pair& out = spec.pairs.add();
    out.name = names.own(mjOBJ_PAIR, i);
    out.geomname1 = names.refer(mjOBJ_GEOM, m.pair_geom1[i]);
    out.geomname2 = names.refer(mjOBJ_GEOM, m.pair_geom2[i]);
    out.condim = m.pair_dim[i];
    out.solref = m.pair_solref[i];
    out.solreffriction = m.pair_solreffriction[i];
    out.solimp = m.pair_solimp[i];
    out.margin = m.pair_margin[i];
    out.gap = m.pair_gap[i];
    out.friction = m.pair_friction[i];
  }
  for (int i = 0; i < m.nexclude; ++i) {
    spec::Exclude& out = spec.excludes.add();
    out.name = names.own(mjOBJ_EXCLUDE, i);
    out.bodyname1 = names.refer(mjOBJ_BODY, m.exclude_signature[i] >> 16);
    out.bodyname2 = names.refer(mjOBJ_BODY, m.exclude_signature[i] & 0xffff);
  }
}

void decompile_equalities(const Model& m, Namer& names, Spec& spec) {
  for (int i = 0; i < m.neq; ++i) {
    const bool of_flex = m.eq_type[i] == mjEQ_FLEX || m.eq_type[i] == mjEQ_FLEXVERT;
    if (m.eq_type[i] == mjEQ_DISTANCE || (of_flex && !can_write_flex(m, m.eq_obj1id[i]))) continue;
    spec::Equality& out = spec.equalities.add();
    out.name = names.own(mjOBJ_EQUALITY, i);
    out.type = m.eq_type[i];
    out.data = m.eq_data[i];
    out.active = m.eq_active0[i] != 0;
    out.objtype = m.eq_objtype[i];
    out.name1 = names.refer(out.named_objects(), m.eq_obj1id[i]);
    out.name2 = names.refer(out.named_objects(), m.eq_obj2id[i]);
    out.solref = m.eq_solref[i];
    out.solimp = m.eq_solimp[i];
  }
}

namespace {

spec::Wrap wrap_of(const Model& m, int i, Namer& names) {
  spec::Wrap out;
  switch (m.wrap_type[i]) {
    case mjWRAP_JOINT:
      out.type = mjWRAP_JOINT;
      out.target = names.refer(mjOBJ_JOINT, m.wrap_objid[i]);
      out.prm = m.wrap_prm[i];
      break;
    case mjWRAP_SITE:
      out.target = names.refer(mjOBJ_SITE, m.wrap_objid[i]);
      break;
    case mjWRAP_PULLEY:
      out.type = mjWRAP_PULLEY;
      out.prm = m.wrap_prm[i];
      break;
    default:
      out.type = mjWRAP_SPHERE;
      out.target = names.refer(mjOBJ_GEOM, m.wrap_objid[i]);
      out.sidesite = names.refer(mjOBJ_SITE, static_cast<int>(m.wrap_prm[i]));
  }
  return out;
}

// kind of object a transmission pulls on
int target_type(int trntype) {
  switch (trntype) {
    case mjTRN_TENDON:
      return mjOBJ_TENDON;
    case mjTRN_SITE:
    case mjTRN_SLIDERCRANK:
      return mjOBJ_SITE;
    case mjTRN_BODY:
      return mjOBJ_BODY;
    default:
      return mjOBJ_JOINT;
  }
}

}  // namespace

void decompile_tendons(const Model& m, Namer& names, Spec& spec) {
  for (int i = 0; i < m.ntendon; ++i) {
    spec::Tendon& out = spec.tendons.add();
    out.name = names.own(mjOBJ_TENDON, i);
    out.spatial = m.wrap_type[m.tendon_adr[i]] != mjWRAP_JOINT;
    out.stiffness = m.tendon_stiffness[i];
    out.springlength = m.tendon_lengthspring[i];
    out.damping = m.tendon_damping[i];
    out.frictionloss = m.tendon_frictionloss[i];
    out.solref_friction = m.tendon_solref_fri[i];
    out.solimp_friction = m.tendon_solimp_fri[i];
    out.armature = m.tendon_armature[i];
    out.limited = limited(m.tendon_limited[i]);
    out.actfrclimited = limited(m.tendon_actfrclimited[i]);
    out.range = m.tendon_range[i];
    out.actfrcrange = m.tendon_actfrcrange[i];
    out.margin = m.tendon_margin[i];
    out.solref_limit = m.tendon_solref_lim[i];
    out.solimp_limit = m.tendon_solimp_lim[i];
    out.material = names.refer(mjOBJ_MATERIAL, m.tendon_matid[i]);
    out.width = m.tendon_width[i];
    out.rgba = m.tendon_rgba[i];
    out.group = m.tendon_group[i];
    out.userdata = user_numbers(m.tendon_user, i);
    for (int j = 0; j < m.tendon_num[i]; ++j) out.path.add(wrap_of(m, m.tendon_adr[i] + j, names));
  }
}

void decompile_actuators(const Model& m, Namer& names, Spec& spec) {
  for (int i = 0; i < m.nu; ++i) {
    spec::Actuator& out = spec.actuators.add();
    out.name = names.own(mjOBJ_ACTUATOR, i);
    out.gaintype = m.actuator_gaintype[i];
    out.gainprm = m.actuator_gainprm[i];
    out.biastype = m.actuator_biastype[i];
    out.biasprm = m.actuator_biasprm[i];
    out.dyntype = m.actuator_dyntype[i];
    out.dynprm = m.actuator_dynprm[i];
    if (m.actuator_actnum[i] > 1 || m.actuator_dyntype[i] == mjDYN_USER) out.actdim = m.actuator_actnum[i];
    out.actearly = m.actuator_actearly[i] != 0;
    out.trntype = m.actuator_trntype[i];
    out.target = names.refer(target_type(out.trntype), m.actuator_trnid[i][0]);
    const std::string second = names.refer(mjOBJ_SITE, m.actuator_trnid[i][1]);
    (out.trntype == mjTRN_SLIDERCRANK ? out.slidersite : out.refsite) = second;
    out.gear = m.actuator_gear[i];
    if (out.trntype == mjTRN_SLIDERCRANK) out.cranklength = m.actuator_cranklength[i];
    out.lengthrange = m.actuator_lengthrange[i];
    out.ctrllimited = limited(m.actuator_ctrllimited[i]);
    out.ctrlrange = m.actuator_ctrlrange[i];
    out.forcelimited = limited(m.actuator_forcelimited[i]);
    out.forcerange = m.actuator_forcerange[i];
    out.actlimited = limited(m.actuator_actlimited[i]);
    out.actrange = m.actuator_actrange[i];
    out.group = m.actuator_group[i];
    out.nsample = m.actuator_history[i][0];
    out.interp = m.actuator_history[i][1];
    out.delay = m.actuator_delay[i];
    out.userdata = user_numbers(m.actuator_user, i);
  }
}

void decompile_sensors(const Model& m, Namer& names, Spec& spec) {
  for (int i = 0; i < m.nsensor; ++i) {
    if (m.sensor_plugin[i] >= 0) continue;
    spec::Sensor& out = spec.sensors.add();
    out.name = names.own(mjOBJ_SENSOR, i);
    out.type = m.sensor_type[i];
    out.objtype = m.sensor_objtype[i];
    if (out.objtype != mjOBJ_UNKNOWN) out.objname = names.refer(out.objtype, m.sensor_objid[i]);
    out.reftype = m.sensor_reftype[i];
    if (out.reftype != mjOBJ_UNKNOWN) out.refname = names.refer(out.reftype, m.sensor_refid[i]);
    out.intprm = m.sensor_intprm[i];
    if (out.type == mjSENS_USER) {
      out.datatype = m.sensor_datatype[i];
      out.needstage = m.sensor_needstage[i];
      out.dim = m.sensor_dim[i];
    }
    out.cutoff = m.sensor_cutoff[i];
    out.noise = m.sensor_noise[i];
    out.nsample = m.sensor_history[i][0];
    out.interp = m.sensor_history[i][1];
    out.delay = m.sensor_delay[i];
    out.interval = m.sensor_interval[i];
    out.userdata = user_numbers(m.sensor_user, i);
  }
}

}  // namespace corten
