// Inverse kinematics with Eigen: damped least squares brings the top of the cart's pole to a target.
#include <cstdio>
#include <vector>

#include "corten/corten.h"
#include "corten/eigen.h"

int main() {
  using namespace corten;
  const Model model = load("scenes/cartpole.xml").value();
  Data data = make_data(model);
  const int top = name2id(model, mjOBJ_SITE, "top");
  const Eigen::Vector3d target(.4, 0, .5);

  Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::RowMajor> jacobian(3, model.nv);
  Eigen::VectorXd change(model.nv);
  double error = 1;
  int iteration = 0;
  for (; iteration < 100 && error > 1e-10; ++iteration) {
    fwd_position(model, data);
    const Eigen::Vector3d missing = target - eigen_map(data.site_xpos[top]);
    error = missing.norm();
    jac_site(model, data, {jacobian.data(), static_cast<std::size_t>(jacobian.size())}, {}, top);
    const Eigen::MatrixXd normal =
        jacobian.transpose() * jacobian + 1e-6 * Eigen::MatrixXd::Identity(model.nv, model.nv);
    change = normal.ldlt().solve(jacobian.transpose() * missing);
    integrate_pos(model, data.qpos.span(), {change.data(), static_cast<std::size_t>(model.nv)}, 1);
  }
  std::printf("after %d iterations the top is %.1e m from its target\n", iteration, error);
  std::printf("cart at %.4f m, pole at %.4f rad\n", data.qpos[0], data.qpos[1]);
  return error < 1e-9 ? 0 : 1;
}
