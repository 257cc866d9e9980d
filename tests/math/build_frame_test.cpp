// Frame arithmetic of model building gives the bits of the oracle's compiled models.
#include "corten/math/build_frame.h"

#include <gtest/gtest.h>

#include <functional>
#include <sstream>

#include "tests/math/sampling.h"
#include "tests/support/oracle.h"

namespace corten {
namespace {

using sampling::Comparison;
using sampling::Sampler;
using V = Vec3<double>;
using Q = Quat<double>;

constexpr int kBodies = 2000;

// One massless body per attribute text, all children of the world.
oracle::ModelPtr bodies(const std::function<void(std::ostream&, int)>& attributes) {
  std::ostringstream xml;
  xml.precision(17);
  xml << "<mujoco><worldbody>";
  for (int i = 0; i < kBodies; ++i) {
    xml << "<body ";
    attributes(xml, i);
    xml << "/>";
  }
  xml << "</worldbody></mujoco>";
  return oracle::load_string(xml.str());
}

TEST(BuildFrame, NormalizesQuaternionsAsTheCompilerDoes) {  // judge: oracle, bit for bit
  Sampler s;
  std::vector<Q> q;
  for (int i = 0; i < kBodies; ++i) q.push_back(i % 2 ? s.raw_quat() : s.unit_quat());
  const auto m = bodies([&](std::ostream& out, int i) {
    out << "quat='" << q[i][0] << ' ' << q[i][1] << ' ' << q[i][2] << ' ' << q[i][3] << "'";
  });
  ASSERT_TRUE(m);
  Comparison c;
  for (int i = 0; i < kBodies; ++i) {
    build::normalize(q[i]);
    c.add(q[i].data(), m->body_quat + 4 * (i + 1), 4);
  }
  c.expect_equal_bits();
}

TEST(BuildFrame, TurnsZOntoAnAxisAsTheCompilerDoes) {  // judge: oracle, bit for bit
  Sampler s;
  std::vector<V> axis{{0, 0, 1},     {0, 0, -1}, {0, 0, -5},      {1e-8, 0, 1},
                      {1e-8, 0, -1}, {1, 0, 0},  {1e-6, 1e-6, -1}};
  while (axis.size() < kBodies) axis.push_back(s.vec3());
  const auto m = bodies([&](std::ostream& out, int i) {
    out << "zaxis='" << axis[i][0] << ' ' << axis[i][1] << ' ' << axis[i][2] << "'";
  });
  ASSERT_TRUE(m);
  Comparison c;
  for (int i = 0; i < kBodies; ++i) {
    build::normalize(axis[i]);
    Q q = build::z_to_vec(axis[i]);
    build::normalize(q);
    c.add(q.data(), m->body_quat + 4 * (i + 1), 4);
  }
  c.expect_equal_bits();
}

TEST(BuildFrame, TakesTheQuaternionOfAFrameAsTheCompilerDoes) {  // judge: oracle, bit for bit
  Sampler s;
  std::vector<V> x, y;
  for (int i = 0; i < kBodies; ++i) x.push_back(s.vec3()), y.push_back(s.vec3());
  const auto m = bodies([&](std::ostream& out, int i) {
    out << "xyaxes='" << x[i][0] << ' ' << x[i][1] << ' ' << x[i][2] << ' ' << y[i][0] << ' ' << y[i][1]
        << ' ' << y[i][2] << "'";
  });
  ASSERT_TRUE(m);
  Comparison c;
  for (int i = 0; i < kBodies; ++i) {
    build::normalize(x[i]);
    const double along = dot(x[i], y[i]);
    y[i] -= x[i] * along;
    build::normalize(y[i]);
    V z = cross(x[i], y[i]);
    build::normalize(z);
    const Q q = build::frame_to_quat(x[i], y[i], z);
    c.add(q.data(), m->body_quat + 4 * (i + 1), 4);
  }
  c.expect_equal_bits();
}

}  // namespace
}  // namespace corten
