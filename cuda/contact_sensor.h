// The contact sensor: contacts between two objects, reduced and written field by field.
#pragma once

#include "cuda/sensors.h"

namespace corten::gpu {

// How a sensor reduces what it finds (sensor_intprm[1]).
enum ContactReduce { kReduceNone, kReduceMinDist, kReduceMaxForce, kReduceNetForce };

template <class T>
struct ContactSlot {
  T found = 0;
  Vec3<T> force{}, torque{};
  T dist = 0;
  Vec3<T> pos{}, normal{}, tangent{};

  // the fields that the mask asks for, in the order of mjtConDataField; the numbers written
  CORTEN_DEV int write(int mask, T* out) const {
    int n = 0;
    const auto put = [&](int field, const T* x, int count) {
      if (mask >> field & 1)
        for (int k = 0; k < count; ++k) out[n++] = x[k];
    };
    put(mjCONDATA_FOUND, &found, 1), put(mjCONDATA_FORCE, force.data(), 3);
    put(mjCONDATA_TORQUE, torque.data(), 3), put(mjCONDATA_DIST, &dist, 1), put(mjCONDATA_POS, pos.data(), 3);
    put(mjCONDATA_NORMAL, normal.data(), 3), put(mjCONDATA_TANGENT, tangent.data(), 3);
    return n;
  }
};

template <class C>
CORTEN_DEV bool is_of(const C& c, int type, int id, int geom) {
  const int body = c.model().geom_bodyid[geom];
  if (type == mjOBJ_GEOM) return geom == id;
  if (type == mjOBJ_BODY) return body == id;
  if (type == mjOBJ_XBODY) return body >= id && body < id + c.tables().body_subtree[id];
  return true;  // any, or what is within a site
}

// Whether a contact is between the sensor's objects; flipped when its normal points to the first.
template <class C>
CORTEN_DEV bool is_felt(const C& c, int s, int i, bool& flipped) {
  const auto& m = c.model();
  const auto& con = c.world.contact[i];
  const auto& p = c.tables().pairs[con.pair];
  const int type1 = m.sensor_objtype[s], id1 = m.sensor_objid[s], type2 = m.sensor_reftype[s],
            id2 = m.sensor_refid[s];
  if (type1 == mjOBJ_SITE && !inside_site(c, id1, con.pos)) return false;
  const bool regular = is_of(c, type1, id1, p.geom1) && is_of(c, type2, id2, p.geom2);
  flipped = !regular;
  return regular || (is_of(c, type1, id1, p.geom2) && is_of(c, type2, id2, p.geom1));
}

template <class C>
CORTEN_DEV Force<typename C::Scalar> felt_push(const C& c, int i) {
  return c.world.contact[i].row < 0 ? Force<typename C::Scalar>{} : local_contact_push(c, i);
}

// smaller comes first
template <class C>
CORTEN_DEV typename C::Scalar contact_key(const C& c, int reduce, int i) {
  if (reduce == kReduceMinDist) return c.world.contact[i].dist;
  if (reduce != kReduceMaxForce) return 0;
  const auto force = felt_push(c, i).force;
  return -dot(force, force);
}

// Turning the frame half about its second tangent reverses normal and tangent.
template <class C>
CORTEN_DEV ContactSlot<typename C::Scalar> slot_of(const C& c, int i, bool flipped, int found) {
  using T = typename C::Scalar;
  const auto& con = c.world.contact[i];
  const Force<T> push = felt_push(c, i);
  ContactSlot<T> x{T(found), push.force, push.torque, con.dist, con.pos, con.normal, con.tangent};
  if (flipped) {
    x.normal = -x.normal, x.tangent = -x.tangent;
    x.force[2] = -x.force[2], x.torque[2] = -x.torque[2];
  }
  return x;
}

// All of them as one wrench at the point weighted by force, in world axes.
template <class C>
CORTEN_DEV ContactSlot<typename C::Scalar> net_slot(const C& c, int s, int ncon, int found) {
  using T = typename C::Scalar;
  ContactSlot<T> net{T(found), {}, {}, 0, {}, {1, 0, 0}, {0, 1, 0}};
  bool flipped = false;
  T total = 0;
  CORTEN_ROLLED for (int i = 0; i < ncon; ++i) if (is_felt(c, s, i, flipped)) {
    const T size = norm(felt_push(c, i).force);
    total += size;
    net.pos += c.world.contact[i].pos * size;
  }
  net.pos *= 1 / std::max(total, T(kMinVal<T>));
  CORTEN_ROLLED for (int i = 0; i < ncon; ++i) if (is_felt(c, s, i, flipped)) {
    const auto& con = c.world.contact[i];
    if (con.row < 0) continue;
    const Force<T> push = contact_push(c, i);  // in the world
    const T sign = flipped ? T(-1) : T(1);
    net.force += push.force * sign;
    net.torque += push.torque * sign + cross(con.pos - net.pos, push.force * sign);
  }
  return net;
}

template <class C>
CORTEN_COLD void read_contacts(const C& c, int s, int ncon, typename C::Scalar* out) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const int mask = m.sensor_intprm[s][0], reduce = m.sensor_intprm[s][1], slots = m.sensor_intprm[s][2];
  CORTEN_ROLLED for (int k = 0; k < m.sensor_dim[s]; ++k) out[k] = T(0);
  int found = 0;
  bool flipped = false;
  CORTEN_ROLLED for (int i = 0; i < ncon; ++i) found += is_felt(c, s, i, flipped);
  if (reduce == kReduceNetForce) {
    net_slot(c, s, ncon, found).write(mask, out);
    return;
  }
  int last = -1;  // contact of the slot before, and its key
  T last_key = 0;
  CORTEN_ROLLED for (int k = 0; k < slots && k < found; ++k) {
    int best = -1;
    T best_key = 0;
    CORTEN_ROLLED for (int i = 0; i < ncon; ++i) {
      if (!is_felt(c, s, i, flipped)) continue;
      const T key = contact_key(c, reduce, i);
      const bool after = last < 0 || key > last_key || (key == last_key && i > last);
      if (after && (best < 0 || key < best_key)) best = i, best_key = key;
    }
    if (best < 0) break;
    is_felt(c, s, best, flipped);
    out += slot_of(c, best, flipped, found).write(mask, out);
    last = best, last_key = best_key;
  }
}

}  // namespace corten::gpu
