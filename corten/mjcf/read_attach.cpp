// <attach>: part of another model, under a prefix.
#include "corten/mjcf/reader.h"
#include "corten/spec/attach.h"

namespace corten::mjcf {

void read_attach(const XmlElement& element, spec::Body& body, int frame, Context& context) {
  const std::string* model = require(element, "model", context.issues);
  const std::string* prefix = require(element, "prefix", context.issues);
  const std::string* name = element.find("body");
  if (!model || !prefix) return;
  spec::List<Spec>& models = context.spec.models;
  for (Spec& child : models) {
    if (child.modelname != *model) continue;
    const bool whole = !name || name->empty();
    const spec::Body* part = whole ? &child.world : spec::find_body(child.world, *name);
    if (part) context.draw(1, spec::weight_of(*part, prefix->size()), element);
    context.draw(1, spec::weight_of_lists(child), element);
    if (part && !whole) context.count_bodies(1, element);
    const std::string wrong =
        spec::attach(context.spec, body, frame, child, name ? *name : std::string(), *prefix, context.roots);
    context.classes.forget();
    if (!wrong.empty()) context.issues.error(element, wrong);
    context.hidden_classes = context.hidden_classes || prefix->empty();
    return;
  }
  std::vector<std::string_view> names;
  for (const Spec& child : models) names.push_back(child.modelname);
  context.issues.error(element, "unknown model '" + *model + "'", did_you_mean(*model, names));
}

}  // namespace corten::mjcf
