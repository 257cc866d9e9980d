// A signed distance field with a partner of every kind, beside the oracle: contacts and rays to the bit.
#include "corten/collide/ray.h"
#include "tests/plugins/both.h"
#include "tests/support/random_state.h"

namespace corten {
namespace {

// the two ways to be a distance field: an octree of a mesh, a plugin
struct Kind {
  const char* name;
  std::string geom;
};
const std::vector<Kind>& kinds() {
  static const std::vector<Kind> kAll = {
      {"octree", "type='sdf' mesh='wedge'/>"},
      {"analytic", "type='sdf' mesh='torus'><plugin plugin='mujoco.sdf.torus'/></geom>"},
  };
  return kAll;
}

struct Partner {
  const char* name;
  std::string shape;  // of a geom, or a flexcomp
  bool touches = true;
};
const std::string kContact = "<contact selfcollide='none' internal='false' contype='0'/></flexcomp>";
const std::vector<Partner>& partners() {
  static const std::vector<Partner> kAll = {
      {"plane", "type='plane' size='1 1 1'/>"},
      {"sphere", "size='.2'/>"},
      {"capsule", "type='capsule' size='.1 .2'/>"},
      {"ellipsoid", "type='ellipsoid' size='.3 .2 .1'/>"},
      {"cylinder", "type='cylinder' size='.2 .15'/>"},
      {"box", "type='box' size='.2 .15 .1'/>"},
      {"mesh", "type='mesh' mesh='roof'/>"},
      {"hfield", "type='hfield' hfield='hill'/>", false},  // the oracle says that it cannot, and goes on
      {"octree", kinds()[0].geom},
      {"analytic", kinds()[1].geom},
      {"rope",
       "<flexcomp name='rope' type='grid' dim='1' count='6 1 1' spacing='.1 .1 .1' radius='.05'>" + kContact},
      {"cloth", "<flexcomp name='cloth' type='grid' dim='2' count='5 5 1' spacing='.1 .1 .1' radius='.02'>" +
                    kContact},
      {"solid",
       "<flexcomp name='solid' type='grid' dim='3' count='3 3 3' spacing='.15 .15 .15' radius='.02'>" +
           kContact},
      {"interpolated",
       "<flexcomp name='interpolated' type='grid' dim='3' dof='trilinear' count='3 3 3' "
       "spacing='.15 .15 .15' radius='.02'>" +
           kContact},
  };
  return kAll;
}

// One field and all partners, each in a mocap body, which may hold a plane too.
std::string world_of(const Kind& kind) {
  std::string xml = "<mujoco><option gravity='0 0 0' sdf_initpoints='12' sdf_iterations='6'/>" +
                    uses("sdf.torus") + R"(<asset>
    <mesh name='wedge' vertex='.3 .2 .1  -.3 .2 .1  .3 -.2 .1  -.3 -.2 .1  .2 .1 -.2  -.2 .1 -.2'/>
    <mesh name='roof' vertex='.3 .2 0  -.3 .2 0  .3 -.2 0  -.3 -.2 0  .2 0 .2  -.2 0 .2'/>
    <mesh name='torus'><plugin plugin='mujoco.sdf.torus'/></mesh>
    <hfield name='hill' nrow='3' ncol='3' size='1 1 .3 .1' elevation='0 0 0 0 1 0 0 0 0'/></asset>
    <worldbody><body><freejoint/><geom conaffinity='0' )" +
                    kind.geom + "</body>";
  for (const Partner& partner : partners())
    xml += std::string("<body mocap='true' name='") + partner.name + "'>" +
           (partner.shape[0] == '<' ? partner.shape : "<geom contype='0' " + partner.shape) + "</body>";
  return xml + "</worldbody></mujoco>";
}

void place(oracle::Random& random, double reach, mjtNum* pos, mjtNum* quat) {
  for (int k = 0; k < 3; ++k) pos[k] = reach * random();
  for (int k = 0; k < 4; ++k) quat[k] = random();
  mju_normalize4(quat);
}

void park_all(mjData* d) {
  for (std::size_t k = 0; k < partners().size(); ++k) {
    mjtNum* pos = d->mocap_pos + 3 * k;
    pos[0] = pos[1] = 0;
    pos[2] = -100;
  }
}

// The field and one of its partners at random poses, the others far away.
void expect_same_contacts_with(std::size_t chosen, Both& both) {
  oracle::Random random(29);
  int contacts = 0;
  for (int i = 0; i < 40 && !::testing::Test::HasFailure(); ++i) {
    park_all(both.od.get());
    place(random, 0, both.od->qpos, both.od->qpos + 3);
    place(random, .3, both.od->mocap_pos + 3 * chosen, both.od->mocap_quat + 4 * chosen);
    oracle::copy_state(both.om.get(), both.od.get(), both.m, both.d);
    mj_fwdPosition(both.om.get(), both.od.get());
    fwd_position(both.m, both.d);
    both.expect_same_contacts();
    contacts += both.d.ncon;
  }
  EXPECT_EQ(contacts > 20, partners()[chosen].touches) << contacts;
}

class SdfPartners : public ::testing::TestWithParam<Kind> {};

TEST_P(SdfPartners, TouchAsInTheOracle) {  // judge: oracle, to the bit
  Both both(world_of(GetParam()), 1e-10);
  ASSERT_TRUE(both.loaded());
  for (std::size_t chosen = 0; chosen < partners().size(); ++chosen) {
    SCOPED_TRACE(partners()[chosen].name);
    expect_same_contacts_with(chosen, both);
  }
}

INSTANTIATE_TEST_SUITE_P(Every, SdfPartners, ::testing::ValuesIn(kinds()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(SdfRay, HitsAndNormalsOfAnOctreeAreTheOracles) {  // judge: oracle, to the bit
  Both both(world_of(kinds()[0]), 1e-10);
  ASSERT_TRUE(both.loaded());
  const mjtNum pose[7] = {.1, .2, .3, .5, .5, .5, .5};
  mju_copy(both.od->qpos, pose, 7);
  park_all(both.od.get());
  oracle::copy_state(both.om.get(), both.od.get(), both.m, both.d);
  mj_forward(both.om.get(), both.od.get());
  forward(both.m, both.d);
  oracle::Random random(31);
  int hits = 0;
  for (int i = 0; i < 500; ++i) {
    const mjtNum from[3] = {2 * random(), 2 * random(), 2 * random()};
    const mjtNum to[3] = {.1 + .3 * random() - from[0], .2 + .3 * random() - from[1],
                          .3 + .2 * random() - from[2]};
    int id = -1;
    mjtNum normal[3] = {};
    const mjtNum theirs = mj_ray(both.om.get(), both.od.get(), from, to, nullptr, 1, -1, &id, normal);
    const SceneHit ours = ray(both.m, both.d, {{from[0], from[1], from[2]}, {to[0], to[1], to[2]}});
    ASSERT_EQ(ours.dist, theirs) << i;
    ASSERT_EQ(ours.geomid, id);
    for (int k = 0; k < 3; ++k) ASSERT_EQ(ours.normal[k], normal[k]) << i;
    hits += theirs >= 0;
  }
  EXPECT_GT(hits, 50);
}

}  // namespace
}  // namespace corten
