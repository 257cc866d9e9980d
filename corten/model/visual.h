// Visual settings of a model; the engine never reads them, viewers and MJCF do.
#pragma once

#include "corten/math/vec3.h"

namespace corten {

struct VisualGlobal {
  int cameraid = -1;
  int orthographic = 0;
  float fovy = 45;
  float ipd = 0.068F;
  float azimuth = 90;
  float elevation = -45;
  float linewidth = 1;
  float glow = 0.3F;
  float realtime = 1;
  int offwidth = 640;
  int offheight = 480;
  int ellipsoidinertia = 0;
  int bvactive = 1;

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
  int shadowsize = 4096;
  int offsamples = 4;
  int numslices = 28;
  int numstacks = 16;
  int numquads = 4;

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
  Vec3<float> ambient{0.1F, 0.1F, 0.1F};
  Vec3<float> diffuse{0.4F, 0.4F, 0.4F};
  Vec3<float> specular{0.5F, 0.5F, 0.5F};
  int active = 1;

  template <class Self, class Fn>
  static void visit(Self& o, Fn&& fn) {
    fn("ambient", o.ambient);
    fn("diffuse", o.diffuse);
    fn("specular", o.specular);
    fn("active", o.active);
  }
};

struct VisualMap {
  float stiffness = 100;
  float stiffnessrot = 500;
  float force = 0.005F;
  float torque = 0.1F;
  float alpha = 0.3F;
  float fogstart = 3;
  float fogend = 10;
  float znear = 0.01F;
  float zfar = 50;
  float haze = 0.3F;
  float shadowclip = 1;
  float shadowscale = 0.6F;
  float actuatortendon = 2;

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
  float forcewidth = 0.1F;
  float contactwidth = 0.3F;
  float contactheight = 0.1F;
  float connect = 0.2F;
  float com = 0.4F;
  float camera = 0.3F;
  float light = 0.3F;
  float selectpoint = 0.2F;
  float jointlength = 1;
  float jointwidth = 0.1F;
  float actuatorlength = 0.7F;
  float actuatorwidth = 0.2F;
  float framelength = 1;
  float framewidth = 0.1F;
  float constraint = 0.1F;
  float slidercrank = 0.2F;
  float frustum = 10;

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
  Vec<float, 4> fog{0, 0, 0, 1};
  Vec<float, 4> haze{1, 1, 1, 1};
  Vec<float, 4> force{1, 0.5F, 0.5F, 1};
  Vec<float, 4> inertia{0.8F, 0.2F, 0.2F, 0.6F};
  Vec<float, 4> joint{0.2F, 0.6F, 0.8F, 1};
  Vec<float, 4> actuator{0.2F, 0.25F, 0.2F, 1};
  Vec<float, 4> actuatornegative{0.2F, 0.6F, 0.9F, 1};
  Vec<float, 4> actuatorpositive{0.9F, 0.4F, 0.2F, 1};
  Vec<float, 4> com{0.9F, 0.9F, 0.9F, 1};
  Vec<float, 4> camera{0.6F, 0.9F, 0.6F, 1};
  Vec<float, 4> light{0.6F, 0.6F, 0.9F, 1};
  Vec<float, 4> selectpoint{0.9F, 0.9F, 0.1F, 1};
  Vec<float, 4> connect{0.2F, 0.2F, 0.8F, 1};
  Vec<float, 4> contactpoint{0.9F, 0.6F, 0.2F, 1};
  Vec<float, 4> contactforce{0.7F, 0.9F, 0.9F, 1};
  Vec<float, 4> contactfriction{0.9F, 0.8F, 0.4F, 1};
  Vec<float, 4> contacttorque{0.9F, 0.7F, 0.9F, 1};
  Vec<float, 4> contactgap{0.5F, 0.8F, 0.9F, 1};
  Vec<float, 4> rangefinder{1, 1, 0.1F, 1};
  Vec<float, 4> constraint{0.9F, 0, 0, 1};
  Vec<float, 4> slidercrank{0.5F, 0.3F, 0.8F, 1};
  Vec<float, 4> crankbroken{0.9F, 0, 0, 1};
  Vec<float, 4> frustum{1, 1, 0, 0.2F};
  Vec<float, 4> bv{0, 1, 0, 0.5F};
  Vec<float, 4> bvactive{1, 0, 0, 0.5F};

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
  VisualGlobal global_;
  VisualQuality quality;
  VisualHeadlight headlight;
  VisualMap map;
  VisualScale scale;
  VisualRgba rgba;

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
