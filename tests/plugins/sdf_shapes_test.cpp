// The distance functions of the builtin shapes against those of the oracle's plugins, and the meshes made of
// them.
#include "plugins/builtin.h"
#include "tests/plugins/both.h"
#include "tests/support/random_state.h"

namespace corten {
namespace {

struct ShapeCase {
  const char* name;
  std::vector<std::string> values;
};

const ShapeCase kShapes[] = {{"mujoco.sdf.torus", {"", ""}},
                             {"mujoco.sdf.torus", {".5", ".07"}},
                             {"mujoco.sdf.bowl", {"", "", ""}},
                             {"mujoco.sdf.bowl", {".2", ".8", ".05"}},
                             {"mujoco.sdf.bolt", {""}},
                             {"mujoco.sdf.bolt", {".255"}},
                             {"mujoco.sdf.nut", {""}},
                             {"mujoco.sdf.nut", {".3"}},
                             {"mujoco.sdf.gear", {"", "", "", "", ""}},
                             {"mujoco.sdf.gear", {".3", "2", "17", ".5", ".4"}}};

TEST(SdfShapes, DistancesHaveTheOraclesBits) {  // judge: the functions of the oracle's plugins
  mjcf::load_oracle_plugins();
  for (const ShapeCase& c : kShapes) {
    const mjpPlugin* theirs = mjp_getPlugin(c.name, nullptr);
    ASSERT_TRUE(theirs) << c.name;
    std::vector<const char*> names, texts;
    for (std::size_t i = 0; i < c.values.size(); ++i) {
      names.push_back(theirs->attributes[i]);
      texts.push_back(c.values[i].c_str());
    }
    std::vector<mjtNum> attributes(c.values.size());
    theirs->sdf_attribute(attributes.data(), names.data(), texts.data());

    const auto table = builtin_plugins();
    const Plugin& ours = *(*table)[table->find(c.name)];
    void* shape = ours.sdf_make(ours, c.values);
    mjtNum box[6] = {};
    theirs->sdf_aabb(box, attributes.data());
    const Aabb<Real> aabb = ours.sdf_aabb(shape);
    for (int k = 0; k < 3; ++k) EXPECT_EQ(aabb.half[k], box[3 + k]) << c.name;
    oracle::Random random(7);
    int differ = 0;
    for (int i = 0; i < 20000; ++i) {
      const mjtNum p[3] = {1.5 * random(), 1.5 * random(), 1.2 * random()};
      differ +=
          theirs->sdf_staticdistance(p, attributes.data()) != ours.sdf_distance(shape, {p[0], p[1], p[2]});
    }
    EXPECT_EQ(differ, 0) << c.name;
    ours.destroy(ours, shape);
  }
}

TEST(SdfShapes,
     MeshesAreTheOracles) {  // judge: oracle; vertices and faces to the bit, what follows to rounding
  for (const char* shape : {"torus", "bowl", "bolt", "nut", "gear"}) {
    const std::string use = "<plugin plugin='mujoco.sdf." + std::string(shape) + "'/>";
    Both both("<mujoco>" + uses("sdf." + std::string(shape)) + "<asset><mesh name='m'>" + use +
                  "</mesh></asset><worldbody><body><freejoint/><geom type='sdf' mesh='m'>" + use +
                  "</geom></body></worldbody></mujoco>",
              1e-10);
    ASSERT_TRUE(both.loaded());
    EXPECT_EQ(oracle::field_error(both.om.get(), both.m, "mesh_vert"), 0) << shape;
    EXPECT_EQ(oracle::field_error(both.om.get(), both.m, "mesh_face"), 0) << shape;
    EXPECT_EQ(oracle::field_error(both.om.get(), both.m, "mesh_normal"), 0) << shape;
  }
}

}  // namespace
}  // namespace corten
