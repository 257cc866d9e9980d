// The contact sensor: contacts between two objects, reduced and written field by field.
#include <algorithm>
#include <span>

#include "corten/model/sensor_kinds.h"
#include "corten/sense/sensor_functions.h"
#include "corten/sense/site_volume.h"
#include "corten/smooth/contact_force.h"

namespace corten::sense {
namespace {

enum Reduce { kNone = 0, kMinDist = 1, kMaxForce = 2, kNetForce = 3 };

struct Match {
  int contact;
  bool flipped;  // the contact's normal points from the second object to the first
  Real key;      // smaller comes first; ties by contact
};

bool in_subtree(const Model& m, int body, int root) {
  while (body > root) body = m.body_parentid[body];
  return body == root;
}

bool matches_geom(const Model& m, int type, int id, int geom) {
  switch (type) {
    case mjOBJ_UNKNOWN:
    case mjOBJ_SITE:
      return true;
    case mjOBJ_GEOM:
      return geom == id;
    case mjOBJ_BODY:
      return geom >= 0 && m.geom_bodyid[geom] == id;
    case mjOBJ_XBODY:
      return geom >= 0 && in_subtree(m, m.geom_bodyid[geom], id);
    default:
      return false;
  }
}

// Whether a contact is between the two objects, and in which order.
bool match(const Model& m, const Data& d, int s, int i, bool& flipped) {
  const Contact& c = d.contact[i];
  const int type1 = m.sensor_objtype[s], id1 = m.sensor_objid[s], type2 = m.sensor_reftype[s],
            id2 = m.sensor_refid[s];
  if (type1 == mjOBJ_SITE && !inside_site_volume(m, d, id1, c.pos)) return false;
  const bool regular = matches_geom(m, type1, id1, c.geom[0]) && matches_geom(m, type2, id2, c.geom[1]);
  const bool reverse = matches_geom(m, type1, id1, c.geom[1]) && matches_geom(m, type2, id2, c.geom[0]);
  flipped = !regular;
  return regular || reverse;
}

Real key_of(const Model& m, const Data& d, int reduce, int i) {
  if (reduce == kMinDist) return d.contact[i].dist;
  if (reduce != kMaxForce) return 0;
  const Vec3<Real> force = contact_force(m, d, i).force;
  return -dot(force, force);
}

std::span<Match> find_matches(const Model& m, const Data& d, int s, std::span<Match> room) {
  std::size_t count = 0;
  for (int i = 0; i < d.ncon; ++i) {
    bool flipped;
    if (match(m, d, s, i, flipped)) room[count++] = {i, flipped, key_of(m, d, m.sensor_intprm[s][1], i)};
  }
  const std::span<Match> found = room.first(count);
  std::sort(found.begin(), found.end(), [](const Match& a, const Match& b) {
    return a.key != b.key ? a.key < b.key : a.contact < b.contact;
  });
  return found;
}

// The numbers of one slot, in the order of mjtConDataField.
struct Slot {
  Real found = 0;
  Vec3<Real> force{};
  Vec3<Real> torque{};
  Real dist = 0;
  Vec3<Real> pos{};
  Vec3<Real> normal{};
  Vec3<Real> tangent{};

  void write(int mask, Real* out) const {
    const Real* fields[mjNCONDATA] = {&found,     force.data(),  torque.data(), &dist,
                                      pos.data(), normal.data(), tangent.data()};
    for (int i = 0; i < mjNCONDATA; ++i)
      if (mask >> i & 1) out = std::copy_n(fields[i], kContactDataSize[i], out);
  }
};

int slot_size(int mask) {
  int size = 0;
  for (int i = 0; i < mjNCONDATA; ++i)
    if (mask >> i & 1) size += kContactDataSize[i];
  return size;
}

// Flipping turns the frame half about its second tangent and reverses the force.
Slot slot_of(const Model& m, const Data& d, const Match& match, Real found) {
  const Contact& c = d.contact[match.contact];
  const Wrench<Real> w = contact_force(m, d, match.contact);
  Slot slot{found, w.force, w.torque, c.dist, c.pos, c.frame.row(0), c.frame.row(1)};
  if (match.flipped) {
    slot.normal = -slot.normal;
    slot.tangent = -slot.tangent;
    slot.force[2] = -slot.force[2];
    slot.torque[2] = -slot.torque[2];
  }
  return slot;
}

// All matches as one wrench at the point weighted by force, in world axes.
Slot net_force(const Model& m, const Data& d, std::span<const Match> matches) {
  Slot net;
  net.found = static_cast<Real>(matches.size());
  net.normal = {1, 0, 0};
  net.tangent = {0, 1, 0};
  Real total = 0;
  for (const Match& match : matches) {
    const Real size = norm(contact_force(m, d, match.contact).force);
    total += size;
    net.pos += d.contact[match.contact].pos * size;
  }
  net.pos *= 1 / std::max(total, kMinVal<Real>);
  for (const Match& match : matches) {
    const Contact& c = d.contact[match.contact];
    const Wrench<Real> w = contact_force(m, d, match.contact);
    const Real sign = match.flipped ? -1 : 1;
    const Vec3<Real> force = transpose_mul(c.frame, w.force * sign);
    net.force += force;
    net.torque += transpose_mul(c.frame, w.torque * sign) + cross(c.pos - net.pos, force);
  }
  return net;
}

void contact(const Model& m, Data& d, int s, Real* out) {
  const int mask = m.sensor_intprm[s][0], size = slot_size(mask);
  std::fill_n(out, m.sensor_dim[s], Real(0));
  Arena::Frame frame(d.arena);
  const std::span<Match> matches = find_matches(m, d, s, frame.alloc<Match>(d.ncon));
  if (m.sensor_intprm[s][1] == kNetForce) return net_force(m, d, matches).write(mask, out);
  const int slots = std::min(m.sensor_intprm[s][2], static_cast<int>(matches.size()));
  for (int i = 0; i < slots; ++i)
    slot_of(m, d, matches[static_cast<std::size_t>(i)], static_cast<Real>(matches.size()))
        .write(mask, out + i * size);
}

constexpr SensorMeasure kMeasures[] = {{mjSENS_CONTACT, contact}};

}  // namespace

std::span<const SensorMeasure> contact_sensors() { return kMeasures; }

}  // namespace corten::sense
