// `corten convert IN OUT`: between MJCF or URDF, our binary, and MJCF of the compiled model.
#include <fmt/core.h>
#include <lodepng.h>

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

#include "apps/commands.h"
#include "apps/input.h"
#include "apps/json.h"
#include "corten/base/whole_file.h"
#include "corten/compile/compile.h"
#include "corten/compile/decompile.h"
#include "corten/mjcf/load.h"
#include "corten/mjcf/write.h"
#include "corten/model/binary.h"
#include "plugins/builtin.h"

namespace corten::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kBinaryEnding = ".corten";

struct ConvertOptions {
  std::string in;
  std::string out;
  bool compiled = false;
  bool json = false;
};

// files are named relative to the model: the same files seen from the folder of the output
std::string moved_folder(const std::string& folder, const ConvertOptions& options) {
  if (fs::path(folder).is_absolute()) return folder;
  const fs::path from = fs::absolute(options.in).parent_path() / folder;
  const fs::path seen = from.lexically_normal().lexically_relative(fs::absolute(options.out).parent_path());
  return seen == "." ? "" : seen.string();
}

Spec read_spec(const ConvertOptions& options) {
  Diagnostics diagnostics;
  Spec spec = mjcf::read_file(options.in, nullptr, {reads_leniently(), builtin_plugins()}, diagnostics);
  if (!diagnostics.ok()) throw LoadError(diagnostics);
  fmt::print(stderr, "{}", diagnostics.text());
  spec.compiler.meshdir = moved_folder(*spec.compiler.meshdir, options);
  spec.compiler.texturedir = moved_folder(*spec.compiler.texturedir, options);
  return spec;
}

// pixels that MJCF can only name: as PNG files beside the output, cubes as a column of six squares
void write_textures(Spec& spec, const ConvertOptions& options) {
  const fs::path folder = fs::path(options.out).parent_path();
  const std::string stem = fs::path(options.out).stem().string();
  static constexpr LodePNGColorType kColours[] = {LCT_GREY, LCT_GREY, LCT_GREY_ALPHA, LCT_RGB, LCT_RGBA};
  for (int i = 0; i < spec.textures.size(); ++i) {
    spec::Texture& texture = spec.textures[i];
    if (texture.data.empty()) continue;  // made anew by the compiler, or in a file already
    texture.file = fmt::format("{}_texture{}.png", stem, i);
    const auto width = static_cast<unsigned>(*texture.width);
    const auto height = static_cast<unsigned>(*texture.height);
    const std::string path = (folder / texture.file).string();
    if (lodepng::encode(path, texture.data, width, height, kColours[*texture.nchannel]))
      throw std::runtime_error(fmt::format("cannot write '{}'", path));
    texture.data.clear();
    if (*texture.type == mjTEXTURE_2D || width == height) continue;
    texture.gridsize = Vec<int, 2>{6, 1};
    texture.gridlayout = std::string("RLUDFB......");
  }
}

std::string compiled_text(const Model& m, const ConvertOptions& options) {
  Diagnostics diagnostics;
  Spec spec = decompile(m, diagnostics);
  if (!is_binary_model(options.in)) restore_assets(read_spec(options), spec);
  fmt::print(stderr, "{}", diagnostics.text());
  write_textures(spec, options);
  return mjcf::to_xml(spec);
}

std::string source_text(const ConvertOptions& options) {
  Spec spec = read_spec(options);
  settle_origins(spec, {nullptr, nullptr, {}, false, {}, builtin_plugins()});
  return mjcf::to_xml(spec);
}

std::string write_output(const ConvertOptions& options, const Model& m) {
  if (options.out.ends_with(kBinaryEnding)) {
    save_model(m, options.out);
    return "binary";
  }
  if (!options.out.ends_with(".xml"))
    throw std::runtime_error(fmt::format("'{}': end the name in .xml for MJCF or in {} for our binary",
                                         options.out, kBinaryEnding));
  const bool compiled = options.compiled || is_binary_model(options.in);
  write_whole_file(options.out, compiled ? compiled_text(m, options) : source_text(options));
  return compiled ? "MJCF of the compiled model" : "MJCF";
}

void convert(const ConvertOptions& options) {
  const Model m = load_input(options.in);  // also the proof that the model compiles
  const std::string format = write_output(options, m);
  const auto bytes = fs::file_size(options.out);
  if (options.json)
    fmt::print("{}\n",
               Json::object({{"in", options.in}, {"out", options.out}, {"format", format}, {"bytes", bytes}})
                   .text());
  else
    fmt::print("{}: {}, {} bytes\n", options.out, format, bytes);
}

}  // namespace

void add_convert(CLI::App& app) {
  CLI::App* command = app.add_subcommand("convert", "Convert between MJCF, URDF and our binary");
  command->footer(
      "Examples:\n"
      "  corten convert scenes/demo.xml demo.corten\n"
      "  corten convert scenes/demo.xml demo_expanded.xml\n"
      "  corten convert scenes/demo.xml demo_compiled.xml --compiled\n"
      "MJCF is written as it was read: includes, replicas and attached models expanded, classes kept. With\n"
      "--compiled, and from our binary, it says what the compiler made of it: explicit inertias and no\n"
      "classes. A binary knows no files: its meshes and skins are written inline, textures as PNG beside "
      "it.");
  auto options = std::make_shared<ConvertOptions>();
  add_model_argument(*command, options->in);
  command->add_option("OUTPUT", options->out, "File to write: .xml is MJCF, .corten our binary")
      ->required()
      ->type_name("FILE");
  command->add_flag("--compiled", options->compiled, "Write MJCF of the compiled model");
  add_json_flag(*command, options->json);
  command->callback([options] { convert(*options); });
}

}  // namespace corten::app
