// Sensors that look along rays: range finder on a site or over a camera's image, and projection onto an
// image.
#include <cmath>

#include "corten/collide/ray.h"
#include "corten/math/scalar.h"
#include "corten/model/sensor_kinds.h"
#include "corten/sense/camera_lens.h"
#include "corten/sense/sensor_functions.h"

namespace corten::sense {
namespace {

constexpr Real kFar = 1e10;  // no geom is hidden by distance

// One ray's answer, in the order of mjtRayDataField.
struct RayReading {
  Real dist = -1;
  Vec3<Real> dir{};
  Vec3<Real> origin{};
  Vec3<Real> point{};
  Vec3<Real> normal{};
  Real depth = -1;

  Real* write(int mask, Real* out) const {
    const Real* fields[mjNRAYDATA] = {&dist, dir.data(), origin.data(), point.data(), normal.data(), &depth};
    for (int i = 0; i < mjNRAYDATA; ++i)
      if (mask >> i & 1)
        for (int k = 0; k < kRayDataSize[i]; ++k) *out++ = fields[i][k];
    return out;
  }
};

RayReading reading(const Ray& ray, Real dist, const Vec3<Real>& normal) {
  RayReading r;
  r.origin = ray.origin;
  if (dist < 0) return r;
  r.dist = r.depth = dist;
  r.dir = ray.direction;
  r.point = ray.at(dist);
  r.normal = normal;
  return r;
}

void site_range(const Model& m, Data& d, int s, Real* out) {
  const int site = m.sensor_objid[s];
  const Ray line{d.site_xpos[site], d.site_xmat[site].col(2)};
  const SceneHit hit = ray(m, d, line, {nullptr, true, m.site_bodyid[site], &d});
  reading(line, hit.dist, hit.normal).write(m.sensor_intprm[s][0], out);
}

// distance along the optical axis, which looks towards −z
Real depth_of(const Data& d, int cam, const Vec3<Real>& point) {
  return -dot(d.cam_xmat[cam].col(2), point - d.cam_xpos[cam]);
}

Real* write_pixel(const Model& m, const Data& d, int s, const Ray& line, Real dist, const Vec3<Real>& normal,
                  Real* out) {
  RayReading r = reading(line, dist, normal);
  if (dist >= 0) r.depth = depth_of(d, m.sensor_objid[s], r.point);
  return r.write(m.sensor_intprm[s][0], out);
}

// rays through the pixel centres from one point; they are tested together
void perspective_range(const Model& m, Data& d, int s, Real* out) {
  const int cam = m.sensor_objid[s], width = m.cam_resolution[cam][0], height = m.cam_resolution[cam][1];
  const CameraLens lens = camera_lens(m, cam);
  Arena::Frame frame(d.arena);
  const auto vec = frame.alloc<Vec3<Real>>(width * height);
  const auto dist = frame.alloc<Real>(width * height);
  const auto normal = frame.zeros<Vec3<Real>>(width * height);
  for (int row = 0; row < height; ++row)
    for (int col = 0; col < width; ++col) {
      const Vec3<Real> local{(col + 0.5 - lens.cx) / lens.fx, -(row + 0.5 - lens.cy) / lens.fy, -1};
      vec[static_cast<std::size_t>(row * width + col)] = unit(d.cam_xmat[cam] * local);
    }
  multi_ray(m, d, {d.cam_xpos[cam], vec, {}, dist, normal}, {nullptr, true, m.cam_bodyid[cam], &d}, kFar);
  for (std::size_t i = 0; i < vec.size(); ++i)
    out = write_pixel(m, d, s, {d.cam_xpos[cam], vec[i]}, dist[i], normal[i], out);
}

// parallel rays over a square of side fovy
void orthographic_range(const Model& m, Data& d, int s, Real* out) {
  const int cam = m.sensor_objid[s], width = m.cam_resolution[cam][0], height = m.cam_resolution[cam][1];
  const CameraLens lens = camera_lens(m, cam);
  const Real half = m.cam_fovy[cam] / 2;
  for (int row = 0; row < height; ++row)
    for (int col = 0; col < width; ++col) {
      const Vec3<Real> local{(col + 0.5 - lens.cx) / (width / 2.0) * half,
                             -(row + 0.5 - lens.cy) / (height / 2.0) * half, 0};
      const Ray line{d.cam_xpos[cam] + d.cam_xmat[cam] * local, -d.cam_xmat[cam].col(2)};
      const SceneHit hit = ray(m, d, line, {nullptr, true, m.cam_bodyid[cam], &d});
      out = write_pixel(m, d, s, line, hit.dist, hit.normal, out);
    }
}

void rangefinder(const Model& m, Data& d, int s, Real* out) {
  if (m.sensor_objtype[s] == mjOBJ_SITE) return site_range(m, d, s, out);
  if (m.cam_projection[m.sensor_objid[s]] == mjPROJ_ORTHOGRAPHIC) return orthographic_range(m, d, s, out);
  perspective_range(m, d, s, out);
}

// The principal point plays no role here, nor does the projection type: MuJoCo's reading.
void camprojection(const Model& m, Data& d, int s, Real* out) {
  const int cam = m.sensor_refid[s];
  const CameraLens lens = camera_lens(m, cam);
  const Vec3<Real> p = transpose_mul(d.cam_xmat[cam], d.site_xpos[m.sensor_objid[s]] - d.cam_xpos[cam]);
  Real z = p[2];
  if (std::abs(z) < kMinVal<Real>) z = z < 0 ? -kMinVal<Real> : kMinVal<Real>;
  out[0] = static_cast<Real>(m.cam_resolution[cam][0]) / 2 - lens.fx * p[0] / z;
  out[1] = static_cast<Real>(m.cam_resolution[cam][1]) / 2 + lens.fy * p[1] / z;
}

constexpr SensorMeasure kMeasures[] = {{mjSENS_RANGEFINDER, rangefinder},
                                       {mjSENS_CAMPROJECTION, camprojection}};

}  // namespace

std::span<const SensorMeasure> camera_sensors() { return kMeasures; }

}  // namespace corten::sense
