// Cube textures cut from a picture or put together from six.
#include "corten/asset/texture.h"

#include <algorithm>
#include <limits>

#include "corten/asset/asset_error.h"

namespace corten {
namespace {

constexpr std::string_view kFaceLetters = "RLUDFB";
constexpr int kMaxCells = 12;

// The oracle copies three bytes per pixel whatever the number of channels; what is beyond stays 0.
constexpr int kCopied = 3;

Image empty_cube(int width, const Image& like) {
  if (width >= std::numeric_limits<int>::max() / kCubeFaces) throw AssetError("cube texture is too large");
  Image cube{width, kCubeFaces * width, like.nchannel, {}, like.srgb};
  cube.data.resize(static_cast<size_t>(cube.nchannel) * cube.width * cube.height);
  return cube;
}

size_t face_offset(const Image& cube, int face) {
  return static_cast<size_t>(kCopied) * face * cube.width * cube.width;
}

void fill_face(Image& cube, int face, const Vec3<Real>& rgb) {
  std::uint8_t* pixel = cube.data.data() + face_offset(cube, face);
  for (int i = 0; i < cube.width * cube.width; ++i)
    for (int k = 0; k < 3; ++k) *pixel++ = color_byte(rgb[k]);
}

// bytes [begin, begin + count) of the picture; those beyond its end are 0
void copy_bytes(const Image& image, size_t begin, size_t count, std::uint8_t* to) {
  if (begin >= image.data.size()) return;
  std::copy_n(image.data.begin() + begin, std::min(count, image.data.size() - begin), to);
}

void copy_cell(const Image& image, int cell_row, int cell_col, Image& cube, int face) {
  const size_t row_size = static_cast<size_t>(kCopied) * cube.width;
  for (int row = 0; row < cube.width; ++row) {
    const size_t pixel =
        static_cast<size_t>(row + cell_row * cube.width) * image.width + cell_col * cube.width;
    copy_bytes(image, kCopied * pixel, row_size, cube.data.data() + face_offset(cube, face) + row * row_size);
  }
}

// index of the face, -1 for an unused cell
int face_of(char letter) {
  if (letter == '.') return -1;
  const size_t face = kFaceLetters.find(letter);
  if (face == std::string_view::npos)
    throw AssetError(std::string("gridlayout has the letter '") + letter +
                     "'; faces are R L U D F B, unused cells a dot");
  return static_cast<int>(face);
}

void check_grid(const Image& image, Vec2<int> gridsize) {
  const bool whole = image.width % gridsize[1] == 0 && image.height % gridsize[0] == 0;
  if (!whole || image.width / gridsize[1] != image.height / gridsize[0]) {
    throw AssetError("gridsize does not cut the picture into square cells");
  }
}

}  // namespace

Image cube_from_grid(const Image& image, Vec2<int> gridsize, std::string_view gridlayout,
                     const Vec3<Real>& rgb1) {
  if (gridsize[0] < 1 || gridsize[1] < 1 || gridsize[0] > kMaxCells || gridsize[1] > kMaxCells ||
      gridsize[0] * gridsize[1] > kMaxCells) {
    throw AssetError("gridsize gives 1 to 12 cells");
  }
  check_grid(image, gridsize);
  if (gridsize == Vec2<int>{1, 1}) return image;

  Image cube = empty_cube(image.width / gridsize[1], image);
  bool loaded[kCubeFaces] = {};
  for (int cell = 0; cell < gridsize[0] * gridsize[1]; ++cell) {
    const int face = cell < static_cast<int>(gridlayout.size()) ? face_of(gridlayout[cell]) : -1;
    if (face < 0) continue;
    copy_cell(image, cell / gridsize[1], cell % gridsize[1], cube, face);
    loaded[face] = true;
  }
  for (int face = 0; face < kCubeFaces; ++face)
    if (!loaded[face]) fill_face(cube, face, rgb1);
  return cube;
}

Image cube_from_faces(const std::array<std::optional<Image>, kCubeFaces>& faces, const Vec3<Real>& rgb1) {
  const auto first =
      std::find_if(faces.begin(), faces.end(), [](const auto& face) { return face.has_value(); });
  if (first == faces.end()) throw AssetError("cube or skybox texture without any file");
  for (const auto& face : faces) {
    if (face && face->width != face->height)
      throw AssetError("each face of a cube or skybox is a square picture");
    if (face && face->width != (*first)->width) throw AssetError("the faces of the cube differ in size");
  }
  Image cube = empty_cube((*first)->width, **first);
  for (int i = 0; i < kCubeFaces; ++i) {
    if (faces[i]) {
      copy_cell(*faces[i], 0, 0, cube, i);
    } else {
      fill_face(cube, i, rgb1);
    }
  }
  return cube;
}

}  // namespace corten
