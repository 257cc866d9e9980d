// Worlds on the GPU, or in the emulator, beside the CPU engine: the same model, state and controls, compared
// step by step. Prints one line per model and fails when a float64 world leaves the conformance bars.
#include <cmath>
#include <cstring>
#include <iostream>
#include <random>
#include <string>

#include "corten/load.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"
#include "cuda/worlds.h"

namespace corten {
namespace {

struct Settings {
  gpu::WorldsOptions options;
  int steps = 20;
};

double error(std::span<const Real> theirs, const std::vector<Real>& ours) {
  double worst = 0;
  for (std::size_t i = 0; i < theirs.size(); ++i) {
    const double e = std::abs(ours[i] - theirs[i]) / std::max(1.0, std::abs(theirs[i]));
    worst = std::max(worst, e == e ? e : 1e9);
  }
  return worst;
}

// Every step starts from the CPU's state, so that errors do not grow.
bool compare(const std::string& path, const Settings& s) {
  Diagnostics diagnostics;
  const std::optional<Model> loaded = load(path, {}, diagnostics);
  if (!loaded) {
    std::cout << path << ": does not load\n";
    return true;
  }
  const Model& m = *loaded;
  if (const std::string missing = gpu::unsupported(m); !missing.empty()) {
    std::string line = missing;
    for (char& c : line)
      if (c == '\n') c = ';';
    std::cout << path << ": refused: " << line << "\n";
    return true;
  }
  gpu::Worlds worlds(m, 1, s.options);
  Data d = make_data(m);
  if (m.nkey > 0) reset_data_keyframe(m, d, 0);
  std::mt19937 random(7);
  std::normal_distribution<Real> noise(0, 0.1);
  for (int i = 0; i < m.nv; ++i) d.qvel[i] += noise(random);
  double qacc = 0, qpos = 0, qvel = 0;
  int other_contacts = 0, other_rows = 0, other_iterations = 0, rows = 0;
  for (int step_number = 0; step_number < s.steps; ++step_number) {
    for (int i = 0; i < m.nu; ++i) d.ctrl[i] = noise(random);
    for (const auto& [name, values] : {std::pair<const char*, std::span<const Real>>{"qpos", d.qpos.span()},
                                       {"qvel", d.qvel.span()},
                                       {"act", d.act.span()},
                                       {"ctrl", d.ctrl.span()},
                                       {"qacc_warmstart", d.qacc_warmstart.span()}})
      worlds.set(name, values);
    worlds.step();
    step(m, d);
    qacc = std::max(qacc, error(d.qacc.span(), worlds.get("qacc")));
    qpos = std::max(qpos, error(d.qpos.span(), worlds.get("qpos")));
    qvel = std::max(qvel, error(d.qvel.span(), worlds.get("qvel")));
    other_contacts += worlds.get("ncon")[0] != d.ncon;
    other_rows += worlds.get("nefc")[0] != d.nefc;
    other_iterations += worlds.get("niter")[0] != d.solver_niter[0];
    rows = std::max(rows, d.nefc);
  }
  const bool good =
      s.options.precision == gpu::Precision::float32 || (qacc < 1e-8 && qpos < 1e-10 && qvel < 1e-9);
  std::cout << path << ": nv " << m.nv << " rows " << rows << " qacc " << qacc << " qvel " << qvel << " qpos "
            << qpos << " steps with other contacts " << other_contacts << " rows " << other_rows
            << " iterations " << other_iterations << (good ? "" : "  FAR") << "\n";
  if (s.steps < 0) std::cout << worlds.plan() << "\n";
  return good;
}

}  // namespace
}  // namespace corten

int main(int argc, char** argv) {
  corten::Settings s;
  s.options.precision = corten::gpu::Precision::float64;
  bool good = true;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--emulate") {
      s.options.emulate = true;
    } else if (word == "--float32") {
      s.options.precision = corten::gpu::Precision::float32;
    } else if (word == "--steps") {
      s.steps = std::stoi(argv[++i]);
    } else {
      try {
        good = corten::compare(word, s) && good;
      } catch (const std::exception& e) {
        std::cout << word << ": " << e.what() << "\n";
        good = false;
      }
    }
  }
  return good ? 0 : 1;
}
