// Camera poses and projections (mjv_updateCamera).
#include "viewer/camera.h"

#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>

namespace corten::viewer {
namespace {

Real radians(Real degrees) { return degrees * std::numbers::pi / 180; }

void look_from_sphere(const Camera& camera, const Vec3<Real>& lookat, View& view) {
  const Real ca = std::cos(radians(camera.azimuth));
  const Real sa = std::sin(radians(camera.azimuth));
  const Real ce = std::cos(radians(camera.elevation));
  const Real se = std::sin(radians(camera.elevation));
  view.forward = {ce * ca, ce * sa, se};
  view.up = {-se * ca, -se * sa, ce};
  view.right = {sa, -ca, 0};
  view.pos = lookat - view.forward * camera.distance;
}

void look_as_fixed(const Data& d, int id, View& view) {
  const Mat3<Real>& mat = d.cam_xmat[id];
  view.pos = d.cam_xpos[id];
  view.right = mat.col(0);
  view.up = mat.col(1);
  view.forward = -mat.col(2);
}

// half: half the height of the image
void set_height(View& view, Real half) {
  view.top_edge = half;
  view.bottom_edge = -half;
}

// Focal lengths and principal point of a real camera, in metres on its sensor. The image keeps the sensor's
// proportions in height only: as in MuJoCo the width comes from the sensor whatever the image's is.
void set_intrinsic(View& view, const Vec<float, 4>& intrinsic, const Vec<float, 2>& sensor) {
  const Real fx = intrinsic[0];
  const Real fy = intrinsic[1];
  view.fits_image = false;
  view.left_edge = -(sensor[0] / 2 - intrinsic[2]) / fx;
  view.right_edge = (sensor[0] / 2 + intrinsic[2]) / fx;
  view.bottom_edge = -(sensor[1] / 2 - intrinsic[3]) / fy;
  view.top_edge = (sensor[1] / 2 + intrinsic[3]) / fy;
}

void project_fixed(const Model& m, int id, View& view) {
  view.orthographic = m.cam_projection[id] == mjPROJ_ORTHOGRAPHIC;
  if (view.orthographic)
    set_height(view, m.cam_fovy[id] / 2);
  else if (m.cam_sensorsize[id][1] != 0)
    set_intrinsic(view, m.cam_intrinsic[id], m.cam_sensorsize[id]);
  else
    set_height(view, std::tan(radians(m.cam_fovy[id] / 2)));
}

void project_free(const Model& m, View& view) {
  view.orthographic = m.vis.global_.orthographic != 0;
  const Real fovy = m.vis.global_.fovy;
  set_height(view, view.orthographic ? fovy / 2 : std::tan(radians(fovy / 2)));
}

}  // namespace

Camera default_free_camera(const Model& m) {
  Camera camera;
  camera.lookat = m.stat.center;
  camera.distance = 1.5 * m.stat.extent;
  camera.azimuth = m.vis.global_.azimuth;
  camera.elevation = m.vis.global_.elevation;
  return camera;
}

Camera fixed_camera(const Model& m, int id) {
  if (id < 0 || id >= m.ncam)
    throw std::invalid_argument("camera " + std::to_string(id) + " is out of range: the model has " +
                                std::to_string(m.ncam));
  Camera camera;
  camera.type = CameraType::fixed;
  camera.fixedcamid = id;
  return camera;
}

Ray View::ray(Real x, Real y) const {
  const Vec3<Real> offset =
      right * (left_edge + (right_edge - left_edge) * x) + up * (top_edge + (bottom_edge - top_edge) * y);
  if (orthographic) return {pos + offset, forward};
  return {pos, forward + offset};
}

void View::fit(int width, int height) {
  if (!fits_image) return;
  right_edge = top_edge * width / height;
  left_edge = -right_edge;
}

View make_view(const Model& m, const Data& d, const Camera& camera, int width, int height) {
  View view;
  if (camera.type == CameraType::fixed) {
    fixed_camera(m, camera.fixedcamid);
    look_as_fixed(d, camera.fixedcamid, view);
    project_fixed(m, camera.fixedcamid, view);
  } else {
    const bool tracking = camera.type == CameraType::tracking;
    if (tracking && (camera.trackbodyid < 0 || camera.trackbodyid >= m.nbody))
      throw std::invalid_argument("track body id is outside valid range");
    look_from_sphere(camera, tracking ? d.subtree_com[camera.trackbodyid] : camera.lookat, view);
    project_free(m, view);
  }
  view.znear = m.vis.map.znear * m.stat.extent;
  view.zfar = m.vis.map.zfar * m.stat.extent;
  view.fit(width, height);
  return view;
}

}  // namespace corten::viewer
