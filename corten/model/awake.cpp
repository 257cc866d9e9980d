#include "corten/model/awake.h"

#include <algorithm>

namespace corten {

Runs::Forward& Runs::Forward::operator++() {
  run_ = {};
  if (next_ == end_) return *this;
  run_ = {*next_, *next_ + 1};
  for (++next_; next_ != end_ && *next_ == run_.last; ++next_) ++run_.last;
  return *this;
}

Runs::Backward& Runs::Backward::operator++() {
  run_ = {};
  if (next_ == begin_) return *this;
  --next_;
  run_ = {*next_, *next_ + 1};
  for (; next_ != begin_ && next_[-1] == run_.first - 1; --next_) --run_.first;
  return *this;
}

namespace {

// mocap bodies move although no dof moves them
bool is_static(const Model& m, int body) {
  return m.body_treeid[body] < 0 && m.body_mocapid[m.body_rootid[body]] < 0;
}

void list_bodies(const Model& m, Data& d, bool static_moves) {
  d.nbody_awake = d.nparent_awake = 0;
  for (int body = 0; body < m.nbody; ++body) {
    const int tree = m.body_treeid[body];
    int& state = d.body_awake[body];
    state = mjS_AWAKE;
    if (tree >= 0 && !d.tree_awake[tree]) state = mjS_ASLEEP;
    if (!static_moves && is_static(m, body)) state = mjS_STATIC;
    if (state != mjS_ASLEEP) d.body_awake_ind[d.nbody_awake++] = body;
    if (body > 0 && d.body_awake[m.body_parentid[body]] != mjS_ASLEEP)
      d.parent_awake_ind[d.nparent_awake++] = body;
  }
}

mjtSleepState body_state(const Data& d, int body) { return static_cast<mjtSleepState>(d.body_awake[body]); }

mjtSleepState tendon_state(const Model& m, const Data& d, int tendon) {
  const int trees = m.tendon_treenum[tendon];
  if (trees == 0) return mjS_STATIC;
  if (trees > 2) return mjS_AWAKE;
  for (int i = 0; i < trees; ++i)
    if (d.tree_awake[m.tendon_treeid[tendon][i]]) return mjS_AWAKE;
  return mjS_ASLEEP;
}

mjtSleepState asleep_unless_one_is_awake(mjtSleepState a, mjtSleepState b) {
  return a == mjS_AWAKE || b == mjS_AWAKE ? mjS_AWAKE : mjS_ASLEEP;
}

mjtSleepState actuator_state(const Model& m, const Data& d, int actuator) {
  const auto& id = m.actuator_trnid[actuator];
  switch (m.actuator_trntype[actuator]) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT:
      return sleep_state(m, d, mjOBJ_JOINT, id[0]);
    case mjTRN_SLIDERCRANK:
      return asleep_unless_one_is_awake(sleep_state(m, d, mjOBJ_SITE, id[0]),
                                        sleep_state(m, d, mjOBJ_SITE, id[1]));
    case mjTRN_TENDON:
      return tendon_state(m, d, id[0]);
    case mjTRN_SITE:
      return sleep_state(m, d, mjOBJ_SITE, id[0]);
    case mjTRN_BODY:
      return body_state(d, id[0]);
    default:
      return mjS_AWAKE;
  }
}

int equality_object_type(const Model& m, int eq) {
  switch (m.eq_type[eq]) {
    case mjEQ_CONNECT:
    case mjEQ_WELD:
      return m.eq_objtype[eq];
    case mjEQ_JOINT:
      return mjOBJ_JOINT;
    case mjEQ_TENDON:
      return mjOBJ_TENDON;
    default:
      return mjOBJ_FLEX;
  }
}

mjtSleepState equality_state(const Model& m, const Data& d, int eq) {
  const int type = equality_object_type(m, eq);
  const auto state = [&](int id) { return id < 0 ? mjS_STATIC : sleep_state(m, d, type, id); };
  return asleep_unless_one_is_awake(state(m.eq_obj1id[eq]), state(m.eq_obj2id[eq]));
}

// Sensors whose reading others decide never sleep; of those that ask two objects, one awake is enough.
mjtSleepState sensor_state(const Model& m, const Data& d, int sensor) {
  const int type = m.sensor_type[sensor];
  const int object = m.sensor_objtype[sensor], reference = m.sensor_reftype[sensor];
  const bool volume = type == mjSENS_CONTACT && (object == mjOBJ_SITE || reference == mjOBJ_SITE);
  if (type == mjSENS_USER || type == mjSENS_PLUGIN || type == mjSENS_RANGEFINDER || volume) return mjS_AWAKE;
  const mjtSleepState a = sleep_state(m, d, object, m.sensor_objid[sensor]);
  const mjtSleepState b = sleep_state(m, d, reference, m.sensor_refid[sensor]);
  const auto asleep = [](mjtSleepState s) { return s == mjS_ASLEEP ? mjS_ASLEEP : mjS_AWAKE; };
  if (object == mjOBJ_UNKNOWN || type == mjSENS_TACTILE) return asleep(b);  // a tactile mesh lies on a geom
  if (reference == mjOBJ_UNKNOWN) return asleep(a);
  return asleep_unless_one_is_awake(a, b);
}

}  // namespace

void list_awake(const Model& m, Data& d, bool static_moves) {
  d.ntree_awake = 0;
  for (int tree = 0; tree < m.ntree; ++tree)
    d.ntree_awake += d.tree_awake[tree] = d.tree_asleep[tree] < 0 ? 1 : 0;
  list_bodies(m, d, static_moves);
  d.nv_awake = 0;
  for (int dof = 0; dof < m.nv; ++dof)
    if (d.body_awake[m.dof_bodyid[dof]] == mjS_AWAKE) d.dof_awake_ind[d.nv_awake++] = dof;
}

int first_asleep_with(const Data& d, int tree) {
  const Array<int>& next = d.tree_asleep;
  int first = tree;
  int left = next.size();  // what a user wrote need not be a cycle
  for (int other = next[tree]; other != tree && other >= 0 && other < next.size() && left > 0; --left) {
    first = std::min(first, other);
    other = next[other];
  }
  return first;
}

mjtSleepState sleep_state(const Model& m, const Data& d, int type, int id) {
  switch (type) {
    case mjOBJ_BODY:
    case mjOBJ_XBODY:
      return body_state(d, id);
    case mjOBJ_JOINT:
      return body_state(d, m.jnt_bodyid[id]);
    case mjOBJ_DOF:
      return body_state(d, m.dof_bodyid[id]);
    case mjOBJ_GEOM:
      return body_state(d, m.geom_bodyid[id]);
    case mjOBJ_SITE:
      return body_state(d, m.site_bodyid[id]);
    case mjOBJ_CAMERA:
      return body_state(d, m.cam_bodyid[id]);
    case mjOBJ_LIGHT:
      return body_state(d, m.light_bodyid[id]);
    case mjOBJ_TENDON:
      return tendon_state(m, d, id);
    case mjOBJ_ACTUATOR:
      return actuator_state(m, d, id);
    case mjOBJ_EQUALITY:
      return equality_state(m, d, id);
    case mjOBJ_SENSOR:
      return sensor_state(m, d, id);
    default:
      return mjS_AWAKE;
  }
}

}  // namespace corten
