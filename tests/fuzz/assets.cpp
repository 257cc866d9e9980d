// Asset files: the first byte chooses the reader, the rest is the file.
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>

#include "corten/asset/asset_error.h"
#include "corten/asset/gmsh.h"
#include "corten/asset/hfield.h"
#include "corten/asset/image.h"
#include "corten/asset/mesh.h"
#include "corten/asset/skin.h"
#include "corten/asset/texture.h"

namespace {

using namespace corten;

void mesh(std::string_view bytes, MeshFormat format) {
  MeshSettings settings;
  settings.needs_hull = true;
  settings.texcoord_per_face = format == MeshFormat::kObj;
  (void)process_mesh(read_mesh(bytes, format, false), settings);
}

void cube(std::string_view bytes) {
  const Image image = read_png(bytes, 3);
  (void)cube_from_grid(image, {3, 4}, ".U..LFRB.D..", {1, 1, 1});
}

void field(HField hfield) { normalize_elevation(hfield); }

void skin(Skin read) { finish_skin(read); }

void read(int reader, std::string_view bytes) {
  constexpr double kMostPixels = 1e5;  // as a budget would have it; small, for many inputs in a second
  if (png_pixels(bytes) > kMostPixels) return;
  switch (reader) {
    case 0:
      return mesh(bytes, MeshFormat::kObj);
    case 1:
      return mesh(bytes, MeshFormat::kStl);
    case 2:
      return mesh(bytes, MeshFormat::kMsh);
    case 3:
      return (void)read_png(bytes, 4);
    case 4:
      return cube(bytes);
    case 5:
      return (void)read_raw_image(bytes);
    case 6:
      return (void)read_ktx(bytes);
    case 7:
      return field(read_hfield_raw(bytes));
    case 8:
      return field(read_hfield_png(bytes));
    case 9:
      return skin(read_skn(bytes));
    default:
      return (void)read_gmsh(bytes);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr int kReaders = 11;
  if (size == 0) return 0;
  try {
    read(data[0] % kReaders, {reinterpret_cast<const char*>(data + 1), size - 1});
  } catch (const AssetError&) {
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {
  }
  return 0;
}
