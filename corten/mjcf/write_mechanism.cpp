// Writing of contact, equality, tendon, actuator, sensor and keyframe sections.
#include <algorithm>
#include <cmath>

#include "corten/mjcf/actuator_shortcuts.h"
#include "corten/mjcf/rows_asset.h"
#include "corten/mjcf/rows_mechanism.h"
#include "corten/mjcf/rows_sensor.h"
#include "corten/mjcf/writer.h"
#include "corten/spec/keyframes.h"
#include "corten/spec/names.h"
#include "corten/spec/orientation.h"

namespace corten::mjcf {

namespace {

void write_name(const char* attribute, const std::string& name, XmlWriter& xml) {
  if (!name.empty()) xml.attribute(attribute, name);
}

void write_contact(const Spec& spec, XmlWriter& xml) {
  xml.group("contact");
  for (const spec::Pair& pair : spec.pairs) {
    xml.open("pair");
    write_class(pair.classname, "main", xml);
    xml.rows(rows_of<spec::Pair>(), &pair, &class_of(spec, pair).pair);
    xml.close();
  }
  const spec::Exclude base;
  for (const spec::Exclude& exclude : spec.excludes) {
    xml.open("exclude");
    xml.rows(rows_of<spec::Exclude>(), &exclude, &base);
    xml.close();
  }
  xml.close();
}

void write_equality_terms(const spec::Equality& equality, XmlWriter& xml) {
  const auto& data = *equality.data;
  const bool sites = equality.objtype == mjOBJ_SITE;
  switch (*equality.type) {
    case mjEQ_CONNECT:
    case mjEQ_WELD:
      write_name(sites ? "site1" : "body1", equality.name1, xml);
      write_name(sites ? "site2" : "body2", equality.name2, xml);
      if (!sites) xml.attribute("anchor", xml.numbers(data.data(), 3));
      if (*equality.type == mjEQ_CONNECT) return;
      if (!sites) xml.attribute("relpose", xml.numbers(data.data() + 3, 7));
      return xml.attribute("torquescale", xml.number(data[10]));
    case mjEQ_JOINT:
    case mjEQ_TENDON:
      write_name(*equality.type == mjEQ_JOINT ? "joint1" : "tendon1", equality.name1, xml);
      write_name(*equality.type == mjEQ_JOINT ? "joint2" : "tendon2", equality.name2, xml);
      return xml.attribute("polycoef", xml.numbers(data.data(), 5));
    default:
      return write_name("flex", equality.name1, xml);
  }
}

void write_equality(const Spec& spec, XmlWriter& xml) {
  static constexpr const char* kNames[] = {"connect", "weld", "joint", "tendon", "flex", "flexvert"};
  xml.group("equality");
  for (const spec::Equality& equality : spec.equalities) {
    xml.open(kNames[*equality.type]);
    write_class(equality.classname, "main", xml);
    xml.rows(rows_of<spec::Equality>(), &equality, &class_of(spec, equality).equality);
    write_equality_terms(equality, xml);
    xml.close();
  }
  xml.close();
}

void write_wrap(const spec::Wrap& wrap, XmlWriter& xml) {
  const spec::Wrap base;
  switch (wrap.type) {
    case mjWRAP_JOINT:
      xml.open("joint");
      xml.attribute("joint", wrap.target);
      xml.attribute("coef", xml.number(wrap.prm));
      break;
    case mjWRAP_PULLEY:
      xml.open("pulley");
      xml.attribute("divisor", xml.number(wrap.prm));
      break;
    case mjWRAP_SITE:
      xml.open("site");
      xml.attribute("site", wrap.target);
      break;
    default:
      xml.open("geom");
      xml.attribute("geom", wrap.target);
      write_name("sidesite", wrap.sidesite, xml);
  }
  xml.close();
}

void write_tendon(const Spec& spec, XmlWriter& xml) {
  xml.group("tendon");
  for (const spec::Tendon& tendon : spec.tendons) {
    const spec::Tendon& base = class_of(spec, tendon).tendon;
    xml.open(tendon.spatial ? "spatial" : "fixed");
    write_class(tendon.classname, "main", xml);
    xml.rows(rows_of<spec::Tendon>(), &tendon, &base);
    if (tendon.spatial) xml.rows(rows_of<spec::Tendon>("spatial"), &tendon, &base);
    if (*tendon.springlength != *base.springlength) write_springlength(*tendon.springlength, xml);
    for (const spec::Wrap& wrap : tendon.path) write_wrap(wrap, xml);
    xml.close();
  }
  xml.close();
}

void write_target(const spec::Actuator& actuator, XmlWriter& xml) {
  static constexpr const char* kTargets[] = {"joint", "jointinparent", "cranksite", "tendon", "site", "body"};
  if (actuator.trntype != mjTRN_UNDEFINED) xml.attribute(kTargets[actuator.trntype], actuator.target);
  write_name("refsite", actuator.refsite, xml);
  write_name("slidersite", actuator.slidersite, xml);
}

// Only position and intvelocity can inherit a range; their parameters say the same as the general form.
void write_servo(const spec::Actuator& actuator, const spec::Actuator& base, XmlWriter& xml) {
  const bool integrator = *actuator.dyntype == mjDYN_INTEGRATOR;
  const Real damping = (*actuator.biasprm)[2];
  xml.open(integrator ? "intvelocity" : "position");
  write_class(actuator.classname, "main", xml);
  xml.rows(find_actuator_kind(integrator ? "intvelocity" : "position")->common, &actuator, &base);
  xml.attribute("kp", xml.number((*actuator.gainprm)[0]));
  if (damping > 0) xml.attribute("dampratio", xml.number(damping));
  if (damping <= 0) xml.attribute("kv", xml.number(std::abs(damping)));
  if (*actuator.dyntype == mjDYN_FILTEREXACT) xml.attribute("timeconst", xml.number((*actuator.dynprm)[0]));
}

void write_actuator(const Spec& spec, XmlWriter& xml) {
  xml.group("actuator");
  for (const spec::Actuator& actuator : spec.actuators) {
    spec::Actuator base = class_of(spec, actuator).actuator;
    base.inheritrange = 0.0;  // classes are written in general form
    base.inheritrange.set = false;
    if (*actuator.inheritrange > 0) {
      write_servo(actuator, base, xml);
    } else {
      xml.open(actuator.plugin.active ? "plugin" : "general");
      write_class(actuator.classname, "main", xml);
      xml.rows(find_actuator_kind(actuator.plugin.active ? "plugin" : "general")->common, &actuator, &base);
    }
    if (actuator.plugin.active) write_plugin_attributes(actuator.plugin, xml);
    write_target(actuator, xml);
    if (actuator.plugin.active) write_plugin_config(actuator.plugin.config, xml);
    xml.close();
  }
  xml.close();
}

// Programs may have set any number.
std::string_view word_of(int objtype) {
  const char* word = object_word(objtype);
  return word ? word : "";
}

void write_object(const spec::Sensor& sensor, XmlWriter& xml) {
  if (sensor.objname.empty()) return;
  xml.attribute("objtype", word_of(sensor.objtype));
  xml.attribute("objname", sensor.objname);
}

void write_reference(const spec::Sensor& sensor, XmlWriter& xml) {
  if (sensor.refname.empty()) return;
  xml.attribute("reftype", word_of(sensor.reftype));
  xml.attribute("refname", sensor.refname);
}

// "geom1", "body2", "subtree1"
void write_numbered(int objtype, const std::string& name, const char* number, XmlWriter& xml) {
  if (objtype == mjOBJ_UNKNOWN) return;
  if (objtype == mjOBJ_SITE) return xml.attribute("site", name);
  const std::string kind = objtype == mjOBJ_GEOM ? "geom" : objtype == mjOBJ_XBODY ? "subtree" : "body";
  xml.attribute(kind + number, name);
}

void write_targets_by_kind(const spec::Sensor& sensor, const SensorKind& kind, XmlWriter& xml) {
  const mjtObj object = only_object(kind.objects), reference = only_object(kind.references);
  if (object != mjOBJ_UNKNOWN)
    xml.attribute(object_word(object), sensor.objname);
  else
    write_object(sensor, xml);
  if (reference != mjOBJ_UNKNOWN)
    xml.attribute(object_word(reference), sensor.refname);
  else
    write_reference(sensor, xml);
}

void write_sensor_targets(const spec::Sensor& sensor, const SensorKind& kind, XmlWriter& xml) {
  switch (naming_of(kind)) {
    case SensorNaming::kByKind:
      return write_targets_by_kind(sensor, kind, xml);
    case SensorNaming::kOptional:
      write_object(sensor, xml);
      return write_reference(sensor, xml);
    case SensorNaming::kEither:
      xml.attribute(word_of(sensor.objtype), sensor.objname);
      return xml.attribute("data", bits_text(kRayData, sensor.intprm[0]));
    case SensorNaming::kContact:
      xml.attribute("data", bits_text(kContactData, sensor.intprm[0]));
      xml.attribute("reduce", find_value(kContactReduce, sensor.intprm[1])->word);
      xml.attribute("num", std::to_string(sensor.intprm[2]));
      [[fallthrough]];
    case SensorNaming::kNumbered:
      write_numbered(sensor.objtype, sensor.objname, "1", xml);
      return write_numbered(sensor.reftype, sensor.refname, "2", xml);
  }
}

void write_sensor(const Spec& spec, XmlWriter& xml) {
  const spec::Sensor base;
  xml.group("sensor");
  for (const spec::Sensor& sensor : spec.sensors) {
    if (sensor.type < 0 || sensor.type > mjSENS_USER) continue;
    const SensorKind& kind = sensor_kind(sensor.type);
    xml.open(kind.word);
    xml.rows(sensor_rows(kind).common, &sensor, &base);
    if (sensor.type == mjSENS_USER && *sensor.datatype == *base.datatype)  // others have theirs by kind
      xml.attribute("datatype", find_value(words::kDataType, *base.datatype)->word);
    if (sensor.plugin.active) write_plugin_attributes(sensor.plugin, xml);
    write_sensor_targets(sensor, kind, xml);
    if (sensor.plugin.active) write_plugin_config(sensor.plugin.config, xml);
    xml.close();
  }
  xml.close();
}

// The reference configuration as far as the tree tells it: qpos0, and poses of mocap bodies.
struct Reference {
  std::vector<Real> qpos, mpos, mquat;
};

void append(std::vector<Real>& to, const Real* values, int count) {
  to.insert(to.end(), values, values + count);
}

build::Pose body_pose(const Spec& spec, const spec::Body& parent, const spec::Body& body) {
  build::Pose own{*body.pos, *body.quat};
  build::Pose frame;
  (void)spec::resolve_orientation(body.alt, spec.compiler_of(body), own.quat);
  build::normalize(own.quat);
  (void)spec::frame_pose(spec, parent, body.frame, frame);
  return body.frame < 0 ? own : build::compose(frame, own);
}

void add_reference(const Spec& spec, Reference& reference) {
  std::vector<std::pair<const spec::Body*, const spec::Body*>> open;  // bodies with their parents
  const auto open_children = [&](const spec::Body& parent) {
    for (int i = parent.bodies.size(); i-- > 0;) open.emplace_back(&parent.bodies[i], &parent);
  };
  open_children(spec.world);
  while (!open.empty()) {
    const spec::Body& body = *open.back().first;
    const build::Pose pose = body_pose(spec, *open.back().second, body);
    open.pop_back();
    for (const spec::Joint& joint : body.joints) {
      const bool degree = *joint.type == mjJNT_HINGE && *spec.compiler_of(joint).degree != 0;
      const Real identity[] = {1, 0, 0, 0};
      if (*joint.type == mjJNT_FREE) {
        append(reference.qpos, pose.pos.data(), 3);
        append(reference.qpos, pose.quat.data(), 4);
      } else if (*joint.type == mjJNT_BALL) {
        append(reference.qpos, identity, 4);
      } else {
        reference.qpos.push_back(degree ? *joint.ref * (build::kPi / 180) : *joint.ref);
      }
    }
    if (*body.mocap) {
      append(reference.mpos, pose.pos.data(), 3);
      append(reference.mquat, pose.quat.data(), 4);
    }
    open_children(body);
  }
}

// a key may be longer than the reference: joints were removed or changed their type after it was made
void complete(std::vector<Real>& values, const std::vector<Real>& reference) {
  for (std::size_t i = 0; i < std::min(values.size(), reference.size()); ++i) {
    if (std::isnan(values[i])) values[i] = reference[i];
  }
}

void write_keyframe(const Spec& spec, XmlWriter& xml) {
  const spec::Key base;
  Reference reference;
  add_reference(spec, reference);
  xml.group("keyframe");
  const auto write = [&](const spec::Key& key) {
    xml.open("key");
    xml.rows(rows_of<spec::Key>(), &key, &base);
    xml.close();
  };
  for (const spec::Key& key : spec.keys) write(key);
  for (spec::Key& key : spec::pending_keys(spec)) {
    complete(key.qpos, reference.qpos);
    complete(key.mpos, reference.mpos);
    complete(key.mquat, reference.mquat);
    write(key);
  }
  xml.close();
}

}  // namespace

void write_mechanisms(const Spec& spec, XmlWriter& xml) {
  write_contact(spec, xml);
  write_equality(spec, xml);
  write_tendon(spec, xml);
  write_actuator(spec, xml);
  write_sensor(spec, xml);
  write_keyframe(spec, xml);
}

}  // namespace corten::mjcf
