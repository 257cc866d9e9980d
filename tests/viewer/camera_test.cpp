// Cameras: where they stand and what their images' edges are.
#include "viewer/camera.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "corten/load.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"

namespace corten::viewer {
namespace {

struct World {
  Model m;
  Data d;
  explicit World(const char* body)
      : m(load_text(std::string("<mujoco><statistic center=\"1 2 3\" extent=\"2\"/>") + body + "</mujoco>")
              .value()),
        d(make_data(m)) {
    forward(m, d);
  }
};

void expect_near(const Vec3<Real>& a, const Vec3<Real>& b) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(a[i], b[i], 1e-12);
}

TEST(Camera, FreeCameraLooksAtTheCentreFromOneAndAHalfExtents) {  // judge: MuJoCo's documentation
  World w("<visual><global azimuth=\"0\" elevation=\"0\"/></visual>");
  const View view = make_view(w.m, w.d, default_free_camera(w.m), 4, 2);
  expect_near(view.pos, {-2, 2, 3});
  expect_near(view.forward, {1, 0, 0});
  expect_near(view.up, {0, 0, 1});
  expect_near(view.right, {0, -1, 0});
}

TEST(Camera, SteppingBackShowsABodyThatTheModelsExtentLeavesOut) {  // judge: hand value
  World w(
      "<visual><global azimuth=\"0\" elevation=\"0\" fovy=\"90\"/></visual>"
      "<worldbody><body pos=\"1 2 6\"><geom type=\"box\" size=\".5 .5 1\"/></body></worldbody>");
  Camera camera = default_free_camera(w.m);
  step_back(w.m, w.d, 400, 200, camera);
  EXPECT_NEAR(camera.distance, 1.05 * (4 + 0.5),
              1e-12);  // nearest upper corner: 4 m up, 0.5 m towards the eye
}

TEST(Camera, SteppingBackKeepsADistanceFromWhichAllIsSeen) {  // judge: hand value
  World w("<worldbody><body pos=\"1 2 3\"><geom size=\".1\"/></body></worldbody>");
  Camera camera = default_free_camera(w.m);
  step_back(w.m, w.d, 400, 200, camera);
  EXPECT_EQ(camera.distance, 3);
}

TEST(Camera, FieldOfViewIsVerticalAndWidthFollowsTheImage) {  // judge: hand value
  World w("<visual><global fovy=\"90\"/></visual>");
  const View view = make_view(w.m, w.d, default_free_camera(w.m), 400, 200);
  EXPECT_NEAR(view.top_edge, 1, 1e-12);
  EXPECT_NEAR(view.right_edge, 2, 1e-12);
}

TEST(Camera, FixedCameraLooksAlongItsNegativeZ) {  // judge: hand value
  World w("<worldbody><camera pos=\"0 0 5\"/></worldbody>");
  const View view = make_view(w.m, w.d, fixed_camera(w.m, 0), 2, 2);
  expect_near(view.pos, {0, 0, 5});
  expect_near(view.forward, {0, 0, -1});
  expect_near(view.up, {0, 1, 0});
}

TEST(Camera, TrackingCameraFollowsTheSubtree) {  // judge: hand value
  World w("<worldbody><body pos=\"7 0 0\"><freejoint/><geom size=\".1\"/></body></worldbody>");
  Camera camera = default_free_camera(w.m);
  camera.type = CameraType::tracking;
  camera.trackbodyid = 1;
  const View view = make_view(w.m, w.d, camera, 2, 2);
  expect_near(view.pos + view.forward * camera.distance, {7, 0, 0});
}

TEST(Camera, OrthographicRaysAreParallel) {  // judge: hand value
  World w("<worldbody><camera projection=\"orthographic\" fovy=\"4\"/></worldbody>");
  const View view = make_view(w.m, w.d, fixed_camera(w.m, 0), 2, 2);
  expect_near(view.ray(0, 0).origin, {-2, 2, 0});
  expect_near(view.ray(1, 1).origin, {2, -2, 0});
  expect_near(view.ray(0, 0).direction, view.ray(1, 1).direction);
}

TEST(Camera,
     FocalLengthAndSensorGiveTheEdges) {  // judge: pinhole camera, half the sensor over the focal length
  World w("<worldbody><camera sensorsize=\"2 1\" focal=\"4 4\" resolution=\"20 10\"/></worldbody>");
  const View view = make_view(w.m, w.d, fixed_camera(w.m, 0), 20, 10);
  EXPECT_NEAR(view.right_edge, 0.25, 1e-7);
  EXPECT_NEAR(view.left_edge, -0.25, 1e-7);
  EXPECT_NEAR(view.top_edge, 0.125, 1e-7);
}

TEST(Camera, IdsOutOfRangeAreRefused) {  // judge: MuJoCo refuses them too
  World w("<worldbody><camera/></worldbody>");
  EXPECT_THROW(fixed_camera(w.m, 1), std::invalid_argument);
  EXPECT_THROW(fixed_camera(w.m, -1), std::invalid_argument);
  Camera camera;
  camera.type = CameraType::tracking;
  EXPECT_THROW(make_view(w.m, w.d, camera, 2, 2), std::invalid_argument);
}

}  // namespace
}  // namespace corten::viewer
