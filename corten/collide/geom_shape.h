// The shape of a geom of the Model at its present pose.
#pragma once

#include "corten/geom/contact_point.h"
#include "corten/geom/shape.h"
#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// Where the asset views of a shape are kept while the shape is in use.
struct AssetViews {
  MeshView mesh;
  HFieldView hfield;
  FieldView field;
};

MeshView mesh_view(const Model& m, int mesh);
HFieldView hfield_view(const Model& m, int hfield);
OctreeView octree_view(const Model& m, int mesh);  // without cells if the mesh has none

inline ShapeType shape_type(const Model& m, int geom) { return static_cast<ShapeType>(m.geom_type[geom]); }

// points the shape of a mesh, sdf or height field to its data
void attach_asset(const Model& m, int geom, AssetViews& views, Shape& shape);

// views must outlive the shape
inline Shape geom_shape(const Model& m, const Data& d, int geom, AssetViews& views) {
  Shape shape{shape_type(m, geom),
              d.geom_xpos[geom],
              d.geom_xmat[geom],
              m.geom_size[geom],
              m.geom_rbound[geom],
              nullptr,
              nullptr};
  if (m.geom_dataid[geom] >= 0) attach_asset(m, geom, views, shape);
  return shape;
}

// Rays note the nodes of the geom's mesh that they reach, if the model wants to see them.
void mark_nodes(const Model& m, int geom, Data& marks, AssetViews& views);

// adds the distance field of a shape whose partner, or itself, is an sdf; the views are those of the shape
void attach_field(const Model& m, const Data& d, int geom, AssetViews& views, Shape& shape);

// a question with the model's options; scratch comes from the arena of d
PairQuery pair_query(const Model& m, Data& d, Real margin, HullTable* tables = nullptr);

}  // namespace corten
