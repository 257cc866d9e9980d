// Meshes of the program Gmsh (.msh, versions 2.2 and 4.1, text or binary): nodes, and elements of one kind.
#pragma once

#include <string_view>
#include <vector>

#include "corten/math/vec3.h"

namespace corten {

struct GmshData {
  int dim = 0;  // 1 lines, 2 triangles, 3 tetrahedra
  std::vector<Vec3<Real>> node;
  std::vector<int> element;  // dim + 1 nodes each; ids are not checked
};

// Throws AssetError on bytes it cannot accept.
GmshData read_gmsh(std::string_view bytes);

}  // namespace corten
