// Visual settings of a model; the engine never reads them, viewers and MJCF do.
#pragma once

#include "corten/math/vec3.h"

namespace corten {

struct VisualGlobal {
  int cameraid = -1;         // camera the viewer starts with, −1 for the free one
  int orthographic = 0;      // whether the free camera is orthographic
  float fovy = 45;           // field of view of the free camera [deg], height when orthographic [m]
  float ipd = 0.068F;        // eye distance of the free camera [m]
  float azimuth = 90;        // direction of the free camera about z [deg]
  float elevation = -45;     // direction of the free camera above the horizon [deg]
  float linewidth = 1;       // of lines and rays [pixel]
  float glow = 0.3F;         // emission added to the selected body
  float realtime = 1;        // speed a viewer starts with; 1 is real time
  int offwidth = 640;        // width of the off-screen image [pixel]
  int offheight = 480;       // height of the off-screen image [pixel]
  int ellipsoidinertia = 0;  // draw inertia as ellipsoids instead of boxes
  int bvactive = 1;          // mark the bounding volumes that were reached

  template <class Self, class Fn>
  static void visit(Self& o, Fn&& fn) {
    fn("cameraid", o.cameraid);
    fn("orthographic", o.orthographic);
    fn("fovy", o.fovy);
    fn("ipd", o.ipd);
    fn("azimuth", o.azimuth);
    fn("elevation", o.elevation);
    fn("linewidth", o.linewidth);
    fn("glow", o.glow);
    fn("realtime", o.realtime);
    fn("offwidth", o.offwidth);
    fn("offheight", o.offheight);
    fn("ellipsoidinertia", o.ellipsoidinertia);
    fn("bvactive", o.bvactive);
  }
};

struct VisualQuality {
  int shadowsize = 4096;  // edge of the shadow map [pixel]
  int offsamples = 4;     // samples per pixel off screen
  int numslices = 28;     // facets around a round geom
  int numstacks = 16;     // facets along a round geom
  int numquads = 4;       // squares along a box edge

  template <class Self, class Fn>
  static void visit(Self& o, Fn&& fn) {
    fn("shadowsize", o.shadowsize);
    fn("offsamples", o.offsamples);
    fn("numslices", o.numslices);
    fn("numstacks", o.numstacks);
    fn("numquads", o.numquads);
  }
};

struct VisualHeadlight {
  Vec3<float> ambient{0.1F, 0.1F, 0.1F};   // ambient colour
  Vec3<float> diffuse{0.4F, 0.4F, 0.4F};   // diffuse colour
  Vec3<float> specular{0.5F, 0.5F, 0.5F};  // specular colour
  int active = 1;                          // whether the light at the camera shines

  template <class Self, class Fn>
  static void visit(Self& o, Fn&& fn) {
    fn("ambient", o.ambient);
    fn("diffuse", o.diffuse);
    fn("specular", o.specular);
    fn("active", o.active);
  }
};

struct VisualMap {
  float stiffness = 100;     // pull of the mouse, per mass
  float stiffnessrot = 500;  // turn of the mouse, per inertia
  float force = 0.005F;      // drawn length per force
  float torque = 0.1F;       // drawn length per torque
  float alpha = 0.3F;        // opacity of geoms drawn transparent
  float fogstart = 3;        // distance where fog begins, in extents
  float fogend = 10;         // distance where fog is complete, in extents
  float znear = 0.01F;       // near plane, in extents
  float zfar = 50;           // far plane, in extents
  float haze = 0.3F;         // part of the horizon that fades into the sky
  float shadowclip = 1;      // half-width of a directional light's shadow, in extents
  float shadowscale = 0.6F;  // share of a spotlight's cone that casts shadows
  float actuatortendon = 2;  // width of tendons with actuators, relative

  template <class Self, class Fn>
  static void visit(Self& o, Fn&& fn) {
    fn("stiffness", o.stiffness);
    fn("stiffnessrot", o.stiffnessrot);
    fn("force", o.force);
    fn("torque", o.torque);
    fn("alpha", o.alpha);
    fn("fogstart", o.fogstart);
    fn("fogend", o.fogend);
    fn("znear", o.znear);
    fn("zfar", o.zfar);
    fn("haze", o.haze);
    fn("shadowclip", o.shadowclip);
    fn("shadowscale", o.shadowscale);
    fn("actuatortendon", o.actuatortendon);
  }
};

struct VisualScale {
  float forcewidth = 0.1F;      // width of force arrows, in mean sizes like all below
  float contactwidth = 0.3F;    // width of contact discs
  float contactheight = 0.1F;   // height of contact discs
  float connect = 0.2F;         // width of lines to parent bodies
  float com = 0.4F;             // radius of centres of mass
  float camera = 0.3F;          // size of camera symbols
  float light = 0.3F;           // size of light symbols
  float selectpoint = 0.2F;     // radius of the selection point
  float jointlength = 1;        // length of joint axes
  float jointwidth = 0.1F;      // width of joint axes
  float actuatorlength = 0.7F;  // length of actuator symbols
  float actuatorwidth = 0.2F;   // width of actuator symbols
  float framelength = 1;        // length of frame axes
  float framewidth = 0.1F;      // width of frame axes
  float constraint = 0.1F;      // width of lines along broken constraints
  float slidercrank = 0.2F;     // width of slider-cranks
  float frustum = 10;           // depth of camera frusta

  template <class Self, class Fn>
  static void visit(Self& o, Fn&& fn) {
    fn("forcewidth", o.forcewidth);
    fn("contactwidth", o.contactwidth);
    fn("contactheight", o.contactheight);
    fn("connect", o.connect);
    fn("com", o.com);
    fn("camera", o.camera);
    fn("light", o.light);
    fn("selectpoint", o.selectpoint);
    fn("jointlength", o.jointlength);
    fn("jointwidth", o.jointwidth);
    fn("actuatorlength", o.actuatorlength);
    fn("actuatorwidth", o.actuatorwidth);
    fn("framelength", o.framelength);
    fn("framewidth", o.framewidth);
    fn("constraint", o.constraint);
    fn("slidercrank", o.slidercrank);
    fn("frustum", o.frustum);
  }
};

struct VisualRgba {
  Vec<float, 4> fog{0, 0, 0, 1};                        // fog
  Vec<float, 4> haze{1, 1, 1, 1};                       // haze at the horizon
  Vec<float, 4> force{1, 0.5F, 0.5F, 1};                // force arrows
  Vec<float, 4> inertia{0.8F, 0.2F, 0.2F, 0.6F};        // inertia boxes
  Vec<float, 4> joint{0.2F, 0.6F, 0.8F, 1};             // joint axes
  Vec<float, 4> actuator{0.2F, 0.25F, 0.2F, 1};         // actuators at rest
  Vec<float, 4> actuatornegative{0.2F, 0.6F, 0.9F, 1};  // actuators at their lower limit
  Vec<float, 4> actuatorpositive{0.9F, 0.4F, 0.2F, 1};  // actuators at their upper limit
  Vec<float, 4> com{0.9F, 0.9F, 0.9F, 1};               // centres of mass
  Vec<float, 4> camera{0.6F, 0.9F, 0.6F, 1};            // cameras
  Vec<float, 4> light{0.6F, 0.6F, 0.9F, 1};             // lights
  Vec<float, 4> selectpoint{0.9F, 0.9F, 0.1F, 1};       // selection point
  Vec<float, 4> connect{0.2F, 0.2F, 0.8F, 1};           // lines to parent bodies
  Vec<float, 4> contactpoint{0.9F, 0.6F, 0.2F, 1};      // contact discs
  Vec<float, 4> contactforce{0.7F, 0.9F, 0.9F, 1};      // contact forces
  Vec<float, 4> contactfriction{0.9F, 0.8F, 0.4F, 1};   // friction forces
  Vec<float, 4> contacttorque{0.9F, 0.7F, 0.9F, 1};     // contact torques
  Vec<float, 4> contactgap{0.5F, 0.8F, 0.9F, 1};        // contacts within their gap
  Vec<float, 4> rangefinder{1, 1, 0.1F, 1};             // rangefinder rays
  Vec<float, 4> constraint{0.9F, 0, 0, 1};              // broken constraints
  Vec<float, 4> slidercrank{0.5F, 0.3F, 0.8F, 1};       // slider-cranks
  Vec<float, 4> crankbroken{0.9F, 0, 0, 1};             // slider-cranks out of reach
  Vec<float, 4> frustum{1, 1, 0, 0.2F};                 // camera frusta
  Vec<float, 4> bv{0, 1, 0, 0.5F};                      // bounding volumes
  Vec<float, 4> bvactive{1, 0, 0, 0.5F};                // bounding volumes that were reached

  template <class Self, class Fn>
  static void visit(Self& o, Fn&& fn) {
    fn("fog", o.fog);
    fn("haze", o.haze);
    fn("force", o.force);
    fn("inertia", o.inertia);
    fn("joint", o.joint);
    fn("actuator", o.actuator);
    fn("actuatornegative", o.actuatornegative);
    fn("actuatorpositive", o.actuatorpositive);
    fn("com", o.com);
    fn("camera", o.camera);
    fn("light", o.light);
    fn("selectpoint", o.selectpoint);
    fn("connect", o.connect);
    fn("contactpoint", o.contactpoint);
    fn("contactforce", o.contactforce);
    fn("contactfriction", o.contactfriction);
    fn("contacttorque", o.contacttorque);
    fn("contactgap", o.contactgap);
    fn("rangefinder", o.rangefinder);
    fn("constraint", o.constraint);
    fn("slidercrank", o.slidercrank);
    fn("crankbroken", o.crankbroken);
    fn("frustum", o.frustum);
    fn("bv", o.bv);
    fn("bvactive", o.bvactive);
  }
};

struct Visual {
  VisualGlobal global_;       // the free camera and general settings; global is a keyword
  VisualQuality quality;      // cost of rendering
  VisualHeadlight headlight;  // the light at the camera
  VisualMap map;              // from numbers to pictures
  VisualScale scale;          // sizes of symbols
  VisualRgba rgba;            // colours of symbols

  template <class Self, class Fn>
  static void visit(Self& o, Fn&& fn) {
    fn("global_", o.global_);
    fn("quality", o.quality);
    fn("headlight", o.headlight);
    fn("map", o.map);
    fn("scale", o.scale);
    fn("rgba", o.rgba);
  }
};

}  // namespace corten
