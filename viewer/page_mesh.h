// Triangles as the page in the browser wants them: numbers in a blob, their places in JSON.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "viewer/moving_surface.h"
#include "viewer/triangles.h"

namespace corten::viewer {

// Appends arrays, each at a multiple of four bytes as typed views in the browser need.
class PageArrays {
 public:
  template <class T>
  std::size_t add(std::span<const T> values) {
    bytes_.resize((bytes_.size() + 3) / 4 * 4);
    const std::size_t start = bytes_.size();
    bytes_.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
    return start;
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

// A list of numbers; those that are not finite, which JSON cannot say, are 0.
template <class Numbers>
nlohmann::json numbers(const Numbers& values, int count) {
  nlohmann::json list = nlohmann::json::array();
  for (int i = 0; i < count; ++i)
    list.push_back(std::isfinite(values[i]) ? nlohmann::json(values[i]) : nlohmann::json(0));
  return list;
}
template <class T>
nlohmann::json vec(const Vec3<T>& v) {
  return numbers(v, 3);
}

// A surface with equal corners stored once.
nlohmann::json page_mesh(const TriangleSurface& triangles, PageArrays& blob);
// One whose vertices come with every frame: which of them each corner takes.
nlohmann::json page_moving_mesh(const std::vector<SurfaceCorner>& corners, PageArrays& blob);

}  // namespace corten::viewer
