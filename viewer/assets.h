// What pictures of a model need and what stays the same while it moves: surfaces of triangles and textures,
// made when first used.
#pragma once

#include <memory>
#include <vector>

#include "viewer/texture.h"
#include "viewer/triangles.h"

namespace corten::viewer {

// Keeps a reference to the model.
class Assets {
 public:
  explicit Assets(const Model& m);

  const TriangleSurface& mesh(int id);
  const TriangleSurface& hull(int id);  // of a mesh that has one
  const TriangleSurface& hfield(int id);
  const Texture& texture(int id);
  int skybox() const { return skybox_; }  // texture, −1 if none

 private:
  const Model& m_;
  std::vector<std::unique_ptr<TriangleSurface>> meshes_;
  std::vector<std::unique_ptr<TriangleSurface>> hulls_;
  std::vector<std::unique_ptr<TriangleSurface>> hfields_;
  std::vector<std::unique_ptr<Texture>> textures_;
  int skybox_ = -1;
};

}  // namespace corten::viewer
