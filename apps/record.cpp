// `corten record MODEL -o RUN.html`: a simulation as one file that anybody opens in a browser and scrubs.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <stdexcept>

#include "apps/commands.h"
#include "apps/controls.h"
#include "apps/input.h"
#include "apps/json.h"
#include "apps/terminal.h"
#include "apps/warnings.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"
#include "viewer/recording.h"

namespace corten::app {
namespace {

struct RecordOptions {
  std::string model;
  std::string out;
  double time = 5;  // [s]
  double fps = 60;
  std::string key;
  std::string controls;
  std::vector<std::string> fields{"qpos", "qvel"};
  bool json = false;
};

// Steps until `time`, a frame at each multiple of 1/fps.
int simulate(const Model& m, Data& d, const RecordOptions& options, viewer::Recording& recording) {
  const Controls controls = options.controls.empty() ? Controls() : Controls(m, options.controls);
  const int steps = std::max(1, static_cast<int>(std::lround(options.time / m.opt.timestep)));
  const int track = recording.add_track("CortenForge");
  const Progress progress(steps, !options.json);
  forward(m, d);
  int frames = 0;
  for (int i = 0; i < steps; ++i) {
    if (i * m.opt.timestep * options.fps >= frames) {
      recording.take(track, d);
      ++frames;
    }
    controls.apply(d, i);
    step(m, d);
    progress.at(i + 1);
  }
  recording.take(track, d);
  return frames + 1;
}

void record(const RecordOptions& options) {
  if (!options.out.ends_with(".html"))
    throw std::runtime_error("-o " + options.out + ": a recording is an .html file");
  const Model m = load_input(options.model);
  const int key = find_keyframe(m, options.key);
  Data d = make_data(m);
  if (key >= 0) reset_data_keyframe(m, d, key);
  viewer::Recording recording(m, std::filesystem::path(options.model).stem().string(), options.fields);
  const int frames = simulate(m, d, options, recording);
  const std::string html = recording.html();
  viewer::write_file(options.out, html);
  const double megabytes = static_cast<double>(html.size()) / 1e6;
  if (options.json)
    fmt::print("{}\n", Json::object({{"file", options.out},
                                     {"frames", frames},
                                     {"bytes", static_cast<double>(html.size())},
                                     {"warnings", warnings_json(d)}})
                           .text());
  else
    fmt::print("{}: {} frames, {:.2f} MB; open it in a browser\n{}", options.out, frames, megabytes,
               warnings_text(d));
}

}  // namespace

void add_record(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("record", "Record a simulation into one HTML file to open, scrub and send");
  command->footer("Example:\n  corten record scenes/demo.xml -o demo.html --time 4 --fields qpos,sensordata");
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
  add_json_flag(*command, options->json);
  command->callback([options] { record(*options); });
}

}  // namespace corten::app
