// A simulation that people watch and steer in a browser: their commands are applied to it, its moments are
// sent to them.
#pragma once

#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "corten/batch/observer.h"
#include "corten/model/data.h"
#include "corten/model/model.h"
#include "viewer/page_server.h"
#include "viewer/scene_option.h"
#include "viewer/visual_geom.h"

namespace corten::viewer {

// Not bound to one thread, but not safe from several at once: whoever steps the data calls it between steps.
class LiveView {
 public:
  LiveView(PageServer& server, const Model& m, std::string name);

  // Applies what people asked for since the last call; bad messages are answered in the next frame and change
  // nothing.
  void apply_commands(const Model& m, Data& d);
  // Forces of a hand that pulls; before each step.
  void apply_perturbation(const Model& m, Data& d) const;
  // Keeps the state for stepping back; before each step.
  void remember(const Model& m, const Data& d);
  // Sends the moment. The data must have had a forward pass or step.
  void publish(const Model& m, const Data& d);

  bool paused() const { return paused_; }
  void pause(bool on) { paused_ = on; }
  double speed() const { return speed_; }
  // Steps asked for while paused; taken once.
  int take_steps() { return std::exchange(steps_wanted_, 0); }
  bool take_reload() { return std::exchange(reload_wanted_, false); }
  std::vector<int> take_keys() { return std::exchange(keys_, {}); }

  void say(std::string text) { message_ = std::move(text); }

  SceneOption option;
  Perturb perturb;
  std::vector<VisualGeom> user_geoms;  // things a program adds to the picture

 private:
  struct Command;
  void apply(const Model& m, Data& d, const std::string& text);
  void back(const Model& m, Data& d);
  std::string status(const Model& m, const Data& d) const;

  PageServer& server_;
  bool paused_ = false;
  double speed_ = 1;
  int steps_wanted_ = 0;
  bool reload_wanted_ = false;
  bool moved_ = false;  // positions were changed by hand
  std::vector<int> keys_;
  std::vector<std::string> watched_{"qpos"};
  std::string message_;
  std::uint32_t serial_ = 0;
  Real grip_mass_ = 0;
  std::deque<std::vector<Real>> past_;
};

}  // namespace corten::viewer
