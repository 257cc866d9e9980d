// Reading of a whole document: includes, schema, then the sections in the oracle's order.
#include "corten/mjcf/reader.h"

#include "corten/asset/path.h"
#include "corten/mjcf/later.h"
#include "corten/spec/names.h"

namespace corten::mjcf {

namespace {

// all sections of a kind are read before the next kind, so order in the file does not matter
constexpr Section kSections[] = {
    {"compiler", read_compiler},   {"option", read_option},         {"size", read_size},
    {"visual", read_visual},       {"statistic", read_statistic},   {"default", read_default_section},
    {"extension", read_extension}, {"custom", read_custom},         {"asset", read_asset},
    {"contact", read_contact},     {"deformable", read_deformable}, {"equality", read_equality},
    {"tendon", read_tendon},       {"actuator", read_actuator},     {"sensor", read_sensor},
    {"keyframe", read_keyframe},   {"worldbody", read_worldbody}};

Spec refuse(Place place, const std::string& message, Diagnostics& diagnostics) {
  diagnostics.error(std::move(place), {}, message);
  return {};
}

// A reading of its own has a budget of its own.
template <class Read>
Spec within_limits(const ReadOptions& options, Diagnostics& diagnostics, Read&& read) {
  if (options.budget) return read(options);
  Limits limits = options.limits;
  limits.bytes /= 2;  // the specification; the rest is for what is made of it
  Budget budget(limits);
  ReadOptions own = options;
  own.budget = &budget;
  Spec spec;
  within_budget(budget, diagnostics, [&] { spec = read(own); });
  return spec;
}

Spec read_text(std::string_view text, const std::string& path, const Vfs& vfs, const ReadOptions& options,
               Diagnostics& diagnostics) {
  auto source = std::make_shared<Source>();
  source->file = path;
  const std::optional<XmlElement> root = parse_xml(text, std::move(source), diagnostics, options.budget);
  return root ? read_document(*root, path, vfs, options, diagnostics) : Spec{};
}

}  // namespace

void Context::count_bodies(std::int64_t count, const XmlElement& element) {
  bodies += count;
  const std::int64_t limit = options.budget->limits().bodies;
  if (bodies > limit)
    throw OverBudget(element.place(), describe(element), "too many bodies",
                     "a model has at most " + std::to_string(limit) + " besides the world");
}

void Context::draw(double times, const spec::Weight& weight, const XmlElement& element) {
  const Place place = element.place();
  const std::string text = describe(element);
  const auto count = [&](std::int64_t n) {
    return static_cast<std::int64_t>(std::min(times * static_cast<double>(n), 1e18));
  };
  count_bodies(count(weight.bodies), element);
  budget().draw_elements(count(weight.elements), place, text);
  budget().draw_bytes(times * weight.bytes, place, text);
  budget().check_time(place, text);
}

void read_mjcf(const XmlElement& root, Context& context) {
  if (const std::string* model = root.find("model")) context.spec.modelname = *model;
  context.spec.comment = root.first_comment;
  for (const Section& section : kSections) {
    for (const XmlElement& child : root.children) {
      if (child.name == section.name) section.read(child, context);
    }
  }
}

Spec read_document(const XmlElement& root, const std::string& path, const Vfs& vfs,
                   const ReadOptions& options, Diagnostics& diagnostics) {
  Spec spec;
  spec.modelfiledir = directory_of(path);
  Context context{spec, vfs, options, Issues(diagnostics)};
  const std::string kind = to_lower(root.name);
  if (kind == "robot") {
    read_urdf(root, context);
  } else if (kind == "mujoco") {
    if (root.name != "mujoco")
      diagnostics.error(root.place(), describe(root), "unknown root element", "did you mean 'mujoco'?");
    XmlElement expanded = root;
    expand_includes(expanded, path, vfs, diagnostics, options.budget);
    if (!diagnostics.ok()) return spec;
    if (options.lenient) settle_later(expanded, diagnostics);
    check_schema(expanded, diagnostics);
    read_mjcf(expanded, context);
  } else {
    diagnostics.error(root.place(), describe(root), "unknown kind of model",
                      "the root is <mujoco> or <robot>");
  }
  if (diagnostics.ok()) spec::check_names(spec, diagnostics);
  return spec;
}

Spec read_file(const std::string& path, const Vfs* vfs, const ReadOptions& options,
               Diagnostics& diagnostics) {
  const Vfs disk;
  const Vfs& files = vfs ? *vfs : disk;
  const std::optional<File> file = files.open({}, path);
  if (!file) return refuse({path, 0, 0}, "Error opening file: it is not there or not readable", diagnostics);
  if (file->bytes().empty()) return refuse({path, 0, 0}, "the file is empty", diagnostics);
  return within_limits(options, diagnostics, [&](const ReadOptions& own) {
    return read_text(file->bytes(), reduce_path(path), files, own, diagnostics);
  });
}

Spec read_string(std::string_view xml, const Vfs* vfs, const ReadOptions& options, Diagnostics& diagnostics) {
  const Vfs disk;
  return within_limits(options, diagnostics, [&](const ReadOptions& own) {
    return read_text(xml, {}, vfs ? *vfs : disk, own, diagnostics);
  });
}

}  // namespace corten::mjcf
