// `corten info MODEL`: sizes, the tree of bodies with their joints, actuators, sensors and keyframes.
#include <fmt/core.h>

#include <memory>
#include <string>
#include <vector>

#include "apps/commands.h"
#include "apps/input.h"
#include "apps/json.h"
#include "apps/object_names.h"
#include "corten/model/names.h"

namespace corten::app {
namespace {

constexpr const char* kJointTypes[] = {"free", "ball", "slide", "hinge"};

std::string joints_text(const Model& m, int body) {
  std::string text;
  for (int i = 0; i < m.body_jntnum[body]; ++i) {
    const int jnt = m.body_jntadr[body] + i;
    text += fmt::format("{}{} {}", i ? ", " : "  [", kJointTypes[m.jnt_type[jnt]],
                        shown_name(m, mjOBJ_JOINT, jnt));
  }
  return text.empty() ? text : text + "]";
}

int depth_of(const Model& m, int body) {
  int depth = 0;
  for (; body; body = m.body_parentid[body]) ++depth;
  return depth;
}

void print_sizes(const Model& m) {
  Sizes::visit(m, [](const char* name, auto size) {
    if (size != 0) fmt::print("  {:<16}{}\n", name, size);
  });
}

// bodies are in depth-first order, so indenting by depth draws the tree
void print_tree(const Model& m) {
  for (int body = 0; body < m.nbody; ++body)
    fmt::print("  {:{}}{}  {:.4g} kg{}\n", "", 2 * depth_of(m, body), shown_name(m, mjOBJ_BODY, body),
               m.body_mass[body], joints_text(m, body));
}

void print_names(const Model& m, mjtObj type, const char* title) {
  const int count = object_count(m, type);
  if (count == 0) return;
  fmt::print("\n{}\n ", title);
  for (int i = 0; i < count; ++i) fmt::print(" {}", shown_name(m, type, i));
  fmt::print("\n");
}

constexpr const char* kElements[] = {"", "lines", "triangles", "tetrahedra"};  // by dim

void print_flexes(const Model& m) {
  if (m.nflex) fmt::print("\nflexes\n");
  for (int i = 0; i < m.nflex; ++i)
    fmt::print("  {}: {} vertices, {} edges, {} {}\n", shown_name(m, mjOBJ_FLEX, i), m.flex_vertnum[i],
               m.flex_edgenum[i], m.flex_elemnum[i], kElements[m.flex_dim[i]]);
}

Json flexes_json(const Model& m) {
  std::vector<Json> flexes;
  for (int i = 0; i < m.nflex; ++i)
    flexes.push_back(Json::object({{"name", shown_name(m, mjOBJ_FLEX, i)},
                                   {"dim", m.flex_dim[i]},
                                   {"vertices", m.flex_vertnum[i]},
                                   {"edges", m.flex_edgenum[i]},
                                   {"elements", m.flex_elemnum[i]}}));
  return Json::array(flexes);
}

Json names_json(const Model& m, mjtObj type) {
  std::vector<Json> names;
  for (int i = 0; i < object_count(m, type); ++i) {
    const char* name = id2name(m, type, i);
    names.push_back(name ? Json(name) : Json::null());
  }
  return Json::array(names);
}

Json bodies_json(const Model& m) {
  std::vector<Json> bodies;
  for (int body = 0; body < m.nbody; ++body) {
    std::vector<Json> joints;
    for (int i = 0; i < m.body_jntnum[body]; ++i) {
      const int jnt = m.body_jntadr[body] + i;
      joints.push_back(
          Json::object({{"name", shown_name(m, mjOBJ_JOINT, jnt)}, {"type", kJointTypes[m.jnt_type[jnt]]}}));
    }
    bodies.push_back(Json::object({{"name", shown_name(m, mjOBJ_BODY, body)},
                                   {"parent", m.body_parentid[body]},
                                   {"mass", m.body_mass[body]},
                                   {"joints", Json::array(joints)}}));
  }
  return Json::array(bodies);
}

Json info_json(const Model& m) {
  Json::Members sizes;
  Sizes::visit(m, [&](const char* name, auto size) { sizes.emplace_back(name, size); });
  return Json::object({{"name", m.names.data()},
                       {"timestep", m.opt.timestep},
                       {"total_mass", m.body_subtreemass[0]},
                       {"sizes", Json::object(sizes)},
                       {"bodies", bodies_json(m)},
                       {"flexes", flexes_json(m)},
                       {"actuators", names_json(m, mjOBJ_ACTUATOR)},
                       {"sensors", names_json(m, mjOBJ_SENSOR)},
                       {"keyframes", names_json(m, mjOBJ_KEY)}});
}

void info(const std::string& path, bool json) {
  LoadOptions load;
  load.warn_suspicious = true;
  const Model m = load_input(path, load);
  if (json) {
    fmt::print("{}\n", info_json(m).text());
    return;
  }
  fmt::print("{}: {:.4g} kg, time step {} s\n\nsizes that are not zero\n", m.names.data(),
             m.body_subtreemass[0], m.opt.timestep);
  print_sizes(m);
  fmt::print("\nbodies\n");
  print_tree(m);
  print_flexes(m);
  print_names(m, mjOBJ_ACTUATOR, "actuators");
  print_names(m, mjOBJ_SENSOR, "sensors");
  print_names(m, mjOBJ_KEY, "keyframes");
}

}  // namespace

void add_info(CLI::App& app) {
  CLI::App* command = app.add_subcommand("info", "Show sizes, the tree of bodies and the names of a model");
  command->footer("Example:\n  corten info scenes/pendulum.xml");
  auto path = std::make_shared<std::string>();
  auto json = std::make_shared<bool>(false);
  add_model_argument(*command, *path);
  add_json_flag(*command, *json);
  command->callback([path, json] { info(*path, *json); });
}

}  // namespace corten::app
