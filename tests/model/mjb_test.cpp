// MuJoCo's binary models: the same bytes both ways. Judge: the oracle reads what we write and writes what we
// read.
#include "corten/model/mjb.h"

#include <gtest/gtest.h>

#include "tests/support/oracle.h"

namespace corten {
namespace {

constexpr const char* kScene = R"(<mujoco><asset><mesh name="wedge" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset>
  <worldbody><geom type="plane" size="1 1 .1"/>
  <body name="b" pos="0 0 1"><freejoint/><geom type="mesh" mesh="wedge"/><site name="s"/>
  <body><joint name="j" range="-1 1"/><geom size=".1"/></body></body></worldbody>
  <actuator><position joint="j" kp="3"/></actuator><sensor><accelerometer site="s"/></sensor>
  <keyframe><key qpos="0 0 2 1 0 0 0 .5"/></keyframe></mujoco>)";

std::vector<std::byte> saved(const mjModel* m) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(mj_sizeModel(m)));
  mj_saveModel(m, nullptr, bytes.data(), static_cast<int>(bytes.size()));
  return bytes;
}

TEST(Mjb, WritesTheBytesThatMuJoCoWrites) {
  const auto om = oracle::load_string(kScene);
  ASSERT_TRUE(om);
  EXPECT_EQ(model_to_mjb(oracle::to_model(om.get())), saved(om.get()));
}

TEST(Mjb, ReadsWhatMuJoCoWrites) {
  const auto om = oracle::load_string(kScene);
  const Model m = model_from_mjb(saved(om.get()));
  for (const std::string& field : oracle::model_fields())
    EXPECT_EQ(oracle::field_error(om.get(), m, field), 0) << field;
  EXPECT_EQ(m.opt.timestep, om->opt.timestep);
}

TEST(Mjb, MuJoCoReadsWhatWeWrite) {
  const auto om = oracle::load_string(kScene);
  const std::vector<std::byte> bytes = model_to_mjb(oracle::to_model(om.get()));
  const oracle::ModelPtr again(mj_loadModelBuffer(bytes.data(), static_cast<int>(bytes.size())));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->nv, om->nv);
}

TEST(Mjb, RefusesEveryCutFile) {  // judge: a part of a model is no model
  const std::vector<std::byte> bytes = saved(oracle::load_string(kScene).get());
  for (std::size_t size = 0; size < bytes.size(); size += 97)
    EXPECT_THROW(model_from_mjb(std::span(bytes).first(size)), LoadError) << size;
}

TEST(Mjb, RefusesSizesThatDoNotFit) {  // judge: hand value
  std::vector<std::byte> bytes = saved(oracle::load_string(kScene).get());
  for (std::size_t at = 20; at < 20 + 87 * 8; at += 8) {  // all but the arena and the buffer
    std::vector<std::byte> changed = bytes;
    changed[at + 6] = std::byte{0x7f};  // huge
    EXPECT_THROW(model_from_mjb(changed), LoadError) << at;
  }
  bytes[12] = std::byte{0};  // another release
  EXPECT_THROW(model_from_mjb(bytes), LoadError);
}

}  // namespace
}  // namespace corten
