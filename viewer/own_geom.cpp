// A user's geom as shapes; arrows of a shaft and heads.
#include "viewer/own_geom.h"

namespace corten::viewer {
namespace {

Drawn shape(const OwnGeom& geom, Form form, const Vec3<Real>& size, Real along = 0) {
  Drawn drawn;
  drawn.form = form;
  drawn.size = size;
  drawn.pos = geom.pos + geom.mat.col(2) * along;
  drawn.mat = geom.mat;
  drawn.surface = geom.surface;
  drawn.objid = geom.objid;
  drawn.objtype = geom.objtype;
  drawn.decor = geom.decor;
  return drawn;
}

Drawn triangles(const OwnGeom& geom, const TriangleSurface& surface) {
  Drawn drawn = shape(geom, Form::triangles, geom.size);
  drawn.triangles = &surface;
  return drawn;
}

// A shaft on the first third and a head up to the middle of the length.
std::vector<Drawn> arrow(const OwnGeom& geom, Real head_width) {
  const Real width = geom.size[0];
  const Real length = geom.size[2];
  return {shape(geom, Form::cylinder, {width, length / 6, 0}, length / 6),
          shape(geom, Form::cone, {head_width * width, length / 6, 0}, length / 3)};
}

// A shaft around the origin with a head at each end.
std::vector<Drawn> double_arrow(const OwnGeom& geom) {
  const Real width = geom.size[0];
  const Real third = geom.size[2] / 3;
  Drawn back = shape(geom, Form::cone, {1.75 * width, third / 2, 0}, -third);
  back.mat = Mat3<Real>::from_cols(geom.mat.col(0), -geom.mat.col(1), -geom.mat.col(2));
  return {shape(geom, Form::cylinder, {width, third, 0}), back,
          shape(geom, Form::cone, {1.75 * width, third / 2, 0}, third)};
}

}  // namespace

std::vector<Drawn> own_shapes(const Model& m, Assets& assets, const OwnGeom& geom) {
  const Vec3<Real>& s = geom.size;
  switch (geom.type) {
    case mjGEOM_PLANE:
      return {shape(geom, Form::plane, s)};
    case mjGEOM_SPHERE:
    case mjGEOM_ELLIPSOID:
      return {shape(geom, Form::ellipsoid, s)};
    case mjGEOM_CAPSULE:
      return {shape(geom, Form::capsule, {s[0], s[2], 0})};
    case mjGEOM_CYLINDER:
      return {shape(geom, Form::cylinder, {s[0], s[2], 0})};
    case mjGEOM_BOX:
      return {shape(geom, Form::box, s)};
    case mjGEOM_MESH:
    case mjGEOM_SDF:
      if (geom.dataid < 0 || geom.dataid / 2 >= m.nmesh) return {};
      return {triangles(geom, assets.mesh(geom.dataid / 2))};
    case mjGEOM_HFIELD:
      if (geom.dataid < 0 || geom.dataid >= m.nhfield) return {};
      return {triangles(geom, assets.hfield(geom.dataid))};
    case mjGEOM_ARROW:
      return arrow(geom, 1.75);
    case mjGEOM_ARROW1:
      return arrow(geom, 1);
    case mjGEOM_ARROW2:
      return double_arrow(geom);
    case mjGEOM_LINE:
      return {shape(geom, Form::cylinder, {0.0015 * m.stat.extent, s[2] / 2, 0}, s[2] / 2)};
    default:
      return {};
  }
}

}  // namespace corten::viewer
