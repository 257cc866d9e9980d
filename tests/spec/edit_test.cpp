// Changes of a Spec that concern more than one element.
#include "corten/spec/edit.h"

#include <gtest/gtest.h>

#include <cmath>

#include "corten/compile/compile.h"
#include "corten/mjcf/load.h"
#include "corten/spec/attach.h"
#include "corten/spec/keyframes.h"

namespace corten {
namespace {

using spec::Body;
using spec::Frame;

Spec read(const char* xml) {
  Diagnostics diagnostics;
  Spec spec = mjcf::read_string(xml, nullptr, {}, diagnostics);
  EXPECT_TRUE(diagnostics.ok()) << diagnostics.text();
  return spec;
}

Model compiled(const Spec& spec) {
  Diagnostics diagnostics;
  std::optional<Model> model = compile(spec, {}, diagnostics);
  EXPECT_TRUE(model) << diagnostics.text();
  return model ? std::move(*model) : Model{};
}

constexpr const char* kArm = R"(<mujoco>
  <worldbody>
    <body name="upper"><joint name="shoulder"/><geom size=".1"/>
      <body name="lower" pos="1 0 0"><joint name="elbow"/><geom name="fist" size=".1"/><site name="tip"/></body>
    </body>
    <body name="other"><joint name="free" type="slide"/><geom size=".2"/></body>
  </worldbody>
  <tendon><fixed name="cord"><joint joint="shoulder" coef="1"/><joint joint="elbow" coef="1"/></fixed></tendon>
  <actuator><motor name="m" joint="elbow"/><motor name="n" tendon="cord"/><motor name="o" joint="free"/></actuator>
  <sensor><framepos objtype="site" objname="tip"/><clock/></sensor>
  <keyframe><key qpos="1 2 3" ctrl="4 5 6"/></keyframe>
</mujoco>)";

TEST(SpecEdit, ABodyTakesAlongWhatRefersToIt) {  // judge: hand value, the same in MuJoCo's mjs_delete
  Spec spec = read(kArm);
  spec::Orphans orphans;
  const auto taken = spec::take_body(spec, spec.world.bodies[0], 0, orphans);
  EXPECT_EQ(taken->name, "lower");
  EXPECT_EQ(std::get<spec::List<spec::Tendon>>(orphans).size(), 1);
  EXPECT_EQ(std::get<spec::List<spec::Actuator>>(orphans).size(),
            2);  // of the elbow, and of the tendon over it
  EXPECT_EQ(std::get<spec::List<spec::Sensor>>(orphans).size(), 1);
  EXPECT_EQ(std::get<spec::List<spec::Key>>(orphans).size(), 1);  // waits for compilation
  const Model m = compiled(spec);
  EXPECT_EQ(m.nu, 1);
  EXPECT_EQ(m.key_qpos[0][0], 1);
  EXPECT_EQ(m.key_qpos[0][1], 3);
  EXPECT_EQ(m.key_ctrl[0][0], 6);
  settle_keys(spec, m);
  EXPECT_EQ(spec.keys[0].qpos, (std::vector<Real>{1, 3}));
  EXPECT_EQ(spec.keys[0].ctrl, (std::vector<Real>{6}));
}

TEST(SpecEdit, AFrameCanMoveIntoALaterOne) {  // judge: hand value
  Spec spec;
  Body& world = spec.world;
  world.frames.add().pos = spec::Real3{1, 0, 0};
  world.frames.add().pos = spec::Real3{0, 2, 0};
  world.geoms.add().size = spec::Real3{1, 0, 0};
  world.geoms[0].frame = 0;
  EXPECT_TRUE(spec::nest_frame(world, 0, 1));
  EXPECT_EQ(world.frames[0].frame, -1);
  EXPECT_EQ(world.frames[1].frame, 0);
  EXPECT_EQ(world.geoms[0].frame, 1);
  const Model m = compiled(spec);
  EXPECT_EQ(m.geom_pos[0], (Vec3<Real>{1, 2, 0}));
}

TEST(SpecEdit, AFrameCannotStandInItself) {  // judge: hand value
  Body body;
  body.frames.add();
  body.frames.add().frame = 0;
  EXPECT_FALSE(spec::nest_frame(body, 0, 1));
  EXPECT_FALSE(spec::nest_frame(body, 1, 1));
}

TEST(SpecEdit, WhatStoodInAFrameStandsInTheOneAroundIt) {  // judge: hand value
  Body body;
  body.frames.add();
  body.frames.add().frame = 0;
  body.frames.add().frame = 1;
  body.geoms.add().frame = 2;
  body.sites.add().frame = 1;
  spec::take_frame(body, 1);
  EXPECT_EQ(body.frames[1].frame, 0);
  EXPECT_EQ(body.geoms[0].frame, 1);
  EXPECT_EQ(body.sites[0].frame, 0);
}

TEST(SpecEdit, ABodyBecomesAFrameOfItsParent) {  // judge: hand value
  Spec spec = read(kArm);
  Frame* made = nullptr;
  const spec::Site* tip = &spec.world.bodies[0].bodies[0].sites[0];
  spec::body_to_frame(spec.world.bodies[0], 0, made);
  EXPECT_EQ(*made->pos, (spec::Real3{1, 0, 0}));
  EXPECT_EQ(&spec.world.bodies[0].sites[0], tip);  // the element itself moved
  EXPECT_EQ(compiled(spec).site_pos[0], (Vec3<Real>{1, 0, 0}));
}

TEST(SpecEdit, ASeparatedFrameKeepsItsContents) {  // judge: hand value
  Body body;
  body.frames.add().name = "stays";
  body.frames.add().name = "moves";
  body.frames.add().frame = 1;
  body.geoms.add().frame = 0;
  body.geoms.add().frame = 2;
  const Body& part = spec::separate_frame(body, 1);
  ASSERT_EQ(part.frames.size(), 2);
  EXPECT_EQ(part.frames[0].name, "moves");
  EXPECT_EQ(part.frames[1].frame, 0);
  EXPECT_EQ(part.geoms[0].frame, 1);
  EXPECT_EQ(body.frames.size(), 1);
  EXPECT_EQ(body.geoms[0].frame, 0);
}

TEST(SpecEdit, AnAttachedBodyBringsItsActuatorsAndKeys) {  // judge: hand value, the same in mjs_attach
  Spec target = read(kArm);
  Spec child = read(kArm);
  const spec::Copies copies = spec::attach_tree(target, target.world.bodies[0], -1, child,
                                                child.world.bodies[1], false, {"p_", "_s"});
  EXPECT_EQ(target.world.bodies[0].bodies[1].name, "p_other_s");
  EXPECT_EQ(target.actuators.back().target, "p_free_s");
  const spec::List<spec::Key> keys = spec::pending_keys(target);
  EXPECT_EQ(keys.back().qpos.size(), 4U);  // shoulder, elbow, the newcomer, free
  EXPECT_EQ(keys.back().qpos[2], 3);
  EXPECT_TRUE(std::isnan(keys.back().qpos[0]));
  bool found = false;
  for (const auto& [from, to] : copies)
    found = found || (from == &child.world.bodies[1] && to->name == "p_other_s");
  EXPECT_TRUE(found);
  EXPECT_EQ(compiled(target).nu, 4);
}

TEST(SpecEdit, AClassIsACopyOfItsParentAndItsNameIsUnique) {  // judge: hand value
  Spec spec;
  spec.defaults.geom.condim = 4;
  spec::Default* made = spec::add_class(spec, "soft", spec.defaults);
  ASSERT_NE(made, nullptr);
  EXPECT_EQ(*made->geom.condim, 4);
  EXPECT_EQ(spec::add_class(spec, "soft", spec.defaults), nullptr);
  const spec::Geom& geom = spec::add_of_class(spec.world.geoms, *made);
  EXPECT_EQ(geom.classname, "soft");
  EXPECT_EQ(spec::take_class(spec, *made)->name, "soft");
  EXPECT_EQ(spec::take_class(spec, spec.defaults), nullptr);
}

}  // namespace
}  // namespace corten
