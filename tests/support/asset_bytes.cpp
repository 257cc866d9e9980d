#include "tests/support/asset_bytes.h"

#include <lodepng.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <vector>

namespace corten {
namespace {

using Corner = std::array<float, 3>;
using Face = std::array<int, 3>;

constexpr const char* kNames[] = {"cube.stl", "cube_split.stl", "cube.obj", "cube_normals.obj",
                                  "cube.msh", "cube.skn",       "hills.png"};

// corner i has the bits of i as coordinates
std::vector<Corner> corners() {
  std::vector<Corner> list;
  for (int i = 0; i < 8; ++i)
    list.push_back({static_cast<float>(i & 1), static_cast<float>(i >> 1 & 1), static_cast<float>(i >> 2)});
  return list;
}

// outward, two for each side: low and high x, y, z
constexpr Face kFaces[] = {{0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}, {0, 1, 5}, {0, 5, 4},
                           {2, 6, 7}, {2, 7, 3}, {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}};

class Bytes {
 public:
  template <class T>
  Bytes& put(const T& value) {
    text_.append(reinterpret_cast<const char*>(&value), sizeof value);
    return *this;
  }
  template <class T>
  Bytes& put_all(const T& values) {
    for (const auto& value : values) put(value);
    return *this;
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

// `split`: a face has a corner of its own beside the one of the others
std::string stl(bool split) {
  Bytes bytes;
  bytes.put(std::array<char, 80>{'c', 'u', 'b', 'e'}).put(static_cast<std::uint32_t>(std::size(kFaces)));
  const std::vector<Corner> cube = corners();
  for (const Face& face : kFaces) {
    bytes.put(Corner{});  // the normal, which nobody reads
    for (const int i : face) {
      Corner corner = cube[static_cast<std::size_t>(i)];
      if (split && i == 7 && &face == &kFaces[2]) corner[2] += 1e-6f;
      bytes.put(corner);
    }
    bytes.put(std::uint16_t{0});
  }
  return bytes.take();
}

std::string obj(bool normals) {
  std::string text;
  for (const Corner& c : corners()) {
    text += 'v';
    for (const float x : c) text += x > 0 ? " 1.0" : " 0.0";
    text += '\n';
  }
  if (normals) text += "vn -1 0 0\nvn 1 0 0\nvn 0 -1 0\nvn 0 1 0\nvn 0 0 -1\nvn 0 0 1\n";
  for (std::size_t f = 0; f < std::size(kFaces); ++f) {
    text += 'f';
    for (const int i : kFaces[f])
      text += ' ' + std::to_string(i + 1) + (normals ? "//" + std::to_string(f / 2 + 1) : "");
    text += '\n';
  }
  return text;
}

std::string msh() {
  const std::vector<Corner> cube = corners();
  Bytes bytes;
  bytes.put(std::array<int, 4>{8, 8, 8, std::size(kFaces)}).put_all(cube);
  for (const Corner& c : cube) bytes.put(Corner{2 * c[0] - 1, 2 * c[1] - 1, 2 * c[2] - 1});  // normals
  for (const Corner& c : cube) bytes.put(std::array<float, 2>{c[0], c[1]});
  return bytes.put_all(kFaces).take();
}

std::string skn() {
  Bytes bytes;
  bytes.put(std::array<int, 4>{8, 0, std::size(kFaces), 2}).put_all(corners()).put_all(kFaces);
  for (const int first : {0, 4}) {
    std::array<char, 40> body{};
    std::strcpy(body.data(), first ? "upper" : "lower");
    bytes.put(body).put(Corner{0, 0, first ? 1.f : 0.f}).put(std::array<float, 4>{1, 0, 0, 0}).put(4);
    for (int i = 0; i < 4; ++i) bytes.put(first + i);
    for (int i = 0; i < 4; ++i) bytes.put(1.f);
  }
  return bytes.take();
}

std::string png() {
  constexpr unsigned kSide = 24;
  std::vector<unsigned char> pixels, file;
  for (unsigned y = 0; y < kSide; ++y)
    for (unsigned x = 0; x < kSide; ++x)
      pixels.push_back(static_cast<unsigned char>(128 + 60 * std::sin(.7 * x) + 60 * std::cos(.5 * y)));
  if (lodepng::encode(file, pixels, kSide, kSide, LCT_GREY)) throw std::runtime_error("no picture");
  return {file.begin(), file.end()};
}

// removed at the end of the process
struct Folder {
  std::string path = (std::filesystem::temp_directory_path() / "corten_assets_XXXXXX").string();
  Folder() {
    if (!mkdtemp(path.data())) throw std::runtime_error("no folder " + path);
    for (const char* name : kNames) std::ofstream(path + '/' + name, std::ios::binary) << asset_bytes(name);
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
};

}  // namespace

std::string asset_bytes(std::string_view name) {
  if (name == "cube.stl") return stl(false);
  if (name == "cube_split.stl") return stl(true);
  if (name == "cube.obj") return obj(false);
  if (name == "cube_normals.obj") return obj(true);
  if (name == "cube.msh") return msh();
  if (name == "cube.skn") return skn();
  if (name == "hills.png") return png();
  throw std::runtime_error("no asset " + std::string(name));
}

const std::string& asset_folder() {
  static const Folder folder;
  return folder.path;
}

}  // namespace corten
