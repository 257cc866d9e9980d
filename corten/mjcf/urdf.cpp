// URDF robots to a Spec.
#include "corten/mjcf/urdf.h"

namespace corten::mjcf {

void read_urdf(const XmlElement& root, Context& context) { context.issues.error(root, "not supported yet"); }

void read_composite(const XmlElement& element, spec::Body&, int, const spec::Default&, Context& context) {
  context.issues.error(element, "not supported yet");
}
void read_replicate(const XmlElement& element, spec::Body&, int, const spec::Default&, Context& context) {
  context.issues.error(element, "not supported yet");
}
void read_attach(const XmlElement& element, spec::Body&, int, Context& context) {
  context.issues.error(element, "not supported yet");
}

}  // namespace corten::mjcf
