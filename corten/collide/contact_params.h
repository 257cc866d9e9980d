// Parameters of a contact: from a <pair>, or mixed from two sides, then the global override.
#pragma once

#include "corten/model/model.h"

namespace corten {

struct ContactParams {
  Real margin = 0;  // shapes closer than this make contact
  Real gap = 0;
  int condim = 3;
  Vec<Real, 5> friction;
  Vec<Real, kNRef> solref;
  Vec<Real, kNRef> solreffriction{};
  Vec<Real, kNImp> solimp;
};

inline bool overrides_contacts(const Model& m) { return m.opt.enableflags & mjENBL_OVERRIDE; }

// margin of a dynamic pair, and of a predefined one
inline Real geom_pair_margin(const Model& m, int geom1, int geom2) {
  return overrides_contacts(m) ? m.opt.o_margin : m.geom_margin[geom1] + m.geom_margin[geom2];
}
inline Real predefined_margin(const Model& m, int pair) {
  return overrides_contacts(m) ? m.opt.o_margin : m.pair_margin[pair];
}

// What a side of a contact brings along.
struct ContactSurface {
  int condim;
  int priority;
  Real solmix;
  Real margin;
  Real gap;
  const Vec<Real, kNRef>& solref;
  const Vec<Real, kNImp>& solimp;
  const Vec3<Real>& friction;
};
ContactSurface geom_surface(const Model& m, int geom);
ContactSurface flex_surface(const Model& m, int flex);

ContactParams mixed_params(const Model& m, const ContactSurface& a, const ContactSurface& b);
ContactParams mixed_params(const Model& m, int geom1, int geom2);
ContactParams predefined_params(const Model& m, int pair);

}  // namespace corten
