// MuJoCo's own scenes with plugins, where they are at hand: every field of the model, then 400 steps.
#include "tests/plugins/both.h"
#include "tests/support/model_files.h"

namespace corten {
namespace {

TEST(PluginScenes,
     AreTheOracles) {  // judge: oracle; all but the solver to the bit, from the same compiled numbers
  for (const std::string& file :
       found({"mujoco/model/plugin/actuator/pid.xml", "mujoco/model/plugin/elasticity/cable.xml",
              "mujoco/model/plugin/sensor/touch_grid.xml", "mujoco/model/plugin/sdf/torus.xml",
              "mujoco/model/plugin/sdf/nutbolt.xml", "mujoco/model/plugin/sdf/primitives.xml",
              "mujoco/model/plugin/sdf/cow.xml", "mujoco/model/plugin/sdf/gear.xml",
              "mujoco/model/plugin/sdf/bowl.xml", "mujoco/model/plugin/sdf/mesh.xml",
              "mujoco/model/plugin/elasticity/belt.xml", "mujoco/model/plugin/elasticity/coil.xml"})) {
    SCOPED_TRACE(file);
    Both both = Both::of_file(file, 1e-8);
    ASSERT_TRUE(both.loaded());
    both.m = oracle::to_model(both.om.get());
    both.d = make_data(both.m);
    both.expect_same_steps(
        400, [&](Real* ctrl, Real) { std::fill_n(ctrl, both.m.nu, .5); }, kNewtonBar);
  }
}

}  // namespace
}  // namespace corten
