// Mass and inertia of primitive shapes.
#include "corten/compile/shape_mass.h"

#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <sstream>

#include "corten/math/build_frame.h"
#include "tests/support/oracle.h"

namespace corten {
namespace {

const char* type_word(mjtGeom type) {
  switch (type) {
    case mjGEOM_SPHERE:
      return "sphere";
    case mjGEOM_CAPSULE:
      return "capsule";
    case mjGEOM_CYLINDER:
      return "cylinder";
    case mjGEOM_ELLIPSOID:
      return "ellipsoid";
    default:
      return "box";
  }
}

void expect_same(mjtGeom type, mjtGeomInertia inertia, const Vec3<Real>& size, const char* density_or_mass) {
  std::ostringstream xml;
  xml.precision(17);
  xml << "<mujoco><worldbody><body><geom type='" << type_word(type) << "' size='" << size[0] << ' ' << size[1]
      << ' ' << size[2] << "' shellinertia='" << (inertia == mjINERTIA_SHELL ? "true" : "false") << "' "
      << density_or_mass << "/></body></worldbody></mujoco>";
  const auto m = oracle::load_string(xml.str());
  ASSERT_TRUE(m) << xml.str();
  const WeighedShape shape{type, size, inertia};
  const bool given = density_or_mass[0] == 'm';
  const Real mass = given ? 1.7 : 1000 * shape_volume(shape);
  EXPECT_EQ(mass, m->body_mass[1]) << xml.str();
  const Vec3<Real> ours = shape_inertia(shape, mass);
  for (int i = 0; i < 3; ++i) EXPECT_DOUBLE_EQ(ours[i], m->body_inertia[3 + i]) << xml.str();
}

TEST(ShapeMass, IsTheOraclesForEveryShapeSolidAndShell) {  // judge: oracle; inertias to 4 ulps
  std::mt19937 random(1);
  std::uniform_real_distribution<Real> size(.05, .7);
  for (const mjtGeom type : {mjGEOM_SPHERE, mjGEOM_CAPSULE, mjGEOM_CYLINDER, mjGEOM_ELLIPSOID, mjGEOM_BOX})
    for (const mjtGeomInertia inertia : {mjINERTIA_VOLUME, mjINERTIA_SHELL})
      for (int i = 0; i < 20; ++i) {
        expect_same(type, inertia, {size(random), size(random), size(random)}, "density='1000'");
        expect_same(type, inertia, {size(random), size(random), size(random)}, "mass='1.7'");
      }
}

}  // namespace
}  // namespace corten
