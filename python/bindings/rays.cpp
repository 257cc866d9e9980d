// Rays and distances.
#include <algorithm>

#include "corten/collide/geom_distance.h"
#include "corten/collide/geom_shape.h"
#include "corten/collide/ray.h"
#include "corten/collide/ray_flex.h"
#include "python/bindings/define.h"

namespace corten::python {
namespace {

using M = const ModelHandle&;
using D = DataHandle&;
using Normal = std::optional<OutN<3>>;

void require_id(int id, int size, const char* message) {
  if (id < 0 || id >= size) throw FatalError(message);
}

using Groups = std::optional<ByteInN<kNGroup>>;
using GeomId = std::optional<IntOutN<1>>;

RayFilter ray_filter(const Groups& groups, int flg_static, int bodyexclude, Data& d) {
  return {groups ? groups->data() : nullptr, flg_static != 0, bodyexclude, &d};
}

void bind_queries(nb::module_& mod) {
  define(
      mod, "mj_geomDistance",
      "Smallest signed distance between two geoms, at most distmax; the segment goes to fromto.",
      [](M m, D d, int geom1, int geom2, Real distmax, const OptionalOut& fromto) {
        require_id(geom1, (*m).ngeom, "mj_geomDistance: geom1 out of range");
        require_id(geom2, (*m).ngeom, "mj_geomDistance: geom2 out of range");
        const nb::gil_scoped_release release;
        const GeomDistance result = geom_distance(*m, *d, geom1, geom2, distmax);
        if (fromto) {
          const std::span<Real> segment = fromto->span(6, "fromto (6)");
          for (std::size_t i = 0; i < 3; ++i) {
            segment[i] = result.from[static_cast<int>(i)];
            segment[i + 3] = result.to[static_cast<int>(i)];
          }
        }
        return result.dist;
      },
      "m", "d", "geom1", "geom2", "distmax", "fromto");
  mod.def("mj_ray",
          matched([](M m, D d, const InN<3>& pnt, const InN<3>& vec, const Groups& geomgroup, int flg_static,
                     int bodyexclude, const GeomId& geomid, const std::optional<OutN<3>>& normal) {
            const SceneHit hit =
                ray(*m, *d, {value(pnt), value(vec)}, ray_filter(geomgroup, flg_static, bodyexclude, *d));
            if (geomid) geomid->data()[0] = hit.geomid;
            if (normal) put(*normal, hit.normal);
            return hit.dist;
          }),
          nb::arg("m"), nb::arg("d"), nb::arg("pnt"), nb::arg("vec"), nb::arg("geomgroup").none(),
          nb::arg("flg_static"), nb::arg("bodyexclude"), nb::arg("geomid").none(),
          nb::arg("normal") = nb::none(), "Distance along a ray to the first geom, -1 if it meets none.");
  mod.def(
      "mj_multiRay",
      matched([](M m, D d, const InN<3>& pnt, const VecIn& vec, const Groups& geomgroup, int flg_static,
                 int bodyexclude, const IntOut& geomid, const VecOut& dist,
                 const std::optional<VecOut>& normal, int nray, Real cutoff) {
        const std::size_t n = static_cast<std::size_t>(std::max(nray, 0));
        const auto directions = vec.span(3 * n, "vec (3*nray)");
        const MultiRay rays{
            value(pnt),
            {reinterpret_cast<const Vec3<Real>*>(directions.data()), n},
            geomid.span(n, "geomid (nray)"),
            dist.span(n, "dist (nray)"),
            {normal ? reinterpret_cast<Vec3<Real>*>(normal->span(3 * n, "normal (3*nray)").data()) : nullptr,
             normal ? n : 0}};
        const nb::gil_scoped_release release;
        multi_ray(*m, *d, rays, ray_filter(geomgroup, flg_static, bodyexclude, *d), cutoff);
      }),
      nb::arg("m"), nb::arg("d"), nb::arg("pnt"), nb::arg("vec"), nb::arg("geomgroup").none(),
      nb::arg("flg_static"), nb::arg("bodyexclude"), nb::arg("geomid"), nb::arg("dist"),
      nb::arg("normal").none(), nb::arg("nray"), nb::arg("cutoff"),
      "Distances along several rays from one point; geoms farther than cutoff are not seen.");
}

Real distance_and_normal(const RayHit& hit, const Normal& normal) {
  if (normal) put(*normal, hit.normal);
  return hit.x;
}

// A ray against one geom of a kind.
void bind_geom_ray(nb::module_& mod, const char* name, const char* doc, ShapeType kind, const char* wrong) {
  mod.def(
      name,
      [kind, wrong](M m, D d, int geomid, const InN<3>& pnt, const InN<3>& vec, const Normal& normal) {
        require_id(geomid, (*m).ngeom, wrong);
        if (shape_type(*m, geomid) != kind) throw FatalError(wrong);
        AssetViews views;
        return distance_and_normal(ray_shape(geom_shape(*m, *d, geomid, views), {value(pnt), value(vec)}),
                                   normal);
      },
      nb::arg("m"), nb::arg("d"), nb::arg("geomid"), nb::arg("pnt"), nb::arg("vec"),
      nb::arg("normal") = nb::none(), doc);
}

void bind_shape_rays(nb::module_& mod) {
  bind_geom_ray(mod, "mj_rayHfield", "Distance along a ray to a height field, -1 if it misses.",
                ShapeType::hfield, "mj_rayHfield: geom with hfield type expected");
  bind_geom_ray(mod, "mj_rayMesh", "Distance along a ray to a mesh, -1 if it misses.", ShapeType::mesh,
                "mj_rayMesh: geom with mesh type expected");
  mod.def(
      "mju_rayGeom",
      [](const InN<3>& pos, const InN<9>& mat, const InN<3>& size, const InN<3>& pnt, const InN<3>& vec,
         int geomtype, const Normal& normal) {
        const auto kind = static_cast<ShapeType>(geomtype);
        const bool primitive = geomtype >= 0 && geomtype <= int(ShapeType::box) && kind != ShapeType::hfield;
        if (!primitive) throw FatalError("mju_rayGeom: unexpected geom type " + std::to_string(geomtype));
        const Vec3<Real> center = value(pos), sizes = value(size);
        const Mat3<Real> axes = value(mat);
        const Shape shape{kind, center, axes, sizes, 0, nullptr, nullptr};
        return distance_and_normal(ray_primitive(shape, {value(pnt), value(vec)}), normal);
      },
      nb::arg("pos"), nb::arg("mat"), nb::arg("size"), nb::arg("pnt"), nb::arg("vec"), nb::arg("geomtype"),
      nb::arg("normal") = nb::none(), "Distance along a ray to a primitive shape, -1 if it misses.");
}

void bind_flex_ray(nb::module_& mod) {
  mod.def(
      "mj_rayFlex",
      [](M m, D d, int flex_layer, int flg_vert, int flg_edge, int flg_face, int flg_skin, int flexid,
         const InN<3>& pnt, const InN<3>& vec, const GeomId& vertid, const Normal& normal) {
        require_id(flexid, (*m).nflex, "mj_rayFlex: flexid out of range");
        const FlexParts parts{flex_layer, flg_vert != 0, flg_edge != 0, flg_face != 0, flg_skin != 0};
        const FlexHit found = ray_flex(*m, *d, flexid, parts, {value(pnt), value(vec)});
        if (vertid && found.hit.hit()) vertid->data()[0] = found.vert;
        return distance_and_normal(found.hit, normal);
      },
      nb::arg("m"), nb::arg("d"), nb::arg("flex_layer"), nb::arg("flg_vert"), nb::arg("flg_edge"),
      nb::arg("flg_face"), nb::arg("flg_skin"), nb::arg("flexid"), nb::arg("pnt"), nb::arg("vec"),
      nb::arg("vertid") = nb::none(), nb::arg("normal") = nb::none(),
      "Distance along a ray to the shown parts of a flex, -1 if it misses.");
}

}  // namespace

void bind_rays(nb::module_& m) {
  bind_queries(m);
  bind_shape_rays(m);
  bind_flex_ray(m);
}

}  // namespace corten::python
