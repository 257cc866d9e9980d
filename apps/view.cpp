// `corten view MODEL`: a page in the browser where a person plays with the model.
#include <fmt/core.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <memory>
#include <optional>
#include <thread>

#include "apps/commands.h"
#include "apps/input.h"
#include "apps/json.h"
#include "apps/terminal.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"
#include "viewer/live_view.h"

namespace corten::app {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kFrame = std::chrono::microseconds(16667);

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

// Steps that bring the simulation up to the clock: as many as fit into a frame, no catching up after a pause.
void advance(const Model& m, Data& d, viewer::LiveView& view) {
  const Clock::time_point start = Clock::now();
  const Real until = d.time + std::chrono::duration<double>(kFrame).count() * view.speed();
  while (d.time < until && Clock::now() - start < kFrame) {
    view.apply_perturbation(m, d);
    view.remember(m, d);
    step(m, d);
  }
}

void single_steps(const Model& m, Data& d, viewer::LiveView& view) {
  for (int i = view.take_steps(); i > 0; --i) {
    view.apply_perturbation(m, d);
    view.remember(m, d);
    step(m, d);
  }
}

// A number that is not finite stops the run where a person can see it.
void pause_when_bad(const Model& m, const Data& d, viewer::LiveView& view) {
  for (const auto& [kind, text] : {std::pair{mjWARN_BADQPOS, "position"},
                                   {mjWARN_BADQVEL, "velocity"},
                                   {mjWARN_BADQACC, "acceleration"}}) {
    const WarningStat& warning = d.warning[static_cast<std::size_t>(kind)];
    static int seen[mjNWARNING] = {};
    if (warning.number > seen[kind]) {
      view.pause(true);
      view.say(fmt::format("paused: the {} of dof {} (of {}) left all bounds; the simulation was reset", text,
                           warning.lastinfo, m.nv));
    }
    seen[kind] = warning.number;
  }
}

// The model anew from its file, in the old pose where the sizes allow; the old one stays when the file is
// refused.
void reload(const std::string& path, Model& m, Data& d, viewer::PageServer& server,
            std::optional<viewer::LiveView>& view) {
  try {
    Model fresh = load_input(path);
    Data data = make_data(fresh);
    if (fresh.nq == m.nq && fresh.nv == m.nv) {
      for (int i = 0; i < m.nq; ++i) data.qpos[i] = d.qpos[i];
      for (int i = 0; i < m.nv; ++i) data.qvel[i] = d.qvel[i];
    }
    m = std::move(fresh);
    d = std::move(data);
    forward(m, d);
    view.emplace(server, m, std::filesystem::path(path).filename().string());
    view->say("the file was changed and loaded again");
  } catch (const std::exception& problem) {
    view->say(problem.what());
    view->pause(true);
  }
}

void open_browser(const std::string& url) {
  const std::string command =
      "command -v xdg-open >/dev/null 2>&1 && xdg-open '" + url + "' >/dev/null 2>&1 &";
  if (std::getenv("DISPLAY") || std::getenv("WAYLAND_DISPLAY")) (void)!std::system(command.c_str());
}

void view(const ViewOptions& options) {
  Model m = load_input(options.model);
  const int key = find_keyframe(m, options.key);
  Data d = make_data(m);
  if (key >= 0) reset_data_keyframe(m, d, key);
  forward(m, d);
  viewer::PageServer server({options.host, options.port});
  std::optional<viewer::LiveView> live;
  live.emplace(server, m, std::filesystem::path(options.model).filename().string());
  live->pause(options.paused);
  if (options.host != "127.0.0.1")
    fmt::print(stderr, "Other machines can reach this page; whoever has the address can steer it.\n");
  if (options.json)
    fmt::print("{}\n", Json::object({{"url", server.url()}}).text());
  else
    fmt::print("{}\nCtrl-C ends it.\n", server.url());
  std::fflush(stdout);
  if (!options.no_open) open_browser(server.url());
  std::signal(SIGINT, [](int) { interrupted = 1; });
  const auto stamp = [&] {
    std::error_code ignored;
    return std::filesystem::last_write_time(options.model, ignored);
  };
  auto written = stamp();
  const Clock::time_point start = Clock::now();
  for (Clock::time_point next = start; interrupted == 0;
       next = std::max(next + kFrame, Clock::now() - kFrame)) {
    live->apply_commands(m, d);
    if (live->take_reload() || stamp() != written) {
      written = stamp();
      reload(options.model, m, d, server, live);
    }
    if (live->paused())
      single_steps(m, d, *live);
    else
      advance(m, d, *live);
    pause_when_bad(m, d, *live);
    if (server.clients() > 0) live->publish(m, d);
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
