// Flat polygons of a mesh: triangles of equal normal joined into outlines, for multi-contact.
#pragma once

#include <span>
#include <vector>

#include "corten/geom/triangle.h"

namespace corten {

struct MeshPolygons {
  std::vector<int> vertadr;  // per polygon: first entry in vert
  std::vector<int> vertnum;  // per polygon
  std::vector<int> vert;     // vertex ids, counter-clockwise seen from outside
  std::vector<int> mapadr;   // per mesh vertex: first entry in map
  std::vector<int> mapnum;   // per mesh vertex
  std::vector<int> map;      // ids of the polygons at a vertex, increasing

  int count() const { return static_cast<int>(vertadr.size()); }
};

MeshPolygons merge_into_polygons(std::span<const Vec3<Real>> vert, std::span<const Triangle> face);

// Normals by the first three corners of each polygon.
std::vector<Vec3<Real>> polygon_normals(std::span<const Vec3<Real>> vert, const MeshPolygons& polygons);

}  // namespace corten
