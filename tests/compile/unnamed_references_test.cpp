// References to the empty name: some mean the last object without a name, the rest are refused.
#include "tests/compile/same_model.h"

namespace corten {
namespace {

std::string model(const std::string& rest, const std::string& more_bodies = "") {
  return R"(<mujoco>
      <worldbody><geom size=".1"/><body name="a"><freejoint/><geom name="g" size=".1"/><site name="s"/><site/></body>
      <body name="b"><joint/><geom size=".1"/><site name="t" pos="1 0 0"/></body>)" +
         more_bodies + "</worldbody>" + rest + "</mujoco>";
}

TEST(UnnamedReferences, OfPairsEqualitiesAndTendonsAreTheLastObjectWithoutAName) {  // judge: oracle
  expect_same_model(model("<contact><pair geom1='' geom2='g'/></contact>"));
  expect_same_model(model("<contact><pair geom1='g' geom2=''/></contact>"));
  expect_same_model(model("<equality><connect site1='' site2='t'/></equality>"));
  expect_same_model(model("<tendon><spatial><site site='t'/><site site=''/></spatial></tendon>"));
  expect_same_model(model("<tendon><fixed><joint joint='' coef='1'/></fixed></tendon>"));
}

TEST(UnnamedReferences, OfSensorsActuatorsAndSecondSitesAreRefused) {  // judge: oracle
  expect_refused(model("<equality><connect site1='t' site2=''/></equality>"), "site2");
  expect_refused(model("<sensor><touch site=''/></sensor>"), "missing name");
  expect_refused(model("<actuator><motor joint=''/></actuator>"), "");
  expect_refused(model("<contact><exclude body1='' body2='a'/></contact>"), "missing");
}

TEST(UnnamedReferences, OfExcludesMeanTheReplicateThatComesBeforeAnyBodyWithoutAName) {  // judge: oracle
  const std::string copies = "<replicate count='2'><body name='r'><geom size='.1'/></body></replicate>";
  for (const char* exclude : {"body1='' body2='a'", "body1='r' body2=''", "body1='' body2=''"}) {
    const std::string contact = "<contact><exclude " + std::string(exclude) + "/></contact>";
    expect_same_model(model(contact, copies));
    expect_same_model(model(contact, copies + "<body/>"));
    expect_same_model(model(contact, "<body/>" + copies));
  }
}

}  // namespace
}  // namespace corten
