// `corten record MODEL -o RUN.html`: a simulation as one file that anybody opens in a browser and scrubs.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <random>
#include <stdexcept>

#include "apps/commands.h"
#include "apps/controls.h"
#include "apps/input.h"
#include "apps/json.h"
#include "apps/oracle.h"
#include "apps/terminal.h"
#include "apps/warnings.h"
#include "corten/base/whole_file.h"
#include "corten/model/state.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"
#include "viewer/option_words.h"
#include "viewer/recording.h"

namespace corten::app {
namespace {

constexpr const char* kMujoco = "mujoco";

struct RecordOptions {
  std::string model;
  std::string out;
  double time = 5;  // [s]
  double fps = 60;
  std::string key;
  std::string controls;
  std::vector<std::string> fields{"qpos", "qvel"};
  std::vector<std::string> show;
  std::string label;
  std::string against;
  int worlds = 1;
  double spread = 0.1;
  bool json = false;
};

viewer::SceneOption scene_option(const RecordOptions& options) {
  viewer::SceneOption option;
  for (const std::string& word : options.show)
    option.flags[static_cast<std::size_t>(viewer::value_of_word(viewer::flag_words(), word))] = 1;
  if (!options.label.empty()) option.label = viewer::value_of_word(viewer::label_words(), options.label);
  return option;
}

// What there is to say of a run.
struct Recorded {
  int frames = 0;
  std::string warnings;
  Json warnings_list = Json::null();
  std::string verdict{};  // on the comparison
};

Recorded report(int frames, const Data& d, std::string verdict = "") {
  return {frames, warnings_text(d), warnings_json(d), std::move(verdict)};
}

// Steps until `time`, a frame at each multiple of 1/fps: `take` keeps one, `advance` makes step i.
template <class Take, class Advance>
int simulate(const Model& m, const RecordOptions& options, Take&& take, Advance&& advance) {
  const int steps = std::max(1, static_cast<int>(std::lround(options.time / m.opt.timestep)));
  const Progress progress(steps, !options.json);
  int frames = 0;
  for (int i = 0; i < steps; ++i) {
    if (i * m.opt.timestep * options.fps >= frames) {
      take();
      ++frames;
    }
    advance(i);
    progress.at(i + 1);
  }
  take();
  return frames + 1;
}

Data start_of(const Model& m, const RecordOptions& options) {
  Data d = make_data(m);
  if (const int key = find_keyframe(m, options.key); key >= 0) reset_data_keyframe(m, d, key);
  return d;
}

// Worlds that differ in their first velocities: the first as the model says, the others by up to `spread`.
std::vector<Data> make_worlds(const Model& m, const RecordOptions& options) {
  std::mt19937 random(0);
  std::uniform_real_distribution<Real> disturbance(-options.spread, options.spread);
  std::vector<Data> worlds;
  for (int k = 0; k < options.worlds; ++k) {
    worlds.push_back(start_of(m, options));
    for (int i = 0; k > 0 && i < m.nv; ++i) worlds.back().qvel[i] += disturbance(random);
    forward(m, worlds.back());
  }
  return worlds;
}

Recorded record_worlds(const Model& m, const RecordOptions& options, viewer::Recording& recording) {
  const Controls controls = options.controls.empty() ? Controls() : Controls(m, options.controls);
  std::vector<Data> worlds = make_worlds(m, options);
  for (int k = 0; k < options.worlds; ++k)
    recording.add_track(options.worlds == 1 ? "CortenForge" : fmt::format("world {}", k));
  const auto take = [&] {
    for (int k = 0; k < options.worlds; ++k) recording.take(k, worlds[static_cast<std::size_t>(k)]);
  };
  const int frames = simulate(m, options, take, [&](int i) {
    for (Data& d : worlds) {
      controls.apply(d, i);
      step(m, d);
    }
  });
  return report(frames, worlds.front());
}

// The same run in MuJoCo as a second track. Both states are shown by our kinematics; what is derived from
// them and recorded (sensordata, contacts) is ours for both.
class Against {
 public:
  Against(const Model& m, const RecordOptions& options, viewer::Recording& recording)
      : m_(m),
        options_(options),
        recording_(recording),
        oracle_(Oracle::find()),
        d_(start_of(m, options)),
        shown_(make_data(m)) {
    if (!oracle_)
      throw std::runtime_error(
          "--against mujoco: its library is not here; pip install mujoco==3.5.0, or name it with "
          "MUJOCO_LIBRARY");
    if (const std::string refusal = oracle_->load(options.model, find_keyframe(m, options.key));
        !refusal.empty())
      throw std::runtime_error("--against mujoco: it refuses the model: " + refusal);
    if (!options.controls.empty()) controls_ = Controls(m, options.controls);
    recording.add_track("CortenForge");
    recording.add_track("MuJoCo " + oracle_->version());
  }

  Recorded run() {
    const int frames = simulate(
        m_, options_, [&] { take(); }, [&](int i) { advance(i); });
    recording_.note(1, verdict());
    return report(frames, d_, verdict());
  }

 private:
  static constexpr double kFar = 1e-6;
  static constexpr int kMotion = mjSTATE_TIME | mjSTATE_QPOS | mjSTATE_QVEL | mjSTATE_ACT;
  struct Moment {
    int step = -1;
    double time = 0, by = 0;
  };

  std::string verdict() const {
    if (first_.step < 0) return "the same bits of qpos and qvel at every step";
    std::string text =
        fmt::format("parts at step {} ({:.4g} s) by {:.2g}", first_.step, first_.time, first_.by);
    if (far_.step >= 0)
      text += fmt::format(", by more than {:g} from step {} ({:.4g} s)", kFar, far_.step, far_.time);
    return text;
  }

  void show(int track, const std::vector<Real>& state) {
    set_state(m_, shown_, state, kMotion);
    forward(m_, shown_);
    recording_.take(track, shown_);
  }
  std::vector<Real> ours() const {
    std::vector<Real> state(static_cast<std::size_t>(state_size(m_, kMotion)));
    get_state(m_, d_, state, kMotion);
    return state;
  }
  void take() {
    show(0, ours());
    show(1, oracle_->state(kMotion));
  }
  void advance(int i) {
    controls_.apply(d_, i);
    if (m_.nu > 0) oracle_->set_state(mjSTATE_CTRL, {d_.ctrl.begin(), d_.ctrl.end()});
    step(m_, d_);
    oracle_->step();
    const std::vector<Real> mine = ours(), theirs = oracle_->state(kMotion);
    double by = 0;
    for (std::size_t k = 0; k < mine.size(); ++k) by = std::max(by, std::abs(mine[k] - theirs[k]));
    if (by > 0 && first_.step < 0) first_ = {i + 1, d_.time, by};
    if (by > kFar && far_.step < 0) far_ = {i + 1, d_.time, by};
  }

  const Model& m_;
  const RecordOptions& options_;
  viewer::Recording& recording_;
  std::unique_ptr<Oracle> oracle_;
  Data d_, shown_;
  Controls controls_;
  Moment first_, far_;
};

// The page of a recording to compare with; empty when none is named.
std::string text_of_recording(const std::string& path) {
  if (path.empty()) return "";
  const std::optional<std::string> text = read_disk(path);
  if (!text || text->empty())
    throw std::runtime_error("--against " + path + ": there is no such recording (or say mujoco)");
  return *text;
}

std::string with_other(const viewer::Recording& recording, const std::string& other,
                       const std::string& path) {
  try {
    return recording.html(other);
  } catch (const std::runtime_error& problem) {
    if (other.empty()) throw;
    throw std::runtime_error("--against " + path + ": " + problem.what());
  }
}

void record(const RecordOptions& options) {
  if (!options.out.ends_with(".html"))
    throw std::runtime_error("-o " + options.out + ": a recording is an .html file");
  const Model m = load_input(options.model);
  viewer::Recording recording(m, std::filesystem::path(options.model).stem().string(), options.fields,
                              scene_option(options));
  const std::string other = options.against == kMujoco ? "" : text_of_recording(options.against);
  const Recorded recorded = options.against == kMujoco ? Against(m, options, recording).run()
                                                       : record_worlds(m, options, recording);
  const std::string html = with_other(recording, other, options.against);
  write_whole_file(options.out, html);
  if (options.json)
    fmt::print("{}\n",
               Json::object({{"file", options.out},
                             {"frames", recorded.frames},
                             {"bytes", static_cast<double>(html.size())},
                             {"against", recorded.verdict.empty() ? Json::null() : Json(recorded.verdict)},
                             {"warnings", recorded.warnings_list}})
                   .text());
  else
    fmt::print("{}: {} frames, {:.2f} MB; open it in a browser\n{}{}", options.out, recorded.frames,
               static_cast<double>(html.size()) / 1e6,
               recorded.verdict.empty() ? "" : recorded.verdict + "\n", recorded.warnings);
}

}  // namespace

void add_record(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("record", "Record a simulation into one HTML file to open, scrub and send");
  command->footer(
      "Example:\n  corten record scenes/demo.xml -o demo.html --time 4 --fields qpos,sensordata\n"
      "  corten record scenes/humanoid.xml -o both.html --time 2 --against mujoco\n"
      "  corten record scenes/stack.xml -o worlds.html --worlds 6 --spread 0.5");
  auto options = std::make_shared<RecordOptions>();
  add_model_argument(*command, options->model);
  command->add_option("-o,--out", options->out, "The .html file to write")->required();
  command->add_option("--time", options->time, "How many seconds to simulate")
      ->check(CLI::Range(1e-6, 1e5))
      ->capture_default_str();
  command->add_option("--fps", options->fps, "Frames per simulated second")
      ->check(CLI::Range(0.1, 1000.0))
      ->capture_default_str();
  command->add_option("--key", options->key, "Start from this keyframe (name or number) instead of qpos0");
  command->add_option("--ctrl", options->controls, "Controls from a .csv or .npy file, as for corten run");
  command
      ->add_option("--fields", options->fields, "Fields of the simulation data to plot, separated by commas")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->capture_default_str();
  command
      ->add_option("--show", options->show,
                   "Record these symbols too: joint, actuator, com, inertia, constraint, island, light …")
      ->delimiter(',')
      ->allow_extra_args(false);
  CLI::Option* worlds =
      command
          ->add_option("--worlds", options->worlds, "Worlds to record, shown over each other or side by side")
          ->check(CLI::Range(1, 64))
          ->capture_default_str();
  command->add_option("--spread", options->spread, "How much the first velocities of the worlds differ")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command
      ->add_option("--against", options->against,
                   "Record the same run in MuJoCo too, and say since when they are apart: mujoco; or show "
                   "another recording of the model beside this one: its .html file")
      ->excludes(worlds);
  command->add_option("--label", options->label, "Record names: body, joint, geom, site, tendon, actuator …");
  add_json_flag(*command, options->json);
  command->callback([options] { record(*options); });
}

}  // namespace corten::app
