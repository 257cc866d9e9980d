// Principal axes at model building: the bits of the oracle's compiled inertias.
#include "corten/math/principal_axes.h"

#include <gtest/gtest.h>

#include <random>
#include <sstream>

#include "tests/support/oracle.h"

namespace corten {
namespace {

Mat3<Real> symmetric(const Vec<Real, 6>& f) {  // xx yy zz xy xz yz
  return {f[0], f[3], f[4], f[3], f[1], f[5], f[4], f[5], f[2]};
}

void expect_same_as_fullinertia(const Vec<Real, 6>& full) {
  std::ostringstream xml;
  xml.precision(17);
  xml << "<mujoco><compiler boundmass='0'/><worldbody><body><inertial pos='0 0 0' mass='1' fullinertia='";
  for (const Real x : full) xml << x << ' ';
  xml << "'/></body></worldbody></mujoco>";
  const auto m = oracle::load_string(xml.str());
  ASSERT_TRUE(m) << xml.str();
  const build::PrincipalAxes axes = build::principal_axes(symmetric(full));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(axes.value[i], m->body_inertia[3 + i]);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(axes.quat[i], m->body_iquat[4 + i]);
}

TEST(PrincipalAxes, SortsADiagonalMatrix) {  // judge: oracle, bit for bit
  expect_same_as_fullinertia({1, 2, 3, 0, 0, 0});
  expect_same_as_fullinertia({2, 3, 1.5, 0, 0, 0});
  expect_same_as_fullinertia({2, 1, 3, 0, 0, 0});
}

TEST(PrincipalAxes, HasTheBitsOfTheOracle) {  // judge: oracle, bit for bit
  expect_same_as_fullinertia({3, 2, 1.5, .1, -.2, .3});
  std::mt19937 random(1);
  std::uniform_real_distribution<Real> diagonal(2, 3), off(-.4, .4);
  for (int i = 0; i < 100; ++i)
    expect_same_as_fullinertia(
        {diagonal(random), diagonal(random), diagonal(random), off(random), off(random), off(random)});
}

}  // namespace
}  // namespace corten
