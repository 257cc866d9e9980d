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
};

MeshView mesh_view(const Model& m, int mesh);
HFieldView hfield_view(const Model& m, int hfield);

inline ShapeType shape_type(const Model& m, int geom) { return static_cast<ShapeType>(m.geom_type[geom]); }

// views must outlive the shape
Shape geom_shape(const Model& m, const Data& d, int geom, AssetViews& views);

// a question with the model's options; scratch comes from the arena of d
PairQuery pair_query(const Model& m, Data& d, Real margin);

}  // namespace corten
