// A Spec to MJCF text.
#include "corten/mjcf/write.h"

#include "corten/mjcf/writer.h"

namespace corten::mjcf {

std::string to_xml(const Spec& spec, int digits) {
  XmlWriter xml(digits);
  xml.open("mujoco");
  xml.attribute("model", spec.modelname);
  if (!spec.comment.empty()) xml.comment(spec.comment);
  write_settings(spec, xml);
  write_defaults(spec, xml);
  write_extension(spec, xml);
  write_custom(spec, xml);
  write_assets(spec, xml);
  write_worldbody(spec, xml);
  write_deformable(spec, xml);
  write_mechanisms(spec, xml);
  xml.close();
  return xml.take();
}

}  // namespace corten::mjcf
