// A model with something of most kinds, for the targets that start from a sound one.
#pragma once

namespace corten::fuzz {

inline constexpr const char* kScene = R"(<mujoco>
<asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/><hfield name="h" nrow="3" ncol="3" size="1 1 1 1"/>
<texture name="t" type="2d" builtin="flat" width="4" height="4"/><material name="c" texture="t"/></asset>
<worldbody><geom type="plane" size="1 1 1"/><geom type="hfield" hfield="h" pos="5 0 0"/>
<body name="b" pos="0 0 .1"><freejoint/><geom name="g" size=".1" material="c"/><geom type="mesh" mesh="m" pos="1 0 .1"/>
<site name="s"/><body name="c" pos=".2 0 0"><joint name="j" range="-1 1" limited="true"/><geom size=".1"/>
<site name="e"/><camera name="cam"/></body></body><body mocap="true" pos="2 0 0"/>
<body name="d" pos="1 0 1"><joint name="k" type="ball"/><geom name="w" type="cylinder" size=".1 .1"/></body><light/></worldbody>
<contact><pair geom1="g" geom2="w"/><exclude body1="b" body2="d"/></contact>
<equality><connect body1="b" body2="d" anchor="0 0 0"/><joint joint1="j"/></equality>
<tendon><fixed name="f"><joint joint="j" coef="1"/></fixed>
<spatial name="p"><site site="s"/><geom geom="w" sidesite="e"/><site site="e"/></spatial></tendon>
<actuator><motor joint="j" nsample="3" delay=".004"/><general tendon="f" dyntype="filter" dynprm="1"/></actuator>
<sensor><jointpos joint="j"/><framepos objtype="site" objname="s" nsample="4" delay=".004"/><rangefinder site="s"/>
<contact geom1="g" data="found force"/><user dim="2"/></sensor>
<keyframe><key qpos="0 0 0 1 0 0 0 0 1 0 0 0"/></keyframe></mujoco>)";

}  // namespace corten::fuzz
