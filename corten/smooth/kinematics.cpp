#include "corten/smooth/kinematics.h"

#include <algorithm>

#include "corten/smooth/kinematics_core.h"
#include "corten/smooth/sleep.h"

namespace corten {
namespace {

// Flattened: as a call for each frame, its arguments take an eighth of the work.
[[gnu::flatten]] void place_geoms(const Model& m, Data& d, Run geoms) {
  for (int geom = geoms.first; geom < geoms.last; ++geom)
    place_frame(d, m.geom_bodyid[geom], m.geom_pos[geom], m.geom_quat[geom], m.geom_sameframe[geom],
                d.geom_xpos[geom], d.geom_xmat[geom]);
}

[[gnu::flatten]] void place_sites(const Model& m, Data& d, Run sites) { place_site_frames(m, d, sites); }

// Geoms or sites of a run of bodies, in whose order they are numbered.
Run attached_to(const Array<int>& bodyid, Run bodies) {
  const auto first = std::lower_bound(bodyid.begin(), bodyid.end(), bodies.first);
  const auto last = std::lower_bound(first, bodyid.end(), bodies.last);
  return {static_cast<int>(first - bodyid.begin()), static_cast<int>(last - bodyid.begin())};
}

inline void place_rest(const Model& m, Data& d, Everybody<Model>) {
  place_inertial_frames(m, d, {1, m.nbody});
  place_geoms(m, d, {0, m.ngeom});
  place_sites(m, d, {0, m.nsite});
}

// What does not move keeps its place once somebody sleeps.
void place_rest(const Model& m, Data& d, const AwakeOnly& who) {
  const auto awake = [&](int body) { return d.body_awake[body] == mjS_AWAKE; };
  for (const Run run : who.bodies()) {
    place_inertial_frames(m, d, run);
    for (int body = run.first; body < run.last;) {
      int end = body + 1;
      while (end < run.last && awake(end) == awake(body)) ++end;
      if (awake(body)) {
        place_geoms(m, d, attached_to(m.geom_bodyid, {body, end}));
        place_sites(m, d, attached_to(m.site_bodyid, {body, end}));
      }
      body = end;
    }
  }
}

}  // namespace

void place_local_frame(const Data& d, int body, const Vec3<Real>& pos_b, const Quat<Real>& quat_b,
                       int sameframe, Vec3<Real>& xpos, Mat3<Real>& xmat) {
  place_frame(d, body, pos_b, quat_b, sameframe, xpos, xmat);
}

void kinematics(const Model& m, Data& d) {
  place_world(d);
  if (sleep_enabled(m) || some_asleep(m, d)) {
    place_and_wake(m, d);
  } else {
    place_run(m, d, {1, m.nbody});
  }
  among_awake(m, d, [&](auto who) { place_rest(m, d, who); });
}

}  // namespace corten
