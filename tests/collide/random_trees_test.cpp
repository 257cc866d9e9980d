// The driver of collision on random trees of bodies: which pairs, in which order, with which parameters.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <sstream>

#include "tests/support/contacts.h"

namespace corten {
namespace {

// Random MJCF of crowded bodies with random masks, margins, priorities, pairs, excludes and options.
class RandomTrees {
 public:
  // seen_only: the share of geoms without masks
  explicit RandomTrees(unsigned seed, double seen_only = 0) : rng_(seed), seen_only_(seen_only) {}

  std::string xml() {
    std::ostringstream out;
    out << "<mujoco><size memory='10M'/>" << kAssets << options() << "<worldbody>";
    for (int i = below(4); i > 0; --i) out << geom(true);
    const int trees = 1 + below(4);
    for (int i = 0; i < trees; ++i) out << body(0);
    // bodies without geoms: they enlarge the oracle's pair buffer, which ends the process when full
    for (int i = 0; i < 10; ++i) out << "<body/>";
    out << "</worldbody>" << contacts() << "</mujoco>";
    return out.str();
  }

 private:
  static constexpr const char* kAssets =
      "<asset><mesh name='m' vertex='.1 0 0 -.1 0 0 0 .08 0 0 -.08 0 0 0 .12 0 0 -.12 .06 .05 .06 -.06 -.05 "
      ".06 "
      ".06 -.05 -.06 -.06 .05 -.06'/><hfield name='h' nrow='3' ncol='4' size='.4 .3 .1 .05' "
      "elevation='0 1 2 0 1 3 2 1 0 1 1 2'/></asset>";

  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(rng_); }
  bool chance(double p) { return real(0, 1) < p; }
  double real(double a, double b) { return std::uniform_real_distribution<double>(a, b)(rng_); }

  std::string vector(double half) {
    std::ostringstream out;
    out << real(-half, half) << ' ' << real(-half, half) << ' ' << real(-half, half);
    return out.str();
  }

  std::string options() {
    std::ostringstream out;
    out << "<option o_margin='" << real(0, 0.05) << "' o_solref='.03 .8' o_friction='0 .4 .3 .2 .1'><flag";
    if (chance(0.2)) out << " override='enable'";
    if (chance(0.3)) out << " midphase='disable'";
    if (chance(0.3)) out << " filterparent='disable'";
    if (chance(0.2)) out << " multiccd='enable'";
    out << "/></option>";
    return out.str();
  }

  std::string geom(bool fixed) {
    static constexpr const char* kTypes[] = {
        "type='sphere' size='.1'",       "type='capsule' size='.05 .1'",
        "type='box' size='.1 .06 .08'",  "type='ellipsoid' size='.1 .06 .08'",
        "type='cylinder' size='.08 .1'", "type='mesh' mesh='m'",
        "type='hfield' hfield='h'",      "type='plane' size='1 1 1'"};
    std::ostringstream out;
    out << "<geom name='g" << geoms_++ << "' " << kTypes[below(fixed ? 8 : 6)];
    if (chance(0.7)) out << " pos='" << vector(0.15) << "'";
    if (chance(0.6)) out << " euler='" << vector(180) << "'";
    if (seen_only_ > 0 && chance(seen_only_)) {
      out << " contype='0' conaffinity='0'";
    } else if (chance(0.3)) {
      out << " contype='" << below(4) << "' conaffinity='" << below(4) << "'";
    }
    if (chance(0.3)) out << " margin='" << real(0, 0.05) << "'";
    if (chance(0.2)) out << " gap='" << real(0, 0.02) << "'";
    if (chance(0.2)) out << " priority='" << below(3) << "'";
    if (chance(0.2)) out << " solmix='" << (chance(0.3) ? 0 : real(0, 3)) << "'";
    if (chance(0.2)) out << " condim='" << (chance(0.5) ? 4 : 1) << "'";
    if (chance(0.2)) out << " friction='" << real(0, 1) << ' ' << real(0, 0.1) << ' ' << real(0, 0.1) << "'";
    if (chance(0.2)) out << " solref='" << (chance(0.5) ? "-500 -10" : ".04 .5") << "'";
    if (chance(0.2)) out << " solimp='.8 .9 .002 .4 3'";
    out << "/>";
    return out.str();
  }

  std::string body(int depth) {
    std::ostringstream out;
    const bool mocap = depth == 0 && chance(0.1);
    const bool free = depth == 0 && !mocap && chance(0.5);
    const bool fixed = mocap || (!free && chance(0.3));
    out << "<body name='b" << bodies_++ << "' pos='" << vector(0.2) << "'" << (mocap ? " mocap='true'" : "")
        << ">";
    if (free) out << "<freejoint/>";
    if (!free && !fixed) out << "<joint axis='" << vector(1) << "'/>";
    out << "<inertial pos='" << vector(0.05) << "' euler='" << vector(90)
        << "' mass='1' diaginertia='1 1 1'/>";
    for (int i = below(4); i > 0; --i) out << geom(mocap || (depth == 0 && fixed));
    for (int i = depth < 3 && !mocap ? below(3) : 0; i > 0; --i) out << body(depth + 1);
    out << "</body>";
    return out.str();
  }

  std::string contacts() {
    std::ostringstream out;
    out << "<contact>";
    for (int i = geoms_ > 1 ? below(4) : 0; i > 0; --i) {
      out << "<pair geom1='g" << below(geoms_) << "' geom2='g" << below(geoms_) << "'";
      if (chance(0.5)) out << " margin='.05' gap='.01' condim='6' friction='.1 .2 .3 .4 .5'";
      if (chance(0.5)) out << " solreffriction='.05 .7' solref='.1 .2'";
      out << "/>";
    }
    for (int i = bodies_ > 1 ? below(3) : 0; i > 0; --i)
      out << "<exclude body1='b" << below(bodies_) << "' body2='b" << below(bodies_) << "'/>";
    out << "</contact>";
    return out.str();
  }

  std::mt19937_64 rng_;
  double seen_only_;
  int geoms_ = 0, bodies_ = 0;
};

bool same_marks(const oracle::ContactScene& scene) {
  return std::equal(scene.d.bvh_active.begin(), scene.d.bvh_active.end(), scene.od->bvh_active);
}

void move(const mjModel* m, mjData* d, std::mt19937_64& rng) {
  std::normal_distribution<double> normal(0, 0.15);
  for (int i = 0; i < m->nq; ++i) d->qpos[i] = m->qpos0[i] + normal(rng);
  for (int i = 0; i < 3 * m->nmocap; ++i) d->mocap_pos[i] += normal(rng);
  mj_normalizeQuat(m, d->qpos);
}

// Contacts and marks of that many random scenes in three poses each; returns how many contacts there were.
int compare_scenes(unsigned count, double seen_only) {
  int contacts = 0, failures = 0;
  for (unsigned seed = 0; seed < count && failures < 5; ++seed) {
    const std::string xml = RandomTrees(seed, seen_only).xml();
    oracle::ModelPtr model = oracle::load_string(xml);
    if (!model) continue;  // an angle that makes no axis, say
    oracle::ContactScene scene(std::move(model));
    std::mt19937_64 rng(seed);
    for (int pose = 0; pose < 3; ++pose) {
      const std::string difference = scene.run();
      contacts += scene.od->ncon;
      EXPECT_TRUE(same_marks(scene)) << "seed " << seed << " pose " << pose << ": bvh_active\n" << xml;
      if (!difference.empty()) {
        ADD_FAILURE() << "seed " << seed << " pose " << pose << ": " << difference << "\n" << xml;
        ++failures;
        break;
      }
      move(scene.om.get(), scene.od.get(), rng);
    }
  }
  return contacts;
}

TEST(RandomTrees, ContactListsEqualTheOraclesBitForBit) {  // judge: oracle
  EXPECT_GT(compare_scenes(700, 0), 20000);
}

TEST(RandomTrees, ContactListsAreEqualWhereBodiesHaveGeomsThatNeverCollide) {  // judge: oracle
  EXPECT_GT(compare_scenes(700, 0.5), 2000);
}

}  // namespace
}  // namespace corten
