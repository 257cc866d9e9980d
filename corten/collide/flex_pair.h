// The narrow phase of flexes: one vertex or element against a geom, or against another element.
#pragma once

#include "corten/collide/contact_record.h"
#include "corten/geom/element.h"
#include "corten/model/model.h"

namespace corten {

Element flex_element(const Model& m, const Data& d, int flex, int element);

inline const int* element_corners(const Model& m, int flex, int element) {
  return m.flex_elem.data() + m.flex_elemdataadr[flex] + element * (m.flex_dim[flex] + 1);
}

// Solids take part with their outer layers only.
inline bool active_element(const Model& m, int flex, int element) {
  return m.flex_dim[flex] < 3 || m.flex_elemlayer[m.flex_elemadr[flex] + element] < m.flex_activelayers[flex];
}

inline Real flex_pair_margin(const Model& m, Real margin, int flex) {
  return overrides_contacts(m) ? m.opt.o_margin : margin + m.flex_margin[flex];
}

// Some vertices of the two are carried by the same body; interpolated vertices are carried by none.
bool shares_body(const Model& m, int flex1, int element1, int flex2, int element2);

// Each appends contacts. False when the arena is full.
bool collide_plane_vertex(const Model& m, int plane, int flex, int vert, ContactSink& sink);
bool collide_geom_element(const Model& m, int geom, int flex, int element, ContactSink& sink);
bool collide_elements(const Model& m, int flex1, int element1, int flex2, int element2, ContactSink& sink);
// vertex and element of one flex
bool collide_vertex_element(const Model& m, int flex, int vert, int element, ContactSink& sink);
// one vertex of a tetrahedron against the face opposite of it
void collide_inside(const Model& m, int flex, int element, ContactSink& sink);

}  // namespace corten
