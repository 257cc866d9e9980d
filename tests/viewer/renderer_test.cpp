// Pictures: what is where, how far, in what light.
#include "viewer/renderer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "corten/load.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"

namespace corten::viewer {
namespace {

// A world with a camera `from` 5 m above the origin that looks down, x to the right and y up.
struct Studio {
  Model m;
  Data d;
  Renderer renderer;

  explicit Studio(const std::string& inside, int width = 64, int height = 64, int threads = 1)
      : m(load_text("<mujoco><statistic extent=\"1\" center=\"0 0 0\"/>"
                    "<visual><map zfar=\"100\"/></visual>" +
                    inside + "</mujoco>")
              .value()),
        d(make_data(m)),
        renderer(m, width, height, threads) {
    forward(m, d);
  }
  static std::string from_above(const std::string& things) {
    return "<worldbody><camera pos=\"0 0 5\" fovy=\"45\"/>" + things + "</worldbody>";
  }
  void look(const SceneOption& option = {}) {
    renderer.update_scene(d, m.ncam ? fixed_camera(m, 0) : default_free_camera(m), option);
  }
  std::vector<float> depth() {
    std::vector<float> out(pixels());
    renderer.render_depth(out);
    return out;
  }
  std::vector<int> segmentation() {
    std::vector<int> out(2 * pixels());
    renderer.render_segmentation(out);
    return out;
  }
  std::size_t pixels() const { return static_cast<std::size_t>(renderer.width() * renderer.height()); }
  std::size_t pixel(int x, int y) const { return static_cast<std::size_t>(y * renderer.width() + x); }
};

TEST(Renderer, DepthOfAPlaneIsTheHeightOfTheEye) {  // judge: hand value
  Studio s(Studio::from_above("<geom type=\"plane\" size=\"0 0 1\"/>"));
  s.look();
  for (float z : s.depth()) EXPECT_NEAR(z, 5, 1e-6);
}

TEST(Renderer,
     DepthOfPrimitivesIsTheirTop) {  // judge: hand value, in the middle pixel whose ray is nearly vertical
  const std::pair<const char*, double> tops[] = {{"type=\"sphere\" size=\".5\"", 0.5},
                                                 {"type=\"capsule\" size=\".2 .4\"", 0.6},
                                                 {"type=\"ellipsoid\" size=\".3 .3 .7\"", 0.7},
                                                 {"type=\"cylinder\" size=\".3 .25\"", 0.25},
                                                 {"type=\"box\" size=\".3 .3 .125\"", 0.125}};
  for (const auto& [shape, top] : tops) {
    Studio s(Studio::from_above(std::string("<geom ") + shape + "/>"), 65, 65);
    s.look();
    EXPECT_NEAR(s.depth()[s.pixel(32, 32)], 5 - top, 1e-6) << shape;
  }
}

TEST(Renderer, DepthOfASphereIsThatOfTheQuadraticFormula) {  // judge: mathematics
  Studio s(Studio::from_above("<geom size=\"1\"/>"), 40, 30);
  s.look();
  const std::vector<float> depth = s.depth();
  const double half = std::tan(22.5 * M_PI / 180);
  int met = 0;
  for (int y = 0; y < 30; ++y)
    for (int x = 0; x < 40; ++x) {
      const double u = half * ((x + 0.5) / 15 - 40.0 / 30);
      const double v = half * (1 - (y + 0.5) / 15);
      const double a = 1 + u * u + v * v;  // |direction|², direction z = −1
      const double det = 25 - a * 24;      // from |(0 0 5) + t d|² = 1
      if (det < 0) continue;
      ++met;
      EXPECT_NEAR(depth[s.pixel(x, y)], (5 - std::sqrt(det)) / a, 1e-5);
    }
  EXPECT_GT(met, 150);
}

TEST(Renderer, MeshAndHeightFieldHaveTheirDepth) {  // judge: hand value
  Studio mesh(
      R"(<asset><mesh name="cube" vertex="-1 -1 -1 1 -1 -1 -1 1 -1 1 1 -1 -1 -1 1 1 -1 1 -1 1 1 1 1 1"/></asset>)" +
      Studio::from_above("<geom type=\"mesh\" mesh=\"cube\"/>"));
  mesh.look();
  EXPECT_NEAR(mesh.depth()[mesh.pixel(32, 32)], 4, 1e-5);
  Studio hills(
      "<asset><hfield name=\"hill\" nrow=\"3\" ncol=\"3\" size=\"1 1 .5 .1\" "
      "elevation=\"1 1 1 1 1 1 1 1 0\"/></asset>" +
      Studio::from_above("<geom type=\"hfield\" hfield=\"hill\"/>"));
  hills.look();
  EXPECT_NEAR(hills.depth()[hills.pixel(30, 33)], 4.5, 1e-5);
}

TEST(Renderer, NothingIsAtTheFarPlane) {  // judge: MuJoCo's Renderer
  Studio s(Studio::from_above(""));
  s.look();
  EXPECT_EQ(s.depth()[0], 100);
  EXPECT_EQ(s.segmentation()[0], -1);
  EXPECT_EQ(s.segmentation()[1], -1);
}

TEST(Renderer, SegmentationGivesIdAndKind) {  // judge: hand value
  Studio s(
      Studio::from_above("<geom pos=\"-.5 0 0\" size=\".2\"/><geom pos=\".5 0 0\" size=\".2\"/>"
                         "<site pos=\"0 .5 0\" size=\".2\"/>"));
  s.look();
  const std::vector<int> ids = s.segmentation();
  const auto at = [&](int x, int y) { return std::pair(ids[2 * s.pixel(x, y)], ids[2 * s.pixel(x, y) + 1]); };
  EXPECT_EQ(at(24, 32), std::pair(0, int{mjOBJ_GEOM}));  // x to the right
  EXPECT_EQ(at(40, 32), std::pair(1, int{mjOBJ_GEOM}));
  EXPECT_EQ(at(32, 24), std::pair(0, int{mjOBJ_SITE}));  // y up
  EXPECT_EQ(at(32, 40), std::pair(-1, -1));
}

TEST(Renderer, GroupsFromThreeOnAreHidden) {  // judge: MuJoCo's mjvOption
  Studio s(Studio::from_above("<geom size=\".5\" group=\"3\"/>"));
  s.look();
  EXPECT_EQ(s.segmentation()[2 * s.pixel(32, 32)], -1);
  SceneOption option;
  option.geomgroup[3] = 1;
  s.look(option);
  EXPECT_EQ(s.segmentation()[2 * s.pixel(32, 32)], 0);
}

TEST(Renderer, SameBytesOnOneAndOnThreeThreads) {  // judge: itself
  const std::string scene =
      R"(<asset><texture name="c" type="2d" builtin="checker" rgb1="1 0 0" rgb2="0 1 0" width="32" height="32"/>
         <texture type="skybox" builtin="gradient" rgb1=".3 .5 .7" width="32" height="32"/>
         <material name="c" texture="c" texrepeat="5 5" reflectance=".3"/></asset>
         <worldbody><light pos="1 1 3"/><geom type="plane" size="0 0 1" material="c"/>
         <geom size=".2" pos="0 0 .3"/><geom type="box" size=".1 .2 .3" pos=".4 0 .3" rgba="1 1 0 .5"/></worldbody>)";
  Studio one(scene, 90, 70, 1);
  Studio three(scene, 90, 70, 3);
  one.look();
  three.look();
  EXPECT_EQ(one.renderer.render().rgb, three.renderer.render().rgb);
}

// mean brightness of the middle of the picture
double middle(Studio& s) {
  const Image image = s.renderer.render();
  double sum = 0;
  for (int y = 30; y < 34; ++y)
    for (int x = 30; x < 34; ++x) sum += image.rgb[3 * s.pixel(x, y)];
  return sum / 16;
}

TEST(Renderer,
     HeadlightShadesAWhiteFloorByItsAmbientAndDiffuse) {  // judge: 0.1 + 0.4 of white, without highlight
  Studio s("<asset><material name=\"w\" specular=\"0\" rgba=\"1 1 1 1\"/></asset>" +
           Studio::from_above("<geom type=\"plane\" size=\"0 0 1\" material=\"w\"/>"));
  s.look();
  EXPECT_NEAR(middle(s), 0.5 * 255, 1);
}

TEST(Renderer, AThingBetweenLightAndFloorCastsAShadow) {  // judge: only the headlight remains
  const std::string scene =
      "<asset><material name=\"w\" specular=\"0\" rgba=\"1 1 1 1\"/></asset>"
      "<visual><headlight diffuse=\".2 .2 .2\" ambient=\"0 0 0\"/></visual><worldbody>"
      "<camera pos=\"0 0 2\"/><light pos=\"0 0 8\" dir=\"0 0 -1\" type=\"directional\" diffuse=\".6 .6 .6\"/>"
      "<geom type=\"box\" pos=\"0 0 4\" size=\"1 1 .1\"/><geom type=\"plane\" size=\"0 0 1\" "
      "material=\"w\"/></worldbody>";
  Studio s(scene);
  s.look();
  EXPECT_NEAR(middle(s), 0.2 * 255, 1);
  s.renderer.set_effects({.shadow = false});
  EXPECT_NEAR(middle(s), 0.8 * 255, 1);
}

TEST(Renderer, ATransparentThingIsBlendedTwice) {  // judge: MuJoCo; 1 − (1 − ½)² of white over black
  Studio s("<visual><headlight ambient=\"1 1 1\" diffuse=\"0 0 0\" specular=\"0 0 0\"/></visual>" +
           Studio::from_above("<geom type=\"box\" size=\"1 1 1\" rgba=\"1 1 1 .5\"/>"));
  s.look();
  EXPECT_NEAR(middle(s), 0.75 * 255, 1);
}

TEST(Renderer, ContactsAndJointsAreDrawnWhenAskedFor) {  // judge: the scene gets longer
  Studio s(Studio::from_above(
      "<geom type=\"plane\" size=\"1 1 1\"/>"
      "<body pos=\"0 0 .09\"><joint type=\"slide\" axis=\"0 0 1\"/><geom size=\".1\"/></body>"));
  s.look();
  const std::size_t plain = s.renderer.scene().drawn.size();
  SceneOption option;
  option.flags[mjVIS_CONTACTPOINT] = 1;
  option.flags[mjVIS_JOINT] = 1;
  s.look(option);
  EXPECT_EQ(s.d.ncon, 1);
  EXPECT_EQ(s.renderer.scene().drawn.size(), plain + 3);  // a disc, and an arrow of shaft and head
}

// how far the eye sees of a triangle with a radius of 0.1, shown like this, at a point of it
float depth_of_triangle(const char* point, std::initializer_list<mjtVisFlag> shown) {
  Studio s(Studio::from_above(std::string("<flexcomp name=\"f\" type=\"direct\" dim=\"2\" radius=\".1\" "
                                          "point=\"0 0 0 1 0 0 0 1 0\" element=\"0 1 2\" pos=\"") +
                              point + "\"/>"),
           65, 65);
  SceneOption option;
  for (const mjtVisFlag flag : {mjVIS_FLEXVERT, mjVIS_FLEXEDGE, mjVIS_FLEXFACE, mjVIS_FLEXSKIN})
    option.flags[flag] = 0;
  for (const mjtVisFlag flag : shown) option.flags[flag] = 1;
  s.look(option);
  return s.depth()[s.pixel(32, 32)];
}

TEST(Renderer, FlexesShowTheirSkinFacesEdgesAndVerticesAsAskedFor) {  // judge: hand value
  constexpr const char *kInside = "-.25 -.25 0", *kOnEdge = "-.5 0 0", *kAtVertex = "0 0 0";
  EXPECT_NEAR(depth_of_triangle(kInside, {mjVIS_FLEXSKIN}), 4.9, 1e-6);
  EXPECT_NEAR(depth_of_triangle(kInside, {mjVIS_FLEXFACE}), 4.9, 1e-6);
  EXPECT_EQ(depth_of_triangle(kInside, {mjVIS_FLEXEDGE, mjVIS_FLEXVERT}), 100);
  EXPECT_NEAR(depth_of_triangle(kOnEdge, {mjVIS_FLEXEDGE}), 4.9, 1e-6);
  EXPECT_EQ(depth_of_triangle(kOnEdge, {mjVIS_FLEXVERT}), 100);
  EXPECT_NEAR(depth_of_triangle(kAtVertex, {mjVIS_FLEXVERT}), 4.9, 1e-6);
}

TEST(Renderer, ALayerOfASolidIsDrawnAlone) {  // judge: hand value: the second layer lies a cell deeper
  const auto depth = [](int layer) {
    Studio s(Studio::from_above("<flexcomp name=\"f\" dim=\"3\" count=\"6 6 6\" spacing=\".2 .2 .2\" "
                                "radius=\".01\" mass=\"1\"/>"),
             65, 65);
    SceneOption option;
    option.flags[mjVIS_FLEXSKIN] = option.flags[mjVIS_FLEXEDGE] = 0;
    option.flags[mjVIS_FLEXFACE] = 1;
    option.flex_layer = layer;
    s.look(option);
    return s.depth()[s.pixel(34, 33)];
  };
  EXPECT_NEAR(depth(0), 5 - 0.5 - 0.01, 1e-6);
  EXPECT_GT(depth(1), depth(0) + 0.01);
}

TEST(Renderer, GeomsOfAUsersOwnAreDrawnUntilTheNextUpdate) {  // judge: hand value
  Studio s(Studio::from_above(""), 65, 65);
  s.look();
  const Mat3<Real> upright = Mat3<Real>::identity();
  VisualGeom nothing;
  nothing.type = mjGEOM_MESH;  // of a model without meshes
  nothing.dataid = 7;
  const VisualGeom own[] = {visual_geom(mjGEOM_BOX, {0.5, 0.5, 0.5}, {}, upright, {1, 0, 0, 1}),
                            visual_geom(mjGEOM_ARROW2, {0.5, 0.5, 0.5}, {1, 0, 0}, upright, {1, 0, 0, 1}),
                            nothing};
  s.renderer.set_geoms(own);
  EXPECT_NEAR(s.depth()[s.pixel(32, 32)], 4.5, 1e-6);
  EXPECT_EQ(s.renderer.scene().drawn.size(), 4U);  // a box; a shaft and two heads
  s.look();
  EXPECT_EQ(s.depth()[s.pixel(32, 32)], 100);
}

TEST(Renderer, AnotherSizeKeepsTheHeightOfTheView) {  // judge: the same camera made for that size
  const std::string scene = Studio::from_above("<geom type=\"box\" size=\".5 .3 .2\"/>");
  Studio small(scene, 10, 10);
  small.look();
  small.renderer.resize(50, 30);
  Studio large(scene, 50, 30);
  large.look();
  EXPECT_EQ(small.depth(), large.depth());
}

TEST(Renderer, BadNumbersAndSizesDoNotCrash) {  // judge: no crash
  Studio s(Studio::from_above(
      "<body><freejoint/><geom size=\".1\"/><geom type=\"box\" size=\".1 .1 .1\"/></body>"));
  for (Real bad : {Real{NAN}, Real{INFINITY}, Real{1e200}}) {
    s.d.geom_xpos[0][0] = bad;
    s.d.geom_xmat[1][4] = bad;
    s.look();
    s.renderer.render();
    s.depth();
  }
  EXPECT_THROW(Renderer(s.m, 0, 10), std::invalid_argument);
  EXPECT_THROW(Renderer(s.m, 10, -1), std::invalid_argument);
}

TEST(Renderer, CornersWithoutNormalsAreFlat) {  // judge: a cube, whose corners are sharp anyway
  const std::string cube =
      "<asset><mesh name=\"m\" vertex=\"0 0 0 1 0 0 0 1 0 1 1 0 0 0 1 1 0 1 0 1 1 1 1 1\"/></asset>" +
      Studio::from_above("<geom type=\"mesh\" mesh=\"m\" euler=\"30 20 0\"/>");
  Studio sound(cube);
  sound.look();
  const auto expected = sound.renderer.render().rgb;
  for (const int nowhere : {-1, 1'000, 2'147'483'647}) {
    Studio s(cube);
    s.m.mesh_facenormal[0] = {nowhere, nowhere, nowhere};
    s.m.mesh_facetexcoord[0] = {nowhere, nowhere, nowhere};
    s.look();
    EXPECT_EQ(s.renderer.render().rgb, expected) << nowhere;
  }
}

TEST(Renderer, AnEmptyModelAndAPictureBeforeAnySceneAreBlack) {  // judge: MuJoCo's Renderer
  Studio s("");
  for (unsigned char c : s.renderer.render().rgb) EXPECT_EQ(c, 0);
  s.look();
  for (unsigned char c : s.renderer.render().rgb) EXPECT_EQ(c, 0);
}

}  // namespace
}  // namespace corten::viewer
