#include "viewer/page_mesh.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

namespace corten::viewer {

using Json = nlohmann::json;

Json page_mesh(const TriangleSurface& triangles, PageArrays& blob) {
  using Corner = std::tuple<float, float, float, float, float, float, float, float>;
  std::map<Corner, unsigned> known;
  std::vector<Corner> corners;
  std::vector<unsigned> index;
  for (int i = 0; i < triangles.size(); ++i) {
    const TriangleCorners& face = triangles.face(i);
    Vec3<float> flat = triangles.flat_normal(i);
    const float length = std::sqrt(dot(flat, flat));
    if (length > 0) flat = flat * (1 / length);
    for (int k = 0; k < 3; ++k) {
      const Vec3<float> v = face.vert[k];
      const Vec3<float> n = dot(face.normal[k], face.normal[k]) > 0 ? face.normal[k] : flat;
      const Corner corner{v[0], v[1], v[2], n[0], n[1], n[2], face.texcoord[k][0], face.texcoord[k][1]};
      const auto [place, fresh] = known.try_emplace(corner, static_cast<unsigned>(corners.size()));
      if (fresh) corners.push_back(corner);
      index.push_back(place->second);
    }
  }
  Vec3<float> low{INFINITY, INFINITY, INFINITY}, high{-INFINITY, -INFINITY, -INFINITY};
  const auto position = [](const Corner& c) {
    return Vec3<float>{std::get<0>(c), std::get<1>(c), std::get<2>(c)};
  };
  for (const Corner& c : corners)
    for (int k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], position(c)[k]);
      high[k] = std::max(high[k], position(c)[k]);
    }
  std::vector<std::uint16_t> places;
  std::vector<std::int8_t> normals;
  std::vector<float> texcoords;
  for (const Corner& c : corners) {
    for (int k = 0; k < 3; ++k) {
      const float extent = high[k] - low[k];
      places.push_back(static_cast<std::uint16_t>(
          extent > 0 ? std::lround((position(c)[k] - low[k]) / extent * 65535) : 0));
    }
    for (const float n : {std::get<3>(c), std::get<4>(c), std::get<5>(c), 0.0F})
      normals.push_back(static_cast<std::int8_t>(std::lround(std::clamp(n, -1.0F, 1.0F) * 127)));
    texcoords.insert(texcoords.end(), {std::get<6>(c), std::get<7>(c)});
  }
  return {{"low", corners.empty() ? Json::array({0, 0, 0}) : vec(low)},
          {"high", corners.empty() ? Json::array({0, 0, 0}) : vec(high)},
          {"corners", corners.size()},
          {"faces", index.size() / 3},
          {"position", blob.add<std::uint16_t>(places)},
          {"normal", blob.add<std::int8_t>(normals)},
          {"texcoord", blob.add<float>(texcoords)},
          {"index", blob.add<unsigned>(index)}};
}

Json page_moving_mesh(const std::vector<SurfaceCorner>& corners, PageArrays& blob) {
  using Corner = std::tuple<int, float, float>;
  std::map<Corner, unsigned> known;
  std::vector<unsigned> vertex, index;
  std::vector<float> texcoords;
  for (const SurfaceCorner& c : corners) {
    const auto [place, fresh] =
        known.try_emplace({c.vertex, c.texcoord[0], c.texcoord[1]}, static_cast<unsigned>(vertex.size()));
    if (fresh) {
      vertex.push_back(static_cast<unsigned>(c.vertex));
      texcoords.insert(texcoords.end(), {c.texcoord[0], c.texcoord[1]});
    }
    index.push_back(place->second);
  }
  return {{"corners", vertex.size()},
          {"faces", index.size() / 3},
          {"vertex", blob.add<unsigned>(vertex)},
          {"texcoord", blob.add<float>(texcoords)},
          {"index", blob.add<unsigned>(index)}};
}

}  // namespace corten::viewer
