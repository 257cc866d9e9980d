// Small models with flexes, each with something of its own; the oracle accepts them all.
#pragma once

#include <string>
#include <vector>

namespace corten::oracle {

struct FlexScene {
  std::string name;
  std::string xml;
};

// One flexcomp named f in the world over a plane. Attributes, then children.
inline std::string flexcomp_scene(const std::string& attributes, const std::string& children = "",
                                  const std::string& more = "") {
  return "<mujoco><option timestep=\".001\"/><worldbody><geom type=\"plane\" size=\"2 2 1\"/>\n<flexcomp "
         "name=\"f\" " +
         attributes + ">" + children + "</flexcomp>" + more + "</worldbody></mujoco>";
}

inline std::vector<FlexScene> flex_scenes() {
  const std::string ball = R"(<body pos=".03 .02 .07"><freejoint/><geom size=".05"/></body>)";
  return {
      {"sheet", flexcomp_scene(R"(dim="2" count="4 3 1" spacing=".1 .2 .1" euler="10 20 30" pos="0 0 .2")",
                               R"(<edge equality="true" damping=".1"/>)")},
      {"solid",
       flexcomp_scene(R"(dim="3" count="4 4 4" spacing=".1 .1 .1" pos="0 0 .152")",
                      R"(<elasticity young="1e4" poisson=".25" damping=".002"/><contact activelayers="2"/>)",
                      ball)},
      {"bent",
       flexcomp_scene(
           R"(type="direct" point="0 0 0 .1 0 0 .12 .1 .02 -.01 .15 0" element="0 1 2 0 2 3" mass="4" pos="0 0 .2")",
           R"(<elasticity young="1e6" poisson=".2" damping=".01" thickness=".01" elastic2d="both"/>)")},
      {"ring", flexcomp_scene(R"(type="circle" dim="1" count="7 1 1" spacing=".1 .1 .1" pos="0 0 .012")",
                              R"(<edge stiffness="50" damping=".5"/><contact internal="true"/>)", ball)},
      {"disc",
       flexcomp_scene(R"(type="disc" count="6 5 1" spacing=".1 .13 .1" pos="0 0 .01")",
                      R"(<edge equality="true"/><contact internal="true" selfcollide="narrow"/>)", ball)},
      {"cylinder", flexcomp_scene(R"(type="cylinder" dim="2" count="3 3 3" spacing=".1 .1 .1" pos="0 0 .12")",
                                  R"(<edge equality="true"/><contact selfcollide="bvh"/>)")},
      {"box", flexcomp_scene(
                  R"(type="box" dim="3" count="3 4 3" spacing=".1 .1 .1" pos="0 0 .12")",
                  R"(<elasticity young="5e3" poisson=".1"/><contact selfcollide="sap" internal="true"/>)")},
      {"trilinear",
       flexcomp_scene(R"(dim="3" dof="trilinear" count="4 4 4" spacing=".1 .1 .1" pos="0 0 .152" mass="8")",
                      R"(<contact selfcollide="none"/><elasticity young="1e3" poisson=".25" damping=".02"/>)",
                      ball)},
      {"quadratic",
       flexcomp_scene(
           R"(dim="3" dof="quadratic" count="5 5 5" spacing=".1 .1 .1" pos="0 0 .5" mass="8")",
           R"(<contact selfcollide="none"/><elasticity young="500" poisson=".2"/><pin id="0 3"/>)")},
      {"vertices", flexcomp_scene(R"(dim="2" count="3 3 1" spacing=".1 .1 .1" mass="4" pos="0 0 .2")",
                                  R"(<edge equality="vert"/><contact selfcollide="none"/>)")},
      {"clockwise",
       flexcomp_scene(R"(type="direct" point="0 0 .2 .1 0 .2 .1 .2 .2 0 .1 .2" element="0 2 1 0 3 2")",
                      R"(<edge equality="vert"/>)")},
      {"passive",
       flexcomp_scene(R"(dim="2" count="3 3 1" spacing=".1 .1 .1" pos="0 0 .006")",
                      R"(<edge equality="true"/><contact passive="true" margin=".01" gap=".002"/>)", ball)},
      {"vertcollide",
       flexcomp_scene(R"(dim="2" count="3 3 1" spacing=".1 .1 .1" pos="0 0 .006" radius=".01")",
                      R"(<contact vertcollide="true" selfcollide="none"/>)", ball)},
      {"rigid", flexcomp_scene(R"(dim="2" count="4 3 1" spacing=".1 .1 .1" rigid="true" pos="0 0 .1")", "",
                               R"(<body pos=".03 .02 .16"><freejoint/><geom size=".06"/></body>)")},
      {"pinned to a swing",
       R"(<mujoco><worldbody><body name="b" pos="1 0 1" euler="10 20 30"><joint axis="1 0 0"/><geom size=".1"/>
        <flexcomp name="f" dim="2" count="4 3 1" spacing=".1 .1 .1" pos=".1 .2 .3" euler="30 40 50">
        <pin id="1" range="3 5" grid="0 0" gridrange="1 1 2 1"/><edge equality="true" damping=".1"/></flexcomp></body></worldbody></mujoco>)"},
      {"folded on a swing",
       R"(<mujoco><option jacobian="sparse"/><worldbody><body name="b" pos="0 0 .3"><joint axis=".6 .5 .6"/><geom size=".01" pos="0 0 .4"/>
        <flexcomp name="f" type="disc" count="5 4 1" spacing=".08 .07 .08" radius=".012" euler="50 36 -31">
        <contact selfcollide="sap"/><edge equality="true"/></flexcomp></body></worldbody></mujoco>)"},
      {"pinned trilinear",
       flexcomp_scene(
           R"(dim="3" dof="trilinear" count="4 5 4" spacing=".1 .08 .1" pos="0 0 .4" euler="42 22 -4" mass="2")",
           R"(<contact selfcollide="none"/><elasticity young="2e3" poisson=".02" damping=".02"/><pin id="0 1 5"/>)")},
      {"uneven vertices",
       flexcomp_scene(
           R"(type="direct" point="0 0 .2 .11 .013 .2 .097 .21 .2 -.02 .13 .2 .24 .11 .2" element="0 1 2 0 2 3 1 4 2" mass="3")",
           R"(<edge equality="vert"/><contact selfcollide="none"/>)")},
      {"rope on itself",
       flexcomp_scene(
           R"(type="direct" dim="1" point="0 0 .1 .1 .01 .11 .11 .1 .1 .02 .09 .115 .03 -.02 .12" element="0 1 1 2 2 3 3 4" radius=".015")",
           R"(<edge stiffness="40" damping=".15"/><contact selfcollide="bvh"/>)")},
      {"radial",
       R"(<mujoco><worldbody><geom type="plane" size="2 2 1"/><body name="b" pos="0 0 .21"><freejoint/><geom size=".01"/>
        <flexcomp name="f" type="ellipsoid" dim="3" dof="radial" count="3 3 3" spacing=".1 .1 .2" mass="2.7">
        <edge equality="true"/><contact selfcollide="none"/></flexcomp></body></worldbody></mujoco>)"},
      {"rows written over", R"(<mujoco><worldbody>
        <flexcomp name="a" dim="1" count="2 1 1" spacing=".1 .1 .1"><edge equality="true"/></flexcomp>
        <flexcomp name="b" dim="1" count="2 1 1" spacing=".1 .1 .1" pos="1 0 0"/>
        <flexcomp name="c" dim="1" count="2 1 1" spacing=".1 .1 .1" pos="2 0 0"><edge equality="true"/></flexcomp></worldbody></mujoco>)"},
      {"defaults",
       R"(<mujoco><default><joint damping="3"/><default class="c"><joint armature=".1"/><geom friction=".3"/></default></default>
        <worldbody><frame pos="1 2 3"><flexcomp name="f" dim="1" count="2 1 1" spacing=".1 .1 .1"/></frame>
        <body name="b" childclass="c"><joint/><geom size=".1"/><flexcomp name="g" dim="1" count="3 1 1" spacing=".1 .1 .1">
        <contact vertcollide="true"/></flexcomp></body></worldbody></mujoco>)"},
      {"of bodies", R"(<mujoco><worldbody><body name="a"><joint type="slide"/><geom size=".01"/></body>
        <body name="b" pos=".1 0 0"><joint type="ball"/><geom size=".01"/></body>
        <body name="c" pos="0 .1 0"><freejoint/><geom size=".01"/></body></worldbody>
        <deformable><flex name="f" dim="2" body="a b c" vertex="0 0 0 .1 .1 0 .2 .3 .1" element="0 1 2">
        <edge damping=".1"/><contact internal="false" passive="true"/></flex></deformable><equality><flex flex="f"/></equality></mujoco>)"},
      {"two sheets and a rope", R"(<mujoco><worldbody>
        <flexcomp name="a" dim="2" count="3 3 1" spacing=".1 .1 .1" radius=".01"><edge equality="true"/></flexcomp>
        <flexcomp name="b" dim="2" count="3 3 1" spacing=".1 .1 .1" radius=".01" pos=".02 .03 .018"><edge equality="true"/></flexcomp>
        <flexcomp name="c" dim="1" count="4 1 1" spacing=".1 .1 .1" radius=".01" pos=".02 .03 .037"><edge equality="true"/></flexcomp>
        </worldbody></mujoco>)"},
      {"within the margin",
       flexcomp_scene(R"(dim="2" count="4 4 1" spacing=".1 .1 .1" radius=".01" pos="0 0 .2")",
                      R"(<edge equality="true"/><contact selfcollide="none" margin=".03"/>)", R"(
        <body pos=".04 .03 .29" euler="20 30 40"><freejoint/><geom type="ellipsoid" size=".08 .06 .07"/></body>
        <body pos="-.14 -.03 .29" euler="80 10 0"><freejoint/><geom type="cylinder" size=".07 .05"/></body>)")},
      {"all shapes", flexcomp_scene(R"(dim="2" count="7 7 1" spacing=".1 .1 .1" radius=".01" pos="0 0 .2")",
                                    R"(<edge equality="true"/><contact selfcollide="none"/>)", R"(
        <body pos="-.2 -.2 .27"><freejoint/><geom size=".07"/></body>
        <body pos="0 -.2 .25" euler="0 80 20"><freejoint/><geom type="capsule" size=".05 .06"/></body>
        <body pos=".2 -.2 .27" euler="5 10 15"><freejoint/><geom type="box" size=".06 .05 .07"/></body>
        <body pos="-.2 .1 .26" euler="20 30 40"><freejoint/><geom type="ellipsoid" size=".08 .06 .07"/></body>
        <body pos="0 .1 .26" euler="80 10 0"><freejoint/><geom type="cylinder" size=".07 .05"/></body>)")},
  };
}

}  // namespace corten::oracle
