// Sixty models made by seed from pids, cables, touch grids and distance fields: verdict, every field, a
// forward pass and 400 steps beside the oracle.
#include <cmath>

#include "tests/plugins/both.h"
#include "tests/support/random_state.h"

namespace corten {
namespace {

class Maker {
 public:
  explicit Maker(unsigned seed) : random_(seed) {}

  std::string model() {
    const char* integrators[] = {"Euler", "implicitfast", "implicit", "RK4"};
    std::string bodies = "<geom type='plane' size='5 5 .1'/>";
    const int arms = pick(3);
    for (int i = 0; i < arms; ++i) add_arm(i, bodies);
    if (pick(2)) add_cable(bodies);
    if (pick(2)) add_grid(bodies);
    if (pick(4) == 0) add_shape(bodies);
    return "<mujoco><option timestep='" + number(.001, .004) + "' integrator='" + integrators[pick(4)] +
           "' sdf_initpoints='10' sdf_iterations='6'/>" +
           uses("pid elasticity.cable sensor.touch_grid sdf.torus sdf.bowl sdf.bolt sdf.nut sdf.gear") +
           "<asset>" + assets_ + "</asset><worldbody>" + bodies + "</worldbody><actuator>" + actuators_ +
           "</actuator><sensor>" + sensors_ + "</sensor></mujoco>";
  }

 private:
  int pick(int count) { return static_cast<int>((random_() + 1) / 2 * count) % count; }
  std::string number(double low, double high) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", low + (high - low) * (random_() + 1) / 2);
    return text;
  }
  std::string config(const std::string& key, const std::string& value) {
    return "<config key='" + key + "' value='" + value + "'/>";
  }

  void add_arm(int i, std::string& bodies) {
    const std::string name = "j" + std::to_string(i);
    bodies += "<body pos='" + std::to_string(i - 3) + " 2 1'><joint name='" + name +
              "' axis='0 1 0' damping='" + number(0, .5) +
              "'/><geom type='capsule' fromto='0 0 0 .4 0 0' size='.04'/></body>";
    const char* dynamics[] = {"none", "integrator", "filter", "filterexact"};
    const int kind = pick(4);
    const bool integral = pick(2), slew = pick(2);
    actuators_ += "<plugin plugin='mujoco.pid' joint='" + name + "' dyntype='" + dynamics[kind] +
                  "' dynprm='.1' actdim='" + std::to_string(integral + slew + (kind > 0)) + "' actearly='" +
                  (pick(2) ? "true" : "false") + "'>" + config("kp", number(1, 40)) +
                  config("kd", number(0, 2)) + (integral ? config("ki", number(1, 5)) : "") +
                  (integral && pick(2) ? config("imax", number(.1, 2)) : "") +
                  (slew ? config("slewmax", number(.5, 5)) : "") + "</plugin>";
  }

  void add_cable(std::string& bodies) {
    const char* curves[] = {"s", "cos(s) sin(s) s", "s cos(s) 0"};
    const char* geoms[] = {"type='capsule' size='.005'", "type='box' size='.01 .005 .003'",
                           "type='cylinder' size='.006'"};
    bodies += "<composite type='cable' curve='" + std::string(curves[pick(3)]) + "' count='" +
              std::to_string(4 + pick(6)) + " 1 1' size='" + number(.5, 1) +
              " .1 1' offset='0 -2 1' initial='none'><plugin plugin='mujoco.elasticity.cable'>" +
              config("twist", number(1e3, 1e5)) + config("bend", number(1e3, 1e5)) +
              config("flat", pick(2) ? "true" : "false") +
              "</plugin><joint kind='main' damping='.05'/><geom " + geoms[pick(3)] + "/></composite>";
  }

  void add_grid(std::string& bodies) {
    bodies += "<body pos='3 0 .3' euler='" + number(-30, 30) +
              " 20 0'><freejoint/><geom type='box' size='.2 .15 .1'/>"
              "<site name='s' pos='0 0 .3'/></body>";
    sensors_ += "<plugin plugin='mujoco.sensor.touch_grid' objtype='site' objname='s'>" +
                config("size", std::to_string(1 + pick(8)) + " " + std::to_string(1 + pick(8))) +
                config("fov", number(20, 180) + " " + number(20, 90)) + config("gamma", number(0, 1)) +
                config("nchannel", std::to_string(1 + pick(6))) + "</plugin>";
  }

  void add_shape(std::string& bodies) {
    const char* shapes[] = {"torus", "bowl", "bolt", "nut", "gear"};
    const char* partners[] = {"sphere' size='.2", "capsule' size='.1 .2", "ellipsoid' size='.3 .2 .15",
                              "cylinder' size='.15 .2", "box' size='.2 .15 .1"};
    const std::string use = "<plugin plugin='mujoco.sdf." + std::string(shapes[pick(5)]) + "'/>";
    assets_ += "<mesh name='shape'>" + use + "</mesh>";
    bodies += "<body pos='0 0 1.1'><geom type='sdf' mesh='shape'>" + use + "</geom></body><body pos='" +
              number(-.3, .3) + " " + number(-.3, .3) + " 2.1'><freejoint/><geom type='" + partners[pick(5)] +
              "'/></body>";
  }

  oracle::Random random_;
  std::string assets_, actuators_, sensors_;
};

class RandomPlugins : public ::testing::TestWithParam<unsigned> {};

TEST_P(RandomPlugins,
       AreTheOracles) {  // judge: oracle; all but the solver to the bit, from the same compiled numbers
  const std::string xml = Maker(GetParam()).model();
  Both both(xml, 1e-8);
  ASSERT_TRUE(both.loaded());
  both.m = oracle::to_model(both.om.get());
  both.d = make_data(both.m);
  oracle::randomize(both.om.get(), both.od.get(), GetParam(), .1);
  oracle::copy_state(both.om.get(), both.od.get(), both.m, both.d);
  mj_forward(both.om.get(), both.od.get());
  forward(both.m, both.d);
  for (const char* field : {"qfrc_passive", "actuator_force", "act_dot"}) both.expect_same(field);
  both.expect_same("sensordata", kNewtonBar);
  both.expect_same_contacts();
  const bool driven = both.m.nu > 0;
  both.expect_same_steps(
      400,
      [driven](Real* ctrl, Real time) {
        if (driven) ctrl[0] = std::sin(2 * time);
      },
      kNewtonBar);
  if (HasFailure()) std::printf("%s\n", xml.c_str());
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomPlugins, ::testing::Range(1u, 61u));

}  // namespace
}  // namespace corten
