// Symbols of cameras with what they see, of lights, and of rangefinders' rays.
#include <array>
#include <cmath>

#include "viewer/visual_parts.h"

namespace corten::viewer {
namespace {

constexpr Real kLineWidth = 3;  // [pixel]
constexpr float kSeeThrough = 0.3F;
constexpr Real kBehind = 1e-4;  // a light shines from before its symbol [m]

// Corners of what a camera sees at a distance, from the lower left one around.
std::array<Vec3<Real>, 4> seen_corners(const VisualBuilder& b, int cam, Real distance) {
  const Model& m = b.m;
  Real left = 0, right = 0, down = 0, up = 0;
  if (m.cam_projection[cam] == mjPROJ_ORTHOGRAPHIC) {
    up = down = m.cam_fovy[cam] / 2;
    left = right = up * m.cam_resolution[cam][0] / m.cam_resolution[cam][1];
  } else if (m.cam_sensorsize[cam][1] > 0) {
    const Vec<float, 4>& k = m.cam_intrinsic[cam];  // focal lengths, principal point
    right = distance * (m.cam_sensorsize[cam][0] / 2 + k[2]) / k[0];
    left = distance * (m.cam_sensorsize[cam][0] / 2 - k[2]) / k[0];
    up = distance * (m.cam_sensorsize[cam][1] / 2 + k[3]) / k[1];
    down = distance * (m.cam_sensorsize[cam][1] / 2 - k[3]) / k[1];
  } else {
    up = down = distance * std::tan(m.cam_fovy[cam] * kPi / 360);
    left = right = up * m.cam_resolution[cam][0] / m.cam_resolution[cam][1];
  }
  const Mat3<Real>& mat = b.d.cam_xmat[cam];
  const Vec3<Real> middle = b.d.cam_xpos[cam] - mat.col(2) * distance;
  return {middle - mat.col(0) * left - mat.col(1) * down, middle + mat.col(0) * right - mat.col(1) * down,
          middle + mat.col(0) * right + mat.col(1) * up, middle - mat.col(0) * left + mat.col(1) * up};
}

// Four sides of two triangles and three lines each, between the near and the far corners.
void add_frustum(VisualBuilder& b, int cam) {
  const Real near_plane = b.m.vis.map.znear * b.m.stat.extent;
  Real far_plane = b.m.vis.scale.frustum * b.m.stat.meansize;
  if (b.m.cam_projection[cam] == mjPROJ_ORTHOGRAPHIC) {  // as long as it is wide and high on average
    const Real half = b.m.cam_fovy[cam] / 2;
    far_plane = (half + half * b.m.cam_resolution[cam][0] / b.m.cam_resolution[cam][1]) / 2;
  }
  const auto near_corner = seen_corners(b, cam, near_plane);
  const auto far_corner = seen_corners(b, cam, far_plane);
  const Rgba& rgba = b.m.vis.rgba.frustum;
  const auto line = [&](const Vec3<Real>& from, const Vec3<Real>& to) {
    b.add(visual_connector(mjGEOM_LINE, kLineWidth, from, to, rgba), mjOBJ_CAMERA, cam);
  };
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t next = (i + 1) % 4;
    b.add(visual_triangle(near_corner[i], far_corner[i], near_corner[next], rgba), mjOBJ_CAMERA, cam);
    b.add(visual_triangle(far_corner[i], far_corner[next], near_corner[next], rgba), mjOBJ_CAMERA, cam);
    line(near_corner[i], near_corner[next]);
    line(far_corner[i], far_corner[next]);
    line(near_corner[i], far_corner[i]);
  }
}

}  // namespace

// A body with a lens; see-through where the camera's view is drawn.
void add_cameras(VisualBuilder& b) {
  if (!b.shows(mjVIS_CAMERA)) return;
  const Model& m = b.m;
  const Real unit = m.vis.scale.camera * m.stat.meansize;
  for (int i = 0; i < m.ncam; ++i) {
    Rgba rgba = m.vis.rgba.camera;
    const bool sees = m.cam_resolution[i][0] > 1 && m.cam_resolution[i][1] > 1;
    if (sees) {
      add_frustum(b, i);
      rgba[3] = kSeeThrough;
    }
    const Mat3<Real>& mat = b.d.cam_xmat[i];
    VisualGeom body = visual_geom(mjGEOM_BOX, {unit, 0.8 * unit, 0.4 * unit}, b.d.cam_xpos[i], mat, rgba);
    if (b.option.label == mjLABEL_CAMERA) set_label(body, label_of(m, mjOBJ_CAMERA, i));
    b.add(body, mjOBJ_CAMERA, i);
    for (int k = 0; k < 3; ++k) rgba[k] *= 0.5F;
    b.add(visual_geom(mjGEOM_CYLINDER, {0.4 * unit, 0.3 * unit, 0},
                      b.d.cam_xpos[i] - mat.col(2) * (0.6 * unit), mat, rgba),
          mjOBJ_CAMERA, i);
    if (b.option.frame == mjFRAME_CAMERA) add_axes(b, b.d.cam_xpos[i], mat, 1, i);
  }
}

void add_lights(VisualBuilder& b) {
  if (!b.shows(mjVIS_LIGHT)) return;
  const Real unit = b.m.vis.scale.light * b.m.stat.meansize;
  for (int i = 0; i < b.m.nlight; ++i) {
    const Vec3<Real>& dir = b.d.light_xdir[i];
    const Mat3<Real> mat = to_mat(quat_z_to_vec(dir));
    const Vec3<Real> middle = b.d.light_xpos[i] - dir * (unit + kBehind);
    VisualGeom geom = visual_geom(mjGEOM_CYLINDER, {0.8 * unit, unit, 0}, middle, mat, b.m.vis.rgba.light);
    if (b.option.label == mjLABEL_LIGHT) set_label(geom, label_of(b.m, mjOBJ_LIGHT, i));
    b.add(geom, mjOBJ_LIGHT, i);
    if (b.option.frame == mjFRAME_LIGHT) add_axes(b, b.d.light_xpos[i], mat, 1, i);
  }
}

// Along the ray of each rangefinder at a site that saw something.
void add_rangefinders(VisualBuilder& b) {
  if (!b.shows(mjVIS_RANGEFINDER)) return;
  const Model& m = b.m;
  for (int i = 0; i < m.nsensor; ++i) {
    if (m.sensor_type[i] != mjSENS_RANGEFINDER || m.sensor_objtype[i] != mjOBJ_SITE || m.sensor_dim[i] != 1)
      continue;
    const Real distance = b.d.sensordata[m.sensor_adr[i]];
    if (!(distance >= 0)) continue;
    const int site = m.sensor_objid[i];
    const Vec3<Real>& from = b.d.site_xpos[site];
    b.add(visual_connector(mjGEOM_LINE, kLineWidth, from, from + b.d.site_xmat[site].col(2) * distance,
                           m.vis.rgba.rangefinder),
          mjOBJ_SENSOR, i);
  }
}

}  // namespace corten::viewer
