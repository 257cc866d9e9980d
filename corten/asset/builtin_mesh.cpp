// Builtin meshes: their parameters checked.
#include "corten/asset/builtin_mesh.h"

#include <cmath>
#include <string>

#include "corten/asset/asset_error.h"

namespace corten {
namespace {

// keep a typing error from filling the memory, and the hull from taking minutes
constexpr int kMaxResolution = 10'000;
constexpr Real kMaxVertices = 100'000;
constexpr int kMaxSides = 4'000;  // of a rim in one plane, over which a hull takes the square of the time

void require(bool condition, const std::string& message) {
  if (!condition) throw AssetError("params of the builtin shape: " + message);
}

void require_count(std::span<const Real> params, size_t count) {
  require(params.size() == count,
          std::to_string(count) + " numbers are needed, there are " + std::to_string(params.size()));
}

// Parameters that count something are truncated.
int integer(Real param, int min, int max, const char* what) {
  const Real truncated = std::trunc(param);
  require(truncated >= min && truncated <= max,
          std::string(what) + " is outside " + std::to_string(min) + " to " + std::to_string(max));
  return static_cast<int>(truncated);
}

void require_few(Real rows, Real columns) {
  require(rows * columns <= kMaxVertices, "the resolution asks for too many vertices");
}

MeshData make_supersphere(std::span<const Real> p) {
  require_count(p, 3);
  const int resolution = integer(p[0], 3, kMaxResolution, "resolution");
  require_few(resolution, resolution);
  require(!(p[1] < 0) && !(p[2] < 0), "the exponents are zero or more");
  return builtin::supersphere(resolution, p[1], p[2]);
}

MeshData make_supertorus(std::span<const Real> p) {
  require_count(p, 4);
  const int resolution = integer(p[0], 3, kMaxResolution, "resolution");
  require_few(resolution, resolution);
  require(!(p[1] <= 0 || p[1] > 1), "the radius of the tube is above 0 and at most 1");
  require(!(p[2] <= 0) && !(p[3] <= 0), "the exponents are above zero");
  return builtin::supertorus(resolution, p[1], p[2], p[3]);
}

MeshData make_wedge(std::span<const Real> p) {
  require_count(p, 5);
  const int nx = integer(p[0], 1, kMaxResolution, "resolution"),
            ny = integer(p[1], 1, kMaxResolution, "resolution");
  require_few(nx, ny);
  require(!(p[2] <= 0 || p[2] > 180), "the horizontal field of view is above 0 and at most 180 degrees");
  require(!(p[3] <= 0 || p[3] > 90), "the vertical field of view is above 0 and at most 90 degrees");
  require(!(p[4] < 0 || p[4] > 1), "gamma is between 0 and 1");
  return builtin::wedge(nx, ny, p[2], p[3], p[4]);
}

MeshData make_plate(std::span<const Real> p) {
  require_count(p, 2);
  const int nx = integer(p[0], 1, kMaxResolution, "resolution"),
            ny = integer(p[1], 1, kMaxResolution, "resolution");
  require_few(nx, ny);
  return builtin::plate(nx, ny);
}

MeshData make_cone(std::span<const Real> p) {
  require_count(p, 2);
  return builtin::cone(integer(p[0], 0, kMaxSides, "the count of sides"), p[1]);
}

}  // namespace

MeshData make_builtin_mesh(BuiltinMesh shape, std::span<const Real> params) {
  switch (shape) {
    case BuiltinMesh::kSphere:
      require_count(params, 1);
      return builtin::sphere(integer(params[0], 0, 4, "subdivision"));
    case BuiltinMesh::kHemisphere:
      require_count(params, 1);
      return builtin::hemisphere(integer(params[0], 0, 10, "resolution"));
    case BuiltinMesh::kCone:
      return make_cone(params);
    case BuiltinMesh::kSupersphere:
      return make_supersphere(params);
    case BuiltinMesh::kSupertorus:
      return make_supertorus(params);
    case BuiltinMesh::kWedge:
      return make_wedge(params);
    case BuiltinMesh::kPlate:
      return make_plate(params);
    case BuiltinMesh::kNone:
      break;
  }
  throw AssetError("there is no such builtin shape");
}

}  // namespace corten
