// A shape as a value: what a pair function or a ray needs to know about a geom, without the Model.
#pragma once

#include "corten/math/mat3.h"
#include "corten/math/spatial.h"

namespace corten {

// MuJoCo's geom types with MuJoCo's numbers (mjtGeom); in every pair the smaller number comes first.
// Convex queries also know elements of flexes, which are no geoms.
enum class ShapeType : int { plane, hfield, sphere, capsule, ellipsoid, cylinder, box, mesh, sdf, element };
inline constexpr int kNumShapeTypes = 9;  // of geoms

// Graph of the convex hull of a mesh: per hull vertex a list of neighbours that ends with −1.
struct HullGraph {
  int numvert;
  const int* edgeadr;   // first neighbour of a hull vertex in edges
  const int* globalid;  // mesh vertex of a hull vertex
  const int* edges;     // neighbours as hull vertices

  CORTEN_HD const int* neighbours(int hull_vertex) const { return edges + edgeadr[hull_vertex]; }
};

// Polygons of the convex hull (coplanar triangles merged), for contacts between faces.
struct HullPolygons {
  int num;
  const Vec3<Real>* normal;  // per polygon, mesh frame
  const int* vertadr;        // per polygon, into vert
  const int* vertnum;
  const int* vert;    // mesh vertices, counter-clockwise from outside
  const int* mapadr;  // per mesh vertex, into map
  const int* mapnum;
  const int* map;  // polygons at a vertex
};

// Bounding volume tree: a node is a leaf when nodeid ≥ 0; children are relative to the first node.
struct TreeView {
  int num;
  const Aabb<Real>* aabb;
  const Vec<int, 2>* child;
  const int* nodeid;
  unsigned char* active = nullptr;  // one mark per node that a ray reaches, if wanted
};

struct MeshView {
  int numvert;
  const Vec3<float>* vert;
  int numface;
  const Vec<int, 3>* face;
  bool has_graph;
  HullGraph graph;  // valid when has_graph
  HullPolygons polygons;
  TreeView tree;  // over faces

  CORTEN_HD Vec3<Real> vertex(int i) const { return {vert[i][0], vert[i][1], vert[i][2]}; }
};

// Row r is y, column c is x; data in [0, 1].
struct HFieldView {
  int nrow;
  int ncol;
  Vec<Real, 4> size;  // half x, half y, elevation, base [m]
  const float* data;
};

// Signed distances at the corners of the cells of an octree, interpolated in between. Cell 0 is the root.
struct OctreeView {
  int num = 0;
  const Aabb<Real>* aabb = nullptr;
  const Vec<int, 8>* child = nullptr;  // bits of a child: upper half in x, y, z; −1 in leaves
  const Vec<Real, 8>* coeff = nullptr;
};

// The distance field of a mesh or sdf: functions of a program or, without them, an octree.
struct FieldView {
  const void* own = nullptr;  // what the functions get
  Real (*distance)(const void* own, const Vec3<Real>& point) = nullptr;
  Vec3<Real> (*gradient)(const void* own, const Vec3<Real>& point, Real distance) = nullptr;
  OctreeView octree;
};

// Refers to numbers that live elsewhere: most pairs are rejected before a copy of them would pay.
template <class T>
struct ShapeOf {
  ShapeType type;
  const Vec3<T>& pos;
  const Mat3<T>& mat;                // columns are the local axes in the world
  const Vec3<T>& size;               // MuJoCo's geom_size
  T rbound;                          // radius of the bounding sphere about pos; 0 for planes
  const MeshView* mesh;              // meshes and sdfs, else null
  const HFieldView* hfield;          // height fields, else null
  const FieldView* field = nullptr;  // meshes and sdfs, else null
  const Aabb<Real>* aabb = nullptr;  // of the shape in its own frame; only where an sdf takes part
};
using Shape = ShapeOf<Real>;

}  // namespace corten
