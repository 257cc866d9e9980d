// `corten page MODEL -o FOLDER`: a folder for any web server, whose page simulates the model in the browser.
#include <fmt/core.h>

#include <filesystem>
#include <memory>
#include <stdexcept>

#include "apps/commands.h"
#include "apps/input.h"
#include "apps/json.h"
#include "corten/base/system.h"
#include "corten/base/whole_file.h"
#include "corten/model/binary.h"
#include "viewer/recording.h"

namespace corten::app {
namespace {

namespace fs = std::filesystem;

struct PageOptions {
  std::string model;
  std::string out;
  std::string engine;
  bool json = false;
};

// As the option says, beside the command, or in the build folder of a clone; empty when it was not built.
fs::path find_engine(const std::string& given) {
  if (!given.empty() && !fs::is_regular_file(given))
    throw std::runtime_error("--engine " + given + ": there is no such file");
  const fs::path own = fs::path(executable_path()).parent_path();
  for (const fs::path& candidate : {fs::path(given), own / "corten.wasm", own / "../../wasm/corten.wasm"})
    if (fs::is_regular_file(candidate)) return candidate;
  return {};
}

void write_page(const PageOptions& options) {
  const Model m = load_input(options.model);
  const fs::path engine = find_engine(options.engine), folder(options.out);
  const std::string name = fs::path(options.model).stem().string(), model = name + ".corten";
  fs::create_directories(folder);
  save_model(m, (folder / model).string());
  if (!engine.empty()) fs::copy_file(engine, folder / "corten.wasm", fs::copy_options::overwrite_existing);
  const std::string head = Json::object({{"kind", "engine"}, {"model", model}}).text();
  write_whole_file((folder / "index.html").string(), viewer::page_html(name, head, ""));
  if (options.json)
    fmt::print("{}\n",
               Json::object({{"folder", options.out}, {"model", model}, {"engine", !engine.empty()}}).text());
  else
    fmt::print("{0}: put it on a web server, or try\n  python3 -m http.server -d {0}\n{1}", options.out,
               engine.empty()
                   ? "corten.wasm was not built here: `make wasm` builds it; put it into the folder\n"
                   : "");
}

}  // namespace

void add_page(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("page", "Make a folder for any web server whose page simulates the model by itself");
  command->footer(
      "Example:\n  corten page scenes/humanoid.xml -o humanoid\nThe engine as WebAssembly is built by make "
      "wasm.");
  auto options = std::make_shared<PageOptions>();
  add_model_argument(*command, options->model);
  command->add_option("-o,--out", options->out, "The folder to write")->required();
  command->add_option("--engine", options->engine, "The file corten.wasm, when it is not beside the command");
  add_json_flag(*command, options->json);
  command->callback([options] { write_page(*options); });
}

}  // namespace corten::app
