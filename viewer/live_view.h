// A simulation that people watch and steer in a browser: their commands are applied to it, its moments are
// sent to them.
#pragma once

#include <array>
#include <deque>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "corten/batch/observer.h"
#include "corten/model/data.h"
#include "corten/model/model.h"
#include "viewer/camera.h"
#include "viewer/outlet.h"
#include "viewer/scene_option.h"
#include "viewer/visual_geom.h"

namespace corten::viewer {

// Not bound to one thread, but not safe from several at once: whoever steps the data calls it between steps.
class LiveView {
 public:
  LiveView(Outlet& outlet, const Model& m, std::string name);

  // Goes on with another model in place of the first: what people chose stays, what they held is let go.
  void restart(const Model& m);
  // Shows a model whose pictures, meshes or colours were changed.
  void set_model(const Model& m) { outlet_.set_model(page_model(m, name_)); }
  // Applies what people asked for since the last call; bad messages are answered in the next frame and change
  // nothing. Whether there was anything to apply.
  bool apply_commands(const Model& m, Data& d);
  // Forces of a hand that pulls; before each step.
  void apply_perturbation(const Model& m, Data& d) const;
  // Keeps the state for stepping back; before each step.
  void remember(const Model& m, const Data& d);
  // A number that is not finite stops the run where a person can see it; after the steps of a frame.
  void pause_when_bad(const Model& m, const Data& d);
  // Other worlds of the same model to be shown beside it, a row of qpos each; `scratch` is used to place
  // them.
  void set_worlds(const Model& m, Data& scratch, std::span<const Real> qpos);
  int world() const { return world_; }  // the one people want to see solid, by its number
  // Sends the moment. The data must have had a forward pass or step.
  void publish(const Model& m, const Data& d);

  bool paused() const { return paused_; }
  void pause(bool on) { paused_ = on; }
  double speed() const { return speed_; }
  // Steps asked for while paused; taken once.
  int take_steps() { return std::exchange(steps_wanted_, 0); }
  bool take_reload() { return std::exchange(reload_wanted_, false); }
  std::vector<int> take_keys() { return std::exchange(keys_, {}); }

  bool why_wanted() const { return why_wanted_; }
  bool profiled() const { return profiled_; }
  // What a program wants to see from here on: it wins over what people chose before.
  void set_option(const SceneOption& wanted);
  void set_camera(const Camera& wanted);
  const Camera& camera() const { return camera_; }  // a program's, or that of the page
  // What is known to be wrong with the model: a list of JSON, as `corten check --json` has it.
  void set_findings(std::string json) { findings_ = std::move(json); }

  void say(std::string text) { message_ = std::move(text); }

  SceneOption option;
  Perturb perturb;
  std::vector<VisualGeom> user_geoms;  // things a program adds to the picture

 private:
  struct Command;
  void apply(const Model& m, Data& d, const std::string& text);
  void back(const Model& m, Data& d);
  std::string status(const Model& m, const Data& d) const;
  nlohmann::json option_json() const;
  nlohmann::json camera_json() const;

  Outlet& outlet_;
  std::string name_;
  bool paused_ = false;
  double speed_ = 1;
  int steps_wanted_ = 0;
  bool reload_wanted_ = false;
  bool why_wanted_ = false;           // the panel that says why is open
  bool profiled_ = false;             // and the one of times
  bool followed_ = false;             // sliders follow the simulation
  std::vector<std::uint8_t> worlds_;  // as in FrameSection::worlds
  int world_ = 0;
  Camera camera_;
  int option_serial_ = 0, camera_serial_ = 0;  // times a program has set them
  std::array<int, mjNWARNING> bad_seen_{};     // warnings of each kind people were told of
  std::string findings_ = "[]";
  bool moved_ = false;  // positions were changed by hand
  std::vector<int> keys_;
  // A field that is plotted, and where its numbers are.
  struct Watched {
    std::string name;
    Observer observer;
  };
  std::vector<Watched> watched_;
  std::string message_;
  std::uint32_t serial_ = 0;
  std::deque<std::vector<Real>> past_;
};

}  // namespace corten::viewer
