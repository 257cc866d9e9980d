// Models A to L of the seed criteria for spatial tendons.
#pragma once

#include <string>

namespace corten::seed {

// two links in the plane with a string from shoulder to lower link; attributes of the tendon and what follows
// vary
inline std::string arm(const std::string& tendon_attributes, const std::string& rest) {
  return R"(<mujoco><worldbody><body name="upper" pos="0 0 1"><joint name="shoulder" type="hinge" axis="0 1 0"/>
    <geom type="capsule" size="0.05" fromto="0 0 0 0 0 -0.5"/><site name="s1" pos="0 0 0"/>
    <body name="lower" pos="0 0 -0.5"><joint name="elbow" type="hinge" axis="0 1 0"/>
    <geom type="capsule" size="0.04" fromto="0 0 0 0 0 -0.4"/><site name="s2" pos="0 0 -0.2"/></body></body></worldbody>
    <tendon><spatial name="t1" )" +
         tendon_attributes + R"(><site site="s1"/><site site="s2"/></spatial></tendon>)" + rest + "</mujoco>";
}

inline std::string model_a() {
  return arm(R"(stiffness="100" damping="10")",
             R"(<actuator><motor name="m1" tendon="t1" gear="1"/></actuator>
    <sensor><tendonpos tendon="t1"/><tendonvel tendon="t1"/></sensor>)");
}
inline std::string model_g() {
  return arm(R"(stiffness="100" damping="10" limited="true" range="0.35 0.9")",
             R"(<actuator><muscle tendon="t1" force="100" lengthrange="0.35 0.9"/></actuator>)");
}

// two movable sites left and right of a geom at the origin
inline std::string around(const std::string& joint, const std::string& pos1, const std::string& pos2,
                          const std::string& geom, const std::string& side, const std::string& tendon = "") {
  const std::string ball = geom.find("sphere") != std::string::npos ? R"(<geom type="sphere" size="0.02"/>)"
                                                                    : R"(<geom size="0.02" mass="1"/>)";
  const std::string hint = side.empty() ? "" : "<site name='side' pos='" + side + "'/>";
  return "<mujoco><worldbody><body pos='" + pos1 + "'><joint " + joint + "/>" + ball +
         "<site name='s1'/></body><body><geom name='wrap' " + geom + "/>" + hint + "</body><body pos='" +
         pos2 + "'><joint " + joint + "/>" + ball + "<site name='s2'/></body></worldbody><tendon><spatial " +
         tendon + "><site site='s1'/><geom geom='wrap'" + (side.empty() ? "" : " sidesite='side'") +
         "/><site site='s2'/></spatial></tendon></mujoco>";
}

inline constexpr const char* kHingeZ = "type='hinge' axis='0 0 1'";
inline constexpr const char* kSlideX = "type='slide' axis='1 0 0'";
inline constexpr const char* kSlideY = "type='slide' axis='0 1 0'";
inline constexpr const char* kSphere = "type='sphere' size='0.1'";
inline constexpr const char* kCylinder = "type='cylinder' size='0.08 0.3'";

inline std::string model_b() {
  return around(kHingeZ, "-0.3 0.05 0", "0.3 0.05 0", kSphere, "", "stiffness='200'");
}
inline std::string model_c() { return around(kSlideX, "-0.3 0.1 0.2", "0.3 -0.05 -0.2", kCylinder, ""); }
inline std::string model_d() {
  return R"(<mujoco><worldbody><body pos="0 0 0.5"><joint type="slide" axis="0 0 1"/><geom size=".02" mass="1"/>
    <site name="s1"/></body><body><site name="s2"/><site name="s3"/></body>
    <body pos="0 0 -0.5"><joint type="slide" axis="0 0 1"/><geom size=".02" mass="1"/><site name="s4"/></body></worldbody>
    <tendon><spatial stiffness="100"><site site="s1"/><site site="s2"/><pulley divisor="2"/><site site="s3"/>
    <site site="s4"/></spatial></tendon></mujoco>)";
}
inline std::string model_e(const std::string& side = "0 0.3 0") {
  return around(kHingeZ, "-0.3 0.15 0", "0.3 -0.05 0", kSphere, side);
}
inline std::string model_f() {
  return R"(<mujoco><worldbody><body pos="0 0 1"><joint axis="0 1 0"/>
    <geom type="capsule" size="0.05" fromto="0 0 0 0 0 -0.5"/><site name="s1"/>
    <body pos="0 0 -0.5"><joint axis="0 1 0"/><geom type="capsule" size="0.04" fromto="0 0 0 0 0 -0.4"/>
    <site name="s2" pos="0 0 -0.2"/><body pos="0 0 -0.4"><joint axis="0 1 0"/>
    <geom type="capsule" size="0.03" fromto="0 0 0 0 0 -0.3"/><site name="s3" pos="0 0 -0.15"/></body></body></body>
    </worldbody><tendon><spatial stiffness="100" damping="10"><site site="s1"/><site site="s2"/><site site="s3"/></spatial>
    </tendon></mujoco>)";
}
inline std::string model_h() { return around(kSlideY, "-0.3 0 0", "0.3 0 0", kSphere, ""); }
inline std::string model_i() {
  return around(kSlideX, "-0.3 0.1 0.2", "0.3 -0.05 -0.2", kCylinder, "0 0.2 0");
}
inline std::string model_j() { return around(kHingeZ, "-0.3 0.2 0", "0.3 0.2 0", kSphere, "0 -0.3 0"); }
inline std::string model_k() {
  return R"(<mujoco><worldbody><site name="anchor"/><body pos="1 0 0" euler="0 45 0"><freejoint/>
    <geom type="sphere" size="0.05"/><site name="attach" pos="0.2 0.1 0"/></body></worldbody>
    <tendon><spatial stiffness="100"><site site="anchor"/><site site="attach"/></spatial></tendon></mujoco>)";
}
inline std::string model_l() {
  return R"(<mujoco><worldbody><body pos="0 0 1"><joint axis="0 1 0"/>
    <geom type="capsule" size="0.04" fromto="0 0 0 0 0 -0.5"/><site name="s1" pos="0 0.3 0"/>
    <body pos="0 0 -0.5"><joint axis="0 1 0"/><geom type="capsule" size="0.03" fromto="0 0 0 0 0 -0.4"/>
    <site name="s2" pos="0 0.15 0"/><body pos="0 0 -0.2"><geom name="wrap" type="sphere" size="0.08"/></body>
    <body pos="0 0 -0.4"><joint axis="0 1 0"/><geom type="capsule" size="0.02" fromto="0 0 0 0 0 -0.3"/><site name="s3"/>
    </body></body></body></worldbody><tendon><spatial stiffness="100"><site site="s1"/><site site="s2"/>
    <geom geom="wrap"/><site site="s3"/></spatial></tendon></mujoco>)";
}

}  // namespace corten::seed
