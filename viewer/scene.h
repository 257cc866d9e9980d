// What is in a picture: shapes with surfaces, lights and a view, taken from a simulation at one moment.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "viewer/camera.h"
#include "viewer/scene_option.h"
#include "viewer/texture.h"
#include "viewer/triangles.h"
#include "viewer/visual_geom.h"

namespace corten::viewer {

class Assets;

// How it is shown (mjvScene.flags).
struct Effects {
  bool shadow = true;
  bool reflection = true;
  bool skybox = true;
  bool fog = false;
  bool haze = true;
};

enum class Form : int { plane, sphere, capsule, ellipsoid, cylinder, box, cone, triangles };

struct Surface {
  Vec<float, 4> rgba{0.5F, 0.5F, 0.5F, 1};
  float emission = 0;
  float specular = 0.5F;
  float shininess = 0.5F;
  float reflectance = 0;
  const Texture* texture = nullptr;
  Vec<float, 2> texrepeat{1, 1};
  bool texuniform = false;  // repeats per metre instead of per object
  bool texcoord = false;    // whether the texture follows coordinates of the corners
};

struct Drawn {
  Form form = Form::sphere;
  Vec3<Real> pos{};
  Mat3<Real> mat = Mat3<Real>::identity();
  Vec3<Real> size{};  // MuJoCo's geom_size; a cone has radius and height
  const TriangleSurface* triangles = nullptr;
  Surface surface;
  int objid = -1;
  int objtype = 0;           // mjtObj
  int geom = -1;             // thing of the abstract picture it belongs to
  bool decor = false;        // casts no shadow
  bool transparent = false;  // blended over what is behind it
};

// A skin or flex as it is now: triangles in the world, capsules and balls for edges and vertices.
struct MovingSurface {
  std::unique_ptr<TriangleSurface> triangles;
  std::vector<Drawn> links;
};

struct Light {
  int type = mjLIGHT_DIRECTIONAL;
  Vec3<Real> pos{};
  Vec3<Real> dir{};
  Vec3<float> attenuation{1, 0, 0};
  float cutoff = 180;  // [deg]
  float exponent = 0;
  Vec3<float> ambient{}, diffuse{}, specular{};
  bool castshadow = false;
};

struct Fog {
  float start = 0, end = 0;  // distance where it begins and where it is complete [m]
  Vec3<float> color{};
};

// Fades the far end of the first infinite plane into the sky.
struct Haze {
  Vec3<Real> plane_pos{};
  Mat3<Real> plane_mat = Mat3<Real>::identity();
  float share = 0;  // of the way to the horizon
  Vec<float, 4> rgba{};
};

struct Scene {
  View view;
  std::vector<Drawn> drawn;
  std::vector<Light> lights;
  std::vector<MovingSurface> skins, flexes;              // by id
  std::vector<std::unique_ptr<TriangleSurface>> moving;  // made for this picture
  const Texture* skybox = nullptr;
  std::optional<Haze> haze;  // where a plane is infinite
  Fog fog;
  int mirror = -1;  // the one surface that reflects, −1 if none
  Effects effects;
  Real unit = 1;  // size of the model, for distances too small to see [m]
};

// What does not depend on the things in it: lights, sky, fog, and the forms of skins and flexes as they are
// now.
Scene make_scene(const Model& m, const Data& d, Assets& assets, const View& view, const SceneOption& option);

// The same without a simulation: no lights, no moving surfaces yet.
Scene bare_scene(const Model& m, Assets& assets, const View& view);

// A capsule between two points.
Drawn cable_link(Real radius, const Vec3<Real>& from, const Vec3<Real>& to);

// Shows these things, and no others.
void put_geoms(const Model& m, Assets& assets, std::span<const VisualGeom> geoms, Scene& scene);

}  // namespace corten::viewer
