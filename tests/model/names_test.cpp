// Names against the oracle.
#include "corten/model/names.h"

#include <gtest/gtest.h>

#include <string>

#include "corten/model/object_kinds.h"
#include "tests/support/oracle.h"

namespace corten {
namespace {

constexpr const char* kNamed = R"(<mujoco model="x"><asset><material name="foo"/></asset><worldbody>
    <body name="foo"><joint name="bar"/><geom name="foo" size=".1"/><site name="baz"/><camera name="c"/></body>
    <body name="bar"><freejoint/><geom size=".1"/></body><body/></worldbody>
    <actuator><motor name="drive" joint="bar"/></actuator><sensor><jointpos name="s" joint="bar"/></sensor>
    <keyframe><key name="home"/></keyframe></mujoco>)";

TEST(ObjectKinds, WordsAreTheOracles) {  // judge: oracle
  for (int type = -1; type < mjOBJ_DEFAULT; ++type) {
    const char* theirs = mju_type2Str(type);
    const char* ours = object_word(type);
    EXPECT_EQ(ours ? std::string(ours) : "<none>", theirs ? std::string(theirs) : "<none>") << type;
  }
}

TEST(Names, EveryTypeAndIdHasTheOraclesName) {  // judge: oracle
  const auto om = oracle::load_string(kNamed);
  const Model m = oracle::to_model(om.get());
  for (int type = -1; type < 110; ++type)
    for (int id = -1; id < 6; ++id) {
      const char* theirs = mj_id2name(om.get(), type, id);
      const char* ours = id2name(m, type, id);
      EXPECT_EQ(ours ? std::string(ours) : "<none>", theirs ? std::string(theirs) : "<none>")
          << type << " " << id;
    }
}

TEST(Names, EveryNameHasTheOraclesId) {  // judge: oracle
  const auto om = oracle::load_string(kNamed);
  const Model m = oracle::to_model(om.get());
  for (int type = -1; type < 110; ++type)
    for (const char* name : {"foo", "bar", "baz", "c", "drive", "s", "home", "world", "x", "", "nobody"})
      EXPECT_EQ(name2id(m, type, name), mj_name2id(om.get(), type, name)) << type << " " << name;
}

TEST(Names, MapIsTheOracles) {  // judge: oracle
  const auto om = oracle::load_string(kNamed);
  Model m = oracle::to_model(om.get());
  EXPECT_EQ(names_map_size(m), om->nnames_map);
  for (int& slot : m.names_map) slot = 77;
  fill_names_map(m);
  EXPECT_EQ(oracle::field_error(om.get(), m, "names_map"), 0);
}

}  // namespace
}  // namespace corten
