// Reading of actuators: common attributes, the transmission target, the values of a shortcut.
#include "corten/mjcf/actuator_shortcuts.h"
#include "corten/mjcf/reader.h"

namespace corten::mjcf {

namespace {

using spec::Actuator;

struct Transmission {
  std::string_view attribute;
  int type;
};
constexpr Transmission kTransmissions[] = {{"joint", mjTRN_JOINT},   {"jointinparent", mjTRN_JOINTINPARENT},
                                           {"tendon", mjTRN_TENDON}, {"cranksite", mjTRN_SLIDERCRANK},
                                           {"site", mjTRN_SITE},     {"body", mjTRN_BODY}};

void read_target(const XmlElement& element, Actuator& a, Context& context) {
  int count = 0;
  for (const Transmission& transmission : kTransmissions) {
    const std::string* name = element.find(transmission.attribute);
    if (!name) continue;
    a.target = *name;
    a.trntype = transmission.type;
    ++count;
  }
  if (count > 1) context.issues.error(element, "more than one transmission target");
  if (const std::string* name = element.find("refsite")) a.refsite = *name;
  if (const std::string* name = element.find("slidersite")) a.slidersite = *name;
  if (count == 0) return;
  const std::string* crank = element.find("cranklength");
  if (a.trntype != mjTRN_SLIDERCRANK && (element.find("slidersite") || (crank && !is_blank(*crank)))) {
    context.issues.error(element, "slidersite and cranklength need a cranksite");
  }
  if (a.trntype != mjTRN_SITE && element.find("refsite"))
    context.issues.error(element, "refsite needs a site");
}

}  // namespace

bool is_actuator(std::string_view element_name) { return find_actuator_kind(element_name) != nullptr; }

void read_actuator_values(const XmlElement& element, Actuator& actuator, Context& context) {
  const ActuatorKind& kind = *find_actuator_kind(element.name);
  read_rows(element, kind.common, &actuator, context.issues);
  read_target(element, actuator, context);
  Shortcut shortcut;
  read_rows(element, kind.shortcut, &shortcut, context.issues);
  const std::string problem = kind.apply(shortcut, actuator);
  if (!problem.empty()) context.issues.error(element, problem);
}

void read_actuator(const XmlElement& section, Context& context) {
  for (const XmlElement& child : section.children) {
    if (!is_actuator(child.name)) continue;
    const spec::Default& from = element_class(child, context.spec.defaults, context);
    Actuator& actuator = context.spec.actuators.add(from.actuator);
    actuator.classname = from.name;
    actuator.place = child.place();
    read_actuator_values(child, actuator, context);
    context.draw(1, {0, 0, sizeof(Real) * static_cast<double>(std::max(0, *actuator.actdim))}, child);
    if (child.name == "plugin") read_plugin_use(child, actuator.plugin, context);
  }
}

}  // namespace corten::mjcf
