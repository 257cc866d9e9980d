// Reading of default classes. A nested class starts as a copy of its parent, after the parent's own elements.
#include "corten/base/client_texts.h"
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
spec::Default& add_class(spec::Default& parent, const std::string& name, const XmlElement& element,
                         Context& context) {
  const double bytes = static_cast<double>(sizeof parent) + spec::carried_bytes(parent);
  context.budget().draw_bytes(bytes, element.place(), describe(element));
  spec::List<spec::Default> siblings = std::move(parent.children);  // which are not to be copied
  spec::Default copy = parent;
  parent.children = std::move(siblings);
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
    } else if (context.classes.first(context.spec, *name)) {
      context.issues.error(child, client_text::kRepeatedClass + *name + "'");
    } else {
      spec::Default& added = add_class(record, *name, child, context);
      context.classes.add(added);
      read_class(child, added, context);
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
    return context.issues.error(section, "the top-level default class 'main' cannot be renamed",
                                "nest class '" + *name + "' in it");
  }
  read_class(section, context.spec.defaults, context);
}

void ClassIndex::add(const spec::Default& record) {
  const auto [entry, is_new] = by_name_.try_emplace(record.name, Entry{&record, &record});
  if (!is_new) entry->second.last = &record;
}

void ClassIndex::forget() {
  by_name_.clear();
  carried_.clear();
}

const ClassIndex::Entry* ClassIndex::find(const Spec& spec, const std::string& name) {
  if (by_name_.empty()) spec::for_each_nested(spec.defaults, [&](const spec::Default& own) { add(own); });
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : &found->second;
}

const spec::Default* ClassIndex::first(const Spec& spec, const std::string& name) {
  const Entry* entry = find(spec, name);
  return entry ? entry->first : nullptr;
}

const spec::Default* ClassIndex::last(const Spec& spec, const std::string& name) {
  const Entry* entry = find(spec, name);
  return entry ? entry->last : nullptr;
}

double ClassIndex::carried_bytes(const spec::Default& record) {
  const auto [entry, is_new] = carried_.try_emplace(&record, 0);
  if (is_new) entry->second = spec::carried_bytes(record);
  return entry->second;
}

namespace {

// What the active class is by now. A class that is named in an element is the first of its name, the active
// one the last.
const spec::Default& current_class(const spec::Default& active, Context& context) {
  if (!context.hidden_classes) return active;
  const spec::Default* last = context.classes.last(context.spec, active.name);
  return last ? *last : active;
}

}  // namespace

const spec::Default& named_class(const XmlElement& element, std::string_view attribute,
                                 const spec::Default& active, Context& context) {
  const std::string* name = element.find(attribute);
  if (!name) return current_class(active, context);
  if (const spec::Default* found = context.classes.first(context.spec, *name)) return *found;
  const std::string message = client_text::kUnknownClass + *name + "'";
  if (context.options.lenient) {
    context.issues.warning(element, message + " ignored");
  } else {
    context.issues.error(element, message, did_you_mean(*name, class_names(context.spec.defaults)));
  }
  return active;
}

const spec::Default& element_class(const XmlElement& element, const spec::Default& active, Context& context) {
  const spec::Default& found = named_class(element, "class", active, context);
  constexpr double kUsual = 4096;  // of short names, which a million elements may have
  const double bytes = context.classes.carried_bytes(found);
  if (bytes > kUsual) context.budget().draw_bytes(bytes, element.place(), describe(element));
  return found;
}

}  // namespace corten::mjcf
