// Models and data as bytes: round trips, and every way a file can be wrong.
#include "corten/model/binary.h"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <random>

#include "corten/model/validate.h"
#include "tests/support/model_files.h"
#include "tests/support/oracle.h"

namespace corten {
namespace {

constexpr const char* kScene = R"(<mujoco><asset><hfield name="h" nrow="3" ncol="3" size="1 1 .1 .1"/>
    <material name="m"/></asset><worldbody><geom type="plane" size="1 1 .1" material="m"/>
    <body name="a" pos="0 0 .09"><freejoint/><geom size=".1"/><site name="s"/></body>
    <body name="b" pos="0 .5 1"><joint name="j" range="0 1" limited="true"/><geom type="capsule" size=".1 .2"/></body>
    </worldbody><tendon><fixed name="t"><joint joint="j" coef="2"/></fixed></tendon>
    <actuator><motor tendon="t"/></actuator><sensor><accelerometer site="s"/></sensor></mujoco>)";

std::string refusal(std::span<const std::byte> bytes) {
  try {
    model_from_bytes(bytes, "m.bin");
  } catch (const LoadError& e) {
    return e.what();
  }
  return "";
}

TEST(Binary, EveryFieldOfAModelSurvives) {  // judge: oracle
  const auto om = oracle::load_string(kScene);
  const Model m = oracle::to_model(om.get());
  const Model back = model_from_bytes(model_to_bytes(m));
  for (const std::string& field : oracle::model_fields())
    EXPECT_EQ(oracle::field_error(om.get(), back, field), 0) << field;
  EXPECT_EQ(model_to_bytes(back), model_to_bytes(m));
  EXPECT_EQ(back.signature, m.signature);
}

TEST(Binary, EveryFieldOfDataSurvives) {  // judge: oracle
  const auto om = oracle::load_string(kScene);
  const auto od = oracle::make_data(om.get());
  mj_step(om.get(), od.get());
  ASSERT_GT(od->ncon, 0);
  const Model m = oracle::to_model(om.get());
  const Data d = oracle::to_data(om.get(), od.get(), m);
  const Data back = data_from_bytes(m, data_to_bytes(m, d));
  for (const std::string& field : oracle::data_fields())
    EXPECT_EQ(oracle::field_error(om.get(), od.get(), back, m, field), 0) << field;
  EXPECT_EQ(back.contact[0].dist, d.contact[0].dist);
  EXPECT_EQ(back.time, d.time);
}

TEST(Binary, FilesRoundTrip) {  // judge: definition
  const Model m = oracle::to_model(oracle::load_string(kScene).get());
  const std::string path = (std::filesystem::temp_directory_path() / "corten_binary_test.bin").string();
  save_model(m, path);
  EXPECT_EQ(model_to_bytes(load_model(path)), model_to_bytes(m));
  std::filesystem::remove(path);
  EXPECT_THROW(load_model(path), LoadError);
}

TEST(Binary, ForeignTruncatedAndNewerFilesSaySo) {  // judge: definition
  const auto bytes = model_to_bytes(oracle::to_model(oracle::load_string(kScene).get()));
  const std::string text = "<mujoco/> is no binary file, however long it may be, and never was";
  EXPECT_NE(refusal(std::as_bytes(std::span(text))).find("not a CortenForge"), std::string::npos);
  EXPECT_NE(refusal({}).find("too short"), std::string::npos);
  EXPECT_NE(refusal(std::span(bytes).first(bytes.size() - 1)).find("instead of"), std::string::npos);
  auto newer = bytes;
  newer[8] = std::byte{9};
  EXPECT_NE(refusal(newer).find("newer"), std::string::npos);
  auto other = bytes;
  other[16] ^= std::byte{1};
  EXPECT_NE(refusal(other).find("other fields"), std::string::npos);
  auto damaged = bytes;
  damaged[bytes.size() / 2] ^= std::byte{4};
  EXPECT_NE(refusal(damaged).find("damaged"), std::string::npos);
}

TEST(Binary, EveryTruncationIsRefused) {  // judge: definition
  const auto bytes = model_to_bytes(oracle::to_model(oracle::load_string(kScene).get()));
  for (std::size_t size = 0; size < bytes.size(); size += 1 + size / 50)
    EXPECT_NE(refusal(std::span(bytes).first(size)), "") << size;
}

TEST(Binary, EveryFlippedByteIsRefused) {  // judge: definition
  const auto bytes = model_to_bytes(oracle::to_model(oracle::load_string(kScene).get()));
  std::mt19937 random(1);
  for (int trial = 0; trial < 2000; ++trial) {
    auto damaged = bytes;
    damaged[random() % bytes.size()] ^= std::byte(1 + random() % 255);
    EXPECT_NE(refusal(damaged), "");
  }
}

TEST(Binary, NonsenseBehindACorrectChecksumNeverCrashes) {  // judge: the sanitizers
  const Model m = oracle::to_model(oracle::load_string(kScene).get());
  std::mt19937 random(2);
  for (int trial = 0; trial < 300; ++trial) {
    Model bad = m;
    const unsigned target = random() % 200;
    unsigned index = 0;
    Model::visit_arrays(bad, [&](const char*, auto& view, auto...) {
      if (view.size() && index++ % 200 == target)
        std::memset(view.data(), static_cast<int>(random() % 256), sizeof *view.data());
    });
    const std::string message = refusal(model_to_bytes(bad));
    EXPECT_EQ(message.empty(), validate(bad).empty());
  }
}

TEST(Binary, SizesThatDoNotFitTheContentAreRefused) {  // judge: definition
  const Model m = oracle::to_model(oracle::load_string(kScene).get());
  for (const int size : {-1, -2000000000, 7, 2000000000}) {
    Model bad = m;
    bad.nbody = size;
    EXPECT_NE(refusal(model_to_bytes(bad)).find("sizes"), std::string::npos) << size;
  }
}

TEST(References, DeveloperModelsHaveGoodOnes) {  // judge: oracle (it made the models)
  for (const std::string& file :
       found({"mjx/shadow_hand/right_hand.xml", "dm_control/suite/dog.xml", "mujoco_warp/flex/floppy.xml",
              "menagerie/agility_cassie/scene.xml", "mujoco/model/hammock/hammock.xml"})) {
    const auto om = oracle::load_file(file);
    ASSERT_TRUE(om) << file;
    EXPECT_EQ(validate(oracle::to_model(om.get())), "") << file;
  }
}

}  // namespace
}  // namespace corten
