// The way back: what decompile makes of a model compiles to that model again, in memory and as text.
#include "corten/compile/decompile.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "corten/load.h"
#include "corten/mjcf/load.h"
#include "corten/mjcf/write.h"
#include "corten/model/plugin.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"
#include "tests/support/compare_models.h"
#include "tests/support/flex_scenes.h"

namespace corten {
namespace {

namespace fs = std::filesystem;

Model again(const Model& m) {
  Diagnostics diagnostics;
  const Spec spec = decompile(m, diagnostics);
  EXPECT_EQ(diagnostics.text(), "");
  return load_text(mjcf::to_xml(spec)).value();
}

// differences but for invented names and for textures, which text can only name
std::string differences(const Model& m, const Model& back) {
  std::vector<oracle::Difference> found = oracle::model_differences(m, back, 1e-12);
  std::erase_if(found, [](const oracle::Difference& d) {
    return d.field.starts_with("name") || d.field.starts_with("nnames") || d.field.starts_with("tex_") ||
           d.field == "ntexdata" || d.field == "paths" || d.field == "npaths";
  });
  return oracle::to_text(found);
}

TEST(Decompile, GivesTheSameModelForEveryScene) {  // judge: the model itself
  int count = 0;
  for (const auto& entry : fs::recursive_directory_iterator("scenes")) {
    if (!entry.is_regular_file()) continue;
    const Model m = load(entry.path().string()).value();
    if (m.ntex) continue;
    EXPECT_EQ(differences(m, again(m)), "") << entry.path();
    ++count;
  }
  EXPECT_GT(count, 5);
}

TEST(Decompile, KeepsMechanismsThatReferToUnnamedObjects) {  // judge: the model itself
  const Model m = load_text(R"(<mujoco>
    <size nuser_geom="2"/>
    <worldbody>
      <camera mode="targetbody" target="second" pos="0 -2 1"/>
      <geom type="plane" size="1 1 .1"/>
      <body pos="0 0 1" gravcomp=".5">
        <joint name="a" axis="0 1 0" range="-30 60" ref="10" springref="5" stiffness="2" frictionloss=".1"/>
        <geom type="capsule" fromto="0 0 0 .3 0 0" size=".05" user="1 2" fluidshape="ellipsoid"/>
        <site name="s1" pos=".3 0 0"/>
        <body name="second" pos=".4 0 0">
          <joint name="b" type="ball" damping=".2"/>
          <inertial pos=".1 0 0" mass="2" fullinertia=".02 .03 .04 .001 .002 .003"/>
          <geom size=".1"/>
          <site name="s2"/>
        </body>
      </body>
      <body mocap="true" pos="1 1 1"><geom size=".02" contype="0" conaffinity="0"/></body>
    </worldbody>
    <tendon>
      <spatial name="t" range="0 2" limited="true"><site site="s1"/><site site="s2"/></spatial>
      <fixed name="f"><joint joint="a" coef="2"/></fixed>
    </tendon>
    <equality>
      <joint joint1="a" polycoef="0 1 0 0 0"/>
      <weld body1="second" relpose="0 0 0 1 0 0 0"/>
      <connect body1="second" anchor="0 0 .1"/>
      <tendon tendon1="f" tendon2="t"/>
    </equality>
    <actuator>
      <position joint="a" kp="20" dampratio="1"/>
      <muscle tendon="t" lengthrange=".1 1"/>
      <general site="s2" refsite="s1" gear="0 0 1 0 0 0"/>
      <intvelocity joint="a" kp="3" actrange="-1 1"/>
    </actuator>
    <sensor>
      <framepos objtype="xbody" objname="second" reftype="site" refname="s1"/>
      <tendonpos tendon="t"/>
      <jointactuatorfrc joint="a"/>
      <clock/>
      <contact subtree1="second" num="2" data="force dist"/>
    </sensor>
    <custom><numeric name="n" data="1 2 3"/><text name="w" data="words"/></custom>
    <keyframe><key name="k" qpos=".1 1 0 0 0" ctrl=".1 .2 .3 .4"/></keyframe>
  </mujoco>)")
                      .value();
  EXPECT_EQ(differences(m, again(m)), "");
}

TEST(Decompile, PutsMeshesWhereTheyWere) {  // judge: the model itself, to the rounding of float vertices
  const Model m = load_text(R"(<mujoco>
    <asset><mesh name="w" vertex="0 0 0  1 0 0  0 2 0  0 0 3  .5 .5 .5" scale=".1 .1 .1"/></asset>
    <worldbody><body pos="0 0 1"><freejoint/><geom type="mesh" mesh="w" pos=".3 0 0" euler="10 20 30"/></body></worldbody>
  </mujoco>)")
                      .value();
  const Model back = again(m);
  Data d = make_data(m), e = make_data(back);
  forward(m, d);
  forward(back, e);
  ASSERT_EQ(m.nmeshvert, back.nmeshvert);
  for (int i = 0; i < m.nmeshvert; ++i) {
    const auto world = [i](const Model& model, const Data& data) {
      const Vec3<float>& v = model.mesh_vert[i];
      return data.geom_xpos[0] + data.geom_xmat[0] * Vec3<Real>{v[0], v[1], v[2]};
    };
    EXPECT_LT(norm(world(m, d) - world(back, e)), 1e-6);
  }
  EXPECT_NEAR(back.body_mass[1], m.body_mass[1], 1e-12);
}

TEST(Decompile, FlexesComeBackWithWhatTheyAreMadeOf) {  // judge: the model itself
  for (const oracle::FlexScene& scene : oracle::flex_scenes()) {
    const Model m = load_text(scene.xml).value();
    bool pinned = false;
    for (int i = 0; i < m.nflex; ++i) pinned = pinned || (m.flex_interp[i] && !m.flex_centered[i]);
    if (pinned) continue;  // said by a warning
    EXPECT_EQ(differences(m, again(m)), "") << scene.name;
  }
}

TEST(Decompile, YoungAndPoissonAreFoundAgain) {  // judge: the text that the model was made of
  for (const char* kind :
       {R"(dim="3" count="3 3 3")", R"(dim="3" dof="trilinear" count="4 4 4")", R"(dim="2" count="4 3 1")"}) {
    const Model m =
        load_text(
            oracle::flexcomp_scene(
                std::string(kind) + R"( spacing=".1 .12 .1" euler="10 20 30")",
                R"(<contact selfcollide="none"/><elasticity young="12345" poisson=".17" thickness=".013" elastic2d="both"/>)"))
            .value();
    Diagnostics diagnostics;
    const Spec spec = decompile(m, diagnostics);
    EXPECT_EQ(*spec.flexes[0].elasticity.young, 12345) << kind;
    EXPECT_EQ(*spec.flexes[0].elasticity.poisson, 0.17) << kind;
  }
}

// Instances that are named, of one element, shared by replicas, of a mesh and a geom, and configured in part.
constexpr const char* kPlugins = R"(<mujoco>
  <extension>
    <plugin plugin="mujoco.sdf.torus"><instance name="ring"><config key="radius1" value=".3"/></instance></plugin>
    <plugin plugin="mujoco.sdf.nut"/>
    <plugin plugin="mujoco.pid"><instance name="servo"><config key="kp" value="4"/><config key="ki" value="2"/></instance></plugin>
    <plugin plugin="mujoco.elasticity.cable"/>
    <plugin plugin="mujoco.sensor.touch_grid"/>
  </extension>
  <asset>
    <mesh name="ring"><plugin instance="ring"/></mesh>
    <mesh name="nut"><plugin plugin="mujoco.sdf.nut"><config key="radius" value=".2"/></plugin></mesh>
  </asset>
  <worldbody>
    <body name="a" pos="0 0 1"><joint name="j" axis="0 1 0"/><site name="pad" size=".1"/>
      <geom type="sdf" mesh="ring" pos=".1 .2 .3" euler="10 20 30"><plugin instance="ring"/></geom>
      <geom size=".1" pos="1 0 0"/></body>
    <body pos="0 1 1"><joint name="k"/>
      <plugin plugin="mujoco.elasticity.cable"><config key="twist" value="1e3"/><config key="bend" value="2e3"/></plugin>
      <geom type="capsule" size=".02 .1" mass="1"/></body>
    <replicate count="2" offset="2 0 0"><body pos="2 0 0"><freejoint/>
      <geom type="sdf" mesh="nut"><plugin plugin="mujoco.sdf.nut"><config key="radius" value=".2"/></plugin></geom></body></replicate>
  </worldbody>
  <actuator>
    <plugin joint="j" instance="servo" dyntype="integrator" actdim="2"/>
    <plugin joint="j" plugin="mujoco.pid" ctrlrange="-1 1" gear="3" actdim="1"><config key="kp" value="8"/><config key="slewmax" value="1"/></plugin>
  </actuator>
  <sensor>
    <plugin name="touch" plugin="mujoco.sensor.touch_grid" objtype="site" objname="pad">
      <config key="nchannel" value="2"/><config key="size" value="4 3"/><config key="fov" value="40 30"/><config key="gamma" value="0"/></plugin>
  </sensor></mujoco>)";

// instances are numbered anew when one of several users gets a name
std::string differences_but_for_numbers(const Model& m, const Model& back) {
  std::vector<oracle::Difference> found = oracle::model_differences(m, back, 1e-12);
  std::erase_if(found, [](const oracle::Difference& d) {
    return d.field.starts_with("name") || d.field.starts_with("nnames") ||
           d.field.find("plugin") < d.field.size();
  });
  return oracle::to_text(found);
}

// plugin and configuration of every body, geom, actuator and sensor that has one
std::vector<std::string> plugin_words(const Model& m) {
  std::vector<std::string> words;
  for (const Array<int>* users : {&m.body_plugin, &m.geom_plugin, &m.actuator_plugin, &m.sensor_plugin})
    for (const int id : *users) {
      words.push_back(id < 0 ? "" : plugin_of(m, id)->name);
      if (id < 0) continue;
      for (const std::string& value : plugin_values(m, id)) words.back() += "," + value;
    }
  return words;
}

TEST(Decompile, PluginsComeBack) {  // judge: the model itself
  const Model m = load_text(kPlugins).value();
  const Model back = again(m);
  EXPECT_EQ(differences_but_for_numbers(m, back), "");
  EXPECT_EQ(plugin_words(back), plugin_words(m));
  EXPECT_EQ(back.npluginstate, m.npluginstate);
}

TEST(Decompile, TheOracleReadsPluginsThatComeBack) {  // judge: oracle
  Diagnostics diagnostics;
  const std::string text = mjcf::to_xml(decompile(load_text(kPlugins).value(), diagnostics));
  std::string error;
  const auto theirs = oracle::load_string(text, &error);
  ASSERT_TRUE(theirs) << error << text;
  EXPECT_EQ(to_text(oracle::model_differences(theirs.get(), load_text(text).value())), "");
}

constexpr const char* kAssets = R"(<mujoco>
  <default><mesh scale=".5 .5 .5"/></default>
  <asset>
    <texture name="sheet" type="2d" builtin="checker" width="8" height="8" rgb1="1 0 0" mark="edge"/>
    <texture type="skybox" builtin="gradient" width="8" height="48"/>
    <material name="m" texture="sheet"/>
    <mesh name="wedge" inertia="convex" maxhullvert="4" vertex="0 0 0 1 0 0 0 1 0 0 0 1 .1 .1 .1" refpos=".1 .2 .3"/>
    <skin name="skin" vertex="0 0 0 1 0 0 0 1 0" face="0 1 2" texcoord="0 0 1 0 0 1" material="m" inflate=".01" group="1">
      <bone body="b" bindpos="0 0 .1" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 .5 1"/>
      <bone body="c" bindpos="0 0 .2" bindquat="0 1 0 0" vertid="1" vertweight=".5"/>
    </skin>
  </asset>
  <worldbody>
    <body name="b"><joint/><geom type="mesh" mesh="wedge"/><body name="c"><joint/><geom size=".1"/></body></body>
  </worldbody></mujoco>)";

TEST(Decompile, SkinsComeBack) {  // judge: the model itself
  const Model m = load_text(kAssets).value();
  Diagnostics diagnostics;
  Spec spec = decompile(m, diagnostics);
  spec.textures = mjcf::read_string(kAssets, nullptr, {}, diagnostics).textures;  // text cannot say pixels
  const Model back = load_text(mjcf::to_xml(spec)).value();
  EXPECT_EQ(diagnostics.text(), "");
  for (const oracle::Difference& d : oracle::model_differences(m, back, 1e-6))
    EXPECT_FALSE(d.field.starts_with("skin") || d.field.starts_with("nskin")) << d.field;
}

TEST(Decompile, RestoredAssetsGiveTheSameModelToTheLastVertex) {  // judge: the model itself
  const Model m = load_text(kAssets).value();
  Diagnostics diagnostics;
  Spec spec = decompile(m, diagnostics);
  restore_assets(mjcf::read_string(kAssets, nullptr, {}, diagnostics), spec);
  const Model back = load_text(mjcf::to_xml(spec)).value();
  EXPECT_EQ(oracle::to_text(oracle::model_differences(m, back, 1e-12)), "");
}

TEST(Decompile, RestoredMeshesKeepTheirPlugin) {  // judge: the model itself
  constexpr const char* kText = R"(<mujoco>
    <extension><plugin plugin="mujoco.sdf.torus"/></extension>
    <asset><mesh name="ring"><plugin plugin="mujoco.sdf.torus"><config key="radius1" value=".3"/></plugin></mesh></asset>
    <worldbody><body><freejoint/><geom type="mesh" mesh="ring" pos="0 0 1"/></body></worldbody></mujoco>)";
  const Model m = load_text(kText).value();
  Diagnostics diagnostics;
  Spec spec = decompile(m, diagnostics);
  restore_assets(mjcf::read_string(kText, nullptr, {}, diagnostics), spec);
  EXPECT_EQ(oracle::to_text(oracle::model_differences(m, load_text(mjcf::to_xml(spec)).value(), 1e-12)), "");
}

}  // namespace
}  // namespace corten
