// `corten view MODEL`: a page in the browser where a person plays with the model.
#include <fmt/core.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <thread>

#include "apps/check/finding.h"
#include "apps/commands.h"
#include "apps/input.h"
#include "apps/json.h"
#include "apps/terminal.h"
#include "apps/watched_files.h"
#include "corten/base/system.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"
#include "viewer/live_view.h"
#include "viewer/page_server.h"

namespace corten::app {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kFrame = std::chrono::microseconds(16667);
constexpr auto kRest = std::chrono::milliseconds(200);  // between frames of a simulation that rests

struct ViewOptions {
  std::string model;
  std::string key;
  std::string host = "127.0.0.1";
  int port = 0;
  bool paused = false;
  bool no_open = false;
  bool json = false;
  double seconds = 0;  // ends by itself, for tests
};

volatile std::sig_atomic_t interrupted = 0;

double clock_now(void*) { return std::chrono::duration<double>(Clock::now().time_since_epoch()).count(); }

void step_once(const Model& m, Data& d, viewer::LiveView& view) {
  view.apply_perturbation(m, d);
  view.remember(m, d);
  Hooks hooks;
  if (view.profiled()) hooks.time = clock_now;
  step(m, d, hooks);
}

// Steps that bring the simulation up to the clock: as many as fit into a frame, no catching up after a pause.
void advance(const Model& m, Data& d, viewer::LiveView& view) {
  const Clock::time_point start = Clock::now();
  const Real until = d.time + std::chrono::duration<double>(kFrame).count() * view.speed();
  while (d.time < until && Clock::now() - start < kFrame) step_once(m, d, view);
}

void single_steps(const Model& m, Data& d, viewer::LiveView& view) {
  for (int i = view.take_steps(); i > 0; --i) step_once(m, d, view);
}

// What `corten check` says of the file, found on a thread of its own when somebody first asks.
class Why {
 public:
  explicit Why(std::string path) : path_(std::move(path)) {}

  void tell(viewer::LiveView& view) {
    if (view.why_wanted() && !asked_) {
      asked_ = true;
      found_ = std::async(std::launch::async,
                          [path = path_] { return findings_json(check_file(path, 1)).text(); });
    }
    if (found_.valid() && found_.wait_for(std::chrono::seconds(0)) == std::future_status::ready)
      view.set_findings(found_.get());
  }
  void forget() { asked_ = false; }

 private:
  std::string path_;
  bool asked_ = false;
  std::future<std::string> found_;
};

// The model, or an empty one and why: the page shows the diagnostics, and the file is loaded once it is
// mended.
Model load_or_explain(const std::string& path, const WatchedFiles& files, std::string& problem) {
  Diagnostics diagnostics;
  if (std::optional<Model> m = load_input(path, diagnostics, {.vfs = &files.vfs()})) {
    m->opt.enableflags |= mjENBL_ENERGY;  // to be plotted; changes no motion
    return std::move(*m);
  }
  problem = diagnostics.text();
  return load_text("<mujoco/>").value();
}

// The model anew from its file, in the old pose where the sizes allow; the old one stays when the file is
// refused.
void reload(const std::string& path, WatchedFiles& files, Model& m, Data& d, viewer::LiveView& view) {
  try {
    files.forget();
    Model fresh = load_input(path, {.vfs = &files.vfs()});
    fresh.opt.enableflags |= mjENBL_ENERGY;
    Data data = make_data(fresh);
    if (fresh.nq == m.nq && fresh.nv == m.nv) {
      for (int i = 0; i < m.nq; ++i) data.qpos[i] = d.qpos[i];
      for (int i = 0; i < m.nv; ++i) data.qvel[i] = d.qvel[i];
    }
    m = std::move(fresh);
    d = std::move(data);
    forward(m, d);
    view.restart(m);
    view.say("the file was changed and loaded again");
  } catch (const std::exception& problem) {
    view.say(problem.what());
    view.pause(true);
  }
}

void view(const ViewOptions& options) {
  std::string problem;
  WatchedFiles files;
  Model m = load_or_explain(options.model, files, problem);
  const int key = problem.empty() ? find_keyframe(m, options.key) : -1;
  Data d = make_data(m);
  if (key >= 0) reset_data_keyframe(m, d, key);
  forward(m, d);
  viewer::PageServer server({options.host, options.port});
  viewer::LiveView live(server, m, std::filesystem::path(options.model).filename().string());
  live.pause(options.paused || !problem.empty());
  if (!problem.empty()) {
    fmt::print(stderr, "{}\n", problem);
    live.say(problem);
  }
  Why why(options.model);
  if (options.host != "127.0.0.1")
    fmt::print(stderr, "Other machines can reach this page; whoever has the address can steer it.\n");
  if (options.json)
    fmt::print("{}\n", Json::object({{"url", server.url()}}).text());
  else
    fmt::print("{}\nCtrl-C ends it.\n", server.url());
  std::fflush(stdout);
  if (!options.no_open) open_in_browser(server.url());
  std::signal(SIGINT, [](int) { interrupted = 1; });
  const Clock::time_point start = Clock::now();
  Clock::time_point shown = start;
  for (Clock::time_point next = start; interrupted == 0;
       next = std::max(next + kFrame, Clock::now() - kFrame)) {
    const bool asked = live.apply_commands(m, d);
    if (live.take_reload() || files.changed()) {
      reload(options.model, files, m, d, live);
      why.forget();
    }
    if (live.paused())
      single_steps(m, d, live);
    else
      advance(m, d, live);
    live.pause_when_bad(m, d);
    why.tell(live);
    const bool news = asked || !live.paused() || Clock::now() > shown + kRest;
    if (news && server.clients() > 0) {
      live.publish(m, d);
      shown = Clock::now();
    }
    if (options.seconds > 0 && Clock::now() - start > std::chrono::duration<double>(options.seconds)) break;
    std::this_thread::sleep_until(next + kFrame);
  }
}

}  // namespace

void add_view(CLI::App& app) {
  CLI::App* command = app.add_subcommand("view", "Play with a model in the browser");
  command->footer(
      "Example:\n  corten view scenes/humanoid.xml --seconds 1\nWithout --seconds it runs until Ctrl-C. The "
      "address it prints works for this machine only.");
  auto options = std::make_shared<ViewOptions>();
  add_model_argument(*command, options->model);
  command->add_option("--key", options->key, "Start from this keyframe (name or number) instead of qpos0");
  command->add_option("--host", options->host, "Address to listen on; 0.0.0.0 lets other machines in")
      ->capture_default_str();
  command->add_option("--port", options->port, "Port to listen on, 0 for any free one")
      ->check(CLI::Range(0, 65535))
      ->capture_default_str();
  command->add_flag("--paused", options->paused, "Do not run until told to");
  command->add_flag("--no-open", options->no_open, "Only print the address");
  command->add_option("--seconds", options->seconds, "End after this many seconds")
      ->check(CLI::NonNegativeNumber);
  add_json_flag(*command, options->json);
  command->callback([options] { view(*options); });
}

}  // namespace corten::app
