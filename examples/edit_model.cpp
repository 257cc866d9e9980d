// Builds a chain of links on top of a model read from a file, compiles it, lets it hang and writes it as
// MJCF.
#include <cstdio>
#include <string>

#include "corten/corten.h"

namespace {

using namespace corten;

// a link of 10 cm below its parent, on a ball joint
spec::Body& add_link(spec::Body& parent, int number) {
  spec::Body& link = parent.bodies.add();
  link.name = "link" + std::to_string(number);
  link.pos = Vec3<Real>{number == 0 ? .5 : 0, 0, number == 0 ? 0 : -.1};
  spec::Joint& joint = link.joints.add();
  joint.type = mjJNT_BALL;
  joint.damping = .001;
  spec::Geom& geom = link.geoms.add();
  geom.type = mjGEOM_CAPSULE;
  geom.fromto = Vec<Real, 6>{0, 0, 0, 0, 0, -.1};
  geom.size = Vec3<Real>{.01, 0, 0};
  geom.contype = 0;
  return link;
}

}  // namespace

int main() {
  Diagnostics diagnostics;
  Spec model_text = mjcf::read_file("scenes/pendulum.xml", nullptr, {}, diagnostics);
  spec::Body* end = &model_text.world.bodies[0];
  for (int i = 0; i < 5; ++i) end = &add_link(*end, i);

  const std::optional<Model> model = compile(model_text, {}, diagnostics);
  if (!model) {
    std::fputs(diagnostics.text().c_str(), stderr);
    return 1;
  }
  Data data = make_data(*model);
  while (data.time < 20) step(*model, data);
  const int last = name2id(*model, mjOBJ_BODY, "link4");
  std::printf("%d bodies, %d degrees of freedom\n", model->nbody, model->nv);
  std::printf("after 20 s the last link is at x %.3f, z %.3f m\n", data.xpos[last][0], data.xpos[last][2]);
  const std::string xml = mjcf::to_xml(model_text);
  std::printf("as MJCF it begins with %s\n", xml.substr(0, xml.find('\n')).c_str());
}
