// `corten render MODEL -o PICTURE`: a PNG of a moment, or an animated GIF or MP4 of a simulation.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "apps/commands.h"
#include "apps/controls.h"
#include "apps/input.h"
#include "apps/json.h"
#include "apps/terminal.h"
#include "apps/warnings.h"
#include "corten/model/names.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"
#include "viewer/false_colour.h"
#include "viewer/option_words.h"
#include "viewer/picture_file.h"
#include "viewer/renderer.h"

namespace corten::app {
namespace {

struct RenderOptions {
  std::string model;
  std::string out;
  std::string camera = "free";
  std::string size = "640x480";
  std::optional<double> azimuth, elevation, distance;
  int steps = -1;
  double time = -1;  // [s]
  double fps = 30;
  std::string key;
  std::string controls;
  bool depth = false;
  bool segmentation = false;
  bool contacts = false;
  bool joints = false;
  std::vector<std::string> show;
  std::string label;
  int threads = 0;
  bool json = false;
};

struct Size {
  int width, height;
};

constexpr int kMaxSide = 16384;
constexpr double kMovieSeconds = 3;
constexpr float kGlass = 0.12F;  // opacity of things that hide joints

Size parse_size(const std::string& text) {
  Size size{};
  char rest = 0;
  if (std::sscanf(text.c_str(), "%dx%d%c", &size.width, &size.height, &rest) != 2 || size.width < 1 ||
      size.height < 1 || size.width > kMaxSide || size.height > kMaxSide)
    throw std::runtime_error(
        fmt::format("--size {}: a size is WIDTHxHEIGHT, as 640x480, at most {} a side", text, kMaxSide));
  return size;
}

std::string camera_names(const Model& m) {
  std::string names = "free";
  for (int i = 0; i < m.ncam; ++i)
    if (const char* name = id2name(m, mjOBJ_CAMERA, i)) names += std::string(", ") + name;
  return names;
}

viewer::Camera find_camera(const Model& m, const RenderOptions& options) {
  viewer::Camera camera = viewer::default_free_camera(m);
  if (options.camera != "free") {
    int id = name2id(m, mjOBJ_CAMERA, options.camera);
    const bool number = std::all_of(options.camera.begin(), options.camera.end(), ::isdigit);
    if (id < 0 && number && options.camera.size() < 9) id = std::stoi(options.camera);
    if (id < 0 || id >= m.ncam)
      throw std::runtime_error(fmt::format("--camera {}: the model has no such camera (it has: {})",
                                           options.camera, camera_names(m)));
    return viewer::fixed_camera(m, id);
  }
  camera.azimuth = options.azimuth.value_or(camera.azimuth);
  camera.elevation = options.elevation.value_or(camera.elevation);
  camera.distance = options.distance.value_or(camera.distance);
  return camera;
}

// A simulation seen by a camera.
class Studio {
 public:
  explicit Studio(const RenderOptions& options)
      : options_(options),
        m_(load_input(options.model)),
        d_(make_data(m_)),
        size_(parse_size(options.size)),
        camera_(find_camera(m_, options)),
        renderer_(m_, size_.width, size_.height, options.threads) {
    if (const int key = find_keyframe(m_, options.key); key >= 0) reset_data_keyframe(m_, d_, key);
    if (!options.controls.empty()) controls_ = Controls(m_, options.controls);
    option_.flags[mjVIS_CONTACTPOINT] = option_.flags[mjVIS_CONTACTFORCE] = options.contacts;
    option_.flags[mjVIS_JOINT] = options.joints;
    option_.flags[mjVIS_TRANSPARENT] = options.joints;  // axes are mostly inside
    for (const std::string& word : options.show)
      option_.flags[static_cast<std::size_t>(viewer::value_of_word(viewer::flag_words(), word))] = 1;
    if (!options.label.empty()) option_.label = viewer::value_of_word(viewer::label_words(), options.label);
    m_.vis.map.alpha = std::min(m_.vis.map.alpha, kGlass);
    forward(m_, d_);
    if (!options.distance) viewer::step_back(m_, d_, size_.width, size_.height, camera_);
  }

  const Model& model() const { return m_; }
  const Data& data() const { return d_; }
  Size size() const { return size_; }

  void advance() {
    controls_.apply(d_, steps_++);
    step(m_, d_);
  }

  viewer::Image picture() {
    renderer_.update_scene(d_, camera_, option_);
    if (options_.depth) return viewer::depth_picture(renderer_);
    if (options_.segmentation) return viewer::segmentation_picture(renderer_);
    return renderer_.render();
  }

 private:
  const RenderOptions& options_;
  Model m_;
  Data d_;
  Size size_;
  viewer::Camera camera_;
  viewer::Renderer renderer_;
  viewer::SceneOption option_;
  Controls controls_;
  int steps_ = 0;
};

int step_count(const RenderOptions& options, const Model& m, double otherwise) {
  if (options.steps >= 0) return options.steps;
  const double seconds = options.time >= 0 ? options.time : otherwise;
  return static_cast<int>(std::min(1e9, seconds / m.opt.timestep + 0.5));
}

void write_still(Studio& studio, const RenderOptions& options) {
  const int steps = step_count(options, studio.model(), 0);
  const Progress progress(std::max(1, steps), !options.json && steps > 0);
  for (int i = 0; i < steps; ++i) {
    studio.advance();
    progress.at(i + 1);
  }
  viewer::write_png(options.out, studio.picture());
}

// Frames at equal times of the simulation; returns their number.
int write_movie(Studio& studio, const RenderOptions& options) {
  const double timestep = studio.model().opt.timestep;
  const int steps = step_count(options, studio.model(), kMovieSeconds);
  const int frames = std::max(1, static_cast<int>(steps * timestep * options.fps + 1e-9));
  auto movie = viewer::make_movie(options.out, studio.size().width, studio.size().height, options.fps);
  const Progress progress(frames, !options.json);
  int done = 0;
  for (int frame = 0; frame < frames; ++frame) {
    for (; done < std::lround(frame / options.fps / timestep); ++done) studio.advance();
    movie->add(studio.picture());
    progress.at(frame + 1);
  }
  movie->finish();
  return frames;
}

void report(const RenderOptions& options, const Studio& studio, int frames, double seconds) {
  if (options.json) {
    fmt::print("{}\n", Json::object({{"model", options.model},
                                     {"picture", options.out},
                                     {"width", studio.size().width},
                                     {"height", studio.size().height},
                                     {"frames", frames},
                                     {"simulated_seconds", studio.data().time},
                                     {"seconds", seconds},
                                     {"warnings", warnings_json(studio.data())}})
                           .text());
    return;
  }
  fmt::print("{}: {}x{}, {} frame{} in {:.2g} s\n", options.out, studio.size().width, studio.size().height,
             frames, frames == 1 ? "" : "s", seconds);
  fmt::print("{}", warnings_text(studio.data()));
}

void render(RenderOptions options) {
  if (options.out.empty()) options.out = std::filesystem::path(options.model).stem().string() + ".png";
  const bool movie = viewer::is_movie(options.out);
  if (!movie && !options.out.ends_with(".png"))
    throw std::runtime_error(
        fmt::format("'{}': a picture ends with .png, a moving one with .gif or .mp4", options.out));
  Studio studio(options);
  const auto start = std::chrono::steady_clock::now();
  int frames = 1;
  if (movie)
    frames = write_movie(studio, options);
  else
    write_still(studio, options);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  report(options, studio, frames, seconds);
}

void add_camera_options(CLI::App& command, RenderOptions& options) {
  command.add_option("--camera", options.camera, "Camera of the model by name or number, or 'free'")
      ->capture_default_str();
  command.add_option("--azimuth", options.azimuth, "Direction of the free camera about z [deg]");
  command.add_option("--elevation", options.elevation,
                     "Direction of the free camera above the horizon [deg]");
  command
      .add_option(
          "--distance", options.distance,
          "Distance of the free camera from what it looks at [m]; by default far enough to see all bodies")
      ->check(CLI::PositiveNumber);
  command.add_option("--size", options.size, "Width and height [pixel]")->capture_default_str();
}

void add_time_options(CLI::App& command, RenderOptions& options) {
  CLI::Option* steps =
      command.add_option("--steps", options.steps, "Steps to simulate")->check(CLI::Range(0, 1000000000));
  command
      .add_option("--time,--duration", options.time,
                  "Seconds to simulate: before a .png (default 0), during a movie (default 3)")
      ->check(CLI::NonNegativeNumber)
      ->excludes(steps);
  command.add_option("--fps", options.fps, "Frames per second of a movie")
      ->check(CLI::Range(0.1, 1000.0))
      ->capture_default_str();
  command.add_option("--key,--keyframe", options.key,
                     "Start from this keyframe (name or number) instead of qpos0");
  command.add_option("--ctrl", options.controls,
                     "Controls from a .csv or .npy file: a row per step, or held by a column 'time'");
}

}  // namespace

void add_render(CLI::App& app) {
  CLI::App* command = app.add_subcommand("render", "Take a picture of a model, or a movie of its simulation");
  command->footer(
      "Examples:\n"
      "  corten render scenes/humanoid.xml -o fall.gif --time 1.5 --fps 20 --size 320x240 --camera follow\n"
      "  corten render scenes/arm.xml -o arm.png --time 0.5 --camera front --joints\n"
      "  corten render scenes/demo.xml -o symbols.png --show com,inertia,light --label body");
  auto options = std::make_shared<RenderOptions>();
  add_model_argument(*command, options->model);
  command->add_option(
      "-o,--out", options->out,
      "File to write: .png, .gif, or .mp4 (with ffmpeg); by default the model's name with .png");
  add_camera_options(*command, *options);
  add_time_options(*command, *options);
  CLI::Option* depth = command->add_flag("--depth", options->depth, "Show distances: near is bright");
  command->add_flag("--segmentation", options->segmentation, "Show each object in a colour of its own")
      ->excludes(depth);
  command->add_flag("--contacts", options->contacts, "Draw contact points and forces");
  command->add_flag("--joints", options->joints, "Draw joint axes, and what moves as glass");
  command
      ->add_option("--show", options->show,
                   "Draw these too: joint, camera, actuator, light, constraint, inertia, com, autoconnect …")
      ->delimiter(',');
  command->add_option("--label", options->label, "Write names: body, joint, geom, site, tendon, actuator …");
  command->add_option("--threads", options->threads, "Threads, 0 for one per processor")
      ->check(CLI::Range(0, 1024))
      ->capture_default_str();
  add_json_flag(*command, options->json);
  command->callback([options] { render(*options); });
}

}  // namespace corten::app
