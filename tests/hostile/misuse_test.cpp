// Mistakes of the calling program at the doors of the engine.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "corten/base/thread_pool.h"
#include "corten/compile/compile.h"
#include "corten/load.h"
#include "corten/mjcf/load.h"
#include "corten/mjcf/write.h"
#include "corten/model/binary.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"

namespace corten {
namespace {

TEST(Misuse, ADataOfAnotherModelIsRefused) {  // judge: definition
  const Model one =
      load_text("<mujoco><worldbody><body><freejoint/><geom size='1'/></body></worldbody></mujoco>").value();
  const Model other =
      load_text("<mujoco><worldbody><body><joint/><geom size='1'/></body></worldbody></mujoco>").value();
  Data d = make_data(other);
  EXPECT_THROW(step(one, d), std::invalid_argument);
  EXPECT_THROW(forward(one, d), std::invalid_argument);
  EXPECT_THROW(reset_data(one, d), std::invalid_argument);
  step(other, d);
}

constexpr const char* kEdited =
    "<mujoco><asset><texture name='t' type='2d' builtin='flat' width='4' height='4'/></asset><worldbody>"
    "<geom size='1'/><site name='s'/><camera/><light/><body><joint name='j'/><geom "
    "size='1'/></body></worldbody>"
    "<actuator><motor joint='j'/></actuator><sensor><user dim='1'/></sensor></mujoco>";

// The specification above after an edit, compiled; what is wrong with it, if something is.
template <class Edit>
std::string compiled_after(Edit&& edit) {
  Diagnostics diagnostics;
  Spec spec = mjcf::read_string(kEdited, nullptr, {}, diagnostics);
  edit(spec);
  (void)compile(spec, {}, diagnostics);
  return diagnostics.ok() ? "" : diagnostics.text();
}

TEST(Misuse, NumbersThatStandForNoWordAreRefused) {  // judge: definition
  for (const int bad : {-7, 97, 2'147'483'647}) {
    const auto refused = [&](const char* words, auto&& edit) {
      const std::string text = compiled_after(edit);
      EXPECT_NE(text.find(words), std::string::npos) << bad << ": " << text;
    };
    refused("no such type", [&](Spec& s) { s.world.geoms[0].type = bad; });
    refused("no such type", [&](Spec& s) { s.world.sites[0].type = bad; });
    refused("no such type", [&](Spec& s) { s.world.bodies[0].joints[0].type = bad; });
    refused("no such type", [&](Spec& s) { s.world.lights[0].type = bad; });
    refused("no such type", [&](Spec& s) { s.textures[0].type = bad; });
    refused("no such mode", [&](Spec& s) { s.world.cameras[0].mode = bad; });
    refused("no such dyntype", [&](Spec& s) { s.actuators[0].dyntype = bad; });
    refused("no such interp", [&](Spec& s) { s.actuators[0].interp = bad; });
    refused("no such needstage", [&](Spec& s) { s.sensors[0].needstage = bad; });
    refused("no such type", [&](Spec& s) { s.sensors[0].type = bad; });
    refused("no such type", [&](Spec& s) { s.equalities.add().type = bad; });
    refused("no such trntype", [&](Spec& s) { s.actuators[0].trntype = bad; });
    refused("no such integrator", [&](Spec& s) { s.option.integrator = bad; });
    refused("no such solver", [&](Spec& s) { s.option.solver = bad; });
  }
}

TEST(Misuse, ASensorOfAPluginWithoutOneIsRefused) {  // judge: the oracle refuses it, too
  const std::string text = compiled_after([](Spec& s) { s.sensors.add().type = mjSENS_PLUGIN; });
  EXPECT_NE(text.find("no plugin"), std::string::npos) << text;
}

TEST(Misuse, ASpecificationWithASensorOfNoTypeCanBeWritten) {  // judge: no crash
  Diagnostics diagnostics;
  Spec spec = mjcf::read_string(kEdited, nullptr, {}, diagnostics);
  spec.sensors[0].type = 2'147'483'647;
  EXPECT_NE(mjcf::to_xml(spec).find("<worldbody>"), std::string::npos);
}

TEST(Misuse, AnUneditedSpecificationIsNotRefused) {  // judge: definition
  EXPECT_EQ(compiled_after([](Spec&) {}), "");
}

TEST(Misuse, AModelWithUnsetLimitsBelowMinusOneCanBeReadAgain) {  // judge: the oracle keeps the number
  Diagnostics diagnostics;
  Spec spec = mjcf::read_string(kEdited, nullptr, {}, diagnostics);
  spec.size.nconmax = spec.size.njmax = -7;
  const auto m = compile(spec, {}, diagnostics);
  ASSERT_TRUE(m);
  EXPECT_EQ(model_from_bytes(model_to_bytes(*m)).nconmax, -7);
}

TEST(Misuse, AFlexOfAnyCondimTouchesThePlane) {  // judge: the oracle up to 6; beyond it stops
  for (const int condim : {-1, 0, 2, 5, 7, 1'000'000}) {
    const Model m = load_text(
                        "<mujoco><worldbody><geom type='plane' size='1 1 1' condim='1'/>"
                        "<flexcomp name='f' type='grid' count='3 3 1' spacing='.1 .1 .1' pos='0 0 .005' "
                        "radius='.01' dim='2' mass='1'><contact condim='" +
                        std::to_string(condim) + "' priority='1'/></flexcomp></worldbody></mujoco>")
                        .value();
    Data d = make_data(m);
    step(m, d);
    ASSERT_EQ(d.ncon, 9);
    EXPECT_EQ(d.contact[0].dim, std::clamp(condim, 1, 6));
    EXPECT_EQ(model_from_bytes(model_to_bytes(m)).flex_condim[0], condim);
  }
}

TEST(Misuse, AForkedProcessUsesThePoolOfItsParent) {  // judge: arithmetic
  ThreadPool pool(3);
  std::vector<int> squares(100);
  const auto square = [&](int i) { squares[static_cast<std::size_t>(i)] = i * i; };
  pool.parallel_for(100, square);
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);
    std::fill(squares.begin(), squares.end(), 0);
    pool.parallel_for(100, square);
    _exit(squares[99] == 99 * 99 && squares[1] == 1 ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace corten
