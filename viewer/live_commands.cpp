// What people may ask of a live view: one table of commands, each checked before it changes anything.
#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "corten/model/state.h"
#include "corten/sim/reset.h"
#include "viewer/live_view.h"
#include "viewer/perturb.h"

namespace corten::viewer {
namespace {

using Json = nlohmann::json;

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
  if (kind == "flex") return option.flexgroup;
  if (kind == "skin") return option.skingroup;
  refuse("there are groups of geom, site, joint, tendon, actuator, flex and skin");
}

}  // namespace

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
    const Vec3<Real> target = point(message, "target");
    if (first) {
      p.localpos = point(message, "local");
      init_perturb(m, d, p);
    }
    shift_perturb(target - p.refselpos, p);
    if (p.active == mjPERT_ROTATE) turn(p, point(message, "turn"));
    if (mode == "pose" || m.body_mocapid[body] >= 0) {
      apply_perturb_pose(m, d, p, v.paused_);
      v.moved_ = v.paused_;
    }
  }
  static void turn(Perturb& p, Vec3<Real> by) {
    const Real angle = normalize(by);
    p.refquat = axis_angle_quat(by, angle) * p.refquat;
    normalize(p.refquat);
  }
  void mocap() const {
    const int i = index(message, "id", m.nmocap);
    d.mocap_pos[i] = point(message, "pos");
    v.moved_ = v.paused_;
  }
  // where a person looks from
  void camera() const {
    Camera camera;
    camera.type = static_cast<CameraType>(index(message, "type", 3));
    camera.fixedcamid = static_cast<int>(number(message, "fixedcamid"));
    camera.trackbodyid = static_cast<int>(number(message, "trackbodyid"));
    camera.lookat = point(message, "lookat");
    camera.distance = number(message, "distance");
    camera.azimuth = number(message, "azimuth");
    camera.elevation = number(message, "elevation");
    v.camera_ = camera;
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
    std::vector<Watched> fields;
    for (const Json& entry : *list) {
      if (!entry.is_string()) refuse("fields should be names");
      const auto name = entry.get<std::string>();
      fields.push_back({name, Observer(m, {{name}})});  // throws for one that is not there
    }
    v.watched_ = std::move(fields);
    v.message_.clear();
  }
  void pressed() const { v.keys_.push_back(index(message, "key", 1 << 16)); }
  void reload() const { v.reload_wanted_ = true; }
  void world() const { v.world_ = index(message, "id", 1 << 20); }
  void why() const { v.why_wanted_ = on(message, "value"); }
  void profile() const { v.profiled_ = on(message, "value"); }
  void follow() const { v.followed_ = on(message, "value"); }

  using Does = void (Command::*)() const;
  static Does find(const std::string& op) {
    static const std::map<std::string, Does> table = {
        {"pause", &Command::pause},     {"step", &Command::step},       {"back", &Command::back},
        {"speed", &Command::speed},     {"reset", &Command::reset},     {"key", &Command::key},
        {"ctrl", &Command::ctrl},       {"joint", &Command::joint},     {"perturb", &Command::perturb},
        {"select", &Command::select},   {"flag", &Command::flag},       {"group", &Command::group},
        {"label", &Command::label},     {"frame", &Command::frame},     {"watch", &Command::watch},
        {"pressed", &Command::pressed}, {"reload", &Command::reload},   {"mocap", &Command::mocap},
        {"why", &Command::why},         {"profile", &Command::profile}, {"follow", &Command::follow},
        {"world", &Command::world},     {"camera", &Command::camera}};
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

}  // namespace corten::viewer
