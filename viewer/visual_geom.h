// One thing of an abstract picture, as MuJoCo's mjvGeom describes it: programs read, change and add them.
#pragma once

#include <string_view>
#include <type_traits>

#include "corten/math/mat3.h"
#include "corten/model/enums.h"

namespace corten::viewer {

// In the order and with the types that Python declares too (MjvGeom).
struct VisualGeom {
  int type = mjGEOM_NONE;       // mjtGeom, arrows, lines and labels included
  int dataid = -1;              // mesh times two (plus one: its hull), height field, number of the plane
  int objtype = mjOBJ_UNKNOWN;  // what it stands for
  int objid = -1;
  int category = mjCAT_DECOR;  // mjtCatBit
  int matid = -1;
  int texcoord = 0;                    // whether a mesh has texture coordinates
  int segid = -1;                      // its place in the picture
  Vec3<float> size{0.1F, 0.1F, 0.1F};  // scales along the axes
  Vec3<float> pos{};
  Mat3<float> mat = Mat3<float>::identity();
  Vec<float, 4> rgba{0.5F, 0.5F, 0.5F, 1};
  float emission = 0;
  float specular = 0.5F;
  float shininess = 0.5F;
  float reflectance = 0;
  char label[100] = {};
  float camdist = 0;      // distance from the camera, filled by renderers that sort
  float modelrbound = 0;  // radius around a model's geom, 0 for other things
  byte transparent = 0;   // filled by renderers that sort
};
static_assert(std::is_trivially_copyable_v<VisualGeom> && sizeof(VisualGeom) == 236);

// A geom with the sizes a model's geom of that type has (mjv_initGeom).
VisualGeom visual_geom(int type, const Vec3<Real>& size, const Vec3<Real>& pos, const Mat3<Real>& mat,
                       const Vec<float, 4>& rgba);
// A capsule, cylinder, arrow or line from one point to another (mjv_connector).
VisualGeom visual_connector(int type, Real width, const Vec3<Real>& from, const Vec3<Real>& to,
                            const Vec<float, 4>& rgba);
// A triangle: its first corner, the two sides from there, their cross product.
VisualGeom visual_triangle(const Vec3<Real>& a, const Vec3<Real>& b, const Vec3<Real>& c,
                           const Vec<float, 4>& rgba);

void set_label(VisualGeom& geom, std::string_view text);

}  // namespace corten::viewer
