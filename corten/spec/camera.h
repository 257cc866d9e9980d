// What pictures need on a body: cameras and lights. Values are as written.
#pragma once

#include "corten/model/fields_geom.h"
#include "corten/spec/node.h"

namespace corten::spec {

struct Camera : BodyNode {
  Set<Real3> pos;
  Set<Quat<Real>> quat = Quat<Real>::identity();
  Orientation alt;
  Set<int> mode = mjCAMLIGHT_FIXED;
  std::string targetbody;
  Set<int> proj = mjPROJ_PERSPECTIVE;
  Set<Vec<int, 2>> resolution{{1, 1}};
  Set<int> output = mjCAMOUT_RGB;  // bits of mjtCamOutBit
  Set<Real> fovy = 45;             // always degrees
  Set<Real> ipd = 0.068;
  Set<Vec<float, 4>> intrinsic;
  Set<Vec<float, 2>> sensor_size;
  Set<Vec<float, 2>> focal_length;
  Set<Vec<float, 2>> focal_pixel;
  Set<Vec<float, 2>> principal_length;
  Set<Vec<float, 2>> principal_pixel;
  std::vector<Real> userdata;

  template <class Self, class Fn>
  static void visit(Self& n, Fn&& fn) {
    visit_named(n, fn);
    visit_pose(n, fn);
    fn(n.mode, both("mode").words(words::kCamLightMode).of("mjtCamLight"), &CameraFields::cam_mode);
    fn(n.targetbody, named("targetbody", "target", kNoDefault));
    fn(n.proj, named("proj", "projection").words(words::kProjection).of("mjtProjection"),
       &CameraFields::cam_projection);
    fn(n.resolution, both("resolution"), &CameraFields::cam_resolution);
    fn(n.output, both("output").bits(words::kCameraOutput), &CameraFields::cam_output);
    fn(n.fovy, both("fovy"));
    fn(n.ipd, both("ipd"), &CameraFields::cam_ipd);
    fn(n.intrinsic, in_program("intrinsic"));
    fn(n.sensor_size, named("sensor_size", "sensorsize"));
    fn(n.focal_length, named("focal_length", "focal"));
    fn(n.focal_pixel, named("focal_pixel", "focalpixel"));
    fn(n.principal_length, named("principal_length", "principal"));
    fn(n.principal_pixel, named("principal_pixel", "principalpixel"));
    fn(n.userdata, named("userdata", "user"), &CameraFields::cam_user);
  }
};

struct Light : BodyNode {
  Set<Real3> pos;
  Set<Real3> dir{{0, 0, -1}};
  Set<int> mode = mjCAMLIGHT_FIXED;
  std::string targetbody;
  Set<bool> active = true;
  Set<int> type = mjLIGHT_SPOT;
  std::string texture;
  Set<bool> castshadow = true;
  Set<float> bulbradius = 0.02F;
  Set<float> intensity = 0.0F;
  Set<float> range = 10.0F;
  Set<Vec3<float>> attenuation{{1, 0, 0}};
  Set<float> cutoff = 45.0F;  // always degrees
  Set<float> exponent = 10.0F;
  Set<Vec3<float>> ambient;
  Set<Vec3<float>> diffuse{{0.7F, 0.7F, 0.7F}};
  Set<Vec3<float>> specular{{0.3F, 0.3F, 0.3F}};

  template <class Self, class Fn>
  static void visit(Self& n, Fn&& fn) {
    visit_named(n, fn);
    fn(n.pos, both("pos"));
    fn(n.dir, both("dir"));
    fn(n.mode, both("mode").words(words::kCamLightMode).of("mjtCamLight"), &LightFields::light_mode);
    fn(n.targetbody, named("targetbody", "target", kNoDefault));
    fn(n.active, both("active"), &LightFields::light_active);
    fn(n.type, both("type").words(words::kLightType).of("mjtLightType"), &LightFields::light_type);
    fn(n.texture, both("texture", kNoDefault));
    fn(n.castshadow, both("castshadow"), &LightFields::light_castshadow);
    fn(n.bulbradius, both("bulbradius"), &LightFields::light_bulbradius);
    fn(n.intensity, both("intensity"), &LightFields::light_intensity);
    fn(n.range, both("range"), &LightFields::light_range);
    fn(n.attenuation, both("attenuation"), &LightFields::light_attenuation);
    fn(n.cutoff, both("cutoff"), &LightFields::light_cutoff);
    fn(n.exponent, both("exponent"), &LightFields::light_exponent);
    fn(n.ambient, both("ambient"), &LightFields::light_ambient);
    fn(n.diffuse, both("diffuse"), &LightFields::light_diffuse);
    fn(n.specular, both("specular"), &LightFields::light_specular);
    fn.only(in_text("directional"));
  }
};

}  // namespace corten::spec
