// Contacts, equalities, tendons, actuators and sensors, from the arrays of a model.
#include "corten/compile/decompile_parts.h"
#include "corten/spec/rows.h"

namespace corten {

void decompile_contacts(const Model& m, Namer& names, Spec& spec) {
  for (int i = 0; i < m.npair; ++i) {
    spec::Pair& out = spec.pairs.add();
    out.name = names.own(mjOBJ_PAIR, i);
    out.geomname1 = names.refer(mjOBJ_GEOM, m.pair_geom1[i]);
    out.geomname2 = names.refer(mjOBJ_GEOM, m.pair_geom2[i]);
    spec::from_model<PairFields>(m, i, out);
    out.solref = m.pair_solref[i];
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
    spec::from_model<EqualityFields>(m, i, out);
    out.objtype = m.eq_objtype[i];
    out.name1 = names.refer(out.named_objects(), m.eq_obj1id[i]);
    out.name2 = names.refer(out.named_objects(), m.eq_obj2id[i]);
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
    spec::from_model<TendonFields>(m, i, out);
    out.limited = limited(m.tendon_limited[i]);
    out.actfrclimited = limited(m.tendon_actfrclimited[i]);
    out.material = names.refer(mjOBJ_MATERIAL, m.tendon_matid[i]);
    for (int j = 0; j < m.tendon_num[i]; ++j) out.path.add(wrap_of(m, m.tendon_adr[i] + j, names));
  }
}

void decompile_actuators(const Model& m, Namer& names, Spec& spec) {
  for (int i = 0; i < m.nu; ++i) {
    spec::Actuator& out = spec.actuators.add();
    out.name = names.own(mjOBJ_ACTUATOR, i);
    spec::from_model<ActuatorFields>(m, i, out);
    out.plugin = names.plugin(m.actuator_plugin[i]);
    const int expected = m.actuator_dyntype[i] != mjDYN_NONE;
    if (m.actuator_actnum[i] != expected || m.actuator_dyntype[i] == mjDYN_USER)
      out.actdim = m.actuator_actnum[i];
    out.trntype = m.actuator_trntype[i];
    out.target = names.refer(target_type(out.trntype), m.actuator_trnid[i][0]);
    const std::string second = names.refer(mjOBJ_SITE, m.actuator_trnid[i][1]);
    (out.trntype == mjTRN_SLIDERCRANK ? out.slidersite : out.refsite) = second;
    if (out.trntype == mjTRN_SLIDERCRANK) out.cranklength = m.actuator_cranklength[i];
    out.ctrllimited = limited(m.actuator_ctrllimited[i]);
    out.ctrlrange = m.actuator_ctrlrange[i];
    out.forcelimited = limited(m.actuator_forcelimited[i]);
    out.actlimited = limited(m.actuator_actlimited[i]);
    out.actrange = m.actuator_actrange[i];
    out.nsample = m.actuator_history[i][0];
    out.interp = m.actuator_history[i][1];
  }
}

void decompile_sensors(const Model& m, Namer& names, Spec& spec) {
  for (int i = 0; i < m.nsensor; ++i) {
    spec::Sensor& out = spec.sensors.add();
    out.name = names.own(mjOBJ_SENSOR, i);
    out.type = m.sensor_type[i];
    out.plugin = names.plugin(m.sensor_plugin[i]);
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
    spec::from_model<SensorFields>(m, i, out);
    out.nsample = m.sensor_history[i][0];
    out.interp = m.sensor_history[i][1];
  }
}

}  // namespace corten
