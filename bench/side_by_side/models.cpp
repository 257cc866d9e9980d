#include "bench/side_by_side/models.h"

#include <fmt/core.h>

#include "tests/support/model_files.h"

namespace corten::bench {
namespace {

constexpr const char* kCartPole = R"(<mujoco><option timestep="0.01"/><worldbody>
<body name="cart"><joint name="slide" type="slide" axis="1 0 0" damping="0.1"/><geom type="box" size=".2 .1 .1" mass="1"/>
<body name="pole"><joint axis="0 1 0"/><geom type="capsule" size=".03" fromto="0 0 0 0 0 .8" mass=".1"/></body></body>
</worldbody><actuator><motor joint="slide" gear="10"/></actuator></mujoco>)";

constexpr const char* kDoublePendulum = R"(<mujoco><worldbody>
<body pos="0 0 2"><joint axis="0 1 0"/><geom type="capsule" size=".03" fromto="0 0 0 .5 0 0" contype="0" conaffinity="0"/>
<body pos=".5 0 0"><joint axis="0 1 0"/><geom type="capsule" size=".03" fromto="0 0 0 .5 0 0" contype="0" conaffinity="0"/></body>
</body></worldbody></mujoco>)";

}  // namespace

std::string box_pile_xml(int n) {
  std::string xml = "<mujoco><size memory='1G'/><worldbody><geom type='plane' size='50 50 1'/>";
  for (int i = 0; i < n; ++i)
    xml += fmt::format(
        "<body pos='{:.3f} {:.3f} {:.3f}' euler='{} {} 0'><freejoint/><geom type='box' size='.1 .1 "
        ".1'/></body>",
        0.25 * (i % 5) + 0.02 * (i % 3), 0.25 * (i / 5 % 5) + 0.02 * (i % 7), 0.15 + 0.25 * (i / 25),
        i * 7 % 40, i * 11 % 30);
  return xml + "</worldbody></mujoco>";
}

std::string box_field_xml(int n) {
  std::string xml =
      "<mujoco><size memory='1G'/><option timestep='.004'/><worldbody><geom type='plane' size='50 50 1'/>";
  for (int i = 0; i < n; ++i)
    xml += fmt::format("<body pos='{:.2f} {:.2f} .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>",
                       0.3 * (i % 50), 0.3 * (i / 50));
  return xml + "</worldbody></mujoco>";
}

std::string pendulums_xml(int n) {
  std::string xml = "<mujoco><worldbody>";
  for (int i = 0; i < n; ++i)
    xml += fmt::format(
        "<body pos='{:.2f} {:.2f} 1'><joint axis='0 1 0'/><geom size='.05' pos='.3 0 0' contype='0' "
        "conaffinity='0'/></body>",
        0.3 * (i % 50), 0.3 * (i / 50));
  return xml + "</worldbody></mujoco>";
}

std::string chain_xml(int links, int hinges) {
  constexpr const char* kAxes[] = {"0 1 0", "1 0 0", "0 0 1"};
  std::string open, close;
  for (int i = 0; i < links; ++i) {
    open += fmt::format("<body pos='{} 0 {}'>", i ? 0.05 : 0.0, i ? 0 : 2);
    for (int k = 0; k < hinges; ++k)
      open += fmt::format("<joint axis='{}' damping='.01' armature='.001'/>", kAxes[hinges == 1 ? i % 2 : k]);
    open += "<geom type='capsule' size='.01' fromto='0 0 0 .05 0 0' contype='0' conaffinity='0'/>";
    close += "</body>";
  }
  return "<mujoco><option timestep='.001'/><worldbody>" + open + close + "</worldbody></mujoco>";
}

std::string long_chain_xml(int dofs) { return chain_xml(dofs / 3, 3); }

std::string cloth_xml(int n) {
  return fmt::format(
      "<mujoco><size memory='1G'/><option timestep='.002' integrator='implicitfast' solver='CG' "
      "tolerance='1e-6'/><worldbody><geom type='plane' size='2 2 .1'/><geom size='.25' pos='0 0 .4'/>"
      "<flexcomp name='cloth' dim='2' count='{0} {0} 1' spacing='{1} {1} {1}' pos='0 0 .7' radius='{2}' "
      "mass='.4'><edge equality='true' damping='.001'/><contact selfcollide='none' friction='.4'/>"
      "</flexcomp></worldbody></mujoco>",
      n, 1.0 / n, 0.2 / n);
}

std::vector<BenchModel> default_models() {
  constexpr struct {
    const char* name;
    const char* file;
  } kFiles[] = {{"half cheetah", "gymnasium/half_cheetah.xml"},
                {"hopper", "gymnasium/hopper.xml"},
                {"ant", "gymnasium/ant.xml"},
                {"walker", "gymnasium/walker2d_v5.xml"},
                {"Gymnasium humanoid", "gymnasium/humanoid.xml"},
                {"humanoid", "mjx/humanoid/humanoid.xml"},
                {"10 humanoids", "mjx/humanoid/10_humanoids.xml"},
                {"22 humanoids", "mujoco/model/humanoid/22_humanoids.xml"},
                {"dm_control quadruped", "dm_control/suite/quadruped.xml"},
                {"dm_control dog", "dm_control/suite/dog.xml"},
                {"Fetch", "gymnasium_robotics/assets/fetch/slide.xml"},
                {"Adroit hand", "gymnasium_robotics/assets/adroit_hand/adroit_hammer.xml"},
                {"Shadow hand and block", "gymnasium_robotics/assets/hand/manipulate_block.xml"},
                {"Barkour", "mjx/barkour_v0/assets/barkour_v0_mjx.xml"},
                {"ALOHA and pot", "mujoco_warp/aloha_pot/scene.xml"},
                {"cassie", "menagerie/agility_cassie/scene.xml"},
                {"panda", "menagerie/franka_emika_panda/scene.xml"},
                {"shadow hand", "menagerie/shadow_hand/scene_right.xml"},
                {"g1", "menagerie/unitree_g1/scene.xml"},
                {"talos", "menagerie/pal_talos/scene_motor.xml"},
                {"700-muscle human", "menagerie/ms_human_700/scene.xml"},
                {"3x3x3 cube", "mujoco/model/cube/cube_3x3x3.xml"},
                {"active adhesion", "mujoco/model/adhesion/active_adhesion.xml"},
                {"height-field walker", "menagerie/google_barkour_vb/scene_hfield_mjx.xml"}};
  constexpr struct {
    const char* name;
    const char* file;
  } kDeformables[] = {{"soft ball", "soft_ball.xml"},
                      {"rope", "rope.xml"},
                      {"trilinear and quadratic boxes", "soft_box.xml"},
                      {"towel that meets itself", "towel.xml"},
                      {"hanging sheet", "hanging_sheet.xml"}};
  std::vector<BenchModel> models = {{"cart-pole", "", kCartPole}, {"double pendulum", "", kDoublePendulum}};
  for (const auto& [name, file] : kFiles)
    for (const std::string& path : found({file})) models.push_back({name, path, ""});
  for (const int n : {20, 50}) models.push_back({fmt::format("cloth {0}x{0}", n), "", cloth_xml(n)});
  for (const auto& [name, file] : kDeformables) models.push_back({name, std::string("scenes/") + file, ""});
  models.push_back({"100 boxes", "", box_pile_xml(100)});
  models.push_back({"1000 boxes", "", box_pile_xml(1000)});
  models.push_back({"100-link chain", "", chain_xml(100)});
  return models;
}

}  // namespace corten::bench
