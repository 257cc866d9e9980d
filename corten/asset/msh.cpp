// MSH, MuJoCo's own mesh file: four counts, then vertices, normals, texture coordinates, faces.
#include "corten/asset/byte_reader.h"
#include "corten/asset/mesh_data.h"

namespace corten {

MeshData read_msh(std::string_view bytes, bool mirrored) {
  ByteReader reader(bytes);
  const std::int64_t nvert = reader.read_int(), nnormal = reader.read_int();
  const std::int64_t ntexcoord = reader.read_int(), nface = reader.read_int();
  if (nvert < 4 || nface < 0 || (nnormal != 0 && nnormal != nvert) ||
      (ntexcoord != 0 && ntexcoord != nvert)) {
    throw AssetError("the counts at the head of the MSH file do not fit together");
  }
  const std::uint64_t expected = 12 * nvert + 12 * nnormal + 8 * ntexcoord + 12 * nface;
  if (reader.remaining() != expected) throw AssetError("the MSH file is not as long as its counts say");

  MeshData mesh;
  mesh.vert = reader.read_vector<Vec3<float>>(nvert);
  mesh.normal = reader.read_vector<Vec3<float>>(nnormal);
  mesh.texcoord = reader.read_vector<Vec2<float>>(ntexcoord);
  mesh.face = reader.read_vector<Triangle>(nface);
  if (nnormal > 0) mesh.facenormal = mesh.face;
  if (ntexcoord > 0) mesh.facetexcoord = mesh.face;
  if (mirrored) {
    for (Triangle& face : mesh.face) std::swap(face[1], face[2]);
  }
  return mesh;
}

}  // namespace corten
