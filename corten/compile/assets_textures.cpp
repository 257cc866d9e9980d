// Textures: from memory, builtin, one file or one per face of the cube.
#include "corten/asset/content_type.h"
#include "corten/asset/texture.h"
#include "corten/base/client_texts.h"
#include "corten/compile/assets_files.h"
#include "corten/compile/passes.h"

namespace corten {
namespace {

void flip_if_asked(const spec::Texture& node, Image& image) {
  if (*node.hflip) flip_columns(image);
  if (*node.vflip) flip_rows(image);
}

Image decode_png(const File& file, int nchannel, AssetCache* cache) {
  Digest digest;
  digest.add_bytes("png");
  digest.add_bytes(file.bytes());
  digest.add(nchannel);
  if (const auto known = cache ? cache->find<Image>(digest) : nullptr) return *known;
  auto image = std::make_shared<const Image>(read_png(file.bytes(), nchannel));
  if (cache) cache->insert(digest, image, sizeof(Image) + image->data.size());
  return *image;
}

Image read(const Spec& spec, const Draft& draft, const spec::Texture& node, const std::string& name) {
  const std::string type = resolve_content_type(node.content_type, name);
  if (!type.empty() && type != "image/png" && type != "image/ktx" && type != "image/vnd.mujoco.texture") {
    throw AssetError(client_text::kContentType + quoted(type) +
                     " is not one of image/png, image/ktx, image/vnd.mujoco.texture");
  }
  const File file = open_asset(spec, draft, node, name, AssetFolder::kTexture);
  draw_asset(draft, "texture", node, png_pixels(file.bytes()) * std::max(1, *node.nchannel), name);
  if (type == "image/ktx" && (*node.hflip || *node.vflip))
    throw AssetError("hflip and vflip do nothing for KTX files; flip the picture itself");
  if (type == "image/ktx") return read_ktx(file.bytes());
  Image image = type == "image/png" ? decode_png(file, *node.nchannel, draft.options->cache)
                                    : read_raw_image(file.bytes());
  flip_if_asked(node, image);
  return image;
}

Image from_memory(const spec::Texture& node) {
  Image image{*node.width, *node.height, *node.nchannel, node.data, false};
  if (static_cast<std::int64_t>(node.data.size()) !=
      std::int64_t{image.nchannel} * image.width * image.height) {
    throw AssetError("data has " + std::to_string(node.data.size()) +
                     " bytes, width*height*nchannel differs");
  }
  flip_if_asked(node, image);
  return image;
}

Image builtin(const Draft& draft, const spec::Texture& node) {
  const double faces = *node.type == mjTEXTURE_2D ? 1 : kCubeFaces;
  const double channels = std::max(3, *node.nchannel);
  draw_asset(draft, "texture", node, channels * faces * std::max(1, *node.width) * std::max(1, *node.height));
  BuiltinTextureSettings settings;
  settings.pattern = static_cast<BuiltinTexture>(*node.builtin);
  settings.mark = static_cast<TextureMark>(*node.mark);
  settings.rgb1 = *node.rgb1;
  settings.rgb2 = *node.rgb2;
  settings.markrgb = *node.markrgb;
  settings.random = *node.random;
  settings.width = *node.width;
  settings.height = *node.height;
  return *node.type == mjTEXTURE_2D ? make_flat_texture(settings) : make_cube_texture(settings);
}

Image from_file(const Spec& spec, const Draft& draft, const spec::Texture& node) {
  const Image image = read(spec, draft, node, node.file);
  return *node.type == mjTEXTURE_2D ? image
                                    : cube_from_grid(image, *node.gridsize, *node.gridlayout, *node.rgb1);
}

Image from_faces(const Spec& spec, const Draft& draft, const spec::Texture& node) {
  if (*node.type == mjTEXTURE_2D) throw AssetError("a 2d texture needs one file, a builtin or data");
  std::array<std::optional<Image>, kCubeFaces> faces;
  for (int i = 0; i < kCubeFaces; ++i) {
    const std::string& name = node.cubefiles[i];
    if (name.empty()) continue;
    const std::string failure = failure_of([&] { faces[i] = read(spec, draft, node, name); });
    if (!failure.empty()) throw AssetError(in_file(name, failure));
  }
  return cube_from_faces(faces, *node.rgb1);
}

// auto is settled by the file; a texture without one leaves it open
int colorspace_of(const spec::Texture& node, const Image& image, bool loaded) {
  if (!loaded || *node.colorspace != mjCOLORSPACE_AUTO) return *node.colorspace;
  return image.srgb ? mjCOLORSPACE_SRGB : mjCOLORSPACE_LINEAR;
}

void process(const Spec& spec, const Draft& draft, DraftTexture& texture) {
  const spec::Texture& node = *texture.spec;
  const bool in_memory = !node.data.empty(), made = *node.builtin != mjBUILTIN_NONE;
  texture.image = in_memory            ? from_memory(node)
                  : made               ? builtin(draft, node)
                  : !node.file.empty() ? from_file(spec, draft, node)
                                       : from_faces(spec, draft, node);
  texture.colorspace = colorspace_of(node, texture.image, !in_memory && !made);
  // the model keeps nchannel bytes per pixel, whatever the source had: missing ones are 0
  Image& image = texture.image;
  image.nchannel = *node.nchannel;
  if (image.nchannel < 1) throw AssetError("nchannel must be positive");
  image.data.resize(static_cast<size_t>(image.nchannel) * image.width * image.height);
}

// worth a thread: pictures to decode, and gradients of many pixels
bool is_large(const DraftTexture& texture) {
  const spec::Texture& node = *texture.spec;
  return *node.builtin == mjBUILTIN_NONE || (*node.builtin == mjBUILTIN_GRADIENT && *node.width >= 256);
}

}  // namespace

void add_texture_jobs(const Spec& spec, Draft& draft, std::vector<AssetJob>& jobs) {
  const auto work = [&](DraftTexture& texture) { process(spec, draft, texture); };
  add_jobs("texture", draft.assets.textures, is_large, work, jobs);
}

}  // namespace corten
