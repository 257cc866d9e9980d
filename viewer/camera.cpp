// Camera poses and projections (mjv_updateCamera).
#include "viewer/camera.h"

#include <algorithm>
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

// Distance at which a point is on the edge of the image or inside: |offset| ≤ (distance + depth) edge.
Real distance_to_see(const View& view, const Vec3<Real>& from_lookat) {
  const Real sideways = std::abs(dot(from_lookat, view.right)) / view.right_edge;
  const Real upward = std::abs(dot(from_lookat, view.up)) / view.top_edge;
  return std::max(sideways, upward) - dot(from_lookat, view.forward);
}

}  // namespace

void step_back(const Model& m, const Data& d, int width, int height, Camera& camera) {
  constexpr Real kBorder = 1.05;
  const View view = make_view(m, d, camera, width, height);
  if (view.orthographic || camera.type != CameraType::free) return;
  Real needed = camera.distance;
  for (int g = 0; g < m.ngeom; ++g) {
    if (m.geom_bodyid[g] == 0 || m.geom_rgba[g][3] == 0) continue;
    const Aabb<Real>& box = m.geom_aabb[g];
    for (int corner = 0; corner < 8; ++corner) {
      Vec3<Real> local;
      for (int i = 0; i < 3; ++i) local[i] = box.center[i] + (corner >> i & 1 ? box.half[i] : -box.half[i]);
      const Vec3<Real> point = d.geom_xpos[g] + d.geom_xmat[g] * local;
      needed = std::max(needed, kBorder * distance_to_see(view, point - camera.lookat));
    }
  }
  camera.distance = std::min(needed, 3 * camera.distance);
}

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
      throw std::invalid_argument("the camera tracks body " + std::to_string(camera.trackbodyid) + " of " +
                                  std::to_string(m.nbody));
    look_from_sphere(camera, tracking ? d.subtree_com[camera.trackbodyid] : camera.lookat, view);
    project_free(m, view);
  }
  view.znear = m.vis.map.znear * m.stat.extent;
  view.zfar = m.vis.map.zfar * m.stat.extent;
  view.fit(width, height);
  return view;
}

}  // namespace corten::viewer
