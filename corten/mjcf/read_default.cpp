// Reading of default classes. A nested class starts as a copy of its parent, after the parent's own elements.
#include "corten/mjcf/reader.h"

namespace corten::mjcf {

namespace {

struct Record {
  std::string_view name;
  void (*read)(const XmlElement& element, spec::Default& record, Context& context);
};

template <auto Member, auto Read>
void read_by(const XmlElement& element, spec::Default& record, Context& context) {
  Read(element, record.*Member, context);
}
template <auto Member>
void read_plain(const XmlElement& element, spec::Default& record, Context& context) {
  read_rows(element, rows_of<std::remove_reference_t<decltype(record.*Member)>>(), &(record.*Member),
            context.issues);
}

using spec::Default;
constexpr Record kRecords[] = {{"mesh", read_by<&Default::mesh, read_mesh_values>},
                               {"material", read_by<&Default::material, read_material_values>},
                               {"joint", read_by<&Default::joint, read_joint_values>},
                               {"geom", read_by<&Default::geom, read_geom_values>},
                               {"site", read_by<&Default::site, read_site_values>},
                               {"camera", read_by<&Default::camera, read_camera_values>},
                               {"light", read_by<&Default::light, read_light_values>},
                               {"pair", read_plain<&Default::pair>},
                               {"equality", read_plain<&Default::equality>},
                               {"tendon", read_by<&Default::tendon, read_tendon_values>}};

void read_record(const XmlElement& element, Default& record, Context& context) {
  if (is_actuator(element.name)) return read_actuator_values(element, record.actuator, context);
  for (const Record& kind : kRecords)
    if (element.name == kind.name) return kind.read(element, record, context);
}

// A child class with the parent's records and no children of its own.
spec::Default& add_class(spec::Default& parent, const std::string& name, const XmlElement& element) {
  spec::Default copy = parent;
  copy.children.clear();
  copy.name = name;
  copy.place = element.place();
  return parent.children.add(std::move(copy));
}

void read_class(const XmlElement& element, spec::Default& record, Context& context) {
  for (const XmlElement& child : element.children) {
    if (child.name != "default") read_record(child, record, context);
  }
  for (const XmlElement& child : element.children) {
    if (child.name != "default") continue;
    const std::string* name = child.find("class");
    if (!name || name->empty()) {
      context.issues.error(child, "a nested default needs a class name");
    } else if (context.spec.defaults.find(*name)) {
      context.issues.error(child, "default class '" + *name + "' exists already");
    } else {
      read_class(child, add_class(record, *name, child), context);
    }
  }
}

std::vector<std::string_view> class_names(const spec::Default& record) {
  std::vector<std::string_view> names;
  spec::for_each_nested(record, [&](const spec::Default& own) { names.push_back(own.name); });
  return names;
}

}  // namespace

void read_default_section(const XmlElement& section, Context& context) {
  const std::string* name = section.find("class");
  if (name && !name->empty() && *name != "main") {
    return context.issues.error(section, "the top-level default class is 'main'",
                                "nest class '" + *name + "' in it");
  }
  read_class(section, context.spec.defaults, context);
}

namespace {

const spec::Default* last_class(const spec::Default& root, const std::string& name) {
  const spec::Default* found = nullptr;
  spec::for_each_nested(root, [&](const spec::Default& own) {
    if (own.name == name) found = &own;
  });
  return found;
}

// What the active class is by now. A class that is named in an element is the first of its name, the active
// one the last.
const spec::Default& current_class(const spec::Default& active, const Context& context) {
  if (!context.hidden_classes) return active;
  const spec::Default* last = last_class(context.spec.defaults, active.name);
  return last ? *last : active;
}

}  // namespace

const spec::Default& named_class(const XmlElement& element, std::string_view attribute,
                                 const spec::Default& active, Context& context) {
  const std::string* name = element.find(attribute);
  if (!name) return current_class(active, context);
  if (const spec::Default* found = context.spec.defaults.find(*name)) return *found;
  const std::string message = "no default class is called '" + *name + "'";
  if (context.options.lenient) {
    context.issues.warning(element, message + " ignored");
  } else {
    context.issues.error(element, message, did_you_mean(*name, class_names(context.spec.defaults)));
  }
  return active;
}

const spec::Default& element_class(const XmlElement& element, const spec::Default& active, Context& context) {
  return named_class(element, "class", active, context);
}

}  // namespace corten::mjcf
