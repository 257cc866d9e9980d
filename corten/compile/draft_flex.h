// A flex on its way into the Model: who carries its vertices, what its elements share, how stiff they are.
#pragma once

#include <vector>

#include "corten/base/diagnostics.h"
#include "corten/geom/bvh_build.h"
#include "corten/math/vec3.h"
#include "corten/smooth/flex_element.h"
#include "corten/spec/flex.h"

namespace corten {

struct DraftFlex {
  const spec::Flex* spec = nullptr;
  int dim = 2;
  int order = 0;  // of the interpolation, 0 if vertices move by themselves
  bool rigid = false;
  bool centered = false;
  int material = -1;
  int edge_equality = 0;  // flex_edgeequality

  std::vector<int> vert_body, node_body;
  std::vector<Vec3<Real>> vert, node;      // in their bodies
  std::vector<Vec3<Real>> vert_w, node_w;  // at qpos0
  std::vector<Vec3<Real>> vert0;           // at qpos0, in the unit box
  Vec3<Real> size{};                       // half sizes of the box around the vertices

  std::vector<int> elem;  // dim + 1 vertices each, outward
  std::vector<int> elem_texcoord;
  std::vector<Vec<int, 2>> edge, edge_flap;  // ends; vertices opposite of it
  std::vector<char> edge_rigid;
  std::vector<int> elem_edge, elem_layer;
  std::vector<int> shell;           // dim vertices each
  std::vector<Vec<int, 2>> evpair;  // element, vertex
  Bvh bvh;
  std::vector<Real> stiffness;         // 21 per element
  std::vector<Vec<Real, 17>> bending;  // per edge

  std::vector<std::vector<int>> edge_dofs;   // columns of the edge Jacobian
  std::vector<std::vector<int>> vert_edges;  // edges at a vertex, ascending
  std::vector<std::vector<int>> vert_dofs;   // columns of the vertex Jacobian

  int nvert() const { return static_cast<int>(vert_body.size()); }
  int nelem() const { return static_cast<int>(elem.size()) / (dim + 1); }
  int nedge() const { return static_cast<int>(edge.size()); }
  const int* corners(int element) const { return elem.data() + element * (dim + 1); }
};

// flex_topology.cpp: orientation, edges, surface, layers, neighbours
void connect_elements(DraftFlex& flex);
// flex_tree.cpp: bounding tree, size, vert0
void build_flex_tree(DraftFlex& flex);
// flex_elasticity.cpp, flex_bending.cpp, flex_interpolation.cpp
void stiffen_elements(DraftFlex& flex);
void stiffen_hinges(DraftFlex& flex);
void stiffen_nodes(DraftFlex& flex);

}  // namespace corten
