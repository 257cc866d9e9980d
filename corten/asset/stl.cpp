// Binary STL: 80 bytes, a count, then 50 bytes per triangle; equal corners become one vertex.
#include <cmath>
#include <cstring>
#include <unordered_map>

#include "corten/asset/byte_reader.h"
#include "corten/asset/mesh_data.h"

namespace corten {
namespace {

constexpr int kMaxFaces = 200000;
constexpr float kMaxCoordinate = 1073741824.0f;  // 2^30

struct VertexHash {
  size_t operator()(const Vec3<float>& v) const {
    std::uint64_t hash = 0;
    for (const float x : v) {
      std::uint32_t bits;
      const float positive_zero = x + 0.0f;  // -0 equals +0
      std::memcpy(&bits, &positive_zero, sizeof bits);
      hash = (hash ^ bits) * 0x9E3779B97F4A7C15u;
      hash ^= hash >> 29;
    }
    return hash;
  }
};

// Gives equal vertices one number, in the order of first appearance.
class Welder {
 public:
  explicit Welder(size_t corner_count) { ids_.reserve(corner_count / 4); }
  int id(const Vec3<float>& v, std::vector<Vec3<float>>& vert) {
    const auto [entry, is_new] = ids_.try_emplace(v, static_cast<int>(vert.size()));
    if (is_new) vert.push_back(v);
    return entry->second;
  }

 private:
  std::unordered_map<Vec3<float>, int, VertexHash> ids_;
};

int read_face_count(ByteReader& reader) {
  if (reader.remaining() < 84) throw AssetError("STL file too short: 84 bytes of header expected");
  const bool ascii = reader.take(80).starts_with("solid");
  const int count = reader.read_int();
  const std::string hint = ascii ? " (ASCII STL is not supported, convert the file to binary STL)" : "";
  if (count < 1 || count > kMaxFaces)
    throw AssetError("the STL file announces " + std::to_string(count) + " faces; 1 to 200000 can be read" +
                     hint);
  if (reader.remaining() != 50 * static_cast<size_t>(count))
    throw AssetError("the STL file is not as long as " + std::to_string(count) + " faces are" + hint);
  return count;
}

}  // namespace

MeshData read_stl(std::string_view bytes, bool mirrored) {
  ByteReader reader(bytes);
  const int count = read_face_count(reader);
  MeshData mesh;
  mesh.face.resize(count);
  Welder welder(3 * static_cast<size_t>(count));
  for (Triangle& face : mesh.face) {
    reader.take(12);  // facet normal
    for (int k = 0; k < 3; ++k) {
      const auto v = reader.read<Vec3<float>>();
      for (const float x : v) {
        if (!(std::abs(x) <= kMaxCoordinate))
          throw AssetError("a vertex of the STL file is farther than 2^30 from the origin, or not a number");
      }
      face[k] = welder.id(v, mesh.vert);
    }
    if (mirrored) std::swap(face[1], face[2]);
    reader.take(2);  // attribute
  }
  return mesh;
}

}  // namespace corten
