// Sensors: what they measure, and the shape of their output.
#include <algorithm>

#include "corten/base/client_texts.h"
#include "corten/compile/history.h"
#include "corten/compile/passes.h"
#include "corten/compile/size_sum.h"
#include "corten/compile/unknown_name.h"
#include "corten/model/sensor_kinds.h"
#include "corten/spec/rows.h"

namespace corten {
namespace {

// ---- objects ----

// -1 if there is nothing to find; false if it is not there, which is refused.
bool find_object(const spec::Sensor& node, int type, const std::string& name, const char* role, Draft& draft,
                 int& id, Diagnostics& diagnostics) {
  id = -1;
  if (type == mjOBJ_UNKNOWN) return true;
  id = draft.names.find(type, name);
  if (id >= 0 && type == mjOBJ_GEOM) draft.geoms[id].visual = false;
  if (id < 0)
    refuse(diagnostics, "sensor", node,
           name.empty() ? std::string(client_text::kMissingName) + role
                        : "unrecognized name " + quoted(name) + " of object, which is its " + role,
           nearest_name(draft, type, name));
  return id >= 0;
}

const char* check_object(const Draft& draft, const DraftSensor& sensor) {
  const spec::Sensor& node = *sensor.spec;
  switch (node.type) {
    case mjSENS_CAMPROJECTION: {
      const Vec<int, 2>& resolution = *draft.cameras[sensor.ref].spec->resolution;
      return resolution[0] == 0 || resolution[1] == 0
                 ? "the camera has no resolution, which a projection onto its image needs"
                 : nullptr;
    }
    case mjSENS_JOINTPOS:
    case mjSENS_JOINTVEL:
    case mjSENS_JOINTACTFRC: {
      const mjtJoint type = draft.joints[sensor.obj].type;
      return type != mjJNT_HINGE && type != mjJNT_SLIDE ? "this sensor measures hinge and slide joints only"
                                                        : nullptr;
    }
    case mjSENS_BALLQUAT:
    case mjSENS_BALLANGVEL:
      return draft.joints[sensor.obj].type != mjJNT_BALL ? "this sensor measures ball joints only" : nullptr;
    case mjSENS_JOINTLIMITPOS:
    case mjSENS_JOINTLIMITVEL:
    case mjSENS_JOINTLIMITFRC:
      return draft.joints[sensor.obj].limited ? nullptr
                                              : "the joint has no limits to measure; give it a range";
    case mjSENS_TENDONLIMITPOS:
    case mjSENS_TENDONLIMITVEL:
    case mjSENS_TENDONLIMITFRC:
      return draft.tendons[sensor.obj].limited ? nullptr
                                               : "the tendon has no limits to measure; give it a range";
    default:
      return nullptr;
  }
}

const char* check_distance(const Draft& draft, const DraftSensor& sensor) {
  const spec::Sensor& node = *sensor.spec;
  if (node.type != mjSENS_GEOMDIST && node.type != mjSENS_GEOMNORMAL && node.type != mjSENS_GEOMFROMTO)
    return nullptr;
  if (node.objtype == node.reftype && sensor.obj == sensor.ref)
    return "the distance of an object to itself; name two different ones";
  const auto is_hfield = [&](int type, int id) {
    return type == mjOBJ_GEOM && draft.geoms[id].type == mjGEOM_HFIELD;
  };
  return is_hfield(node.objtype, sensor.obj) || is_hfield(node.reftype, sensor.ref)
             ? "distances to height fields cannot be measured"
             : nullptr;
}

// ---- output ----

SensorExtent extent_of(const Draft& draft, const DraftSensor& sensor) {
  const spec::Sensor& node = *sensor.spec;
  SensorExtent extent{.intprm = node.intprm};
  if (node.type == mjSENS_RANGEFINDER && node.objtype == mjOBJ_CAMERA) {
    const Vec<int, 2>& resolution = *draft.cameras[sensor.obj].spec->resolution;
    extent.rays = std::int64_t{resolution[0]} * resolution[1];
  }
  if (node.type == mjSENS_TACTILE) {
    const auto& mesh = draft.assets.meshes[sensor.obj].mesh;  // none when it was refused
    extent.vertices = mesh ? static_cast<std::int64_t>(mesh->vert.size()) : 0;
  }
  if (node.type == mjSENS_USER) extent.chosen = *node.dim;
  return extent;
}

// The reader cannot make these; programs can. Empty, or what is wrong.
std::string check_data_bits(const spec::Sensor& node) {
  if (node.type != mjSENS_CONTACT && node.type != mjSENS_RANGEFINDER) return {};
  const bool contact = node.type == mjSENS_CONTACT;
  const auto& [bits, reduce, num] = node.intprm.e;
  const int count = contact ? int{mjNCONDATA} : int{mjNRAYDATA};
  if (bits <= 0) return client_text::kNoSensorData;
  if (bits >> count)
    return "intprm[0] says what is measured, in " + std::to_string(count) +
           " bits of which one is set; it is " + std::to_string(bits);
  if (!contact) return {};
  if (reduce < 0 || reduce > 3)
    return "intprm[1], how contacts are reduced, is 0 to 3; it is " + std::to_string(reduce);
  return num <= 0 ? "intprm[2], the number of contacts, must be positive" : "";
}

const char* check_output(const DraftSensor& sensor) {
  const spec::Sensor& node = *sensor.spec;
  if (node.type == mjSENS_USER) {
    if (*node.dim < 0) return "sensor dim must be positive";
    if (sensor.datatype == mjDATATYPE_AXIS && sensor.dim != 3) return "datatype axis requires dim 3";
    if (sensor.datatype == mjDATATYPE_QUATERNION && sensor.dim != 4)
      return "datatype quaternion requires dim 4";
  }
  if (node.type == mjSENS_PLUGIN && !node.plugin.active) return "it has no plugin that could measure";
  if (sensor.dim < 0) return "the resolution of the camera must not be negative";
  if (*node.noise < 0) return "noise is a standard deviation and cannot be below zero";
  if (*node.cutoff < 0) return "cutoff cannot be below zero; 0 switches it off";
  const bool direction = sensor.datatype == mjDATATYPE_QUATERNION || sensor.datatype == mjDATATYPE_AXIS;
  const bool limits = sensor_kind(node.type).cutoff == Cutoff::kLimit;
  return *node.cutoff > 0 && limits && direction ? "a cutoff cannot be applied to directions and quaternions"
                                                 : nullptr;
}

const char* check_timing(const spec::Sensor& node) {
  const auto& [period, phase] = (*node.interval).e;
  if (period < 0) return "negative interval: it is a period of time";
  if (phase > 0) return "positive phase: that of an interval is below zero, or zero";
  if (period > 0 && phase <= -period) return "the phase of an interval must be larger than minus the period";
  return check_history(*node.delay, *node.nsample);
}

DraftSensor resolve(const spec::Sensor& node, Draft& draft, Diagnostics& diagnostics) {
  DraftSensor sensor{&node};
  const SensorKind& kind = sensor_kind(node.type);
  if (!allows(kind.objects, node.objtype) || !allows(kind.references, node.reftype)) {
    refuse(diagnostics, "sensor", node,
           allows(kind.objects, node.objtype) ? "the reference frame object must be of a kind with a frame"
                                              : "this kind of object cannot be measured");
    return sensor;
  }
  if (!find_object(node, node.objtype, node.objname, "sensorized object", draft, sensor.obj, diagnostics) ||
      !find_object(node, node.reftype, node.refname, "reference frame", draft, sensor.ref, diagnostics))
    return sensor;
  const char* wrong = check_object(draft, sensor);
  if (!wrong) wrong = check_distance(draft, sensor);
  if (!wrong) {
    const bool user = node.type == mjSENS_USER;
    sensor.datatype = user ? *node.datatype : kind.datatype;
    sensor.needstage = user ? *node.needstage : kind.needstage;
    const std::int64_t dim = sensor_size(kind, extent_of(draft, sensor));
    if (!fits_size(dim, "nsensordata", "sensor", node, diagnostics)) return sensor;
    sensor.dim = static_cast<int>(dim);
    wrong = check_output(sensor);
  }
  if (!wrong) wrong = check_timing(node);
  if (wrong)
    refuse(diagnostics, "sensor", node, wrong);
  else if (const std::string bad = check_data_bits(node); !bad.empty())
    refuse(diagnostics, "sensor", node, bad);
  return sensor;
}

void fill_sensor(const DraftSensor& sensor, int id, int plugin, Model& m) {
  const spec::Sensor& node = *sensor.spec;
  m.sensor_type[id] = node.type;
  m.sensor_datatype[id] = sensor.datatype;
  m.sensor_needstage[id] = sensor.needstage;
  m.sensor_objtype[id] = node.objtype;
  m.sensor_objid[id] = sensor.obj;
  m.sensor_reftype[id] = node.reftype;
  m.sensor_refid[id] = sensor.ref;
  m.sensor_intprm[id] = node.intprm;
  m.sensor_dim[id] = sensor.dim;
  spec::to_model<SensorFields>(node, id, m);
  m.sensor_history[id] = {*node.nsample, *node.interp};
  m.sensor_plugin[id] = plugin;
}

}  // namespace

void resolve_sensors(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  for (const spec::Sensor& node : spec.sensors) draft.sensors.push_back(resolve(node, draft, diagnostics));
}

void fill_sensors(const Spec&, Draft& draft, Diagnostics&) {
  Model& m = draft.model;
  int adr = 0, history = 0;
  for (const DraftActuator& actuator : draft.actuators)
    history += static_cast<int>(history_size(*actuator.spec->nsample, 1));
  for (int id = 0; id < m.nsensor; ++id) {
    const DraftSensor& sensor = draft.sensors[id];
    fill_sensor(sensor, id, draft.plugin_id(sensor.spec->plugin), m);
    m.sensor_adr[id] = adr;
    adr += sensor.dim;
    m.sensor_historyadr[id] = *sensor.spec->nsample > 0 ? history : -1;
    history += static_cast<int>(history_size(*sensor.spec->nsample, sensor.dim));
  }
}

}  // namespace corten
