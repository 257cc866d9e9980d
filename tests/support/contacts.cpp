#include "tests/support/contacts.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <utility>

#include "corten/collide/collision.h"
#include "corten/model/awake.h"
#include "corten/model/plugin.h"
#include "corten/model/step_arena.h"

namespace corten::oracle {
namespace {

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

std::string text(const char* name, int contact, int entry, double ours, double theirs) {
  char buffer[200];
  std::snprintf(buffer, sizeof buffer, "contact %d: %s[%d] is %.17g, oracle %.17g", contact, name, entry,
                ours, theirs);
  return buffer;
}

template <class T, class Fn>
void compare(const char* name, const T* ours, const T* theirs, int n, Fn&& report) {
  for (int i = 0; i < n; ++i) report(name, i, static_cast<double>(ours[i]), static_cast<double>(theirs[i]));
}

template <class Fn>
void compare_parameters(const Contact& a, const mjContact& b, Fn&& report) {
  compare("geom", a.geom.data(), b.geom, 2, report);
  compare("flex", a.flex.data(), b.flex, 2, report);
  compare("elem", a.elem.data(), b.elem, 2, report);
  compare("vert", a.vert.data(), b.vert, 2, report);
  compare("geom1", &a.geom1, &b.geom1, 1, report);
  compare("geom2", &a.geom2, &b.geom2, 1, report);
  compare("dim", &a.dim, &b.dim, 1, report);
  compare("includemargin", &a.includemargin, &b.includemargin, 1, report);
  compare("friction", a.friction.data(), b.friction, 5, report);
  compare("solref", a.solref.data(), b.solref, 2, report);
  compare("solreffriction", a.solreffriction.data(), b.solreffriction, 2, report);
  compare("solimp", a.solimp.data(), b.solimp, 5, report);
}

template <class Fn>
void compare_geometry(const Contact& a, const mjContact& b, Fn&& report) {
  compare("dist", &a.dist, &b.dist, 1, report);
  compare("pos", a.pos.data(), b.pos, 3, report);
  compare("frame", a.frame.data(), b.frame, 9, report);
}

}  // namespace

void copy_poses(const mjModel* om, const mjData* od, const Model& m, Data& d) {
  const auto copy = [](auto& view, const double* from) {
    std::memcpy(static_cast<void*>(view.data()), from,
                static_cast<std::size_t>(view.size()) * sizeof(*view.data()));
  };
  copy(d.geom_xpos, od->geom_xpos);
  copy(d.geom_xmat, od->geom_xmat);
  copy(d.xpos, od->xpos);
  copy(d.xquat, od->xquat);
  copy(d.xmat, od->xmat);
  copy(d.xipos, od->xipos);
  copy(d.ximat, od->ximat);
  copy(d.site_xpos, od->site_xpos);
  copy(d.site_xmat, od->site_xmat);
  copy(d.flexvert_xpos, od->flexvert_xpos);
  copy(d.flexelem_aabb, od->flexelem_aabb);
  copy(d.bvh_aabb_dyn, od->bvh_aabb_dyn);
  std::memcpy(d.tree_asleep.data(), od->tree_asleep, sizeof(int) * static_cast<std::size_t>(om->ntree));
  list_awake(m, d);
}

std::string contact_difference(const mjData* od, const Data& d) {
  std::string difference;
  const int n = std::min(d.ncon, od->ncon);
  for (int i = 0; i < n && difference.empty(); ++i) {
    const auto report = [&](const char* name, int entry, double ours, double theirs) {
      if (difference.empty() && !same(ours, theirs)) difference = text(name, i, entry, ours, theirs);
    };
    compare_parameters(d.contact[i], od->contact[i], report);
    compare_geometry(d.contact[i], od->contact[i], report);
    // rows with no dofs are excluded later than the collision stage
    if (od->contact[i].exclude < 2) report("exclude", 0, d.contact[i].exclude, od->contact[i].exclude);
  }
  if (difference.empty() && d.ncon != od->ncon) difference = text("ncon", n, 0, d.ncon, od->ncon);
  return difference;
}

double contact_error(const mjData* od, const Data& d) {
  double worst = d.ncon == od->ncon ? 0 : std::numeric_limits<double>::infinity();
  for (int i = 0; i < std::min(d.ncon, od->ncon); ++i) {
    compare_parameters(d.contact[i], od->contact[i], [&](const char*, int, double ours, double theirs) {
      if (!same(ours, theirs)) worst = std::numeric_limits<double>::infinity();
    });
    compare_geometry(d.contact[i], od->contact[i], [&](const char*, int, double ours, double theirs) {
      if (same(ours, theirs)) return;
      const double error = std::abs(ours - theirs) / std::max(1.0, std::abs(theirs));
      worst = std::isnan(error) ? std::numeric_limits<double>::infinity() : std::max(worst, error);
    });
  }
  return worst;
}

namespace {

ModelPtr load_or_abort(const std::string& xml) {
  std::string error;
  ModelPtr model = load_string(xml, &error);
  if (!model) {
    std::fprintf(stderr, "%s\n%s\n", error.c_str(), xml.c_str());
    std::abort();
  }
  return model;
}

}  // namespace

ContactScene::ContactScene(const std::string& xml) : ContactScene(load_or_abort(xml)) {}

ContactScene::ContactScene(ModelPtr model)
    : om(std::move(model)), od(make_data(om.get())), m(to_model(om.get())), d(Data::zeros(m)) {
  start_plugins(m, d);
}

std::string ContactScene::run() {
  mj_kinematics(om.get(), od.get());
  mj_comPos(om.get(), od.get());
  mj_flex(om.get(), od.get());
  mj_collision(om.get(), od.get());
  copy_poses(om.get(), od.get(), m, d);
  empty_step_arena(m, d);
  collision(m, d);
  return contact_difference(od.get(), d);
}

}  // namespace corten::oracle
