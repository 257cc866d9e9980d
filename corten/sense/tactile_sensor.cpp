// The tactile sensor: pressure and slip at every vertex of a mesh that lies on a geom.
#include <algorithm>
#include <span>

#include "corten/collide/geom_shape.h"
#include "corten/geom/primitive_distance.h"
#include "corten/geom/sdf.h"
#include "corten/sense/sensor_functions.h"
#include "corten/smooth/object_motion.h"

namespace corten::sense {
namespace {

constexpr Real kSoftness = 0.05;  // depth scale of the pressure [m]

struct Taxels {
  int mesh;
  int geom;   // the geom the mesh lies on
  int weld;   // its body, up to welded relatives
  int count;  // vertices; the three channels are planar
  Real* out;
};

// The other geom of a contact with the sensor's body, −1 if the contact is not one.
int touching_geom(const Model& m, const Contact& c, int weld) {
  if (c.geom[0] < 0 || c.geom[1] < 0) return -1;
  if (m.body_weldid[m.geom_bodyid[c.geom[0]]] == weld) return c.geom[1];
  if (m.body_weldid[m.geom_bodyid[c.geom[1]]] == weld) return c.geom[0];
  return -1;
}

bool has_distance(const Model& m, int geom) {
  const int type = m.geom_type[geom];
  return type == mjGEOM_MESH ? m.mesh_octadr[m.geom_dataid[geom]] >= 0 : type != mjGEOM_HFIELD;
}

// Distance of a point in the frame of the geom. Shapes of plugins are asked in the frame their mesh was given
// in.
Real distance_to(const Model& m, const Data& d, int geom, const Vec3<Real>& point) {
  const auto type = static_cast<ShapeType>(m.geom_type[geom]);
  if (type < ShapeType::mesh) return primitive_distance(type, m.geom_size[geom], point);
  const int mesh = m.geom_dataid[geom];
  if (type == ShapeType::mesh) return octree_distance(octree_view(m, mesh), point);
  AssetViews views;
  Shape shape = geom_shape(m, d, geom, views);
  attach_field(m, d, geom, views, shape);
  const bool plugin = views.field.distance != nullptr;
  return field_distance(shape, plugin ? to_mat(m.mesh_quat[mesh]) * point + m.mesh_pos[mesh] : point);
}

// each touching geom that has a distance function, once, in order of first appearance
std::span<int> touching_geoms(const Model& m, const Data& d, int weld, std::span<int> room) {
  std::size_t count = 0;
  for (int i = 0; i < d.ncon; ++i) {
    const int geom = touching_geom(m, d.contact[i], weld);
    if (geom < 0 || !has_distance(m, geom)) continue;
    if (std::find(room.begin(), room.begin() + static_cast<std::ptrdiff_t>(count), geom) ==
        room.begin() + static_cast<std::ptrdiff_t>(count))
      room[count++] = geom;
  }
  return room.first(count);
}

// Velocity of the sensor's body at the vertex minus that of the other geom at its centre.
Vec3<Real> slip(const Model& m, const Data& d, int weld, int other, const Vec3<Real>& at) {
  const Motion<Real> body = object_velocity(m, d, mjOBJ_BODY, weld, false);
  const Vec3<Real> vel = body.lin + cross(body.ang, at - d.xipos[weld]);
  return vel - object_velocity(m, d, mjOBJ_GEOM, other, false).lin;
}

// Three normals are stored per vertex: outwards and two tangents, in the mesh frame; the geom's pose does not
// turn them.
Vec3<Real> channel_axis(const Model& m, int mesh, int vertex, int channel) {
  const int i = m.mesh_normaladr[mesh] + 3 * vertex + channel;
  if (i >= m.nmeshnormal) return {};
  const Vec3<float>& n = m.mesh_normal[i];
  return rotate(m.mesh_quat[mesh], Vec3<Real>{n[0], n[1], n[2]});
}

void press(const Model& m, const Data& d, const Taxels& t, int other) {
  for (int i = 0; i < t.count; ++i) {
    const Vec3<float>& v = m.mesh_vert[m.mesh_vertadr[t.mesh] + i];
    const Vec3<Real> at = d.geom_xmat[t.geom] * Vec3<Real>{v[0], v[1], v[2]} + d.geom_xpos[t.geom];
    const Vec3<Real> local = transpose_mul(d.geom_xmat[other], at - d.geom_xpos[other]);
    const Real depth = std::min(distance_to(m, d, other, local), Real(0));
    if (depth == 0) continue;
    const Vec3<Real> normal = channel_axis(m, t.mesh, i, 0), vel = slip(m, d, t.weld, other, at);
    const Real pressure = depth / std::max(kSoftness - depth, kMinVal<Real>);
    t.out[i] = dot(normal, normal) * pressure;
    for (int k = 1; k < 3; ++k) t.out[k * t.count + i] = std::abs(dot(vel, channel_axis(m, t.mesh, i, k)));
  }
}

void tactile(const Model& m, Data& d, int s, Real* out) {
  const int mesh = m.sensor_objid[s], geom = m.sensor_refid[s];
  const Taxels taxels{mesh, geom, m.body_weldid[m.geom_bodyid[geom]], m.mesh_vertnum[mesh], out};
  std::fill_n(out, m.sensor_dim[s], Real(0));
  Arena::Frame frame(d.arena);
  for (int other : touching_geoms(m, d, taxels.weld, frame.alloc<int>(d.ncon))) press(m, d, taxels, other);
}

constexpr SensorMeasure kMeasures[] = {{mjSENS_TACTILE, tactile}};

}  // namespace

std::span<const SensorMeasure> tactile_sensors() { return kMeasures; }

}  // namespace corten::sense
