// `corten info MODEL`: sizes, the tree of bodies with their joints, and the loader's warnings.
#include <fmt/core.h>

#include <memory>
#include <optional>
#include <string>

#include "apps/commands.h"
#include "corten/load.h"
#include "corten/model/names.h"

namespace corten::app {
namespace {

std::string shown_name(const Model& m, mjtObj type, int id) {
  const char* name = id2name(m, type, id);
  return name ? name : fmt::format("#{}", id);
}

std::string joints_text(const Model& m, int body) {
  static constexpr const char* kTypes[] = {"free", "ball", "slide", "hinge"};
  std::string text;
  for (int i = 0; i < m.body_jntnum[body]; ++i) {
    const int jnt = m.body_jntadr[body] + i;
    text +=
        fmt::format("{}{} {}", i ? ", " : "  [", kTypes[m.jnt_type[jnt]], shown_name(m, mjOBJ_JOINT, jnt));
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

void info(const std::string& path) {
  Diagnostics diagnostics;
  const std::optional<Model> loaded = load_model_file(path, {}, diagnostics);
  if (!loaded) throw LoadError(diagnostics);
  const Model& m = *loaded;
  fmt::print("{}\n\nsizes that are not zero\n", m.names.data());
  print_sizes(m);
  fmt::print("\nbodies\n");
  print_tree(m);
  if (!diagnostics.all().empty()) fmt::print("\nwarnings\n{}", diagnostics.text());
}

}  // namespace

void add_info(CLI::App& app) {
  CLI::App* command = app.add_subcommand("info", "Show sizes, the tree of bodies and warnings of a model");
  command->footer("Example: corten info scenes/pendulum.xml");
  auto path = std::make_shared<std::string>();
  command->add_option("model", *path, "MJCF or URDF file")->required();
  command->callback([path] { info(*path); });
}

}  // namespace corten::app
