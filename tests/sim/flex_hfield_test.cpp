// Flexes on height fields. The oracle gives the prisms below a flex a margin that nobody has written: it is
// what stood on the stack (valgrind names the variable as one of mjc_HFieldElem). So the stack is filled
// before it is asked.
#include <gtest/gtest.h>

#include <array>

#include "corten/load.h"
#include "tests/support/contacts.h"
#include "tests/support/random_state.h"
#include "tests/support/twin.h"

namespace corten {
namespace {

std::string on_hills(const std::string& flex) {
  return R"(<mujoco><asset><hfield name="h" nrow="4" ncol="5" size="1 1 .1 .1"
    elevation="0 1 0 1 0 1 0 2 0 1 0 1 0 1 2 0 0 1 0 1"/></asset><worldbody><geom type="hfield" hfield="h"/>
    <flexcomp name="f" spacing=".1 .1 .1" pos="0 0 .06" radius=".01" mass="1" )" +
         flex + "</flexcomp></worldbody></mujoco>";
}

const std::array<std::string, 7> kFlexes = {
    R"(dim="1" count="8 1 1">)",
    R"(dim="2" count="5 5 1" euler="5 10 20"><contact selfcollide="none"/>)",
    R"(dim="2" count="4 4 1"><contact selfcollide="none" margin=".02" gap=".01"/>)",
    R"(dim="3" count="3 3 3"><contact selfcollide="none" condim="1"/>)",
    R"(type="ellipsoid" dim="3" count="4 4 4"><contact activelayers="2" selfcollide="none"/>)",
    R"(dim="3" dof="trilinear" count="4 4 4"><contact selfcollide="none"/>)",
    R"(type="circle" dim="1" count="9 1 1"><contact selfcollide="none" margin=".03"/>)"};

// Leaves a number wherever the next calls have their variables.
[[gnu::noinline]] void fill_stack(double value) {
  std::array<volatile double, 40000> below;
  for (volatile double& x : below) x = value;
}

void collide_over(double left_behind, const mjModel* m, mjData* d) {
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_flex(m, d);
  fill_stack(left_behind);
  mj_collision(m, d);
}

TEST(FlexOnHField, ContactsAreTheOraclesWhereItsMarginHappensToBeZero) {  // judge: oracle
  int contacts = 0;
  for (const std::string& flex : kFlexes) {
    oracle::Twin t(on_hills(flex));
    t.m = load_text(on_hills(flex)).value();
    t.d = make_data(t.m);
    for (unsigned seed = 0; seed < 6; ++seed) {
      oracle::randomize(t.om.get(), t.od.get(), seed, 0.02 * seed);
      t.take_state();
      forward(t.m, t.d);
      collide_over(0, t.om.get(), t.od.get());
      EXPECT_EQ(oracle::contact_difference(t.od.get(), t.d), "") << flex << " seed " << seed;
      contacts += t.d.ncon;
    }
  }
  EXPECT_GT(contacts, 500);
}

TEST(FlexOnHField, TheOraclesContactsDependOnWhatStoodOnTheStack) {  // judge: oracle, twice
  oracle::Twin t(on_hills(kFlexes[1]));
  collide_over(0, t.om.get(), t.od.get());
  const int zero = t.od->ncon;
  collide_over(1, t.om.get(), t.od.get());
  EXPECT_NE(t.od->ncon, zero);
}

}  // namespace
}  // namespace corten
