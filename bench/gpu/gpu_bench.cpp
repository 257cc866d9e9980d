// Steps per second of many worlds on a GPU: gpu_bench [--json FILE] [--steps N] [--varied]
// MODEL[@KEY]:WORLDS[,WORLDS...] ... Each model starts from its keyframe with control noise, as MuJoCo Warp's
// benchmark does, in float32 and float64. Prints and records speed, means of contacts, rows and iterations,
// and whether a second run gave the same bits. varied: worlds have masses of their own.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "corten/load.h"
#include "corten/model/binary.h"
#include "cuda/worlds.h"

namespace {

using namespace corten;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

struct Job {
  std::string path;
  int key = -1;
  std::vector<int> worlds;
};

Job parse(const std::string& word) {
  Job job;
  const std::size_t colon = word.rfind(':');
  std::string model = word.substr(0, colon);
  if (const std::size_t at = model.rfind('@'); at != std::string::npos) {
    job.key = std::stoi(model.substr(at + 1));
    model.resize(at);
  }
  job.path = model;
  std::istringstream list(word.substr(colon + 1));
  for (std::string n; std::getline(list, n, ',');) job.worlds.push_back(std::stoi(n));
  return job;
}

// Controls of one launch, as MuJoCo Warp's benchmark makes them: uniform noise of 0.01 of the control's
// range, forgotten exponentially within 0.1 s, about the middle of the range. The next launch takes them
// backwards, which noise does not show: so they go on without a jump.
template <class T>
std::vector<T> noisy_controls(const Model& m, int nstep, int nworld) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> noise(-1, 1);
  const auto row = static_cast<std::size_t>(nworld) * static_cast<std::size_t>(m.nu);
  std::vector<T> out(static_cast<std::size_t>(nstep) * row);
  const double rate = std::exp(-m.opt.timestep / 0.1), scale = 0.01 * std::sqrt(1 - rate * rate);
  for (std::size_t k = 0; k < out.size(); ++k) {
    const int i = static_cast<int>(k % static_cast<std::size_t>(m.nu));
    const auto& range = m.actuator_ctrlrange[i];
    const bool limited = m.actuator_ctrllimited[i];
    const double middle = limited ? 0.5 * (range[0] + range[1]) : 0,
                 half = limited ? 0.5 * (range[1] - range[0]) : 1;
    const double last = k < row ? middle : static_cast<double>(out[k - row]);
    out[k] = static_cast<T>(rate * last + (1 - rate) * middle + scale * half * noise(random));
  }
  return out;
}

// The same with the last step first.
template <class T>
std::vector<T> backwards(const std::vector<T>& controls, int nstep) {
  const std::size_t row = controls.size() / static_cast<std::size_t>(nstep);
  std::vector<T> out;
  out.reserve(controls.size());
  for (int s = nstep - 1; s >= 0; --s) {
    const auto first = controls.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(s) * row);
    out.insert(out.end(), first, first + static_cast<std::ptrdiff_t>(row));
  }
  return out;
}

struct Result {
  double steps_per_second = 0, first_launch = 0;
  double ncon = 0, nefc = 0, niter = 0, warning = 0, lost = 0, spilled = 0;
  bool same_bits = true;
  std::string plan;
  std::vector<Real> shares;
};

std::string stage_text(const std::vector<Real>& shares) {
  std::ostringstream text;
  for (std::size_t k = 0; k < shares.size(); ++k)
    text << (k ? ", " : "") << '"' << gpu::kStageNames[k] << "\": " << shares[k];
  return text.str();
}

double mean(const std::vector<Real>& x) {
  double sum = 0;
  for (const Real v : x) sum += v;
  return sum / static_cast<double>(x.size());
}

// Masses that differ by a tenth from world to world.
void vary_masses(const Model& m, int nworld, gpu::Worlds& worlds) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> factor(0.9, 1.1);
  std::vector<Real> mass, inertia;
  for (int w = 0; w < nworld; ++w)
    for (int b = 0; b < m.nbody; ++b) {
      const double f = factor(random);
      mass.push_back(f * m.body_mass[b]);
      for (int k = 0; k < 3; ++k) inertia.push_back(f * m.body_inertia[b][k]);
    }
  const gpu::VariedField fields[] = {{"body_mass", mass}, {"body_inertia", inertia}};
  worlds.vary(fields);
}

template <class T>
Result measure(const Model& m, int key, int nworld, int steps, bool varied) {
  constexpr int kPerLaunch = 100;
  const auto begin = Clock::now();
  gpu::Worlds worlds(m, nworld,
                     {sizeof(T) == 4 ? gpu::Precision::float32 : gpu::Precision::float64, 0, false});
  gpu::Device& device = worlds.device();
  if (varied) vary_masses(m, nworld, worlds);
  Result r;
  r.plan = worlds.plan();
  worlds.step();
  device.wait(nullptr);
  r.first_launch = seconds_since(begin);
  const std::vector<T> forth = noisy_controls<T>(m, kPerLaunch, nworld), back = backwards(forth, kPerLaunch);
  void* ctrl[2] = {};
  for (int k = 0; k < 2; ++k) {
    ctrl[k] = device.allocate(forth.size() * sizeof(T) + 16);
    device.upload(ctrl[k], (k ? back : forth).data(), forth.size() * sizeof(T), nullptr);
  }
  device.wait(nullptr);
  std::vector<Real> before;
  for (int run = 0; run < 2; ++run) {
    worlds.reset({}, key);
    int samples = 0;
    double ncon = 0, nefc = 0, niter = 0;
    const auto start = Clock::now();
    double looking = 0;
    for (int done = 0; done < steps; done += kPerLaunch) {
      worlds.step(kPerLaunch, nullptr, ctrl[done / kPerLaunch % 2]);
      if (run == 0) {
        device.wait(nullptr);
        const auto look = Clock::now();
        ncon += mean(worlds.get("ncon")), nefc += mean(worlds.get("nefc")),
            niter += mean(worlds.get("niter")), ++samples;
        looking += seconds_since(look);
      }
    }
    device.wait(nullptr);
    const double rate = static_cast<double>(steps) * nworld / (seconds_since(start) - looking);
    r.steps_per_second = std::max(r.steps_per_second, rate);
    const std::vector<Real> after = worlds.get("qpos");
    if (run == 0)
      before = after, r.ncon = ncon / samples, r.nefc = nefc / samples, r.niter = niter / samples;
    else
      r.same_bits = std::memcmp(before.data(), after.data(), after.size() * sizeof(Real)) == 0;
  }
  r.warning = mean(worlds.get("warning")), r.lost = mean(worlds.get("lost"));
  r.spilled = mean(worlds.get("spilled")) / (2 * steps);
  r.shares = worlds.stage_shares();
  for (void* p : ctrl) device.release(p);
  return r;
}

}  // namespace

int main(int argc, char** argv) {
  std::string json;
  int steps = 1000;
  std::ostringstream records;
  bool same = true, varied = false;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--json") {
      json = argv[++i];
    } else if (word == "--varied") {  // worlds have models of their own
      varied = true;
    } else if (word == "--steps") {
      steps = std::stoi(argv[++i]);
    } else {
      const Job job = parse(word);
      const bool binary = job.path.ends_with(".corten");  // written by save_model
      const Model m = binary ? load_model(job.path) : load(job.path).value();
      if (job.key >= m.nkey) {
        std::printf("%s has no keyframe %d\n", job.path.c_str(), job.key);
        return 1;
      }
      for (const bool single : {true, false}) {
        bool told = false;
        for (const int nworld : job.worlds) {
          try {
            const Result r = single ? measure<float>(m, job.key, nworld, steps, varied)
                                    : measure<double>(m, job.key, nworld, steps / 2, varied);
            if (!told) std::printf("%s %s\n", single ? "float32" : "float64", r.plan.c_str());
            told = true;
            std::printf(
                "%-40s %s %7d worlds %9.3f M steps/s  %7.1f ns  ncon %.1f nefc %.1f niter %.2f warnings %g "
                "lost %g spilled %.3f first step %.2f s %s\n",
                job.path.c_str(), single ? "float32" : "float64", nworld, r.steps_per_second / 1e6,
                1e9 / r.steps_per_second, r.ncon, r.nefc, r.niter, r.warning, r.lost, r.spilled,
                r.first_launch, r.same_bits ? "same bits" : "OTHER BITS");
            for (int k = 0; k < gpu::kNumStages; ++k)
              if (const Real share = r.shares[static_cast<std::size_t>(k)]; share > 0)
                std::printf("    %-10s %5.1f %% %7.2f ns\n", gpu::kStageNames[k], 100 * share,
                            share * 1e9 / r.steps_per_second);
            std::fflush(stdout);
            same = same && r.same_bits;
            records << (records.tellp() > 0 ? ",\n" : "") << "  {\"model\": \"" << job.path
                    << "\", \"precision\": \"" << (single ? "float32" : "float64")
                    << "\", \"varied\": " << (varied ? "true" : "false") << ", \"worlds\": " << nworld
                    << ", \"steps_per_second\": " << r.steps_per_second << ", \"ncon\": " << r.ncon
                    << ", \"nefc\": " << r.nefc << ", \"niter\": " << r.niter
                    << ", \"first_step_s\": " << r.first_launch
                    << ", \"same_bits\": " << (r.same_bits ? "true" : "false") << ", \"stages\": {"
                    << stage_text(r.shares) << "}, \"plan\": \"" << r.plan << "\"}";
          } catch (const std::exception& e) {
            std::printf("%s: %s\n", job.path.c_str(), e.what());
          }
        }
      }
    }
  }
  if (!json.empty()) std::ofstream(json) << "[\n" << records.str() << "\n]\n";
  return same ? 0 : 1;
}
