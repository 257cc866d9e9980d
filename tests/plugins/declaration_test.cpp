// What MJCF says about plugins: who may use them, how instances are numbered, what is refused.
#include "corten/mjcf/load.h"
#include "corten/mjcf/write.h"
#include "tests/plugins/both.h"

namespace corten {
namespace {

const std::string kArm = "<worldbody><body><joint name='j'/><geom size='.1'/></body></worldbody>";

std::string with_body(const std::string& extension, const std::string& plugin) {
  return "<mujoco>" + extension + "<worldbody><body>" + plugin +
         "<joint type='ball'/><geom type='capsule' size='.02 .1'/></body></worldbody></mujoco>";
}

TEST(PluginDeclaration, InstancesAreNumberedAsTheyAreRead) {  // judge: oracle
  const Both both(R"(<mujoco>
    <asset><mesh name="m"><plugin plugin="mujoco.sdf.torus"/></mesh></asset>
    <worldbody><site name="s"/>
      <body><joint name="j"/><geom size=".1"/>
        <body pos=".3 0 0"><plugin plugin="mujoco.elasticity.cable"/><joint type="ball"/><geom size=".1"/></body>
        <geom type="sdf" mesh="m"><plugin plugin="mujoco.sdf.torus"/></geom></body></worldbody>
    <actuator><plugin joint="j" plugin="mujoco.pid"><config key="kp" value="2"/></plugin>
      <plugin joint="j" instance="pe"/></actuator>
    <sensor><plugin plugin="mujoco.sensor.touch_grid" objtype="site" objname="s">
      <config key="size" value="7 7"/><config key="fov" value="45 45"/><config key="nchannel" value="3"/></plugin></sensor>
    <extension><plugin plugin="mujoco.sdf.torus"/><plugin plugin="mujoco.elasticity.cable"/>
      <plugin plugin="mujoco.pid"><instance name="pe"/></plugin><plugin plugin="mujoco.sensor.touch_grid"/></extension>
    </mujoco>)",
                  1e-8);
  EXPECT_EQ(both.m.nplugin, 6);
  EXPECT_EQ(both.m.actuator_plugin[0], 2);
  EXPECT_EQ(both.m.sensor_dim[0], 147);
}

TEST(PluginDeclaration, CompositesShareOneInstance) {  // judge: oracle
  const Both both("<mujoco>" + uses("elasticity.cable sdf.torus") + R"(<worldbody>
    <geom size=".1"><plugin plugin="mujoco.sdf.torus"/></geom>
    <composite type="cable" curve="s" count="5 1 1" size="1" initial="none" prefix="c">
      <plugin plugin="mujoco.elasticity.cable"><config key="twist" value="1e7"/><config key="bend" value="4e6"/></plugin>
      <joint kind="main" damping=".01"/><geom type="capsule" size=".01"/></composite></worldbody></mujoco>)");
  EXPECT_EQ(both.m.nplugin, 2);
}

TEST(PluginDeclaration, OfTwoPluginsOfACompositeTheFirstCounts) {  // judge: oracle
  const Both both("<mujoco>" + uses("elasticity.cable") + R"(<worldbody>
    <composite type="cable" curve="s" count="5 1 1" size="1" initial="none" prefix="c">
      <plugin plugin="mujoco.elasticity.cable"><config key="twist" value="1e7"/></plugin>
      <plugin plugin="mujoco.elasticity.cable"><config key="twist" value="2"/><config key="other" value="3"/></plugin>
      <joint kind="main" damping=".01"/><geom type="capsule" size=".01"/></composite></worldbody></mujoco>)");
  EXPECT_EQ(both.m.nplugin, 1);
}

TEST(PluginDeclaration, OtherSpellingsActivateButDoNotName) {  // judge: oracle
  Both both(with_body("<extension><plugin plugin='Mujoco.Elasticity.CABLE'/></extension>",
                      "<plugin plugin='mujoco.elasticity.cable'/>"));
  EXPECT_TRUE(both.loaded());
  expect_both_refuse(with_body("<extension><plugin plugin='Mujoco.Elasticity.CABLE'/></extension>",
                               "<plugin plugin='Mujoco.Elasticity.CABLE'/>"),
                     "is not activated");
}

TEST(PluginDeclaration, RefusalsAreTheOracles) {  // judge: oracle
  const std::string cable = uses("elasticity.cable"), pid = uses("pid");
  expect_both_refuse("<mujoco><extension><plugin plugin='none'/></extension></mujoco>",
                     "unknown plugin 'none'");
  expect_both_refuse(with_body(cable, "<plugin/>"), "neither 'plugin' nor 'instance'");
  expect_both_refuse(with_body(pid, "<plugin plugin='mujoco.pid'/>"), "cannot be passive forces");
  expect_both_refuse(with_body("", "<plugin plugin='mujoco.elasticity.cable'/>"), "is not activated");
  expect_both_refuse(with_body(cable, "<plugin instance='gone'/>"), "unknown plugin instance 'gone'");
  expect_both_refuse(
      with_body(cable, "<plugin plugin='mujoco.elasticity.cable'><config key='Bend' value='1'/></plugin>"),
      "unrecognized attribute 'plugin:Bend'");
  expect_both_refuse(with_body(cable,
                               "<plugin plugin='mujoco.elasticity.cable'><config key='bend' value='1'/>"
                               "<config key='bend' value='2'/></plugin>"),
                     "given twice");
  expect_both_refuse("<mujoco>" + cable + kArm +
                         "<actuator><plugin joint='j' plugin='mujoco.elasticity.cable'/></actuator></mujoco>",
                     "cannot be an actuator");
  expect_both_refuse("<mujoco>" + pid + kArm +
                         "<actuator><plugin joint='j' plugin='mujoco.pid' actdim='1'/></actuator></mujoco>",
                     "write actdim=\"0\"");
  expect_both_refuse(
      "<mujoco><extension><plugin plugin='mujoco.pid'><instance name='p'/></plugin></extension></mujoco>",
      "no actuator uses it");
  expect_both_refuse(
      "<mujoco>" + uses("sdf.torus") +
          "<asset><mesh name='m' scale='2 2 2'><plugin plugin='mujoco.sdf.torus'/></mesh></asset></mujoco>",
      "cannot be scaled");
}

// The oracle ends its process here.
TEST(PluginDeclaration, AnUnknownInstanceBesideAPluginIsRefused) {
  Diagnostics diagnostics;
  EXPECT_FALSE(load_text(
      with_body(uses("elasticity.cable"), "<plugin plugin='mujoco.elasticity.cable' instance='gone'/>"), {},
      diagnostics));
  EXPECT_NE(diagnostics.text().find("unknown plugin instance"), std::string::npos);
}

TEST(PluginDeclaration, AnElementGivesAnInstanceItsPlugin) {  // judge: oracle
  Both both(
      with_body("<extension><plugin plugin='mujoco.elasticity.cable'/><plugin plugin='mujoco.pid'>"
                "<instance name='a'/></plugin></extension>",
                "<plugin plugin='mujoco.elasticity.cable' instance='a'/>"));
  EXPECT_TRUE(both.loaded());
}

TEST(PluginDeclaration, WrittenTextIsTheSameModel) {  // judge: the model it was written from
  const std::string xml = R"(<mujoco><extension><plugin plugin="mujoco.pid"><instance name="p">
      <config key="kp" value="40"/><config key="slewmax" value="3"/></instance></plugin>
      <plugin plugin="mujoco.elasticity.cable"/><plugin plugin="mujoco.sensor.touch_grid"/></extension>
    <worldbody><site name="s"/><body><plugin plugin="mujoco.elasticity.cable"><config key="bend" value="1e4"/></plugin>
      <joint name="j"/><geom size=".1"/></body></worldbody>
    <actuator><plugin joint="j" instance="p" actdim="1"/></actuator>
    <sensor><plugin plugin="mujoco.sensor.touch_grid" objtype="site" objname="s">
      <config key="size" value="3 2"/><config key="fov" value="45 45"/></plugin></sensor></mujoco>)";
  Diagnostics diagnostics;
  const Spec spec = mjcf::read_string(xml, nullptr, {false, builtin_plugins()}, diagnostics);
  ASSERT_TRUE(diagnostics.ok()) << diagnostics.text();
  const Model once = load_text(xml).value(), again = load_text(mjcf::to_xml(spec)).value();
  EXPECT_EQ(to_text(oracle::model_differences(once, again, 0)), "");
}

}  // namespace
}  // namespace corten
