// Contact records in the arena.
#pragma once

#include <utility>

#include "corten/collide/contact_params.h"
#include "corten/geom/contact_point.h"
#include "corten/math/pack.h"
#include "corten/model/data.h"
#include "corten/model/hooks.h"

namespace corten {

// Where contacts go.
struct ContactSink {
  Data& d;
  const Hooks& hooks;
  std::int64_t reserved = 0;  // bytes of the arena the oracle's scratch would occupy: contacts stop before it
  HullTable tables[2]{};      // for the convex pairs of this step
};

// Bytes the oracle keeps on its stack during the stage: a frame of 24 and its buffer of body pairs.
inline std::int64_t oracle_scratch(const Model& m) {
  const std::int64_t num = m.nbody + m.nflex;
  return (24 + num * (num - 1) / 2 * 4 + 7) / 8 * 8;
}

// A pair function may return up to kMaxConPair contacts: without room for all of them the pair is skipped.
inline bool has_room(const ContactSink& sink, int count = kMaxConPair) {
  const Arena& arena = sink.d.arena;
  const std::int64_t needed = static_cast<std::int64_t>(count * sizeof(Contact)) + sink.reserved;
  return static_cast<std::int64_t>(arena.size() - arena.used()) >= needed;
}

// Contacts follow each other in the arena, so the view grows by moving its end. Null when it is full.
inline Contact* append_contacts(Data& d, int count) {
  Array<Contact> added;
  if (!d.arena.alloc(count, added)) return nullptr;
  Contact* first = d.ncon ? d.contact.data() : added.data();
  d.ncon += count;
  d.contact = Array<Contact>(first, d.ncon);
  return added.data();
}

// Straight stores: GCC makes a string instruction of a loop over so few bytes, which takes long to start.
template <std::size_t... k>
void clear_cone(Vec<Real, 36>& h, std::index_sequence<k...>) {
  (Pack<Real, 2>(0).store(h.data() + 2 * k), ...);
}

// writes every member; flex, elem and vert as of two geoms
inline void fill_contact(const ContactPoint& point, const Mat3<Real>& frame, const ContactParams& params,
                         int geom1, int geom2, Contact& con) {
  con.dist = point.dist;
  con.pos = point.pos;
  con.frame = frame;
  con.includemargin = params.margin - params.gap;
  con.friction = params.friction;
  con.solref = params.solref;
  con.solreffriction = params.solreffriction;
  con.solimp = params.solimp;
  con.mu = 0;
  clear_cone(con.H, std::make_index_sequence<18>());
  con.dim = params.condim;
  con.geom1 = geom1;
  con.geom2 = geom2;
  con.geom = {geom1, geom2};
  con.flex = con.elem = con.vert = {-1, -1};
  con.exclude = con.dist >= con.includemargin ? 1 : 0;
  con.efc_address = -1;
}

}  // namespace corten
