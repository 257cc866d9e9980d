#include "viewer/visual_geom.h"

#include <algorithm>

namespace corten::viewer {
namespace {

Vec3<float> to_float(const Vec3<Real>& v) {
  return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
}

Mat3<float> to_float(const Mat3<Real>& m) {
  Mat3<float> out;
  for (int i = 0; i < 9; ++i) out[i] = static_cast<float>(m[i]);
  return out;
}

// A model gives a round shape its radius once, a picture the scale along every axis.
Vec3<Real> scales(int type, const Vec3<Real>& size) {
  if (type == mjGEOM_SPHERE) return {size[0], size[0], size[0]};
  if (type == mjGEOM_CAPSULE || type == mjGEOM_CYLINDER) return {size[0], size[0], size[1]};
  return size;
}

Vec3<Real> unit(Vec3<Real> v, float& length) {
  length = static_cast<float>(norm(v));
  normalize(v);
  return v;
}

}  // namespace

VisualGeom visual_geom(int type, const Vec3<Real>& size, const Vec3<Real>& pos, const Mat3<Real>& mat,
                       const Vec<float, 4>& rgba) {
  VisualGeom geom;
  geom.type = type;
  geom.size = to_float(scales(type, size));
  geom.pos = to_float(pos);
  geom.mat = to_float(mat);
  geom.rgba = rgba;
  return geom;
}

VisualGeom visual_connector(int type, Real width, const Vec3<Real>& from, const Vec3<Real>& to,
                            const Vec<float, 4>& rgba) {
  const Vec3<Real> along = to - from;
  const bool centred = type == mjGEOM_CAPSULE || type == mjGEOM_CYLINDER;
  VisualGeom geom;
  geom.type = type;
  geom.size = to_float(Vec3<Real>{width, width, norm(along) * (centred ? 0.5 : 1)});
  geom.pos = to_float(centred ? (from + to) * 0.5 : from);
  geom.mat = to_float(to_mat(quat_z_to_vec(along)));
  geom.rgba = rgba;
  return geom;
}

VisualGeom visual_triangle(const Vec3<Real>& a, const Vec3<Real>& b, const Vec3<Real>& c,
                           const Vec<float, 4>& rgba) {
  VisualGeom geom;
  geom.type = mjGEOM_TRIANGLE;
  const Vec3<Real> first = unit(b - a, geom.size[0]);
  const Vec3<Real> second = unit(c - a, geom.size[1]);
  const Vec3<Real> normal = unit(cross(b - a, c - a), geom.size[2]);
  geom.pos = to_float(a);
  geom.mat = to_float(Mat3<Real>::from_cols(first, second, normal));
  geom.rgba = rgba;
  return geom;
}

void set_label(VisualGeom& geom, std::string_view text) {
  const std::size_t length = std::min(text.size(), sizeof geom.label - 1);
  std::copy_n(text.data(), length, geom.label);
  geom.label[length] = 0;
}

}  // namespace corten::viewer
