// Tendons: paths, wrapping, Jacobians.
#include "corten/smooth/tendon.h"

#include "tests/support/prepared_twin.h"

namespace corten {
namespace {

using Twin = PreparedTwin;

constexpr const char* kPulleys = R"(<mujoco><option jacobian="JAC"/><worldbody>
 <geom name="cyl" type="cylinder" size="0.1 0.2" pos="0 0 1" euler="90 0 0"/><site name="s0" pos="-0.5 0 0.95"/>
 <site name="side" pos="0 0 1.3"/>
 <body pos="0.5 0 1"><joint name="ja" type="slide" axis="0 0 1"/><geom size=".05" mass="1"/><site name="sa" pos="0 0.1 0"/>
  <site name="sa2" pos="0 0.1 -.1"/></body>
 <body pos="0.5 0 0.4"><joint name="jb" axis="0 1 0"/><geom size=".05" pos=".1 0 0" mass="1"/>
  <site name="sb" pos=".2 0 0"/></body></worldbody>
 <tendon><spatial><site site="s0"/><geom geom="cyl" sidesite="side"/><site site="sa"/><pulley divisor="2"/>
  <site site="sa2"/><site site="sb"/><pulley divisor="4"/><site site="s0"/><site site="sb"/></spatial>
 <fixed><joint joint="ja" coef="2"/><joint joint="jb" coef="-3"/></fixed></tendon></mujoco>)";

std::string with_jacobian(std::string xml, const std::string& kind) {
  return xml.replace(xml.find("JAC"), 3, kind);
}

TEST(Tendon, PathWithPulleysAndCylinder) {  // judge: oracle
  for (const char* kind : {"dense", "sparse"}) {
    Twin t(with_jacobian(kPulleys, kind));
    t.qpos({.05, .3}).qvel({.7, -1.1});
    forward(t.m, t.d);
    expect_values(t.d.ten_length.span(), {1.68734269045973, -0.8}, 2e-14);
    expect_values({t.d.ten_J.data(), 4}, {0.371299316832063, 0.089910530224454, 2, -3}, 1e-14);
    expect_values(t.d.ten_velocity.span(), {0.161007938535545, 4.7}, 2e-14);
    EXPECT_EQ(t.d.ten_wrapadr[1], 10);
    EXPECT_EQ(t.d.ten_wrapnum[0], 10);
    EXPECT_EQ(t.d.ten_wrapnum[1], 0);
    const int objects[] = {-1, 0, 0, -1, -2, -1, -1, -2, -1, -1};
    for (int i = 0; i < 10; ++i) EXPECT_EQ(t.d.wrap_obj[i / 2][i % 2], objects[i]);
    expect_values({&t.d.wrap_xpos[0][3], 6},
                  {-0.0295533245562338, 0.0480453284373354, 1.09553324556234, 0.0100506358398058,
                   0.0519546715626646, 1.09949364160194},
                  2e-14);
  }
}

TEST(Tendon, AJointListedTwiceAddsOnlyInSparseJacobians) {  // judge: oracle
  const std::string xml = R"(<mujoco><option jacobian="JAC"/><worldbody><body><joint name="j" type="slide"/>
    <geom size=".1"/></body></worldbody><tendon><fixed><joint joint="j" coef="2"/><joint joint="j" coef="3"/></fixed>
    </tendon></mujoco>)";
  Twin dense(with_jacobian(xml, "dense")), sparse(with_jacobian(xml, "sparse"));
  dense.both_forward();
  sparse.both_forward();
  EXPECT_EQ(dense.d.ten_J.data()[0], 3);
  EXPECT_EQ(sparse.d.ten_J.data()[0], 5);
  EXPECT_EQ(dense.error("ten_J"), 0);
  EXPECT_EQ(sparse.error("ten_J"), 0);
}

// two sites of the world and a geom at the origin
Twin wrap(const std::string& geom, const std::string& a, const std::string& b, const std::string& side) {
  const std::string hint = side.empty() ? "" : "<site name='side' pos='" + side + "'/>";
  return Twin("<mujoco><worldbody><geom name='g' " + geom + "/>" + hint + "<site name='a' pos='" + a +
              "'/><site name='b' pos='" + b +
              "'/></worldbody><tendon><spatial><site site='a'/><geom geom='g'" +
              (side.empty() ? "" : " sidesite='side'") + "/><site site='b'/></spatial></tendon></mujoco>");
}

TEST(Wrap, LengthsAroundSpheresAndCylinders) {  // judge: oracle
  struct Case {
    const char *geom, *a, *b, *side;
    Real length;
  };
  const Case cases[] = {
      {"type='cylinder' size='.2 1'", "-.5 .1 .1", ".1 -.6 -.2", ".02 .01 0",
       0.99661775392731},  // from inside
      {"type='cylinder' size='.2 1'", "-.5 .1 .1", ".1 -.6 -.2", ".02 .01 .5",
       1.46383665815412},  // 3D norm decides
      {"type='sphere' size='.2'", "-.5 .1 .1", ".1 -.6 -.2", ".05 0 0", 0.997382346311386},
      {"type='sphere' size='.3'", "-1 0 0", "1 0 0", "", 2.09069399524313},  // no plane of its own
      {"type='sphere' size='.2'", "-.5 .1 .1", ".4 .1 .12", "0 -.5 -.5", 1.16495260459509},
  };
  for (const Case& c : cases) {
    Twin t = wrap(c.geom, c.a, c.b, c.side);
    forward(t.m, t.d);
    EXPECT_NEAR(t.d.ten_length[0], c.length, 2e-14) << c.geom << " " << c.side;
  }
}

TEST(Wrap, RandomSitesAgreeWithTheOracle) {  // judge: oracle
  unsigned seed = 1;
  const auto random = [&seed] {
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) / 8388608.0 - 1;
  };
  for (const char* geom : {"type='sphere' size='.3'", "type='cylinder' size='.3 1' euler='20 30 40'"})
    for (const char* side : {"", "0 .1 .05", "0 -.6 .4"}) {
      Twin t = wrap(geom, "0 0 0", "0 0 0", side);
      const int first = *side ? 1 : 0;
      for (int i = 0; i < 200; ++i) {
        for (int k = 0; k < 6; ++k) {
          const Real x = random();
          t.m.site_pos[first + k / 3][k % 3] = t.om->site_pos[3 * first + k] = x;
          t.m.site_sameframe[first + k / 3] = t.om->site_sameframe[first + k / 3] = corten::mjSAMEFRAME_NONE;
        }
        t.both_forward();
        ASSERT_LE(t.error("ten_length"), 1e-12) << geom << " " << side << " " << i;
        ASSERT_LE(t.error("wrap_xpos"), 1e-10) << geom << " " << side << " " << i;
      }
    }
}

}  // namespace
}  // namespace corten
