#include "viewer/shapes.h"

#include <cmath>

namespace corten::viewer {
namespace {

constexpr Real kHairWidth = 0.0015;  // of a line, beside the size of the model

Vec3<Real> to_real(const Vec3<float>& v) { return {v[0], v[1], v[2]}; }

Mat3<Real> to_real(const Mat3<float>& m) {
  Mat3<Real> out;
  for (int i = 0; i < 9; ++i) out[i] = m[i];
  return out;
}

Surface surface_of(const Model& m, Assets& assets, const VisualGeom& geom) {
  Surface surface;
  surface.rgba = geom.rgba;
  surface.emission = geom.emission;
  surface.specular = geom.specular;
  surface.shininess = geom.shininess;
  surface.reflectance = geom.reflectance;
  surface.texcoord = geom.texcoord != 0;
  if (geom.matid < 0 || geom.matid >= m.nmat) return surface;
  const int texid = m.mat_texid[geom.matid][mjTEXROLE_RGB];
  if (texid >= 0) surface.texture = &assets.texture(texid);
  surface.texrepeat = m.mat_texrepeat[geom.matid];
  surface.texuniform = m.mat_texuniform[geom.matid] != 0;
  return surface;
}

// Makes the shapes of one thing: they share pose, surface and meaning.
class Shaper {
 public:
  Shaper(const Model& m, Assets& assets, const VisualGeom& geom, Scene& scene)
      : m_(m), assets_(assets), geom_(geom), scene_(scene), size_(to_real(geom.size)) {
    style_.pos = to_real(geom.pos);
    style_.mat = to_real(geom.mat);
    style_.surface = surface_of(m, assets, geom);
    style_.objid = geom.objid;
    style_.objtype = geom.objtype;
    style_.decor = geom.category == mjCAT_DECOR;
  }

  std::vector<Drawn> shapes() const {
    switch (geom_.type) {
      case mjGEOM_PLANE:
        return {shape(Form::plane, size_)};
      case mjGEOM_SPHERE:
      case mjGEOM_ELLIPSOID:
        return {shape(size_[0] == size_[1] && size_[0] == size_[2] ? Form::sphere : Form::ellipsoid, size_)};
      case mjGEOM_CAPSULE:
        return {shape(Form::capsule, {size_[0], size_[2], 0})};
      case mjGEOM_CYLINDER:
        return {shape(Form::cylinder, {size_[0], size_[2], 0})};
      case mjGEOM_BOX:
        return {shape(Form::box, size_)};
      case mjGEOM_MESH:
      case mjGEOM_SDF:
        return mesh();
      case mjGEOM_HFIELD:
        if (geom_.dataid < 0 || geom_.dataid >= m_.nhfield) return {};
        return {triangles(assets_.hfield(geom_.dataid))};
      case mjGEOM_SKIN:
        return moving(scene_.skins);
      case mjGEOM_FLEX:
        return moving(scene_.flexes);
      case mjGEOM_ARROW:
        return arrow(1.75);
      case mjGEOM_ARROW1:
        return arrow(1);
      case mjGEOM_ARROW2:
        return double_arrow();
      case mjGEOM_LINE:
        return {line({0, 0, size_[2] / 2}, 2, size_[2] / 2)};
      case mjGEOM_LINEBOX:
        return outline();
      case mjGEOM_TRIANGLE:
        return {triangle()};
      default:
        return {};
    }
  }

 private:
  // at a place in the thing's own frame
  Drawn shape(Form form, const Vec3<Real>& size, const Vec3<Real>& at = {}) const {
    Drawn drawn = style_;
    drawn.form = form;
    drawn.size = size;
    drawn.pos += drawn.mat * at;
    return drawn;
  }

  Drawn triangles(const TriangleSurface& surface) const {
    Drawn drawn = shape(Form::triangles, size_);
    drawn.triangles = &surface;
    return drawn;
  }

  std::vector<Drawn> mesh() const {
    const int mesh = geom_.dataid / 2;
    if (geom_.dataid < 0 || mesh >= m_.nmesh) return {};
    const bool hull = geom_.dataid % 2 == 1 && m_.mesh_graphadr[mesh] >= 0;
    Drawn drawn = triangles(hull ? assets_.hull(mesh) : assets_.mesh(mesh));
    if (hull) drawn.surface.texcoord = false;
    return {drawn};
  }

  // skins and flexes have their places in the world already
  std::vector<Drawn> moving(const std::vector<MovingSurface>& surfaces) const {
    if (geom_.objid < 0 || geom_.objid >= static_cast<int>(surfaces.size())) return {};
    const MovingSurface& surface = surfaces[static_cast<std::size_t>(geom_.objid)];
    std::vector<Drawn> parts;
    if (surface.triangles) {
      Drawn drawn = triangles(*surface.triangles);
      drawn.pos = {};
      drawn.mat = Mat3<Real>::identity();
      drawn.size = {1, 1, 1};
      if (!drawn.surface.texcoord) drawn.surface.texture = nullptr;
      parts.push_back(drawn);
    }
    for (Drawn link : surface.links) {
      link.surface = style_.surface;
      link.objid = style_.objid;
      link.objtype = style_.objtype;
      parts.push_back(link);
    }
    return parts;
  }

  // A shaft on the first third and a head up to the middle of the length.
  std::vector<Drawn> arrow(Real head_width) const {
    const Real width = size_[0];
    const Real sixth = size_[2] / 6;
    return {shape(Form::cylinder, {width, sixth, 0}, {0, 0, sixth}),
            shape(Form::cone, {head_width * width, sixth, 0}, {0, 0, 2 * sixth})};
  }

  // A shaft around the origin with a head at each end.
  std::vector<Drawn> double_arrow() const {
    const Real width = size_[0];
    const Real third = size_[2] / 3;
    Drawn back = shape(Form::cone, {1.75 * width, third / 2, 0}, {0, 0, -third});
    back.mat = Mat3<Real>::from_cols(back.mat.col(0), -back.mat.col(1), -back.mat.col(2));
    return {shape(Form::cylinder, {width, third, 0}), back,
            shape(Form::cone, {1.75 * width, third / 2, 0}, {0, 0, third})};
  }

  // A line along an axis, which shines: it has no side to be lit from.
  Drawn line(const Vec3<Real>& middle, int axis, Real half) const {
    Drawn drawn = shape(Form::cylinder, {kHairWidth * m_.stat.extent, half, 0}, middle);
    const Mat3<Real>& mat = style_.mat;
    drawn.mat = Mat3<Real>::from_cols(mat.col((axis + 1) % 3), mat.col((axis + 2) % 3), mat.col(axis));
    drawn.surface.emission = 1;
    return drawn;
  }

  std::vector<Drawn> outline() const {
    std::vector<Drawn> edges;
    for (int axis = 0; axis < 3; ++axis)
      for (const int side : {0, 1, 2, 3}) {
        Vec3<Real> middle{};
        middle[(axis + 1) % 3] = size_[(axis + 1) % 3] * (side % 2 ? 1 : -1);
        middle[(axis + 2) % 3] = size_[(axis + 2) % 3] * (side / 2 ? 1 : -1);
        edges.push_back(line(middle, axis, size_[axis]));
      }
    return edges;
  }

  // Seen from both sides.
  Drawn triangle() const {
    const Vec3<float> a = geom_.pos;
    const Vec3<float> b = a + geom_.mat.col(0) * geom_.size[0];
    const Vec3<float> c = a + geom_.mat.col(1) * geom_.size[1];
    scene_.moving.push_back(std::make_unique<TriangleSurface>(
        std::vector<TriangleCorners>{{{a, b, c}, {}, {}}, {{a, c, b}, {}, {}}}));
    Drawn drawn = triangles(*scene_.moving.back());
    drawn.pos = {};
    drawn.mat = Mat3<Real>::identity();
    drawn.size = {1, 1, 1};
    return drawn;
  }

  const Model& m_;
  Assets& assets_;
  const VisualGeom& geom_;
  Scene& scene_;
  Vec3<Real> size_;
  Drawn style_;
};

}  // namespace

std::vector<Drawn> shapes_of(const Model& m, Assets& assets, const VisualGeom& geom, Scene& scene) {
  return Shaper(m, assets, geom, scene).shapes();
}

}  // namespace corten::viewer
