#include "viewer/picked.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "corten/model/warning.h"
#include "corten/smooth/contact_force.h"
#include "corten/smooth/object_motion.h"
#include "viewer/option_words.h"
#include "viewer/visual_parts.h"

namespace corten::viewer {
namespace {

using Json = nlohmann::json;

Json finite(Real x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }

template <class Numbers>
Json list(const Numbers& numbers, int first, int count) {
  Json out = Json::array();
  for (int i = first; i < first + count; ++i) out.push_back(finite(numbers[i]));
  return out;
}

std::string side_name(const Model& m, const Contact& c, int side) {
  return c.geom[side] >= 0 ? label_of(m, mjOBJ_GEOM, c.geom[side]) : label_of(m, mjOBJ_FLEX, c.flex[side]);
}

int body_of(const Model& m, const Contact& c, int side) {
  return c.geom[side] >= 0 ? m.geom_bodyid[c.geom[side]] : -1;
}

int dof_count(int joint_type) { return joint_type == mjJNT_FREE ? 6 : joint_type == mjJNT_BALL ? 3 : 1; }
int qpos_count(int joint_type) { return joint_type == mjJNT_FREE ? 7 : joint_type == mjJNT_BALL ? 4 : 1; }

Json joints_of(const Model& m, const Data& d, int body) {
  Json joints = Json::array();
  for (int i = m.body_jntadr[body]; i < m.body_jntadr[body] + m.body_jntnum[body]; ++i) {
    const int dof = m.jnt_dofadr[i], dofs = dof_count(m.jnt_type[i]);
    joints.push_back({{"name", label_of(m, mjOBJ_JOINT, i)},
                      {"qpos", list(d.qpos, m.jnt_qposadr[i], qpos_count(m.jnt_type[i]))},
                      {"qvel", list(d.qvel, dof, dofs)},
                      {"qfrc_actuator", list(d.qfrc_actuator, dof, dofs)},
                      {"qfrc_passive", list(d.qfrc_passive, dof, dofs)},
                      {"qfrc_constraint", list(d.qfrc_constraint, dof, dofs)}});
  }
  return joints;
}

Json contacts_of(const Model& m, const Data& d, int body) {
  Json contacts = Json::array();
  for (int i = 0; i < d.ncon; ++i)
    for (const int side : {0, 1}) {
      const Contact& c = d.contact[i];
      if (body_of(m, c, side) != body) continue;
      const Wrench<Real> force = contact_force(m, d, i);
      contacts.push_back({{"of", side_name(m, c, side)},
                          {"with", side_name(m, c, 1 - side)},
                          {"distance", finite(c.dist)},
                          {"normal", finite(force.force[0])},
                          {"friction", finite(std::hypot(force.force[1], force.force[2]))}});
    }
  return contacts;
}

// The body that a sensor or actuator is on, −1 for one that is on none.
int body_of_object(const Model& m, int type, int id) {
  if (id < 0) return -1;
  switch (type) {
    case mjOBJ_BODY:
    case mjOBJ_XBODY:
      return id;
    case mjOBJ_JOINT:
      return m.jnt_bodyid[id];
    case mjOBJ_GEOM:
      return m.geom_bodyid[id];
    case mjOBJ_SITE:
      return m.site_bodyid[id];
    case mjOBJ_CAMERA:
      return m.cam_bodyid[id];
    default:
      return -1;
  }
}

int transmission_object(int transmission) {
  if (transmission == mjTRN_JOINT || transmission == mjTRN_JOINTINPARENT) return mjOBJ_JOINT;
  if (transmission == mjTRN_SITE) return mjOBJ_SITE;
  return transmission == mjTRN_BODY ? mjOBJ_BODY : mjOBJ_UNKNOWN;
}

Json sensors_of(const Model& m, const Data& d, int body) {
  Json sensors = Json::array();
  for (int i = 0; i < m.nsensor; ++i)
    if (body_of_object(m, m.sensor_objtype[i], m.sensor_objid[i]) == body)
      sensors.push_back({{"name", label_of(m, mjOBJ_SENSOR, i)},
                         {"values", list(d.sensordata, m.sensor_adr[i], m.sensor_dim[i])}});
  return sensors;
}

Json actuators_of(const Model& m, const Data& d, int body) {
  Json actuators = Json::array();
  for (int i = 0; i < m.nu; ++i)
    if (body_of_object(m, transmission_object(m.actuator_trntype[i]), m.actuator_trnid[i][0]) == body)
      actuators.push_back({{"name", label_of(m, mjOBJ_ACTUATOR, i)},
                           {"ctrl", finite(d.ctrl[i])},
                           {"force", finite(d.actuator_force[i])}});
  return actuators;
}

std::string number(Real x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", x);
  return text;
}

int largest(const Array<Real>& values, int count) {
  int best = 0;
  for (int i = 1; i < count; ++i)
    if (std::abs(values[i]) > std::abs(values[best])) best = i;
  return best;
}

}  // namespace

Json picked_body(const Model& m, const Data& d, int body) {
  const Motion<Real> velocity = object_velocity(m, d, mjOBJ_BODY, body, false);
  const int tree = m.body_treeid[body];
  return {{"body", body},
          {"velocity", list(velocity.lin, 0, 3)},
          {"turning", list(velocity.ang, 0, 3)},
          {"centre", list(d.xipos[body], 0, 3)},
          {"applied", list(d.xfrc_applied[body].force, 0, 3)},
          {"asleep", tree >= 0 && d.tree_asleep[tree] >= 0},
          {"tree", tree},
          {"joints", joints_of(m, d, body)},
          {"contacts", contacts_of(m, d, body)},
          {"sensors", sensors_of(m, d, body)},
          {"actuators", actuators_of(m, d, body)}};
}

Json timers_of(const Data& d) {
  Json timers = Json::array();
  for (const OptionWord& stage : option_words(mjtTimer_text, "mjTIMER_")) {
    const TimerStat& timer = d.timer[static_cast<std::size_t>(stage.value)];
    if (timer.number > 0)
      timers.push_back({{"stage", stage.word},
                        {"calls", timer.number},
                        {"ms", 1000 * timer.duration / static_cast<double>(timer.number)}});
  }
  return timers;
}

Json warnings_of(const Data& d) {
  Json warnings = Json::array();
  for (int i = 0; i < mjNWARNING; ++i) {
    const WarningStat& warning = d.warning[static_cast<std::size_t>(i)];
    if (warning.number > 0)
      warnings.push_back({{"text", warning_text(i)}, {"count", warning.number}, {"info", warning.lastinfo}});
  }
  return warnings;
}

Json why_now(const Model& m, const Data& d) {
  Json said = Json::array();
  int deepest = -1;
  for (int i = 0; i < d.ncon; ++i)
    if (deepest < 0 || d.contact[i].dist < d.contact[deepest].dist) deepest = i;
  if (deepest >= 0) {
    const Contact& c = d.contact[deepest];
    said.push_back("deepest contact: " + side_name(m, c, 0) + " and " + side_name(m, c, 1) +
                   (c.dist < 0 ? " overlap by " : " are apart by ") + number(std::abs(c.dist)) + " m");
  }
  if (m.nv > 0) {
    const int fast = largest(d.qvel, m.nv), pushed = largest(d.qacc, m.nv);
    said.push_back("fastest: " + name_of_dof(m, fast) + " at " + number(d.qvel[fast]));
    said.push_back("most accelerated: " + name_of_dof(m, pushed) + " by " + number(d.qacc[pushed]));
  }
  const int asleep = static_cast<int>(
      std::count_if(d.tree_asleep.begin(), d.tree_asleep.end(), [](int next) { return next >= 0; }));
  if (m.opt.enableflags & mjENBL_SLEEP)
    said.push_back(std::to_string(asleep) + " of " + std::to_string(m.ntree) + " trees sleep");
  return said;
}

std::string name_of_dof(const Model& m, int dof) {
  if (dof < 0 || dof >= m.nv) return "dof " + std::to_string(dof);
  return "dof " + std::to_string(dof) + " (" + label_of(m, mjOBJ_JOINT, m.dof_jntid[dof]) + ")";
}

std::string name_of_qpos(const Model& m, int index) {
  for (int i = m.njnt - 1; i >= 0; --i)
    if (m.jnt_qposadr[i] <= index)
      return "entry " + std::to_string(index) + " of qpos (" + label_of(m, mjOBJ_JOINT, i) + ")";
  return "entry " + std::to_string(index) + " of qpos";
}

}  // namespace corten::viewer
