// Distance, normal and segment between two geoms, or the nearest geoms of two bodies.
#include "corten/collide/geom_distance.h"
#include "corten/sense/sensor_functions.h"

namespace corten::sense {
namespace {

struct GeomRange {
  int first;
  int count;
};

GeomRange geoms_of(const Model& m, int type, int id) {
  if (type == mjOBJ_GEOM) return {id, 1};
  return {m.body_geomadr[id], m.body_geomnum[id]};
}

GeomDistance nearest(const Model& m, Data& d, int s) {
  const Real cutoff = m.sensor_cutoff[s];
  const GeomRange a = geoms_of(m, m.sensor_objtype[s], m.sensor_objid[s]);
  const GeomRange b = geoms_of(m, m.sensor_reftype[s], m.sensor_refid[s]);
  GeomDistance best{cutoff, {}, {}};
  for (int i = a.first; i < a.first + a.count; ++i)
    for (int j = b.first; j < b.first + b.count; ++j) {
      const GeomDistance pair = geom_distance(m, d, i, j, cutoff);
      if (pair.dist < best.dist) best = pair;
    }
  return best;
}

void geom_dist(const Model& m, Data& d, int s, Real* out) { *out = nearest(m, d, s).dist; }

void geom_normal(const Model& m, Data& d, int s, Real* out) {
  const GeomDistance r = nearest(m, d, s);
  Vec3<Real> normal = r.to - r.from;
  if (normal == Vec3<Real>{}) return put(normal, out);
  put(unit(normal), out);
}

void geom_fromto(const Model& m, Data& d, int s, Real* out) {
  const GeomDistance r = nearest(m, d, s);
  put(r.from, out);
  put(r.to, out + 3);
}

constexpr SensorMeasure kMeasures[] = {
    {mjSENS_GEOMDIST, geom_dist}, {mjSENS_GEOMNORMAL, geom_normal}, {mjSENS_GEOMFROMTO, geom_fromto}};

}  // namespace

std::span<const SensorMeasure> distance_sensors() { return kMeasures; }

}  // namespace corten::sense
