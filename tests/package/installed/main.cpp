// A mesh, a picture of the state through Eigen and an edited model: what the static library must bring along.
#include <corten/corten.h>
#include <corten/eigen.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace {

constexpr const char* kTetrahedron = R"(<mujoco>
  <asset><mesh name="tetra" vertex="0 0 0  1 0 0  0 1 0  0 0 1"/></asset>
  <worldbody>
    <body name="box" pos="0 0 1" quat="0 0 0 1"><freejoint/><geom type="mesh" mesh="tetra"/></body>
  </worldbody>
</mujoco>)";

void expect(bool condition, const char* what) {
  if (condition) return;
  std::printf("not true: %s\n", what);
  std::exit(1);
}

}  // namespace

int main() {
  using namespace corten;
  const Model m = load_text(kTetrahedron).value();
  Data d = make_data(m);
  forward(m, d);

  const auto xpos = eigen_map(d.xpos);
  const int box = name2id(m, mjOBJ_BODY, "box");
  expect(xpos.rows() == m.nbody && xpos.cols() == 3, "positions are rows of three");
  expect(xpos.row(box) == Eigen::RowVector3d(d.xpos[box][0], d.xpos[box][1], d.xpos[box][2]),
         "same memory, same numbers");
  eigen_map(d.qvel).setConstant(2);
  expect(d.qvel[5] == 2, "a map writes into the state");
  const Eigen::Matrix3d rotation = eigen_map(d.xmat[box]);
  expect((rotation - to_eigen(d.xquat[box]).toRotationMatrix()).norm() < 1e-15,
         "matrix and quaternion agree");
  const Quat<Real> back = from_eigen(to_eigen(d.xquat[box]));
  expect(back[0] == d.xquat[box][0] && back[3] == d.xquat[box][3], "quaternions travel both ways");
  // volume of the unit tetrahedron is 1/6, density 1000
  expect(std::abs(eigen_map(m.body_mass).sum() - 1000.0 / 6) < 1e-9, "mass of the mesh");

  Diagnostics diagnostics;
  const Spec spec = mjcf::read_string(kTetrahedron, nullptr, {}, diagnostics);
  expect(load_text(mjcf::to_xml(spec)).value().nbody == 2, "a written model is read again");
  std::puts("good");
}
