#include "viewer/live_view.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "corten/model/names.h"
#include "corten/model/state.h"
#include "corten/sim/forward.h"
#include "corten/smooth/kinematics.h"
#include "viewer/page_frame.h"
#include "viewer/perturb.h"
#include "viewer/picked.h"
#include "viewer/visual_scene.h"

namespace corten::viewer {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kPast = 2000;  // steps one can go back

}  // namespace

LiveView::LiveView(Outlet& outlet, const Model& m, std::string name)
    : outlet_(outlet), name_(std::move(name)), camera_(default_free_camera(m)) {
  set_model(m);
  watched_.push_back({"qpos", Observer(m, {{"qpos"}})});
  if (m.vis.global_.realtime > 0) speed_ = m.vis.global_.realtime;
}

void LiveView::restart(const Model& m) {
  set_model(m);
  past_.clear();
  perturb = {};
  bad_seen_ = {};
  for (Watched& field : watched_) field.observer = Observer(m, {{field.name}});
}

bool LiveView::apply_commands(const Model& m, Data& d) {
  const std::vector<std::string> commands = outlet_.take_commands();
  for (const std::string& text : commands) {
    try {
      apply(m, d, text);
    } catch (const std::exception& problem) {
      message_ = std::string("refused: ") + problem.what();
    }
  }
  if (std::exchange(moved_, false)) forward(m, d);
  return !commands.empty();
}

void LiveView::apply_perturbation(const Model& m, Data& d) const { apply_perturb_force(m, d, perturb); }

void LiveView::remember(const Model& m, const Data& d) {
  std::vector<Real> state(static_cast<std::size_t>(state_size(m, mjSTATE_INTEGRATION)));
  get_state(m, d, state, mjSTATE_INTEGRATION);
  past_.push_back(std::move(state));
  if (past_.size() > kPast) past_.pop_front();
}

void LiveView::back(const Model& m, Data& d) {
  paused_ = true;
  if (past_.empty()) throw std::invalid_argument("there is no earlier step to go back to");
  const std::vector<Real> state = std::move(past_.back());
  past_.pop_back();
  if (state.size() != static_cast<std::size_t>(state_size(m, mjSTATE_INTEGRATION))) return;
  set_state(m, d, state, mjSTATE_INTEGRATION);
  moved_ = true;
}

void LiveView::pause_when_bad(const Model& m, const Data& d) {
  for (const auto& [kind, what] : {std::pair{mjWARN_BADQPOS, "position"},
                                   {mjWARN_BADQVEL, "velocity"},
                                   {mjWARN_BADQACC, "acceleration"}}) {
    const WarningStat& warning = d.warning[static_cast<std::size_t>(kind)];
    int& seen = bad_seen_[static_cast<std::size_t>(kind)];
    if (warning.number > seen) {
      paused_ = true;
      message_ =
          std::string("paused: the ") + what + " of " +
          (kind == mjWARN_BADQPOS ? name_of_qpos(m, warning.lastinfo) : name_of_dof(m, warning.lastinfo)) +
          " left all bounds; the simulation was reset";
    }
    seen = warning.number;
  }
}

void LiveView::set_worlds(const Model& m, Data& scratch, std::span<const Real> qpos) {
  worlds_.clear();
  const auto nq = static_cast<std::size_t>(m.nq);
  for (std::size_t row = 0; nq > 0 && row + nq <= qpos.size(); row += nq) {
    std::copy_n(qpos.begin() + static_cast<std::ptrdiff_t>(row), nq, scratch.qpos.begin());
    kinematics(m, scratch);
    append_poses(m, scratch, worlds_);
  }
}

void LiveView::set_option(const SceneOption& wanted) {
  option = wanted;
  ++option_serial_;
}

void LiveView::set_camera(const Camera& wanted) {
  camera_ = wanted;
  ++camera_serial_;
}

Json LiveView::option_json() const {
  return {{"serial", option_serial_},
          {"flags", option.flags},
          {"groups",
           {{"geom", option.geomgroup},
            {"site", option.sitegroup},
            {"joint", option.jointgroup},
            {"tendon", option.tendongroup},
            {"actuator", option.actuatorgroup},
            {"flex", option.flexgroup},
            {"skin", option.skingroup}}},
          {"label", option.label},
          {"frame", option.frame}};
}

Json LiveView::camera_json() const {
  return {{"serial", camera_serial_},
          {"type", static_cast<int>(camera_.type)},
          {"lookat", {camera_.lookat[0], camera_.lookat[1], camera_.lookat[2]}},
          {"distance", camera_.distance},
          {"azimuth", camera_.azimuth},
          {"elevation", camera_.elevation},
          {"trackbodyid", camera_.trackbodyid},
          {"fixedcamid", camera_.fixedcamid}};
}

std::string LiveView::status(const Model& m, const Data& d) const {
  Json fields = Json::array();
  for (const Watched& field : watched_)
    fields.push_back({{"name", field.name}, {"size", field.observer.size()}});
  Json status = {
      {"paused", paused_},
      {"speed", speed_},
      {"select", perturb.select},
      {"contacts", d.ncon},
      {"rows", d.nefc},
      {"energy",
       {std::isfinite(d.energy[0]) ? d.energy[0] : 0, std::isfinite(d.energy[1]) ? d.energy[1] : 0}},
      {"warnings", warnings_of(d)},
      {"fields", fields},
      {"past", past_.size()},
      {"message", message_}};
  if (perturb.select > 0) status["picked"] = picked_body(m, d, perturb.select);
  if (profiled_) status["timers"] = timers_of(d);
  if (why_wanted_) status["why"] = {{"model", Json::parse(findings_)}, {"now", why_now(m, d)}};
  if (option_serial_ > 0) status["option"] = option_json();
  if (camera_serial_ > 0) status["camera"] = camera_json();
  return status.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void LiveView::publish(const Model& m, const Data& d) {
  FrameWriter frame(m, d, ++serial_);
  frame.contacts(m, d);
  std::vector<VisualGeom> geoms = visual_geoms(m, d, option, perturb);
  geoms.insert(geoms.end(), user_geoms.begin(), user_geoms.end());
  frame.decor(decorations(m, d, geoms, option));
  if (m.nflex + m.nskin > 0) {
    std::vector<float> vertices;
    append_vertices(m, d, vertices);
    frame.vertices(vertices);
  }
  frame.labels(labels_json(geoms));
  if (!worlds_.empty()) frame.worlds(worlds_);
  if (option.shows(mjVIS_ISLAND)) frame.colors(island_colors(m, d, option));
  std::vector<std::span<const Real>> places;
  for (const Watched& field : watched_) places.push_back(field.observer.places(m, d)[0]);
  frame.fields(places);
  if (followed_) frame.sliders(d.qpos, d.ctrl);
  frame.status(status(m, d));
  outlet_.publish(frame.take());
}

}  // namespace corten::viewer
