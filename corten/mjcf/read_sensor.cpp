// Reading of sensors: which object each kind looks at.
#include "corten/base/client_texts.h"
#include "corten/mjcf/reader.h"
#include "corten/mjcf/rows_sensor.h"

namespace corten::mjcf {

namespace {

using Name = spec::Set<std::string>;

struct Choice {
  const Name* name;
  int objtype;
};

// The one of several names that is given; `count` tells how many were.
Choice choose(std::initializer_list<Choice> choices, int& count) {
  Choice chosen{nullptr, mjOBJ_UNKNOWN};
  count = 0;
  for (const Choice& choice : choices) {
    if (!choice.name->set) continue;
    ++count;
    chosen = choice;
  }
  return chosen;
}

void set_object(spec::Sensor& sensor, const Choice& choice) {
  sensor.objtype = choice.objtype;
  if (choice.name) sensor.objname = *choice.name;
}

void set_reference(spec::Sensor& sensor, const Choice& choice) {
  sensor.reftype = choice.objtype;
  if (choice.name) sensor.refname = *choice.name;
}

int object_type(const Name& word) {
  const Keyword* keyword = find_word(kObject, *word);
  return keyword ? keyword->value : int{mjOBJ_UNKNOWN};
}

std::string list_of(Keywords keywords) {
  std::string words;
  for (const Keyword& keyword : keywords) words += (words.empty() ? "" : ", ") + std::string(keyword.word);
  return words;
}

// Words that must come in their listed order, as bits.
std::optional<int> ordered_bits(const XmlElement& element, Keywords keywords, Context& context) {
  const std::optional<int> bits = read_keyword_bits(element, "data", keywords, context.issues);
  if (!bits) return {};
  int last = -1;
  for (const std::string& word : parse_words(*element.find("data"))) {
    const int value = find_word(keywords, word)->value;
    if (value < last) {
      context.issues.error(element, "attribute 'data': '" + word +
                                        "' is out of place; words must be in order: " + list_of(keywords));
      return {};
    }
    last = value;
  }
  return bits;
}

void read_rangefinder(const XmlElement& element, const SensorTargets& t, spec::Sensor& sensor,
                      Context& context) {
  int count = 0;
  set_object(sensor, choose({{&t.site, mjOBJ_SITE}, {&t.camera, mjOBJ_CAMERA}}, count));
  if (count != 1) context.issues.error(element, "needs exactly one of site and camera");
  sensor.intprm[0] = ordered_bits(element, kRayData, context).value_or(1 << mjRAYDATA_DIST);
}

void read_distance(const XmlElement& element, const SensorTargets& t, spec::Sensor& sensor,
                   Context& context) {
  int first = 0;
  int second = 0;
  set_object(sensor, choose({{&t.body1, mjOBJ_BODY}, {&t.geom1, mjOBJ_GEOM}}, first));
  set_reference(sensor, choose({{&t.body2, mjOBJ_BODY}, {&t.geom2, mjOBJ_GEOM}}, second));
  if (first != 1) context.issues.error(element, "needs exactly one of geom1 and body1");
  if (second != 1) context.issues.error(element, "needs exactly one of geom2 and body2");
}

void read_contact_sensor(const XmlElement& element, const SensorTargets& t, spec::Sensor& sensor,
                         Context& context) {
  int first = 0;
  int second = 0;
  set_object(
      sensor,
      choose(
          {{&t.site, mjOBJ_SITE}, {&t.body1, mjOBJ_BODY}, {&t.subtree1, mjOBJ_XBODY}, {&t.geom1, mjOBJ_GEOM}},
          first));
  set_reference(sensor,
                choose({{&t.body2, mjOBJ_BODY}, {&t.subtree2, mjOBJ_XBODY}, {&t.geom2, mjOBJ_GEOM}}, second));
  if (first > 1) context.issues.error(element, client_text::kContactFirst);
  if (second > 1) context.issues.error(element, client_text::kContactSecond);
  if (*t.num <= 0) context.issues.error(element, client_text::kContactNum);
  sensor.intprm[0] = ordered_bits(element, kContactData, context).value_or(1 << mjCONDATA_FOUND);
  sensor.intprm[1] = *t.reduce;
  sensor.intprm[2] = *t.num;
}

void read_frame_reference(const XmlElement& element, const SensorTargets& t, spec::Sensor& sensor,
                          Context& context) {
  if (t.reftype.set) {
    sensor.reftype = object_type(t.reftype);
    if (!t.reference.set) context.issues.error(element, missing("refname"));
    sensor.refname = *t.reference;
  } else if (t.reference.set) {
    context.issues.error(element, "refname is given but reftype is missing");
  }
}

void read_optional_object(const XmlElement& element, const SensorTargets& t, spec::Sensor& sensor,
                          Context& context) {
  if (t.objtype.set && !t.object.set)
    context.issues.error(element, "objtype '" + *t.objtype + client_text::kNoObjname);
  if (t.object.set && !t.objtype.set)
    context.issues.error(element, "objname '" + *t.object + client_text::kNoObjtype);
  sensor.objtype = object_type(t.objtype);
  sensor.objname = *t.object;
}

// Of plugins, a type that is no known word counts as none, and so does an empty name.
void read_plugin_objects(const XmlElement& element, const SensorTargets& t, spec::Sensor& sensor,
                         Context& context) {
  set_object(sensor, {&t.object, object_type(t.objtype)});
  set_reference(sensor, {&t.reference, object_type(t.reftype)});
  if ((sensor.objtype != mjOBJ_UNKNOWN) != !sensor.objname.empty()) {
    context.issues.error(element, "objtype and objname go together");
  }
  if ((sensor.reftype != mjOBJ_UNKNOWN) != !sensor.refname.empty()) {
    context.issues.error(element, "reftype and refname go together");
  }
}

// By the word of the one kind that will do, or with a type.
void read_by_kind(const XmlElement& element, const SensorKind& kind, const SensorTargets& t,
                  spec::Sensor& sensor, Context& context) {
  const mjtObj object = only_object(kind.objects), reference = only_object(kind.references);
  set_object(sensor, {&t.object, object != mjOBJ_UNKNOWN ? object : object_type(t.objtype)});
  if (reference != mjOBJ_UNKNOWN)
    set_reference(sensor, {&t.reference, reference});
  else
    read_frame_reference(element, t, sensor, context);
}

void read_targets(const XmlElement& element, const SensorKind& kind, const SensorTargets& t,
                  spec::Sensor& sensor, Context& context) {
  switch (naming_of(kind)) {
    case SensorNaming::kByKind:
      return read_by_kind(element, kind, t, sensor, context);
    case SensorNaming::kEither:
      return read_rangefinder(element, t, sensor, context);
    case SensorNaming::kNumbered:
      return read_distance(element, t, sensor, context);
    case SensorNaming::kContact:
      return read_contact_sensor(element, t, sensor, context);
    case SensorNaming::kOptional:
      return kind.type == mjSENS_PLUGIN ? read_plugin_objects(element, t, sensor, context)
                                        : read_optional_object(element, t, sensor, context);
  }
}

}  // namespace

void read_sensor(const XmlElement& section, Context& context) {
  for (const XmlElement& child : section.children) {
    for (const SensorKind& kind : sensor_kinds()) {
      if (child.name != kind.word) continue;
      spec::Sensor& sensor = context.spec.sensors.add();
      sensor.place = child.place();
      sensor.type = kind.type;
      const SensorRows attributes = sensor_rows(kind);
      SensorTargets targets;
      read_rows(child, attributes.common, &sensor, context.issues);
      read_rows(child, attributes.object, &targets, context.issues);
      read_rows(child, attributes.reference, &targets, context.issues);
      read_targets(child, kind, targets, sensor, context);
      if (kind.type == mjSENS_PLUGIN) read_plugin_use(child, sensor.plugin, context);
    }
  }
}

}  // namespace corten::mjcf
