// Where a picture is taken from: the camera a user chooses, and the view it has of a simulation.
#pragma once

#include "corten/geom/ray.h"
#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten::viewer {

enum class CameraType : int { free, tracking, fixed };  // MuJoCo's mjtCamera

// MuJoCo's mjvCamera.
struct Camera {
  CameraType type = CameraType::free;
  int fixedcamid = -1;   // camera of the model, when fixed
  int trackbodyid = -1;  // body whose subtree is looked at, when tracking
  Vec3<Real> lookat{};   // point looked at, world [m]
  Real distance = 2;     // from that point [m]
  Real azimuth = 90;     // direction of view about z [deg]
  Real elevation = -45;  // direction of view above the horizon [deg]
};

// Looks at the centre of the model from one and a half extents (mjv_defaultFreeCamera).
Camera default_free_camera(const Model& m);
// Moves a free camera back, at most to three times its distance, until every body is inside an image of these
// proportions: what a model says of its centre and extent often leaves a head or a hand outside.
void step_back(const Model& m, const Data& d, int width, int height, Camera& camera);
// A camera of the model by name or number; throws std::invalid_argument when there is none.
Camera fixed_camera(const Model& m, int id);

// The image plane stands one metre before the eye (perspective) or at it (orthographic).
struct View {
  Vec3<Real> pos{};  // eye, world [m]
  Vec3<Real> right{}, up{}, forward{};
  Real left_edge = -1, right_edge = 1;  // of the image, along right; [m]
  Real bottom_edge = -1, top_edge = 1;  // along up
  bool orthographic = false;
  bool fits_image = true;    // the width follows the image's proportions; else a sensor gives it
  Real znear = 0, zfar = 0;  // visible distances along forward [m]

  // Through a point of the image: x from 0 at the left edge to 1, y from 0 at the top edge to 1. A step of 1
  // along the ray's direction is a metre along forward.
  Ray ray(Real x, Real y) const;
  // The same view in an image of this many pixels.
  void fit(int width, int height);
};

// What the camera sees in an image of this many pixels. Throws std::invalid_argument when an id is out of
// range.
View make_view(const Model& m, const Data& d, const Camera& camera, int width, int height);

}  // namespace corten::viewer
