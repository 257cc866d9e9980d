#include "viewer/live_view.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "corten/model/names.h"
#include "corten/model/state.h"
#include "corten/model/warning.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"
#include "viewer/page_frame.h"
#include "viewer/perturb.h"
#include "viewer/visual_scene.h"

namespace corten::viewer {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kPast = 2000;      // steps one can go back
constexpr std::size_t kMaxWatched = 12;  // fields plotted at once
constexpr int kMaxSteps = 1000;          // asked for at once

[[noreturn]] void refuse(const std::string& text) { throw std::invalid_argument(text); }

Real number(const Json& message, const char* name) {
  const auto place = message.find(name);
  if (place == message.end() || !place->is_number()) refuse(std::string(name) + " should be a number");
  const Real value = place->get<Real>();
  if (!std::isfinite(value)) refuse(std::string(name) + " should be finite");
  return value;
}

int index(const Json& message, const char* name, int count) {
  const Real value = number(message, name);
  if (value < 0 || value >= count || value != std::floor(value))
    refuse(std::string(name) + " should be a whole number below " + std::to_string(count));
  return static_cast<int>(value);
}

Vec3<Real> point(const Json& message, const char* name) {
  const auto place = message.find(name);
  if (place == message.end() || !place->is_array() || place->size() != 3)
    refuse(std::string(name) + " should be three numbers");
  Vec3<Real> result{};
  for (int k = 0; k < 3; ++k) {
    const Json& entry = (*place)[static_cast<std::size_t>(k)];
    if (!entry.is_number() || !std::isfinite(entry.get<Real>()))
      refuse(std::string(name) + " should be three finite numbers");
    result[k] = entry.get<Real>();
  }
  return result;
}

bool on(const Json& message, const char* name) {
  const auto place = message.find(name);
  if (place == message.end() || !place->is_boolean()) refuse(std::string(name) + " should be true or false");
  return place->get<bool>();
}

std::string word(const Json& message, const char* name) {
  const auto place = message.find(name);
  if (place == message.end() || !place->is_string()) refuse(std::string(name) + " should be a text");
  return place->get<std::string>();
}

SceneOption::Groups& groups(SceneOption& option, const std::string& kind) {
  if (kind == "geom") return option.geomgroup;
  if (kind == "site") return option.sitegroup;
  if (kind == "joint") return option.jointgroup;
  if (kind == "tendon") return option.tendongroup;
  if (kind == "actuator") return option.actuatorgroup;
  refuse("there are groups of geom, site, joint, tendon and actuator");
}

}  // namespace

LiveView::LiveView(PageServer& server, const Model& m, std::string name) : server_(server) {
  server_.set_model(page_model(m, name));
  if (m.vis.global_.realtime > 0) speed_ = m.vis.global_.realtime;
}

void LiveView::apply_commands(const Model& m, Data& d) {
  for (const std::string& text : server_.take_commands()) {
    try {
      apply(m, d, text);
    } catch (const std::exception& problem) {
      message_ = std::string("refused: ") + problem.what();
    }
  }
  if (std::exchange(moved_, false)) forward(m, d);
}

// What each command does; a message that does not fit throws.
struct LiveView::Command {
  LiveView& v;
  const Model& m;
  Data& d;
  const Json& message;

  void pause() const { v.paused_ = on(message, "value"); }
  void step() const {
    v.steps_wanted_ = std::min(kMaxSteps, v.steps_wanted_ + 1 + index(message, "more", kMaxSteps));
  }
  void back() const { v.back(m, d); }
  void speed() const { v.speed_ = std::clamp(number(message, "value"), 0.01, 100.0); }
  void reset() const {
    reset_data(m, d);
    v.moved_ = true;
  }
  void key() const {
    reset_data_keyframe(m, d, index(message, "id", m.nkey));
    v.moved_ = true;
  }
  void ctrl() const {
    const int i = index(message, "id", m.nu);
    const Real value = number(message, "value");
    const auto& range = m.actuator_ctrlrange[i];
    d.ctrl[i] = m.actuator_ctrllimited[i] ? std::clamp(value, range[0], range[1]) : value;
  }
  void joint() const {
    const int i = index(message, "id", m.njnt);
    if (m.jnt_type[i] != mjJNT_HINGE && m.jnt_type[i] != mjJNT_SLIDE)
      refuse("only hinges and slides have one number");
    d.qpos[m.jnt_qposadr[i]] = number(message, "value");
    v.moved_ = true;
  }
  // modes: force pulls the point `local` of the body to `target`, torque turns by the vector `turn`, pose
  // moves at once, none ends
  void perturb() const {
    const int body = index(message, "body", m.nbody);
    const std::string mode = word(message, "mode");
    Perturb& p = v.perturb;
    const bool first = p.select != body || p.active == 0;
    p.select = body;
    p.active = mode == "torque" ? mjPERT_ROTATE : mode == "none" ? 0 : mjPERT_TRANSLATE;
    if (body == 0) return;
    if (p.active == 0) {
      d.xfrc_applied[body] = {};
      return;
    }
    p.localpos = point(message, "local");
    p.refselpos = point(message, "target");
    if (first) {
      v.grip_mass_ = local_mass(m, d, body, d.xpos[body] + d.xmat[body] * p.localpos);
      p.refquat = d.xquat[body] * m.body_iquat[body];
    }
    if (p.active == mjPERT_ROTATE) turn(p, point(message, "turn"));
    if (mode == "pose" || m.body_mocapid[body] >= 0) {
      apply_perturb_pose(m, d, p, p.refselpos, v.paused_);
      v.moved_ = v.paused_;
    }
  }
  static void turn(Perturb& p, Vec3<Real> by) {
    const Real angle = normalize(by);
    p.refquat = axis_angle_quat(by, angle) * p.refquat;
    normalize(p.refquat);
  }
  void select() const { v.perturb.select = index(message, "body", m.nbody); }
  void flag() const {
    v.option.flags[static_cast<std::size_t>(index(message, "id", mjNVISFLAG))] = on(message, "value");
  }
  void group() const {
    groups(v.option, word(message, "kind"))[static_cast<std::size_t>(index(message, "id", kNGroup))] =
        on(message, "value");
  }
  void label() const { v.option.label = index(message, "id", mjNLABEL); }
  void frame() const { v.option.frame = index(message, "id", mjNFRAME); }
  void watch() const {
    const auto list = message.find("fields");
    if (list == message.end() || !list->is_array() || list->size() > kMaxWatched)
      refuse("fields should be at most 12 names");
    std::vector<std::string> names;
    for (const Json& entry : *list) {
      if (!entry.is_string()) refuse("fields should be names");
      names.push_back(entry.get<std::string>());
      (void)Observer(m, {{names.back()}});  // throws for one that is not there
    }
    v.watched_ = std::move(names);
  }
  void pressed() const { v.keys_.push_back(index(message, "key", 1 << 16)); }
  void reload() const { v.reload_wanted_ = true; }

  using Does = void (Command::*)() const;
  static Does find(const std::string& op) {
    static const std::map<std::string, Does> table = {
        {"pause", &Command::pause},     {"step", &Command::step},    {"back", &Command::back},
        {"speed", &Command::speed},     {"reset", &Command::reset},  {"key", &Command::key},
        {"ctrl", &Command::ctrl},       {"joint", &Command::joint},  {"perturb", &Command::perturb},
        {"select", &Command::select},   {"flag", &Command::flag},    {"group", &Command::group},
        {"label", &Command::label},     {"frame", &Command::frame},  {"watch", &Command::watch},
        {"pressed", &Command::pressed}, {"reload", &Command::reload}};
    const auto place = table.find(op);
    if (place == table.end()) refuse("there is no command '" + op.substr(0, 40) + "'");
    return place->second;
  }
};

void LiveView::apply(const Model& m, Data& d, const std::string& text) {
  const Json message = Json::parse(text, nullptr, false);
  if (!message.is_object()) refuse("a command should be an object of JSON");
  const Command command{*this, m, d, message};
  (command.*Command::find(word(message, "op")))();
}

void LiveView::apply_perturbation(const Model& m, Data& d) const {
  apply_perturb_force(m, d, perturb, grip_mass_);
}

void LiveView::remember(const Model& m, const Data& d) {
  std::vector<Real> state(static_cast<std::size_t>(state_size(m, mjSTATE_INTEGRATION)));
  get_state(m, d, state, mjSTATE_INTEGRATION);
  past_.push_back(std::move(state));
  if (past_.size() > kPast) past_.pop_front();
}

void LiveView::back(const Model& m, Data& d) {
  paused_ = true;
  if (past_.empty()) refuse("there is no earlier step to go back to");
  const std::vector<Real> state = std::move(past_.back());
  past_.pop_back();
  if (state.size() != static_cast<std::size_t>(state_size(m, mjSTATE_INTEGRATION))) return;
  set_state(m, d, state, mjSTATE_INTEGRATION);
  moved_ = true;
}

std::string LiveView::status(const Model& m, const Data& d) const {
  Json warnings = Json::array();
  for (int i = 0; i < mjNWARNING; ++i)
    if (d.warning[static_cast<std::size_t>(i)].number > 0)
      warnings.push_back({{"kind", i},
                          {"count", d.warning[static_cast<std::size_t>(i)].number},
                          {"info", d.warning[static_cast<std::size_t>(i)].lastinfo}});
  Json fields = Json::array();
  for (const std::string& name : watched_)
    fields.push_back({{"name", name}, {"size", Observer(m, {{name}}).size()}});
  const Json status = {
      {"paused", paused_},
      {"speed", speed_},
      {"select", perturb.select},
      {"contacts", d.ncon},
      {"rows", d.nefc},
      {"energy",
       {std::isfinite(d.energy[0]) ? d.energy[0] : 0, std::isfinite(d.energy[1]) ? d.energy[1] : 0}},
      {"warnings", warnings},
      {"fields", fields},
      {"past", past_.size()},
      {"message", message_}};
  return status.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void LiveView::publish(const Model& m, const Data& d) {
  FrameWriter frame(m, d, ++serial_);
  frame.contacts(m, d);
  std::vector<VisualGeom> decor = decorations(visual_geoms(m, d, option, perturb));
  decor.insert(decor.end(), user_geoms.begin(), user_geoms.end());
  frame.decor(decor);
  std::vector<ObservedPart> parts;
  for (const std::string& name : watched_) parts.push_back({name});
  frame.fields(Observer(m, parts).places(m, d));
  frame.status(status(m, d));
  server_.publish(frame.take());
}

}  // namespace corten::viewer
