#include "corten/collide/pair_table.h"

#include "corten/geom/convex_pair.h"
#include "corten/geom/primitive_pairs.h"
#include "corten/geom/sdf.h"

namespace corten {
namespace {

template <auto function>
void analytic(const Shape& a, const Shape& b, const PairQuery& query, ContactPoints& out) {
  function(a, b, query.margin, out);
}

// rows: type of the first shape, columns: of the second; only the upper triangle is used
constexpr PairFunction kNone = nullptr;
constexpr PairFunction kPairTable[kNumShapeTypes][kNumShapeTypes] = {
    // plane
    {kNone, kNone, analytic<plane_sphere>, analytic<plane_capsule>, analytic<plane_ellipsoid>,
     analytic<plane_cylinder>, analytic<plane_box>, analytic<plane_mesh>, analytic<plane_mesh>},
    // hfield
    {kNone, kNone, hfield_convex, hfield_convex, hfield_convex, hfield_convex, hfield_convex, hfield_convex,
     kNone},
    // sphere
    {kNone, kNone, analytic<sphere_sphere>, analytic<sphere_capsule>, convex_convex,
     analytic<sphere_cylinder>, analytic<sphere_box>, convex_convex, sdf_pair},
    // capsule
    {kNone, kNone, kNone, analytic<capsule_capsule>, convex_convex, convex_convex, analytic<capsule_box>,
     convex_convex, sdf_pair},
    // ellipsoid
    {kNone, kNone, kNone, kNone, convex_convex, convex_convex, convex_convex, convex_convex, sdf_pair},
    // cylinder
    {kNone, kNone, kNone, kNone, kNone, convex_convex, convex_convex, convex_convex, sdf_pair},
    // box
    {kNone, kNone, kNone, kNone, kNone, kNone, analytic<box_box>, convex_convex, sdf_pair},
    // mesh
    {kNone, kNone, kNone, kNone, kNone, kNone, kNone, convex_convex, sdf_pair},
    // sdf
    {kNone, kNone, kNone, kNone, kNone, kNone, kNone, kNone, sdf_pair},
};

}  // namespace

PairFunction pair_function(ShapeType a, ShapeType b) {
  return kPairTable[static_cast<int>(a)][static_cast<int>(b)];
}

}  // namespace corten
