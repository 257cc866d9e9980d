// Seeded random states for comparisons with the oracle.
#pragma once

#include <mujoco/mujoco.h>

#include <cstddef>
#include <vector>

namespace corten::oracle {

// Numbers in [−1, 1] that are the same on every machine.
class Random {
 public:
  explicit Random(unsigned seed) : state_(seed * 2654435761u + 1u) {}
  double operator()() {
    state_ = state_ * 6364136223846793005ull + 1442695040888963407ull;
    return static_cast<double>(static_cast<long long>(state_ >> 11)) / 4503599627370496.0 - 1.0;
  }

 private:
  unsigned long long state_;
};

// Moves qpos off qpos0 and draws velocities, activations, controls and applied forces.
inline void randomize(const mjModel* m, mjData* d, unsigned seed, double scale = 0.5) {
  Random random(seed);
  mj_resetData(m, d);
  std::vector<mjtNum> turn(static_cast<std::size_t>(m->nv));
  for (mjtNum& x : turn) x = scale * random();
  mj_integratePos(m, d->qpos, turn.data(), 1);
  for (int i = 0; i < m->nv; ++i) d->qvel[i] = scale * random();
  for (int i = 0; i < m->nv; ++i) d->qfrc_applied[i] = 0.1 * scale * random();
  for (int i = 0; i < m->na; ++i) d->act[i] = 0.5 + 0.5 * random();
  for (int i = 0; i < m->nu; ++i) d->ctrl[i] = scale * random();
  for (int i = 6; i < 6 * m->nbody; ++i) d->xfrc_applied[i] = 0.1 * scale * random();
}

}  // namespace corten::oracle
