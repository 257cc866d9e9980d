// What acts on the tree: equalities, tendons, actuators, sensors and where their numbers are kept.
#include "corten/model/names.h"
#include "corten/model/sensor_kinds.h"
#include "corten/model/structure.h"
#include "corten/model/validate_parts.h"

namespace corten {
namespace {

void check_equality(const Model& m, int i, Checker& c) {
  const int type = m.eq_type[i], given = m.eq_objtype[i];
  const bool bodies = type == mjEQ_CONNECT || type == mjEQ_WELD;
  // only these two say what they hold together: bodies or sites
  const int object = bodies                ? given
                     : type == mjEQ_JOINT  ? mjOBJ_JOINT
                     : type == mjEQ_TENDON ? mjOBJ_TENDON
                                           : mjOBJ_FLEX;
  c.require(bodies ? given == mjOBJ_BODY || given == mjOBJ_SITE : given == mjOBJ_UNKNOWN || given == object,
            "eq_objtype", i, given, " does not fit the type of the equality");
  c.require(m.eq_obj1id[i] >= 0 && m.eq_obj1id[i] < object_count(m, object), "eq_obj1id", i, m.eq_obj1id[i],
            kNotThere);
  c.require(m.eq_obj2id[i] >= (bodies ? 0 : -1) && m.eq_obj2id[i] < object_count(m, object), "eq_obj2id", i,
            m.eq_obj2id[i], kNotThere);
}

// A path is joints alone, or sites with at most one geom between two of them and pulleys before a new part.
void check_path(const Model& m, int tendon, Checker& c) {
  const int adr = m.tendon_adr[tendon], num = m.tendon_num[tendon];
  c.require(num > 0, "tendon_num", tendon, num, " makes no path");
  if (!c.ok()) return;
  const bool fixed = m.wrap_type[adr] == mjWRAP_JOINT;
  const auto is = [&](int i, int type) { return i >= 0 && i < num && m.wrap_type[adr + i] == type; };
  for (int i = 0; i < num; ++i) {
    const int type = m.wrap_type[adr + i];
    const bool geom = type == mjWRAP_SPHERE || type == mjWRAP_CYLINDER;
    const bool fits = fixed                   ? type == mjWRAP_JOINT
                      : geom                  ? is(i - 1, mjWRAP_SITE) && is(i + 1, mjWRAP_SITE)
                      : type == mjWRAP_PULLEY ? i + 1 < num && !is(i + 1, mjWRAP_PULLEY)
                                              : type == mjWRAP_SITE;
    c.require(fits, "wrap_type", adr + i, type, " cannot stand here in a path");
    const Real side = m.wrap_prm[adr + i];
    if (geom) c.require(side >= -1 && side < m.nsite, "wrap_prm", adr + i, static_cast<std::int64_t>(side));
  }
}

struct Addresses {
  std::int64_t act = 0, history = 0, sensor = 0, moment = 0;
};

void check_history(const char* name, const char* adr_name, int i, const Vec<int, 2>& history, int adr,
                   int dim, Addresses& at, Checker& c) {
  constexpr int kMostSamples = 1 << 24;
  const int samples = history[0];
  c.require(samples <= kMostSamples, name, i, samples, " is no number of samples");  // below 0: none
  c.require(history[1] >= 0 && history[1] <= 2, name, i, history[1], kNoEnum);
  if (samples <= 0) return c.same(adr_name, i, adr, -1);
  c.same(adr_name, i, adr, at.history);
  at.history += 2 + samples + std::int64_t{samples} * dim;
}

void check_actuator(const Model& m, int i, Addresses& at, Checker& c) {
  const int trn = m.actuator_trntype[i], second = m.actuator_trnid[i][1];
  c.require(trn >= 0 && trn <= mjTRN_BODY, "actuator_trntype", i, trn, kNoEnum);
  if (!c.ok()) return;
  const bool sites = trn == mjTRN_SITE || trn == mjTRN_SLIDERCRANK;
  c.require(second >= (trn == mjTRN_SLIDERCRANK ? 0 : -1) && (!sites || second < m.nsite), "actuator_trnid",
            i, second, kNotThere);
  const bool joint = trn == mjTRN_JOINT || trn == mjTRN_JOINTINPARENT;
  at.moment += joint ? dof_width(m.jnt_type[m.actuator_trnid[i][0]]) : m.nv;
  const int act = m.actuator_actnum[i];
  c.require((act > 0) == (m.actuator_dyntype[i] != mjDYN_NONE) || m.actuator_plugin[i] >= 0,
            "actuator_actnum", i, act, " does not fit the dynamics of the actuator");
  c.same("actuator_actadr", i, m.actuator_actadr[i], act > 0 ? at.act : -1);
  at.act += act;
  check_history("actuator_history", "actuator_historyadr", i, m.actuator_history[i], m.actuator_historyadr[i],
                1, at, c);
}

struct ObjectNames {
  const char *type, *id;
};
void check_sensor_object(const ObjectNames& names, int i, const Model& m, unsigned allowed, int type, int id,
                         Checker& c) {
  c.require(allows(allowed, type), names.type, i, type, " is no kind of object for this sensor");
  if (type == mjOBJ_UNKNOWN) return;
  c.require(id >= 0 && id < object_count(m, type), names.id, i, id, kNotThere);
}

SensorExtent extent_of(const Model& m, int i) {
  SensorExtent extent{.intprm = m.sensor_intprm[i], .chosen = m.sensor_dim[i]};
  if (m.sensor_type[i] == mjSENS_RANGEFINDER && m.sensor_objtype[i] == mjOBJ_CAMERA) {
    const Vec<int, 2>& pixels = m.cam_resolution[m.sensor_objid[i]];
    extent.rays = std::int64_t{pixels[0]} * pixels[1];
  }
  if (m.sensor_type[i] == mjSENS_TACTILE) extent.vertices = m.mesh_vertnum[m.sensor_objid[i]];
  return extent;
}

void check_sensor(const Model& m, int i, Addresses& at, Checker& c) {
  const int type = m.sensor_type[i], dim = m.sensor_dim[i];
  c.require(type >= 0 && type <= mjSENS_USER, "sensor_type", i, type, kNoEnum);
  if (!c.ok()) return;
  const SensorKind& kind = sensor_kind(type);
  if (type != mjSENS_PLUGIN && type != mjSENS_USER) {
    check_sensor_object({"sensor_objtype", "sensor_objid"}, i, m, kind.objects, m.sensor_objtype[i],
                        m.sensor_objid[i], c);
    check_sensor_object({"sensor_reftype", "sensor_refid"}, i, m, kind.references, m.sensor_reftype[i],
                        m.sensor_refid[i], c);
    c.same("sensor_needstage", i, m.sensor_needstage[i], kind.needstage);
    c.same("sensor_datatype", i, m.sensor_datatype[i], kind.datatype);
  }
  c.require(allows(~0U, m.sensor_objtype[i]), "sensor_objtype", i, m.sensor_objtype[i], kNoEnum);
  c.require(allows(~0U, m.sensor_reftype[i]), "sensor_reftype", i, m.sensor_reftype[i], kNoEnum);
  if (!c.ok()) return;
  c.require(type != mjSENS_PLUGIN || m.sensor_plugin[i] >= 0, "sensor_plugin", i, -1, kNotThere);
  c.same("sensor_dim", i, dim, sensor_size(kind, extent_of(m, i)));
  if (type == mjSENS_CONTACT) {
    const auto& [bits, reduce, num] = m.sensor_intprm[i].e;
    c.require(bits > 0 && bits >> mjNCONDATA == 0 && reduce >= 0 && reduce <= 3 && num > 0, "sensor_intprm",
              i, bits, " is no set of data fields");
  }
  if (type == mjSENS_RANGEFINDER) {
    const int bits = m.sensor_intprm[i][0];
    c.require(bits > 0 && bits >> mjNRAYDATA == 0, "sensor_intprm", i, bits, " is no set of data fields");
  }
  c.same("sensor_adr", i, m.sensor_adr[i], at.sensor);
  at.sensor += dim;
  check_history("sensor_history", "sensor_historyadr", i, m.sensor_history[i], m.sensor_historyadr[i], dim,
                at, c);
}

}  // namespace

void validate_mechanisms(const Model& m, Checker& c) {
  for (int i = 0; i < m.neq && c.ok(); ++i) check_equality(m, i, c);
  for (int i = 0; i < m.ntendon && c.ok(); ++i) check_path(m, i, c);
  c.ids("tendon_matid", m.tendon_matid, -1, m.nmat);
  c.ids("tendon_treeid", m.tendon_treeid, -1, m.ntree);
  c.ids("tendon_treenum", m.tendon_treenum, 0, std::int64_t{m.ntree} + 1);
  c.ids("actuator_dyntype", m.actuator_dyntype, 0, mjDYN_USER + 1);
  c.ids("actuator_gaintype", m.actuator_gaintype, 0, mjGAIN_USER + 1);
  c.ids("actuator_biastype", m.actuator_biastype, 0, mjBIAS_USER + 1);
  c.ids("sensor_datatype", m.sensor_datatype, 0, mjDATATYPE_QUATERNION + 1);
  c.ids("sensor_needstage", m.sensor_needstage, 0, mjSTAGE_ACC + 1);
  Addresses at;
  for (int i = 0; i < m.nu && c.ok(); ++i) check_actuator(m, i, at, c);
  for (int i = 0; i < m.nsensor && c.ok(); ++i) check_sensor(m, i, at, c);
  c.same("na", m.na, at.act);
  c.same("nsensordata", m.nsensordata, at.sensor);
  c.same("nhistory", m.nhistory, at.history);
  c.require(m.nJmom >= at.moment, "nJmom", 0, m.nJmom, " is too small for the actuators");
}

}  // namespace corten
